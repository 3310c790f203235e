import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'

import { getMimeType } from 'hono/utils/mime'

import type { Services } from './services.ts'

/** Only paths that the server itself makes: no dot-files, no way out of the folder. */
const ownPath = /^\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}$/
const partPrefix = '.part-'

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

/** Piece by piece: a film is never in memory as a whole. */
const write = async (place: string, pieces: AsyncIterable<Uint8Array>) => {
  const file = await open(place, 'wx')
  let size = 0
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece)
      size += piece.length
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Files in a folder. A bucket's adapter has the same verbs. */
export const createStorage = (folder: string): Services['storage'] => {
  const place = (path: string) => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    return join(folder, path)
  }
  return {
    stage: async pieces => {
      const part = join(folder, `${partPrefix}${randomBytes(12).toString('hex')}`)
      const discard = () => rm(part, { force: true })
      await mkdir(folder, { recursive: true })
      try {
        const size = await write(part, pieces)
        const keep = async (path: string) => {
          const target = place(path)
          await mkdir(dirname(target), { recursive: true })
          // A link fails where a file already is; a rename would overwrite it.
          await link(part, target)
        }
        return { size, keep, discard }
      } catch (error) {
        await discard()
        throw error
      }
    },
    open: async path => {
      if (!ownPath.test(path)) return null
      const found = await stat(place(path)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!found?.isFile()) return null
      return {
        size: found.size,
        mime: getMimeType(extname(path)) ?? 'application/octet-stream',
        bytes: (from, to) =>
          Readable.toWeb(
            createReadStream(place(path), { start: from, end: to }),
          ) as ReadableStream<Uint8Array>,
      }
    },
    remove: path => rm(place(path), { force: true }),
  }
}

/** What uploads left behind when the process was killed; for the start, before anybody uploads. */
export const clearParts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  const parts = names.filter(it => it.startsWith(partPrefix))
  await Promise.all(parts.map(it => rm(join(folder, it), { force: true })))
}

/** Bytes that are in memory already, for `stage`. */
export const whole = async function* (bytes: Uint8Array) {
  yield bytes
}
