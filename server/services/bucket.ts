import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'

import { AwsClient } from 'aws4fetch'

import { ApiError } from '../context/apiError.ts'
import type { Services } from '../context/services.ts'
import type { Bucket } from '../process/config.ts'
import { mimeOf, ownPath, stageIn, webStream } from './storage.ts'

/** For an answer to begin; a body may take as long as it takes. */
const answerMs = 10_000
const sendMs = 15 * 60_000

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

/**
 * Files in a bucket of an S3-compatible store, addressed by path, so that MinIO, Ceph, OSS and COS answer too. What is
 * uploaded is staged in a folder first: it is checked and redrawn before anybody else can read it.
 */
export const createBucket = (
  { url, region, keyId, secret }: Bucket,
  staging: string,
): Services['storage'] => {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 2,
  })
  const ask = async (path: string, init: RequestInit): Promise<Response | null> => {
    if (!ownPath.test(path)) throw new Error('not a path of this storage')
    const send = (signal: AbortSignal) => client.fetch(`${url}/${path}`, { ...init, signal })
    const answer = init.body ? send(AbortSignal.timeout(sendMs)) : begunBy(send)
    const response = await answer.catch((error: unknown) => {
      throw unavailable(error)
    })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) return null
    throw unavailable(new Error(`${init.method}: the bucket answers ${response.status}`))
  }
  const sizeOf = async (path: string) => {
    const found = await ask(path, { method: 'HEAD' })
    return found && Number(found.headers.get('content-length') ?? 0)
  }
  const read = async function* (path: string, from: number, to: number) {
    const found = await ask(path, { method: 'GET', headers: { Range: `bytes=${from}-${to}` } })
    if (!found?.body) throw unavailable(new Error('gone from the bucket'))
    yield* found.body
  }
  return {
    inUse: { type: 's3', bucket: new URL(url).pathname.slice(1), region },
    stage: stageIn(staging, async (part, path) => {
      if ((await sizeOf(path)) !== null) throw new Error('there is such a file already')
      const body = await openAsBlob(part, { type: mimeOf(path) })
      if (!(await ask(path, { method: 'PUT', body }))) throw unavailable(new Error('there is no such bucket'))
    }),
    open: async path => {
      if (!ownPath.test(path)) return null
      const size = await sizeOf(path)
      if (size === null) return null
      const bytes = (from: number, to: number) => webStream(Readable.from(read(path, from, to)))
      return { size, mime: mimeOf(path), bytes }
    },
    remove: async path => void (await ask(path, { method: 'DELETE' })),
  }
}
