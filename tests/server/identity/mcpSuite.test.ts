import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { agentClient } from '../../support/agent.ts'
import { startApp, type TestApp } from '../../support/app.ts'

// The official conformance suite of the Model Context Protocol against this server. Its client sends no token, so a server of the
// test adds one to each request, and passes everything else on as it came.

const suite = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const expectedFailures = fileURLToPath(new URL('./mcpExpectedFailures.yml', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** What the suite says, and whether it found what its list of expected failures does not have, or no longer has. */
const runSuite = (address: string) =>
  new Promise<{ output: string; isAsExpected: boolean }>(resolve => {
    const options = ['server', '--url', address, '--suite', 'all', '--expected-failures', expectedFailures]
    execFile(process.execPath, [suite, ...options], (error, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}`, isAsExpected: error === null })
    })
  })

test('the official suite of the protocol passes, but for what needs tools of its own', async () => {
  const { allow, createToken } = agentClient(() => app)
  await allow(1)
  const { token } = await createToken(['profession.view'])
  const withToken = async (request: Request) => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    const body = request.method === 'POST' ? await request.text() : undefined
    return app.fetch('/mcp', { method: request.method, headers, ...(body && { body }) })
  }
  const server = createAdaptorServer({ fetch: withToken }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  try {
    const { output, isAsExpected } = await runSuite(`http://localhost:${address.port}/mcp`)
    expect(isAsExpected, output).toBe(true)
    for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])
      expect(output).toMatch(new RegExp(`✓ ${scenario}: \\d+ passed, 0 failed`))
  } finally {
    server.close()
  }
})
