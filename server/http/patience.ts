import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type BodyLimits = {
  /** Milliseconds after which a body must have arrived at `leastRate` bytes per second on average. */
  graceMs: number
  leastRate: number
  longestMs: number
}

export const bodyLimits: BodyLimits = { graceMs: 30_000, leastRate: 16 * 1024, longestMs: 15 * 60_000 }

const checksPerGracePeriod = 10

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Refuses a connection that never reaches the application, with a body like its envelope. */
export const refuseSocket = (socket: Socket, status: string, code: string, message: string): void => {
  const body = JSON.stringify({ code, message, data: null })
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/**
 * Ends request bodies that arrive too slowly. Only the bytes that arrived count, not the path or the claimed
 * length.
 */
export const limitBodies = (server: Server, { graceMs, leastRate, longestMs }: BodyLimits): void => {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead]
    const check = () => {
      if (request.complete) return clearInterval(timer)
      const ms = performance.now() - startedAt
      const requiredBytes = ((ms - graceMs) / 1000) * leastRate
      if (socket.bytesRead - bytesBefore >= requiredBytes && ms < longestMs) return
      clearInterval(timer)
      refuseSocket(socket, '408 Request Timeout', '4000', '请求超时')
    }
    const timer = setInterval(check, graceMs / checksPerGracePeriod).unref()
    response.on('close', () => clearInterval(timer))
  })
}
