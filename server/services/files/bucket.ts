import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'

import { z } from 'zod'

import type { Services } from '../../context/services.ts'
import type { Bucket } from '../../process/bucketVariables.ts'
import { partialInBucket } from './bucketPieces.ts'
import { s3Client, storageUnavailable } from './s3.ts'
import { mimeOf, generatedPath, stageIn, webStream } from './storage.ts'

const sizeHeaders = z.object({
  'content-length': z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
})
const anyHeaders = z.object({})

/**
 * Stores files in a bucket of an S3-compatible store, whose address has the bucket in its path (MinIO, Ceph,
 * Swift) or in its host (OSS, COS). An upload is first staged in a local folder, where it is checked and
 * re-encoded before anybody else can read it; the pieces of a resumable one are objects of the bucket.
 */
export const createBucket = (bucket: Bucket, staging: string): Services['storage'] => {
  const client = s3Client(bucket)
  const send: typeof client = (path, request) => {
    if (!generatedPath.test(path)) throw new Error('not a path of this storage')
    return client(`${bucket.url}/${path}`, request)
  }
  const sizeOf = async (path: string) => {
    const found = await send(path, { method: 'HEAD', statuses: [200], shape: sizeHeaders })
    return found && found.headers['content-length']
  }
  const keep = async (part: string, path: string) => {
    if ((await sizeOf(path)) !== null) throw new Error('there is such a file already')
    const body = await openAsBlob(part, { type: mimeOf(path) })
    const stored = await send(path, { method: 'PUT', body, statuses: [200, 201], shape: anyHeaders })
    if (!stored) throw storageUnavailable(new Error('there is no such bucket'))
  }
  const read = async function* (path: string, from: number, to: number) {
    const shape = z.object({ 'content-range': z.string().startsWith(`bytes ${from}-${to}/`) })
    const headers = { Range: `bytes=${from}-${to}` }
    const found = await send(path, { method: 'GET', headers, statuses: [206], shape })
    if (!found?.body) throw storageUnavailable(new Error('gone from the bucket'))
    yield* found.body
  }
  return {
    inUse: { type: 's3', bucket: bucket.name, region: bucket.region },
    stage: stageIn(staging, keep),
    partial: partialInBucket(bucket),
    open: async path => {
      if (!generatedPath.test(path)) return null
      const size = await sizeOf(path)
      if (size === null) return null
      const bytes = (from: number, to: number) => webStream(Readable.from(read(path, from, to)))
      return { size, mime: mimeOf(path), bytes }
    },
    remove: async path =>
      void (await send(path, { method: 'DELETE', statuses: [200, 204], shape: anyHeaders })),
  }
}
