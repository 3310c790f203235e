import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Bucket } from '../../server/process/bucketVariables.ts'

const account = { region: 'cn-hangzhou', keyId: 'LTAI', secret: 'a secret that is checked' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Whether the request is signed with the secret by AWS Signature Version 4, computed as in its documentation.
 */
const isSigned = ({ method, url = '', headers }: IncomingMessage): boolean => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w+)$/
  const [, keyId, scope = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (keyId !== account.keyId || !signed.split(';').includes('host')) return false
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  const lines = signed.split(';').map(name => `${name}:${String(headers[name]).trim()}`)
  const payload = String(headers['x-amz-content-sha256'])
  const request = [method, pathname, searchParams.toString(), ...lines, '', signed, payload].join('\n')
  const time = String(headers['x-amz-date'])
  const key = scope
    .split('/')
    .reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${account.secret}`)
  return (
    hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex') === signature
  )
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

/** The objects of a bucket and its unfinished multipart uploads, by upload id. */
const bucketOfObjects = () => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  /** The answer to an S3 request about a multipart upload or a list; null for other requests. */
  const answerQuery = (method: string, { pathname, searchParams }: URL, bytes: Buffer) => {
    const uploadId = searchParams.get('uploadId')
    const parts = uploads.get(uploadId ?? '')
    if (method === 'GET' && searchParams.has('prefix')) {
      const keys = [...objects.keys()].map(key => key.slice(1)).toSorted()
      const marker = searchParams.get('marker') ?? ''
      const found = keys.filter(key => key.startsWith(searchParams.get('prefix')!) && key > marker)
      // A store may answer with fewer keys than it was asked for.
      const page = found.slice(0, 2).map(key => `<Contents><Key>${key}</Key></Contents>`)
      const isTruncated = found.length > page.length
      return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${page.join('')}</ListBucketResult>`
    }
    if (method === 'POST' && searchParams.has('uploads')) {
      uploads.set(`upload-${pathname}`, new Map())
      return `<InitiateMultipartUploadResult><UploadId>upload-${pathname}</UploadId></InitiateMultipartUploadResult>`
    }
    if (uploadId === null) return null
    if (method === 'PUT') parts!.set(Number(searchParams.get('partNumber')), bytes)
    if (method === 'POST') {
      const requestedParts = [...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([^"]+)"/g)]
      if (requestedParts.some(([, number, tag]) => tag !== etagOf(parts!.get(Number(number))!)))
        return '<Error><Code>InvalidPart</Code></Error>'
      objects.set(pathname, Buffer.concat(requestedParts.map(([, number]) => parts!.get(Number(number))!)))
    }
    if (method !== 'PUT') uploads.delete(uploadId)
    return ''
  }
  return { objects, uploads, answerQuery }
}

const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

/**
 * Imitates OSS and COS: the endpoint answers 403 to a path-style address and to every invalid signature. Here
 * 127.0.0.1 is the endpoint and 127.0.0.2 the host name of the bucket.
 */
export const startStrictBucket = async () => {
  const { objects, uploads, answerQuery } = bucketOfObjects()
  const refusals: string[] = []
  /** The reason why a request is refused, or null. */
  const refusalOf = (request: IncomingMessage, bytes: Buffer): [number, string] | null => {
    const { 'content-md5': sum, host } = request.headers
    if (!host?.startsWith('127.0.0.2:')) return [403, 'SecondLevelDomainForbidden']
    if (!isSigned(request)) return [403, 'SignatureDoesNotMatch']
    return sum !== undefined && sum !== md5(bytes) ? [400, 'BadDigest'] : null
  }
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const refusal = refusalOf(request, bytes)
      if (refusal) {
        refusals.push(refusal[1])
        return response.writeHead(refusal[0]).end()
      }
      const answer = answerQuery(method, new URL(url, 'http://bucket'), bytes)
      if (answer !== null)
        return response
          .writeHead(200, { 'Content-Type': 'application/xml', ETag: `"${etagOf(bytes)}"` })
          .end(answer)
      if (method === 'PUT') objects.set(url, bytes)
      if (method === 'DELETE') objects.delete(url)
      const found = objects.get(url)
      if (!found) return response.writeHead(method === 'DELETE' ? 204 : 404).end()
      if (method === 'PUT') return response.writeHead(200).end()
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      if (from === undefined) return response.writeHead(200, { 'Content-Length': found.length }).end()
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${found.length}` })
      return response.end(found.subarray(Number(from), Number(to) + 1))
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '0.0.0.0', resolve))
  const { port }: AddressInfo = Object(server.address())
  const bucketAt = (url: string, prefix = ''): Bucket => ({
    ...account,
    url: prefix === '' ? url : `${url}/${prefix}`,
    name: 'firm',
    prefix,
  })
  return {
    byHost: (prefix?: string) => bucketAt(`http://127.0.0.2:${port}`, prefix),
    byPath: () => bucketAt(`http://127.0.0.1:${port}/firm`),
    paths: () => [...objects.keys()],
    bytesOf: (path: string) => objects.get(path),
    /** Uploads that were begun and neither completed nor aborted. */
    begun: () => [...uploads.keys()],
    refusals,
    stop: () => new Promise(resolve => void server.close(resolve)),
  }
}
