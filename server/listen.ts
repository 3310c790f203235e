import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

export type Listening = {
  port: number
  /** Takes no new request, lets the running ones end, at most the given time. */
  close: (graceMs: number) => Promise<void>
}

const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
const UPLOAD_MS = 120_000
const LONGEST_MS = 15 * 60_000
const MOST_CONNECTIONS = 1_000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const answerTooSlow = (socket: Socket): void => {
  const body = JSON.stringify({ code: '4000', message: '请求超时', data: null })
  socket.end(
    `HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** An upload has longer, by what it brings: a film of 200 MB at least 13 minutes, at 256 KB a second. */
const patienceFor = ({ url, headers }: IncomingMessage): number => {
  if (!url?.startsWith('/api/upload')) return REQUEST_MS
  const said = Number(headers['content-length'] ?? 0)
  return Math.min(UPLOAD_MS + Math.max(0, said) / 256, LONGEST_MS)
}

/** Node knows one limit for all requests; each may take a part of it. */
const limitBodies = (server: Server): void => {
  server.on('request', (request: IncomingMessage, response) => {
    if (!hasBody(request)) return
    const timer = setTimeout(() => {
      if (!request.complete) answerTooSlow(request.socket)
    }, patienceFor(request))
    response.on('close', () => clearTimeout(timer))
  })
}

const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise(resolve => {
    const end = Date.now() + graceMs
    const timer = setInterval(() => {
      if (Date.now() < end) server.closeIdleConnections()
      else server.closeAllConnections()
    }, 50)
    server.close(() => {
      clearInterval(timer)
      resolve()
    })
  })

export const listen = (app: Hono, host: string, port: number): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: LONGEST_MS },
    }) as Server
    server.maxConnections = MOST_CONNECTIONS
    limitBodies(server)
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve({ port: actual, close: graceMs => close(server, graceMs) })
    })
  })
