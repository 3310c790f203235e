import { createHmac } from 'node:crypto'
import { type LookupAddress, lookup as lookUpAll } from 'node:dns'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

import type { Services, WebhookRequest } from '../../context/services.ts'

// Webhooks go to addresses that firms choose. They must not reach what only the server can reach: each address is
// checked after the name was resolved, for the connection that is then used, and redirects are not followed.

/** Time for a whole delivery, in milliseconds. */
const TIMEOUT_MS = 10_000
/** The part of an answer that is kept; the rest is not read. */
const ANSWER_BYTES = 1024

const privateNetworks = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateNetworks.addSubnet(net, prefix, 'ipv6')
const publicNetworks = new BlockList()
publicNetworks.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet; of IPv6 only global unicast addresses are. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !privateNetworks.check(address, 'ipv4')
  return family === 6 && publicNetworks.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6')
}

const refusedAddress = () => new Error('地址指向内部网络，不能推送')

/** Resolves a name and refuses it if any of its addresses is private. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookUpAll(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('not found'), '', 0)
    if (!addresses.every(it => isPublicAddress(it.address))) return callback(refusedAddress(), '', 0)
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** The signature of Standard Webhooks (HMAC-SHA256) for a secret `whsec_…`. */
const signatureOf = (secret: string, signed: string) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

type Config = { isPrivateWebhookAllowed: boolean; timeoutMs?: number }

/** Reads an answer up to the part that is kept. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    const bytes = Buffer.from(piece)
    pieces.push(bytes)
    size += bytes.length
    if (size >= ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8')
}

const headersOf = ({ id, secret, body }: WebhookRequest, now: Date) => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'tenant-admin-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secret, `${id}.${timestamp}.${body}`),
  }
}

/** Why nothing is sent to an address, unless the environment allows internal networks. */
const internalRefusal = (url: URL): string | null => {
  if (url.protocol !== 'https:') return '请输入以 https:// 开头的地址'
  const host = hostOf(url)
  const isInternal = isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/.test(host)
  return isInternal ? '不能推送到内部网络的地址' : null
}

export const createWebhookSender = ({
  isPrivateWebhookAllowed,
  timeoutMs = TIMEOUT_MS,
}: Config): Services['webhooks'] => ({
  refusalOf: text => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) return '请输入以 https:// 开头的地址'
    if (url.username || url.password) return '地址不能包含用户名和密码'
    return isPrivateWebhookAllowed ? null : internalRefusal(url)
  },
  post: async (sending, now) => {
    const url = new URL(sending.url)
    const host = hostOf(url)
    if (!isPrivateWebhookAllowed && (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host))))
      throw refusedAddress()
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: 'POST',
      headers: headersOf(sending, now),
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isPrivateWebhookAllowed && { lookup: lookUpPublic }),
    })
    request.end(sending.body)
    try {
      const [response]: IncomingMessage[] = await once(request, 'response')
      return { status: response!.statusCode ?? 0, answer: await readAnswer(response!) }
    } finally {
      // What follows the part that is kept is not read; the connection may end with an error then.
      request.on('error', () => {}).destroy()
    }
  },
})
