import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'

import { AwsClient } from 'aws4fetch'
import { z } from 'zod'

import { ApiError } from '../../context/apiError.ts'
import type { Services } from '../../context/services.ts'
import type { Bucket } from '../../process/config.ts'
import { headersOf } from '../integrations/provider.ts'
import { mimeOf, ownPath, partialIn, stageIn, webStream } from './storage.ts'

/** For an answer to begin; a body may take as long as it takes. */
const answerMs = 10_000
const sendMs = 15 * 60_000

const sized = z.object({
  'content-length': z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
})
const anything = z.object({})

const unavailable = (cause: unknown) =>
  Object.assign(new ApiError('5030', '文件存储暂不可用，请稍后再试'), { cause })

const begunBy = async (work: (signal: AbortSignal) => Promise<Response>) => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), answerMs)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

type Wanted<S extends z.ZodType> = RequestInit & { statuses: readonly number[]; shape: S }

/** Asks the bucket; null where there is none. `statuses` and `shape` are what else the interface of S3 answers. */
const askerOf = ({ url, region, keyId, secret }: Bucket) => {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 2,
  })
  return async <S extends z.ZodType>(path: string, { statuses, shape, ...init }: Wanted<S>) => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    const send = (signal: AbortSignal) =>
      client.fetch(`${url}/${path}`, { ...init, redirect: 'manual', signal })
    const answer = init.body ? send(AbortSignal.timeout(sendMs)) : begunBy(send)
    const response = await answer.catch((error: unknown) => {
      throw unavailable(error)
    })
    const { body } = response
    try {
      if (response.status !== 404) return { headers: headersOf(response, statuses, shape), body }
    } catch (error) {
      await body?.cancel()
      throw unavailable(error)
    }
    await body?.cancel()
    return null
  }
}

/**
 * Files in a bucket of an S3-compatible store, whose address has the bucket in its path (MinIO, Ceph, Swift) or in its host
 * (OSS, COS). What is uploaded is staged in a folder first: it is checked and redrawn before anybody else can read it.
 */
export const createBucket = (bucket: Bucket, staging: string): Services['storage'] => {
  const ask = askerOf(bucket)
  const sizeOf = async (path: string) => {
    const found = await ask(path, { method: 'HEAD', statuses: [200], shape: sized })
    return found && found.headers['content-length']
  }
  const keep = async (part: string, path: string) => {
    if ((await sizeOf(path)) !== null) throw new Error('there is such a file already')
    const body = await openAsBlob(part, { type: mimeOf(path) })
    const stored = await ask(path, { method: 'PUT', body, statuses: [200, 201], shape: anything })
    if (!stored) throw unavailable(new Error('there is no such bucket'))
  }
  const read = async function* (path: string, from: number, to: number) {
    const shape = z.object({ 'content-range': z.string().startsWith(`bytes ${from}-${to}/`) })
    const headers = { Range: `bytes=${from}-${to}` }
    const found = await ask(path, { method: 'GET', headers, statuses: [206], shape })
    if (!found?.body) throw unavailable(new Error('gone from the bucket'))
    yield* found.body
  }
  return {
    inUse: { type: 's3', bucket: bucket.name, region: bucket.region },
    stage: stageIn(staging, keep),
    partial: partialIn(staging, keep),
    open: async path => {
      if (!ownPath.test(path)) return null
      const size = await sizeOf(path)
      if (size === null) return null
      const bytes = (from: number, to: number) => webStream(Readable.from(read(path, from, to)))
      return { size, mime: mimeOf(path), bytes }
    },
    remove: async path => void (await ask(path, { method: 'DELETE', statuses: [200, 204], shape: anything })),
  }
}
