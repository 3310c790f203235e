import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { getRequestListener } from '@hono/node-server'

import type { Health } from './health.ts'

type Management = {
  host: string
  port: number
  health: Health
  answerScrape: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * A second port for operators: `/metrics` and `/health/*`. It has no authentication, so it must never be
 * public.
 */
export const listenToOperators = ({ host, port, health, answerScrape }: Management) =>
  new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
    const answerHealth = getRequestListener(health.routes.fetch)
    const server = createServer((request, response) => {
      if (request.url?.split('?')[0] === '/metrics') answerScrape(request, response)
      else void answerHealth(request, response)
    })
    server.once('error', error => reject(new Error(`MANAGEMENT_PORT: ${error.message}`, { cause: error })))
    server.listen(port, host, () => {
      const address = server.address()
      const close = () =>
        new Promise<void>(done => {
          server.close(() => done())
          server.closeAllConnections()
        })
      resolve({ port: typeof address === 'object' && address ? address.port : port, close })
    })
  })
