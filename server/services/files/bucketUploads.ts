import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import { z } from 'zod'

import type { Bucket } from '../../process/bucketVariables.ts'
import { s3Client, storageUnavailable } from './s3.ts'
import { generatedPath, mimeOf } from './storage.ts'

// Writes files of any size to a bucket, under names that the server makes. S3 accepts parts of at least 5 MB,
// at most 10,000 per file.

/** Bytes of one part, which is held in memory. */
const partBytes = 32 * 1024 * 1024
const maxParts = 10_000
const generatedName = /^[\w.-]{1,100}$/

const anyHeaders = z.object({})
const etagHeader = z.object({ etag: z.string().regex(/^"?[\w-]{1,100}"?$/) })

/** Splits a stream into chunks of this many bytes; the last one may be shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, void> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of source) {
    let rest = piece
    while (length + rest.length >= size) {
      const missingBytes = size - length
      yield Buffer.concat([...pieces, rest.subarray(0, missingBytes)])
      rest = rest.subarray(missingBytes)
      pieces = []
      length = 0
    }
    pieces.push(rest)
    length += rest.length
  }
  yield Buffer.concat(pieces)
}

/** The checksum lets the store refuse bytes that were damaged on the way. */
const withChecksum = (bytes: Buffer) => ({
  body: new Uint8Array(bytes),
  headers: { 'Content-MD5': createHash('md5').update(bytes).digest('base64') },
})

const textOf = async (body: ReadableStream<Uint8Array> | null) => (body ? new Response(body).text() : '')
/** The texts of an XML element; the values used here need no unescaping. */
const valuesOf = (xml: string, name: string) =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map(rest => rest.split('<')[0]!)

type BucketClient = ReturnType<typeof s3Client>

const requiringAnswer =
  (client: BucketClient) =>
  async <S extends z.ZodType>(url: string, completeRequest: Parameters<BucketClient>[1] & { shape: S }) => {
    const found = await client<S>(url, completeRequest)
    if (!found) throw storageUnavailable(new Error('there is no such bucket or upload'))
    return found
  }

const completion = (etags: readonly string[]) => {
  const parts = etags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

type Target = { url: string; type: string; signal?: AbortSignal | undefined }

/**
 * Uploads a file in parts (S3 multipart); aborts the upload when a part fails, so that no parts remain in the
 * bucket.
 */
const putParts = async (
  client: BucketClient,
  { url, type }: Target,
  first: Buffer,
  others: AsyncIterable<Buffer>,
) => {
  const send = requiringAnswer(client)
  const started = await send(`${url}?uploads=`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    statuses: [200],
    shape: anyHeaders,
  })
  const [uploadId] = valuesOf(await textOf(started.body), 'UploadId')
  if (uploadId === undefined) throw storageUnavailable(new Error('no number of the upload'))
  const upload = `uploadId=${encodeURIComponent(uploadId)}`
  const etags: string[] = []
  const sendPart = async (bytes: Buffer) => {
    if (etags.length === maxParts) throw new Error('the file is too large for the bucket')
    const part = `${url}?partNumber=${etags.length + 1}&${upload}`
    const storedPart = await send(part, {
      method: 'PUT',
      ...withChecksum(bytes),
      statuses: [200],
      shape: etagHeader,
    })
    etags.push(storedPart.headers.etag)
  }
  try {
    await sendPart(first)
    for await (const bytes of others) if (bytes.length > 0) await sendPart(bytes)
    const completeRequest = { method: 'POST', body: completion(etags), statuses: [200], shape: anyHeaders }
    const completed = await send(`${url}?${upload}`, {
      ...completeRequest,
      headers: { 'Content-Type': 'application/xml' },
    })
    // S3 may answer status 200 at once and report a failure in the body.
    const answer = await textOf(completed.body)
    if (answer.includes('<Error>')) throw storageUnavailable(new Error(valuesOf(answer, 'Code').join()))
  } catch (error) {
    const abortRequest = { method: 'DELETE', statuses: [200, 204], shape: anyHeaders }
    await client(`${url}?${upload}`, abortRequest).catch(() => null)
    throw error
  }
}

export const bucketUploads = (bucket: Bucket, size = partBytes) => {
  const client = s3Client(bucket)
  const send = requiringAnswer(client)
  const root = bucket.prefix === '' ? bucket.url : bucket.url.slice(0, -bucket.prefix.length - 1)
  const keyPrefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`
  const urlOf = (name: string) => {
    if (!generatedName.test(name)) throw new Error('not a name that the server makes')
    return `${bucket.url}/${name}`
  }
  /** Writes the file in one request or in parts; it gets its name only after it was written completely. */
  const putAt = async ({ url, type, signal }: Target, source: Readable): Promise<void> => {
    const parts = partsOf(source, size)
    const { value: first } = await parts.next()
    if (!first) return
    if (first.length === size) return putParts(client, { url, type }, first, parts)
    const { body, headers } = withChecksum(first)
    const request = {
      method: 'PUT',
      body,
      headers: { ...headers, 'Content-Type': type },
      signal: signal ?? null,
    }
    await send(url, { ...request, statuses: [200, 201], shape: anyHeaders })
  }
  return {
    /** All names with this prefix, in order. */
    list: async (beginning: string): Promise<string[]> => {
      const prefix = encodeURIComponent(keyPrefix + beginning)
      const keys: string[] = []
      for (;;) {
        const after = keys.length > 0 ? `marker=${encodeURIComponent(keys.at(-1)!)}&` : ''
        const url = `${root}/?${after}max-keys=1000&prefix=${prefix}`
        const found = await send(url, { method: 'GET', statuses: [200], shape: anyHeaders })
        const xml = await textOf(found.body)
        const page = valuesOf(xml, 'Key')
        keys.push(...page)
        if (valuesOf(xml, 'IsTruncated')[0] !== 'true' || page.length === 0) break
      }
      const names = keys.filter(key => key.startsWith(keyPrefix)).map(key => key.slice(keyPrefix.length))
      return names.filter(name => generatedName.test(name))
    },
    /** The signal ends a write of less than one part. */
    put: (name: string, source: Readable, signal?: AbortSignal): Promise<void> =>
      putAt({ url: urlOf(name), type: 'application/octet-stream', signal }, source),
    /** Writes a file of the product under its path. */
    putFile: (path: string, source: Readable): Promise<void> => {
      if (!generatedPath.test(path)) throw new Error('not a path of this storage')
      return putAt({ url: `${bucket.url}/${path}`, type: mimeOf(path) }, source)
    },
    remove: async (name: string): Promise<void> =>
      void (await client(urlOf(name), { method: 'DELETE', statuses: [200, 204], shape: anyHeaders })),
  }
}
