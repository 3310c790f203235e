import { Server } from 'node:http'

import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts'
import { limitBodies, type BodyLimits, bodyLimits } from './patience.ts'

type Listening = {
  port: number
  /** Still accepts new connections, but closes each after one request. */
  disableKeepAlive: () => void
  /** Accepts no new requests and lets the running ones finish within the given time. */
  close: (graceMs: number) => Promise<void>
}

const HEADERS_MS = 15_000

type Limits = { connections: ConnectionLimits; bodies: BodyLimits }

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

const reasons: Partial<Record<string, string>> = {
  EADDRINUSE: '已被其他程序占用，请停止它或换一个 PORT; the port is taken by another program',
  EACCES: '不允许此用户使用，请换一个大于 1023 的 PORT; this user may not take the port',
  EADDRNOTAVAIL: '不是本机的地址，请检查 HOST; not an address of this machine',
  ENOTFOUND: '不是可用的地址，请检查 HOST; not an address',
}

const explainListenError = (error: Error, host: string, port: number): Error => {
  const code = 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason ? new Error(`${host}:${port} ${reason} (${code})`, { cause: error }) : error
}

export const startHttpServer = (
  app: Pick<Hono, 'fetch'>,
  host: string,
  port: number,
  { connections = connectionLimits, bodies = bodyLimits }: Partial<Limits> = {},
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: app.fetch,
      serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: bodies.longestMs },
    })
    if (!(server instanceof Server)) throw new Error('not an HTTP/1 server')
    limitConnections(server, connections)
    limitBodies(server, bodies)
    let isKeepingAlive = true
    // Registered before the application's listener, which sends the headers.
    server.prependListener('request', (_request, response) => {
      if (!isKeepingAlive) response.setHeader('Connection', 'close')
    })
    server.once('error', error => reject(explainListenError(error, host, port)))
    server.listen(port, host, () => {
      const address = server.address()
      const actualPort = typeof address === 'object' && address ? address.port : port
      const disableKeepAlive = () => void (isKeepingAlive = false)
      resolve({
        port: actualPort,
        disableKeepAlive: disableKeepAlive,
        close: graceMs => close(server, graceMs),
      })
    })
  })
