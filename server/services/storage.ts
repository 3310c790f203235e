import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'

import { getMimeType } from 'hono/utils/mime'

import type { Services } from './services.ts'

/** Only paths that the server itself makes: no dot-files, no way out of the folder. */
const ownPath = /^\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}$/

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

const write = async (place: string, bytes: Uint8Array) => {
  const file = await open(place, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Files in a folder. A bucket's adapter has the same three verbs. */
export const createStorage = (folder: string): Services['storage'] => {
  const place = (path: string) => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    return join(folder, path)
  }
  return {
    put: async (path, bytes) => {
      const target = place(path)
      const part = join(folder, `.part-${randomBytes(12).toString('hex')}`)
      await mkdir(dirname(target), { recursive: true })
      try {
        await write(part, bytes)
        // A link fails where a file already is; a rename would overwrite it.
        await link(part, target)
      } finally {
        await rm(part, { force: true })
      }
    },
    read: async path => {
      if (!ownPath.test(path)) return null
      const bytes = await readFile(place(path)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return bytes && { bytes, mime: getMimeType(extname(path)) ?? 'application/octet-stream' }
    },
    remove: path => rm(place(path), { force: true }),
  }
}
