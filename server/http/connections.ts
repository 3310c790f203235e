import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf } from '../services/limits/counters.ts'
import { refuseSocket } from './patience.ts'

export type ConnectionLimits = {
  all: number
  /** Per address, or per /64 network of IPv6. An office behind one router has many browsers. */
  perAddress: number
  /** Exempts proxies, whose connections belong to many clients. */
  isExempt: (address: string) => boolean
}

export const connectionLimits: ConnectionLimits = { all: 1_000, perAddress: 200, isExempt: () => false }

/** Limits the connections, of all clients and per address; idle ones end by the time limits of the server. */
export const limitConnections = (
  server: Server,
  { all: maxConnections, perAddress, isExempt }: ConnectionLimits,
): void => {
  server.maxConnections = maxConnections
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (isExempt(address)) return
    const network = networkOf(address)
    const count = counts.get(network) ?? 0
    if (count >= perAddress)
      return refuseSocket(socket, '429 Too Many Requests', '4290', '连接过多，请稍后再试')
    counts.set(network, count + 1)
    socket.once('close', () => {
      const rest = counts.get(network)! - 1
      if (rest > 0) counts.set(network, rest)
      else counts.delete(network)
    })
  })
}
