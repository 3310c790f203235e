import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf } from '../services/limits/counters.ts'
import { hasBody, refuseSocket } from './patience.ts'

export type ConnectionLimits = {
  all: number
  /** Per address, or per /64 network of IPv6. An office behind one router has many browsers. */
  perAddress: number
  /** Exempts proxies, whose connections belong to many clients. */
  isExempt: (address: string) => boolean
}

export const connectionLimits: ConnectionLimits = { all: 1_000, perAddress: 200, isExempt: () => false }

/** The request in progress, the time at which it began, and the bytes that the socket had read by then. */
type ConnectionState = { request: IncomingMessage | undefined; since: number; before: number }

/** Added to every rate, so that a connection which has just been opened does not count as slow. */
const initialAllowance = { bytes: 16 * 1024, ms: 1_000 }

/**
 * Limits the connections per address. At the limit, the connection that sends slowest is closed, unless its
 * request is being answered; so an attacker who holds idle connections loses them to clients that send
 * requests.
 */
export const limitConnections = (
  server: Server,
  { all: maxConnections, perAddress, isExempt }: ConnectionLimits,
): void => {
  server.maxConnections = maxConnections
  const addresses = new Map<string, Map<Socket, ConnectionState>>()
  const states = new WeakMap<Socket, ConnectionState>()
  const isAnswered = ({ request }: ConnectionState) =>
    request !== undefined && (!hasBody(request) || request.complete)

  const closeSlowest = (socketStates: Map<Socket, ConnectionState>): boolean => {
    const now = performance.now()
    const rateOf = (socket: Socket, { since, before }: ConnectionState) =>
      (socket.bytesRead - before + initialAllowance.bytes) / (now - since + initialAllowance.ms)
    const slowest = [...socketStates]
      .filter(([, state]) => !isAnswered(state))
      .map(([socket, state]) => ({ socket, rate: rateOf(socket, state) }))
      .toSorted((a, b) => a.rate - b.rate)[0]?.socket
    if (!slowest) return false
    socketStates.delete(slowest)
    slowest.destroy()
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (isExempt(address)) return
    const network = networkOf(address)
    const socketStates = addresses.get(network) ?? new Map<Socket, ConnectionState>()
    addresses.set(network, socketStates)
    if (socketStates.size >= perAddress && !closeSlowest(socketStates))
      return refuseSocket(socket, '429 Too Many Requests', '4290', '连接过多，请稍后再试')
    const state: ConnectionState = { request: undefined, since: performance.now(), before: 0 }
    socketStates.set(socket, state)
    states.set(socket, state)
    socket.once('close', () => {
      socketStates.delete(socket)
      if (socketStates.size === 0 && addresses.get(network) === socketStates) addresses.delete(network)
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
