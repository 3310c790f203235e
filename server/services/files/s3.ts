import { AwsClient } from 'aws4fetch'
import type { z } from 'zod'

import { ApiError } from '../../context/apiError.ts'
import type { Bucket } from '../../process/bucketVariables.ts'
import { headersOf } from '../integrations/provider.ts'

/** Milliseconds until the response headers must have arrived; the body has no limit. */
const answerMs = 10_000
const sendMs = 15 * 60_000

export const storageUnavailable = (cause: unknown) =>
  Object.assign(new ApiError('5030', '文件存储暂不可用，请稍后再试'), { cause })

const withHeaderTimeout = async (work: (signal: AbortSignal) => Promise<Response>) => {
  const abortTimeout = new AbortController()
  const timer = setTimeout(() => abortTimeout.abort(), answerMs)
  try {
    return await work(abortTimeout.signal)
  } finally {
    clearTimeout(timer)
  }
}

type S3Request<S extends z.ZodType> = RequestInit & { statuses: readonly number[]; shape: S }

/**
 * Signs and sends requests to an S3-compatible store; returns null for a missing object. `statuses` are the
 * accepted statuses, `shape` the required response headers.
 */
export const s3Client = ({ region, keyId, secret }: Bucket) => {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 2,
  })
  return async <S extends z.ZodType>(
    url: string,
    { statuses, shape, signal: given, ...init }: S3Request<S>,
  ) => {
    const send = (limit: AbortSignal) => {
      const signal = given ? AbortSignal.any([limit, given]) : limit
      return client.fetch(url, { ...init, redirect: 'manual', signal })
    }
    const answer = init.body ? send(AbortSignal.timeout(sendMs)) : withHeaderTimeout(send)
    const response = await answer.catch((error: unknown) => {
      throw storageUnavailable(error)
    })
    const { body } = response
    try {
      if (response.status !== 404) return { headers: headersOf(response, statuses, shape), body }
    } catch (error) {
      await body?.cancel()
      throw storageUnavailable(error)
    }
    await body?.cancel()
    return null
  }
}
