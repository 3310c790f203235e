import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf } from '../services/limits/counters.ts'
import { hasBody, refuseSocket } from './patience.ts'

// Promise Q41 (server/promises.md).

export type ConnectionLimits = {
  all: number
  /** From one address, or one network of IPv6: an office behind one router has many browsers. */
  perAddress: number
  /** Proxies, whose connections are everybody's. */
  isExempt: (address: string) => boolean
}

export const connectionLimits: ConnectionLimits = { all: 1_000, perAddress: 200, isExempt: () => false }

/** What it is at, and since when it has brought which part of its bytes. */
type Open = { request: IncomingMessage | undefined; since: number; before: number }

/** In favour of a connection that has just come and not had the time to send. */
const start = { bytes: 16 * 1024, ms: 1_000 }

/**
 * A connection that is being answered is left alone. Of the others of a full address the one that sends slowest goes: so whoever holds connections without sending loses them to those who come with a request.
 */
export const limitConnections = (server: Server, { all, perAddress, isExempt }: ConnectionLimits): void => {
  server.maxConnections = all
  const addresses = new Map<string, Map<Socket, Open>>()
  const states = new WeakMap<Socket, Open>()
  const isAnswered = ({ request }: Open) => request !== undefined && (!hasBody(request) || request.complete)

  const makeRoom = (open: Map<Socket, Open>): boolean => {
    const now = performance.now()
    const rateOf = (socket: Socket, { since, before }: Open) =>
      (socket.bytesRead - before + start.bytes) / (now - since + start.ms)
    const slowest = [...open]
      .filter(([, state]) => !isAnswered(state))
      .map(([socket, state]) => ({ socket, rate: rateOf(socket, state) }))
      .toSorted((a, b) => a.rate - b.rate)[0]?.socket
    if (!slowest) return false
    open.delete(slowest)
    slowest.destroy()
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (isExempt(address)) return
    const network = networkOf(address)
    const open = addresses.get(network) ?? new Map<Socket, Open>()
    addresses.set(network, open)
    if (open.size >= perAddress && !makeRoom(open))
      return refuseSocket(socket, '429 Too Many Requests', '4290', '连接过多，请稍后再试')
    const state: Open = { request: undefined, since: performance.now(), before: 0 }
    open.set(socket, state)
    states.set(socket, state)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && addresses.get(network) === open) addresses.delete(network)
    })
  })
  server.on('request', (request, response) => {
    const state = states.get(request.socket)
    if (!state) return
    Object.assign(state, { request, since: performance.now() })
    response.on('close', () => {
      Object.assign(state, { request: undefined, since: performance.now(), before: request.socket.bytesRead })
    })
  })
}
