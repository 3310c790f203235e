import { constants, createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'

import { getMimeType } from 'hono/utils/mime'

import type { Services } from '../../context/services.ts'
import { newPart, resumablePartName } from './storageParts.ts'

/**
 * Matches only paths that the server itself makes, `{firm}/{owner}/{name}.{ext}`: no dotfiles, no way out of
 * the folder, and nothing else that lies in the same bucket (promise Q35).
 */
export const generatedPath = /^[1-9]\d{0,8}\/\d[\w-]*\/\w[\w-]*\.[a-z0-9]{2,5}$/

export const mimeOf = (path: string) => getMimeType(extname(path)) ?? 'application/octet-stream'

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

/** Writes piece by piece, so that a video is never completely in memory. */
const write = async (fullPath: string, pieces: AsyncIterable<Uint8Array>) => {
  const file = await open(fullPath, 'wx')
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

/** The stream type of a Response. */
export const webStream = (stream: Readable) =>
  // Node declares a separate type for the same stream.
  Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>

/** Moves a staged part to its final name. */
type Keep = (part: string, path: string) => Promise<void>

/** Stages bytes without a final name; `keep` moves the part to its name. */
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

/** Stages a file that arrives in several requests; `clearParts` removes it after a day without a piece. */
const partialIn =
  (folder: string, keep: Keep): Services['storage']['partial'] =>
  name => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('not a name of this storage')
    const part = join(folder, resumablePartName(name))
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
        let position = from
        try {
          for await (const piece of pieces) {
            await file.write(piece, 0, piece.length, position)
            position += piece.length
          }
          return position
        } finally {
          await file.sync()
          await file.close()
        }
      },
      head: async length => {
        const file = await open(part, 'r').catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        })
        if (!file) return Buffer.alloc(0)
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

/** Stores files in a folder; `createBucket` implements the same interface. */
export const createStorage = (folder: string): Services['storage'] => {
  const fullPath = (path: string) => {
    if (!generatedPath.test(path)) throw new Error('not a path of this storage')
    return join(folder, path)
  }
  const keep: Keep = async (part, path) => {
    const target = fullPath(path)
    await mkdir(dirname(target), { recursive: true })
    // A link fails where a file already exists; a rename would overwrite it.
    await link(part, target)
  }
  return {
    inUse: { type: 'local', bucket: '', region: '' },
    stage: stageIn(folder, keep),
    partial: partialIn(folder, keep),
    open: async path => {
      if (!generatedPath.test(path)) return null
      const fileStat = await stat(fullPath(path)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!fileStat?.isFile()) return null
      return {
        size: fileStat.size,
        mime: mimeOf(path),
        bytes: (from, to) => webStream(createReadStream(fullPath(path), { start: from, end: to })),
      }
    },
    remove: path => rm(fullPath(path), { force: true }),
  }
}

/** Wraps bytes that are already in memory, for `stage`. */
export const singleChunk = async function* (bytes: Uint8Array) {
  yield bytes
}
