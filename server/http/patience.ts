import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Patience = {
  /** From here on a body has to bring `leastRate` bytes a second, counted from its beginning. */
  graceMs: number
  leastRate: number
  longestMs: number
}

export const patience: Patience = { graceMs: 30_000, leastRate: 16 * 1024, longestMs: 15 * 60_000 }

const looks = 10

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** For what never reaches the application; in its envelope. */
export const refuseSocket = (socket: Socket, status: string, code: string, message: string): void => {
  const body = JSON.stringify({ code, message, data: null })
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** What has arrived decides how long a body may take: neither its path nor the length that it claims. */
export const limitBodies = (server: Server, { graceMs, leastRate, longestMs }: Patience): void => {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    const [begun, before] = [performance.now(), socket.bytesRead]
    const look = () => {
      if (request.complete) return clearInterval(timer)
      const ms = performance.now() - begun
      const least = ((ms - graceMs) / 1000) * leastRate
      if (socket.bytesRead - before >= least && ms < longestMs) return
      clearInterval(timer)
      refuseSocket(socket, '408 Request Timeout', '4000', '请求超时')
    }
    const timer = setInterval(look, graceMs / looks).unref()
    response.on('close', () => clearInterval(timer))
  })
}
