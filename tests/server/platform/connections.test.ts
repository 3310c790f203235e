import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { Hono } from 'hono'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { connectionLimits } from '../../../server/http/connections.ts'
import { startHttpServer } from '../../../server/http/listen.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { until as wait } from '../../support/process.ts'

// These tests prove promise Q41 of server/promises.md.

let app: TestApp
/** Far from what any of this takes. */
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

/** A connection by hand: what it has heard, and whether it has ended. */
const dial = async (port: number) => {
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

const dribble = (socket: Socket) => {
  const timer = setInterval(() => socket.writable && socket.write('x'), 20)
  onTestFinished(() => clearInterval(timer))
}

test.each(['/api/upload', '/api/auth/login'])(
  'a body for %s that claims much and brings little is given up',
  async path => {
    const port = await serve({ bodies })
    const line = await dial(port)
    line.socket.write(claim(100_000_000, path))
    dribble(line.socket)
    await until(async () => line.hasEnded)
    expect(line.heard).toMatch(/^HTTP\/1\.1 (408|413)/)
  },
)

test('a forged signature is refused before the file comes', async () => {
  const port = await serve({})
  const line = await dial(port)
  line.socket.write(claim(100_000_000) + `${forged.join('')}--x\r\n`)
  await until(async () => line.heard.includes('"4030"'))
  // And nothing more is read of it.
  await until(async () => line.hasEnded)
  expect(line.heard).toContain('上传授权无效')
})

test('a form that goes on and on before its file is refused', async () => {
  const port = await serve({})
  const line = await dial(port)
  line.socket.write(claim(100_000_000) + `--x\r\n${'padding\r\n'.repeat(20_000)}`)
  await until(async () => line.hasEnded)
  expect(line.heard).toContain('"4000"')
})

test('who holds all connections of an address loses them to who asks for something', async () => {
  const port = await serve({ connections: { ...connectionLimits, perAddress: 5 } })
  const held = await Promise.all(Array.from({ length: 5 }, () => dial(port)))
  for (const { socket } of held) socket.write(claim(100_000_000))
  const answer = await fetch(`http://127.0.0.1:${port}/api/nothing`)
  expect(answer.status).toBe(404)
  await until(async () => held.some(it => it.hasEnded))
  expect(held.filter(it => it.hasEnded)).toHaveLength(1)
})

test('a listed proxy brings as many as it has', async () => {
  const isExempt = () => true
  const port = await serve({ connections: { all: 100, perAddress: 1, isExempt } })
  const held = await Promise.all(Array.from({ length: 5 }, () => dial(port)))
  expect((await fetch(`http://127.0.0.1:${port}/api/nothing`)).status).toBe(404)
  expect(held.filter(it => it.hasEnded)).toEqual([])
})

test('a session has six uploads under way at most', async () => {
  const port = await serve({})
  const { call } = await app.as('admin')
  const begin = async (rest = '') => {
    const wanted = { scene: 'video', filename: 'a.mp4', size: 1_000_000, mime: 'video/mp4' } as const
    const { key, policy, accessid, signature } = await call('uploads.ossSign', wanted)
    const line = await dial(port)
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
  // They make room when they end.
  await until(async () => {
    const next = await begin('\r\n--x--\r\n')
    await until(async () => next.heard.includes('"code"'))
    return next.heard.includes('"4220"')
  })
  expect(lines.filter(it => it.heard.includes('"4290"'))).toHaveLength(3)
})
