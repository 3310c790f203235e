import { createReadStream } from 'node:fs'
import { link, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'

import { getMimeType } from 'hono/utils/mime'

import type { Services } from '../context/services.ts'
import { newPart } from './storageParts.ts'

/**
 * Only paths that the server itself makes, `{firm}/{owner}/{name}.{ext}`: no dot-files, no way out of the folder, and
 * nothing else that lies in the same bucket (promise Q35).
 */
export const ownPath = /^[1-9]\d{0,8}\/\d[\w-]*\/\w[\w-]*\.[a-z0-9]{2,5}$/

export const mimeOf = (path: string) => getMimeType(extname(path)) ?? 'application/octet-stream'

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

/** Piece by piece: a video is never in memory as a whole. */
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

/** As an answer is made of it. */
export const webStream = (stream: Readable) =>
  // Node has a type of its own for the same stream.
  Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>

/** Takes bytes in under no name; `keep` gives the part its name. */
export const stageIn =
  (folder: string, keep: (part: string, path: string) => Promise<void>): Services['storage']['stage'] =>
  async pieces => {
    await mkdir(folder, { recursive: true })
    const { path: part, remove: discard } = newPart(folder)
    try {
      const size = await write(part, pieces)
      return { size, keep: path => keep(part, path), discard }
    } catch (error) {
      await discard()
      throw error
    }
  }

/** Files in a folder; `createBucket` has the same verbs. */
export const createStorage = (folder: string): Services['storage'] => {
  const place = (path: string) => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    return join(folder, path)
  }
  return {
    inUse: { type: 'local', bucket: '', region: '' },
    stage: stageIn(folder, async (part, path) => {
      const target = place(path)
      await mkdir(dirname(target), { recursive: true })
      // A link fails where a file already is; a rename would overwrite it.
      await link(part, target)
    }),
    open: async path => {
      if (!ownPath.test(path)) return null
      const found = await stat(place(path)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!found?.isFile()) return null
      return {
        size: found.size,
        mime: mimeOf(path),
        bytes: (from, to) => webStream(createReadStream(place(path), { start: from, end: to })),
      }
    },
    remove: path => rm(place(path), { force: true }),
  }
}

/** Bytes that are in memory already, for `stage`. */
export const whole = async function* (bytes: Uint8Array) {
  yield bytes
}
