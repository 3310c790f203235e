import { Readable } from 'node:stream'

import { z } from 'zod'

import type { Services } from '../../context/services.ts'
import type { Bucket } from '../../process/bucketVariables.ts'
import { bucketUploads } from './bucketUploads.ts'
import { s3Client, storageUnavailable } from './s3.ts'

// The pieces of an interrupted upload lie in the bucket, one object each, so that every process and machine finds
// them. An object has the offset of its first byte and its length in its name.

/** Pieces are at most 4 MB; the limit of the offset is far above the largest file. */
const offsetDigits = 12
const pieceName = /^piece-[0-9a-f]{32}-(\d{12})-(\d{1,12})$/
const anyHeaders = z.object({})

type Piece = { name: string; offset: number; length: number }

/** The pieces from the first byte up to the first gap. */
const connected = (names: readonly string[]): Piece[] => {
  const pieces: Piece[] = []
  let position = 0
  for (const name of names.toSorted()) {
    const [, offset, length] = (pieceName.exec(name) ?? []).map(Number)
    if (offset !== position || !length) continue
    pieces.push({ name, offset, length })
    position += length
  }
  return pieces
}

const endOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { length }) => sum + length, 0)

/** The part of a resumable upload that has arrived, in a bucket. */
export const partialInBucket = (bucket: Bucket): Services['storage']['partial'] => {
  const uploads = bucketUploads(bucket)
  const client = s3Client(bucket)
  const read = async (name: string): Promise<AsyncIterable<Uint8Array>> => {
    const found = await client(`${bucket.url}/${name}`, { method: 'GET', statuses: [200], shape: anyHeaders })
    if (!found?.body) throw storageUnavailable(new Error('a piece is gone from the bucket'))
    return found.body
  }
  const readAll = async function* (pieces: readonly Piece[]) {
    for (const { name } of pieces) yield* await read(name)
  }
  return name => {
    if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('not a name of this storage')
    const all = () => uploads.list(`piece-${name}-`)
    return {
      size: async () => endOf(connected(await all())),
      write: async (from, pieces) => {
        const received: Uint8Array[] = []
        const store = async () => {
          const bytes = Buffer.concat(received)
          const offset = String(from).padStart(offsetDigits, '0')
          if (bytes.length > 0)
            await uploads.put(`piece-${name}-${offset}-${bytes.length}`, Readable.from([bytes]))
          return from + bytes.length
        }
        try {
          for await (const piece of pieces) received.push(piece)
        } catch (error) {
          // What arrived before the connection broke need not be sent again.
          await store()
          throw error
        }
        return store()
      },
      head: async length => {
        const bytes: Uint8Array[] = []
        let size = 0
        for await (const piece of readAll(connected(await all()))) {
          bytes.push(piece)
          size += piece.length
          if (size >= length) break
        }
        return Buffer.concat(bytes).subarray(0, length)
      },
      keep: async path => uploads.putFile(path, Readable.from(readAll(connected(await all())))),
      discard: async () => {
        for (const piece of await all()) await uploads.remove(piece)
      },
    }
  }
}
