import { BlockList, isIP } from 'node:net'

import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HttpContext } from 'hono'

import { isPlainObject } from '../../resources/kit/objects.ts'
import { hostNameOf } from '../services/identity/hosts.ts'

const ipFamilyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A block list of the addresses and networks (10.0.0.0/8) of the proxies in front of this server. */
const blockListOf = (proxies: readonly string[]) => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (isIP(address) === 0) throw new Error(`TRUSTED_PROXIES: ${proxy} is neither an address nor a network`)
    if (bits === undefined) list.addAddress(address, ipFamilyOf(address))
    else list.addSubnet(address, Number(bits), ipFamilyOf(address))
  }
  return list
}

const withoutMappedPrefix = (address: string) => address.replace(/^::ffff:/, '')

const socketAddressOf = (http: HttpContext) => {
  // In tests, requests do not come through a socket.
  if (!isPlainObject(http.env) || !http.env['incoming']) return '127.0.0.1'
  return withoutMappedPrefix(getConnInfo(http).remote.address ?? '')
}

export const proxyMatcher = (proxies: readonly string[]) => {
  const list = blockListOf(proxies)
  return (address: string) => isIP(address) !== 0 && list.check(address, ipFamilyOf(address))
}

/**
 * The client's address: the last one in X-Forwarded-For that is not a listed proxy, else the socket's
 * (promise Q40).
 */
export const clientAddress = (proxies: readonly string[]) => {
  const isTrusted = proxyMatcher(proxies)
  return (http: HttpContext) => {
    const socketAddress = socketAddressOf(http)
    if (!isTrusted(socketAddress)) return socketAddress
    const hops = (http.req.header('x-forwarded-for') ?? '')
      .split(',')
      .map(it => withoutMappedPrefix(it.trim()))
    const client = hops.findLast(hop => !isTrusted(hop))
    return client && isIP(client) !== 0 ? client : socketAddress
  }
}

/**
 * The host name that the client asked for: the first one in X-Forwarded-Host when a listed proxy sent it,
 * else the Host header.
 */
export const hostOf = (proxies: readonly string[]) => {
  const isTrusted = proxyMatcher(proxies)
  return (http: HttpContext) => {
    const forwarded = isTrusted(socketAddressOf(http)) ? http.req.header('x-forwarded-host') : undefined
    const [first] = (forwarded ?? http.req.header('host') ?? '').split(',')
    return hostNameOf(first!)
  }
}
