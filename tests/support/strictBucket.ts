import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Bucket } from '../../server/process/config.ts'

const account = { region: 'cn-hangzhou', keyId: 'LTAI', secret: 'a secret that is checked' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Whether the request is signed with the secret, by AWS Signature Version 4 as its documentation computes it. */
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

/**
 * What OSS and COS do: the endpoint answers 403 to an address with the bucket in its path, and to every signature that is not right. Here
 * 127.0.0.1 is the endpoint and 127.0.0.2 the host name of the bucket.
 */
export const startStrictBucket = async () => {
  const objects = new Map<string, Buffer>()
  const refusals: string[] = []
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isOfBucket = headers.host?.startsWith('127.0.0.2:')
      if (!isOfBucket || !isSigned(request)) {
        refusals.push(isOfBucket ? 'SignatureDoesNotMatch' : 'SecondLevelDomainForbidden')
        return response.writeHead(403).end()
      }
      if (method === 'PUT') objects.set(url, Buffer.concat(chunks))
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
  const bucketAt = (url: string): Bucket => ({ ...account, url, name: 'firm' })
  return {
    byHost: (prefix = '') => bucketAt(`http://127.0.0.2:${port}${prefix}`),
    byPath: () => bucketAt(`http://127.0.0.1:${port}/firm`),
    paths: () => [...objects.keys()],
    refusals,
    stop: () => new Promise(resolve => void server.close(resolve)),
  }
}
