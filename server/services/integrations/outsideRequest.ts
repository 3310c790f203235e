import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import { WordedError } from '../webhooks/failureReason.ts'

// Requests to addresses that firms choose. They must not reach what only the server can reach: each address is checked
// after the name was resolved, for the connection that is then used, and redirects are not followed.

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

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether the address itself, before any name is resolved, leads to an internal network. */
export const isInternalUrl = (url: URL): boolean => {
  const host = hostOf(url)
  return isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/.test(host)
}

const refusedAddress = () => new WordedError('地址指向内部网络，不能连接')

/** Milliseconds for the answer of a name server, and how often one is asked. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/** The addresses of a name in the hosts file, which the resolver does not read. */
const addressesInHosts = async (name: string): Promise<string[]> => {
  const lines = (await readFile('/etc/hosts', 'utf8').catch(() => '')).split('\n')
  return lines.flatMap(line => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address && isIP(address) && names.some(it => it.toLowerCase() === name) ? [address] : []
  })
}

/**
 * Resolves a name without the threads that Node's own look-up holds until a name server answers: those also read files
 * and hash passwords. Rejects where there is no address.
 */
const resolveName = async (name: string): Promise<string[]> => {
  const known = await addressesInHosts(name.toLowerCase().replace(/\.$/, ''))
  if (known.length > 0) return known
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap(it => (it.status === 'fulfilled' ? it.value : []))
  if (addresses.length > 0) return addresses
  const failure = found.find(it => it.status === 'rejected')
  throw failure?.reason instanceof Error ? failure.reason : new Error('the name has no address')
}

const resolveWithCallback = callbackify(resolveName)

/** Resolves a name and refuses it if any of its addresses is private. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  resolveWithCallback(hostname, (error, addresses) => {
    if (error) return callback(error, '', 0)
    if (!addresses.every(isPublicAddress)) return callback(refusedAddress(), '', 0)
    const all = addresses.map(address => ({ address, family: isIP(address) }))
    return options.all ? callback(null, all) : callback(null, all[0]!.address, all[0]!.family)
  })

type OutsideRequest = {
  method: string
  headers: OutgoingHttpHeaders
  body?: string | undefined
  signal: AbortSignal
  /** Also addresses of internal networks and unencrypted ones. */
  isPrivateAllowed: boolean
}

/**
 * Sends one request and passes its answer to `read`, after which the connection is closed, whatever of the answer was
 * not read. Rejects where the address is not allowed or nobody answers.
 */
export const requestOutside = async <T>(
  url: URL,
  { method, headers, body, signal, isPrivateAllowed }: OutsideRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> => {
  const host = hostOf(url)
  if (!isPrivateAllowed && (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host))))
    throw refusedAddress()
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method,
    headers,
    agent: false,
    signal,
    ...(!isPrivateAllowed && { lookup: lookUpPublic }),
  })
  request.end(body)
  try {
    const [response]: IncomingMessage[] = await once(request, 'response')
    return await read(response!)
  } finally {
    // The connection may end with an error then.
    request.on('error', () => {}).destroy()
  }
}
