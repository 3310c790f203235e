import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Webhook } from 'standardwebhooks'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A receiver of webhooks, which records what arrives and answers as a test says. */
export const startReceiver = async () => {
  const received: Received[] = []
  let answer: (response: ServerResponse, path: string) => void = response => response.end('ok')
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', piece => (body += piece))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body })
      answer(response, path)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith: (next: typeof answer) => void (answer = next),
    answerStatus: (status: number, headers: Record<string, string> = {}) =>
      void (answer = response => response.writeHead(status, headers).end(`status ${status}`)),
    /** The content of what arrived, each verified by its signature; throws for a wrong one. */
    verified: (secret: string) =>
      received.map(({ headers, body }) => {
        // The library takes the three headers of the specification as texts.
        const named = headers as Record<string, string>
        return new Webhook(secret).verify(body, named) as { type: string; data: Record<string, unknown> }
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
