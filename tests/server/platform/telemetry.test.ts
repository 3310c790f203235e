import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { startApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { folderOfTest } from '../../support/folder.ts'
import { createGate } from '../../support/gate.ts'
import { runServer, until } from '../../support/process.ts'

const start = async (env: Record<string, string>) => {
  const app = await startApp()
  const server = runServer({ DATABASE_URL: app.database.url, SMS_PROVIDER: 'none', ...env })
  onTestFinished(async () => {
    await server.stop()
    await app.close()
  })
  await server.isListening()
  return { app, server }
}

const managementOf = (output: string) =>
  Number(/"port":(\d+),"msg":"management port"/.exec(output)?.[1]) || undefined

/** The values of one metric by their labels. */
const samplesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith(name))
    .map(line => ({
      labels: line.slice(name.length, line.lastIndexOf(' ')),
      value: Number(line.split(' ').at(-1)),
    }))

const signIn = (server: Awaited<ReturnType<typeof start>>['server'], headers: Record<string, string> = {}) =>
  server.get('/api/lawyer/pageList?pageNum=1&pageSize=20', headers)

test('serves metrics and health at the management port and no metrics at the public one', async () => {
  const { app, server } = await start({ MANAGEMENT_PORT: '0' })
  const { token } = await app.as('admin')
  await signIn(server, { token })
  await signIn(server, { token: `1-${'x'.repeat(43)}` })
  const port = await until(async () => managementOf(server.output()))
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const text = await scrape()
  const calls = samplesOf(text, 'http_server_request_duration_count').filter(({ labels }) =>
    labels.includes('http_route="/api/lawyer/pageList"'),
  )
  expect(calls.find(({ labels }) => labels.includes('tenant_admin_code="200"'))?.value).toBe(1)
  expect(calls.find(({ labels }) => labels.includes('tenant_admin_code="4003"'))?.value).toBe(1)
  for (const name of [
    'tenant_admin_jobs_waiting',
    'tenant_admin_jobs_failed',
    'tenant_admin_jobs_oldest',
    'tenant_admin_database_blocked',
    'db_client_connection_pending_requests',
    'system_filesystem_free',
    'nodejs_eventloop_delay_p99',
    'process_memory_usage',
  ])
    expect(samplesOf(text, name), name).not.toEqual([])
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  expect((await server.get('/metrics')).status).toBe(404)
})

test('answers a scrape without the database and reports the outage', async () => {
  const folder = await folderOfTest('telemetry')
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  const { host, port: socket, user, password, database: name } = database.connection
  const gate = await createGate(`${host}/.s.PGSQL.${socket}`)
  const url = `postgresql://${user}:${String(password)}@127.0.0.1:${gate.port}/${name}`
  const server = runServer({ DATA_DIR: folder, DATABASE_URL: url, MANAGEMENT_PORT: '0' })
  onTestFinished(async () => {
    await gate.open()
    await server.stop()
    await gate.shut()
  })
  await server.isListening()
  const port = await until(async () => managementOf(server.output()))
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const isUp = async () => samplesOf(await scrape(), 'tenant_admin_database_up')[0]?.value
  expect(await isUp()).toBe(1)
  await gate.shut()
  expect(await isUp()).toBe(0)
})

test('writes each call to the access log if configured, without the caller', async () => {
  const { app, server } = await start({ ACCESS_LOG: 'on' })
  const { token } = await app.as('admin')
  const answer = await (await signIn(server, { token, 'user-agent': 'Secret/1' })).json()
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter(line => line.includes('"msg":"request"'))
  const [line] = await until(async () => (lines().length > 0 ? lines() : undefined))
  expect(JSON.parse(line!)).toMatchObject({
    method: 'GET',
    route: '/api/lawyer/pageList',
    status: 200,
    code: '200',
    requestId: answer.requestId,
  })
  for (const secret of [token, 'Secret', 'pageNum', '127.0.0.1']) expect(line).not.toContain(secret)
})

test('continues the caller’s trace, with a span that names the request', async () => {
  const bodies: Buffer[] = []
  const collector = createServer((request, response) => {
    request.on('data', (piece: Buffer) => void bodies.push(piece)).on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const { port } = collector.address() as AddressInfo
  const { app, server } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  const { token } = await app.as('admin')
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const { requestId } = await (await signIn(server, { token, traceparent })).json()
  await server.stop()
  const sent = Buffer.concat(bodies)
  expect(sent.includes(Buffer.from(traceId, 'hex'))).toBe(true)
  expect(sent.includes(requestId)).toBe(true)
})
