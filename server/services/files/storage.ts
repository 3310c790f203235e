import { constants, createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'

import { getMimeType } from 'hono/utils/mime'

import type { Services } from '../../context/services.ts'
import { newPart, resumedPart } from './storageParts.ts'

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

/** Gives a part its name. */
type Keep = (part: string, path: string) => Promise<void>

/** Takes bytes in under no name; `keep` gives the part its name. */
export const stageIn =
  (folder: string, keep: Keep): Services['storage']['stage'] =>
  async pieces => {
    await mkdir(folder, { recursive: true })
    const { path: part, remove: discard } = newPart(folder)
    try {
      const size = await write(part, pieces)
      return { size, bytes: () => readFile(part), keep: path => keep(part, path), discard }
    } catch (error) {
      await discard()
      throw error
    }
  }

/** The same for what arrives in several requests; `clearParts` removes it when none has come for a day. */
export const partialIn =
  (folder: string, keep: Keep): Services['storage']['partial'] =>
  name => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('not a name of this storage')
    const part = join(folder, resumedPart(name))
    const size = async () =>
      (
        await stat(part).catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        })
      )?.size ?? 0
    return {
      size,
      write: async (from, pieces) => {
        await mkdir(folder, { recursive: true })
        const file = await open(part, constants.O_RDWR | constants.O_CREAT)
        let at = from
        try {
          for await (const piece of pieces) {
            await file.write(piece, 0, piece.length, at)
            at += piece.length
          }
          return at
        } finally {
          await file.sync()
          await file.close()
        }
      },
      head: async length => {
        const file = await open(part, 'r')
        try {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
          return buffer.subarray(0, bytesRead)
        } finally {
          await file.close()
        }
      },
      keep: path => keep(part, path),
      discard: () => rm(part, { force: true }),
    }
  }

/** Files in a folder; `createBucket` has the same verbs. */
export const createStorage = (folder: string): Services['storage'] => {
  const place = (path: string) => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    return join(folder, path)
  }
  const keep: Keep = async (part, path) => {
    const target = place(path)
    await mkdir(dirname(target), { recursive: true })
    // A link fails where a file already is; a rename would overwrite it.
    await link(part, target)
  }
  return {
    inUse: { type: 'local', bucket: '', region: '' },
    stage: stageIn(folder, keep),
    partial: partialIn(folder, keep),
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
