import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import { z } from 'zod'

import type { Bucket } from '../../process/config.ts'
import { s3Client, storageUnavailable } from './s3.ts'

// Files of any size in a bucket, whose names the server makes. S3 takes them in parts of at least 5 MB, 10,000 at most.

/** Bytes of one part, which is held in memory; S3 allows 10,000 parts a file. */
const partBytes = 32 * 1024 * 1024
const mostParts = 10_000
const ownName = /^[\w.-]{1,100}$/

const anything = z.object({})
const etag = z.object({ etag: z.string().regex(/^"?[\w-]{1,100}"?$/) })

/** Splits a stream into chunks of this many bytes; the last one may be shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, void> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of source) {
    let rest = piece
    while (length + rest.length >= size) {
      const taken = size - length
      yield Buffer.concat([...pieces, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      pieces = []
      length = 0
    }
    pieces.push(rest)
    length += rest.length
  }
  yield Buffer.concat(pieces)
}

/** The store refuses bytes that did not arrive as they were sent. */
const checked = (bytes: Buffer) => ({
  body: new Uint8Array(bytes),
  headers: { 'Content-MD5': createHash('md5').update(bytes).digest('base64') },
})

const textOf = async (body: ReadableStream<Uint8Array> | null) => (body ? new Response(body).text() : '')
/** Of an answer in XML; the values wanted here need no unescaping. */
const valuesOf = (xml: string, name: string) =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map(rest => rest.split('<')[0]!)

type Asking = ReturnType<typeof s3Client>

const asker =
  (client: Asking) =>
  async <S extends z.ZodType>(url: string, wanted: Parameters<Asking>[1] & { shape: S }) => {
    const found = await client<S>(url, wanted)
    if (!found) throw storageUnavailable(new Error('there is no such bucket or upload'))
    return found
  }

const completion = (etags: readonly string[]) => {
  const parts = etags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

/** Uploads a file in parts (S3 multipart); aborts the upload when a part fails, so that no parts remain in the bucket. */
const putParts = async (client: Asking, url: string, first: Buffer, others: AsyncIterable<Buffer>) => {
  const ask = asker(client)
  const begun = await ask(`${url}?uploads=`, { method: 'POST', statuses: [200], shape: anything })
  const [uploadId] = valuesOf(await textOf(begun.body), 'UploadId')
  if (uploadId === undefined) throw storageUnavailable(new Error('no number of the upload'))
  const upload = `uploadId=${encodeURIComponent(uploadId)}`
  const etags: string[] = []
  const send = async (bytes: Buffer) => {
    if (etags.length === mostParts) throw new Error('the file is too large for the bucket')
    const part = `${url}?partNumber=${etags.length + 1}&${upload}`
    const kept = await ask(part, { method: 'PUT', ...checked(bytes), statuses: [200], shape: etag })
    etags.push(kept.headers.etag)
  }
  try {
    await send(first)
    for await (const bytes of others) if (bytes.length > 0) await send(bytes)
    const wanted = { method: 'POST', body: completion(etags), statuses: [200], shape: anything }
    const done = await ask(`${url}?${upload}`, { ...wanted, headers: { 'Content-Type': 'application/xml' } })
    // S3 may answer 200 at once and a failure within.
    const answer = await textOf(done.body)
    if (answer.includes('<Error>')) throw storageUnavailable(new Error(valuesOf(answer, 'Code').join()))
  } catch (error) {
    const giveUp = { method: 'DELETE', statuses: [200, 204], shape: anything }
    await client(`${url}?${upload}`, giveUp).catch(() => null)
    throw error
  }
}

export const bucketUploads = (bucket: Bucket, size = partBytes) => {
  const client = s3Client(bucket)
  const ask = asker(client)
  const root = bucket.prefix === '' ? bucket.url : bucket.url.slice(0, -bucket.prefix.length - 1)
  const path = bucket.prefix === '' ? '' : `${bucket.prefix}/`
  const urlOf = (name: string) => {
    if (!ownName.test(name)) throw new Error('not a name that the server makes')
    return `${bucket.url}/${name}`
  }
  return {
    /** The first thousand names that begin so, in their order. */
    list: async (beginning: string): Promise<string[]> => {
      const query = `max-keys=1000&prefix=${encodeURIComponent(path + beginning)}`
      const found = await ask(`${root}/?${query}`, { method: 'GET', statuses: [200], shape: anything })
      const keys = valuesOf(await textOf(found.body), 'Key').filter(key => key.startsWith(path))
      return keys.map(key => key.slice(path.length)).filter(name => ownName.test(name))
    },
    /** The file gets its final name only after it was written completely. */
    put: async (name: string, source: Readable): Promise<void> => {
      const url = urlOf(name)
      const parts = partsOf(source, size)
      const { value: first } = await parts.next()
      if (!first) return
      if (first.length === size) await putParts(client, url, first, parts)
      else await ask(url, { method: 'PUT', ...checked(first), statuses: [200, 201], shape: anything })
    },
    remove: async (name: string): Promise<void> =>
      void (await client(urlOf(name), { method: 'DELETE', statuses: [200, 204], shape: anything })),
  }
}
