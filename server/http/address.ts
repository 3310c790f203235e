import { BlockList, isIP } from 'node:net'

import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HttpContext } from 'hono'

import { isPlain } from '../../resources/kit/objects.ts'
import { hostNameOf } from '../services/identity/hosts.ts'

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Addresses and networks (10.0.0.0/8) of the proxies in front of this server. */
const listOf = (proxies: readonly string[]) => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (isIP(address) === 0) throw new Error(`TRUSTED_PROXIES: ${proxy} is neither an address nor a network`)
    if (bits === undefined) list.addAddress(address, kindOf(address))
    else list.addSubnet(address, Number(bits), kindOf(address))
  }
  return list
}

const plain = (address: string) => address.replace(/^::ffff:/, '')

const peerOf = (http: HttpContext) => {
  // In tests requests do not come through a socket.
  if (!isPlain(http.env) || !http.env['incoming']) return '127.0.0.1'
  return plain(getConnInfo(http).remote.address ?? '')
}

export const proxyAmong = (proxies: readonly string[]) => {
  const list = listOf(proxies)
  return (address: string) => isIP(address) !== 0 && list.check(address, kindOf(address))
}

/** The client's address: the last one in X-Forwarded-For that no listed proxy has, else the socket's (promise Q40). */
export const clientAddress = (proxies: readonly string[]) => {
  const isTrusted = proxyAmong(proxies)
  return (http: HttpContext) => {
    const peer = peerOf(http)
    if (!isTrusted(peer)) return peer
    const hops = (http.req.header('x-forwarded-for') ?? '').split(',').map(it => plain(it.trim()))
    const client = hops.findLast(hop => !isTrusted(hop))
    return client && isIP(client) !== 0 ? client : peer
  }
}

/**
 * The host name that the client asked for: the first one in X-Forwarded-Host where a listed proxy says so, else the one of the
 * request itself.
 */
export const hostOf = (proxies: readonly string[]) => {
  const isTrusted = proxyAmong(proxies)
  return (http: HttpContext) => {
    const forwarded = isTrusted(peerOf(http)) ? http.req.header('x-forwarded-host') : undefined
    const [first] = (forwarded ?? http.req.header('host') ?? '').split(',')
    return hostNameOf(first!)
  }
}
