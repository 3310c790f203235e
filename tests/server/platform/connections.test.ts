import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { Hono } from 'hono'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { connectionLimits } from '../../../server/http/connections.ts'
import { startHttpServer } from '../../../server/http/listen.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { until as wait } from '../../support/process.ts'

let app: TestApp
/** Far longer than any of these tests takes. */
const until = (ask: () => Promise<boolean>) => wait(ask, 30_000)
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const bodies = { graceMs: 200, leastRate: 1_000_000, longestMs: 60_000 }

type Limits = Parameters<typeof startHttpServer>[3]
const serve = async (limits: Limits) => {
  const root = new Hono()
  root.all('/api/*', http => app.app.fetch(http.req.raw, http.env))
  const server = await startHttpServer(root, '127.0.0.1', 0, limits)
  onTestFinished(() => server.close(0))
  return server.port
}

/** A raw connection: what it has received, and whether it has ended. */
const connectRaw = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  const state = { socket, heard: '', hasEnded: false }
  socket.setEncoding('utf8').on('data', (text: string) => void (state.heard += text))
  socket.on('error', () => {}).on('close', () => void (state.hasEnded = true))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return state
}

const claim = (size: number, path = '/api/upload') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${size}\r\n\r\n`
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'

const forged = [
  part('key', '1/1-1/a.mp4'),
  part('policy', 'e30='),
  part('OSSAccessKeyId', '1-1'),
  part('success_action_status', '200'),
  part('signature', 'A'.repeat(43)),
]

const sendSlowly = (socket: Socket) => {
  const timer = setInterval(() => socket.writable && socket.write('x'), 20)
  onTestFinished(() => clearInterval(timer))
}

test.each(['/api/upload', '/api/auth/lawyerLogin'])(
  'gives up a body for %s that claims much and sends little',
  async path => {
    const port = await serve({ bodies })
    const line = await connectRaw(port)
    line.socket.write(claim(100_000_000, path))
    sendSlowly(line.socket)
    await until(async () => line.hasEnded)
    expect(line.heard).toMatch(/^HTTP\/1\.1 (408|413)/)
  },
)

test('refuses a forged signature before the file arrives', async () => {
  const port = await serve({})
  const line = await connectRaw(port)
  line.socket.write(claim(100_000_000) + `${forged.join('')}--x\r\n`)
  await until(async () => line.heard.includes('"4030"'))
  // Nothing more is read from it.
  await until(async () => line.hasEnded)
  expect(line.heard).toContain('上传授权无效')
})

test('refuses a form without an end before its file', async () => {
  const port = await serve({})
  const line = await connectRaw(port)
  line.socket.write(claim(100_000_000) + `--x\r\n${'padding\r\n'.repeat(20_000)}`)
  await until(async () => line.hasEnded)
  expect(line.heard).toContain('"4000"')
})

test('an address may have so many connections, and another one when one has ended', async () => {
  const port = await serve({ connections: { ...connectionLimits, perAddress: 5 } })
  const openSockets = await Promise.all(Array.from({ length: 5 }, () => connectRaw(port)))
  const further = await connectRaw(port)
  await until(async () => further.hasEnded)
  expect(further.heard).toMatch(/^HTTP\/1\.1 429 .*"4290"/s)
  openSockets[0]!.socket.destroy()
  await until(async () => openSockets[0]!.hasEnded)
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/nothing`).catch(() => null)
    return answer?.status === 404
  })
})

test('a listed proxy has no limit of connections', async () => {
  const isExempt = () => true
  const port = await serve({ connections: { all: 100, perAddress: 1, isExempt } })
  const openSockets = await Promise.all(Array.from({ length: 5 }, () => connectRaw(port)))
  expect((await fetch(`http://127.0.0.1:${port}/api/nothing`)).status).toBe(404)
  expect(openSockets.filter(it => it.hasEnded)).toEqual([])
})

test('a session can run six uploads at once', async () => {
  const port = await serve({})
  const { call } = await app.as('admin')
  const begin = async (rest = '') => {
    const uploadRequest = { scene: 'video', filename: 'a.mp4', size: 1_000_000, mime: 'video/mp4' } as const
    const { key, policy, accessid, signature } = await call('uploads.ossSign', uploadRequest)
    const line = await connectRaw(port)
    const fields = { key, policy, OSSAccessKeyId: accessid, signature, success_action_status: '200' }
    const head = Object.entries(fields)
      .map(([name, value]) => part(name, value))
      .join('')
    const form = `${head}${fileHead}film${rest}`
    line.socket.write(claim(rest === '' ? 1_000_000 : form.length) + form)
    return line
  }
  const lines: Awaited<ReturnType<typeof begin>>[] = []
  for (let count = 0; count < 9; count += 1) lines.push(await begin())
  await until(async () => lines.filter(it => it.heard.includes('"4290"')).length === 3)
  for (const { socket } of lines) socket.destroy()
  // They free their places when they end.
  await until(async () => {
    const next = await begin('\r\n--x--\r\n')
    await until(async () => next.heard.includes('"code"'))
    return next.heard.includes('"4220"')
  })
  expect(lines.filter(it => it.heard.includes('"4290"'))).toHaveLength(3)
})
