// The product's calls beside a bare server with the same queries on the same rows, in one run: `npm run bench:calls`.
// 20,000 people, 16 connections; prints requests a second, their ratio, and how long the slowest of a hundred takes; then
// a mixed load, and the memory of the process at rest, with 200 connections and after them.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

import { withClient } from '../../server/db/migrate.ts'
import { startApp } from '../support/app.ts'
import { setup } from '../support/database.ts'
import { fillCards, fillLawyers } from '../support/manyRows.ts'
import { runServer, until } from '../support/process.ts'

const connections = 16
const rounds = 3
const roundMs = 4_000

type Target = {
  port: number
  method: string
  path: string
  /** Of the nth request of a connection. */
  body?: (connection: number, nth: number) => string
  token?: string
}

const once = (
  agent: Agent,
  { port, method, path, body, token }: Target,
  connection: number,
  nth: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = body?.(connection, nth)
    const headers = {
      ...(token && { token }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request({ agent, port, method, path, headers }, answer => {
      let begin = ''
      answer.on('data', (piece: Buffer) => void (begin ||= piece.toString('utf8', 0, 40)))
      answer.on('end', () =>
        begin.startsWith('{"code":"200"') ? resolve() : reject(new Error(`${path}: ${begin}`)),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })

/** How often each connection has asked a target: an update names the version that the one before it made. */
const sent = new Map<Target, number[]>()

const countsOf = (target: Target) => {
  const counts = sent.get(target) ?? Array.from({ length: connections }, () => 0)
  sent.set(target, counts)
  return counts
}

/** Requests a second, and the time that one in a hundred exceeds, ms. Each connection asks the targets in turn. */
const load = async (targets: readonly Target[], open = connections) => {
  // Of its own: the server closes what has been idle while the other one was asked.
  const agent = new Agent({ keepAlive: true, maxSockets: open })
  const times: number[] = []
  const end = performance.now() + roundMs
  const one = async (connection: number) => {
    for (let nth = connection; performance.now() < end; nth++) {
      const target = targets[nth % targets.length]!
      const start = performance.now()
      await once(agent, target, connection, target.body ? countsOf(target)[connection]!++ : 0)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: open }, (_, connection) => one(connection)))
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  return { rate: (times.length / roundMs) * 1_000, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

/** What the process holds, MB; where the system does not say it, NaN. */
const memoryOf = (pid: number) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  } catch {
    return NaN
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const print = (line: string) => void process.stdout.write(`${line}\n`)

const stop = await setup()
const app = await startApp()
const { url } = app.database
const firstId = await withClient({ connectionString: url }, async client => {
  await client.query(`select set_config('app.firm_id', '1', false)`)
  await client.query(fillLawyers(20_000))
  await client.query(fillCards)
  await client.query('create table bare_logs (id bigserial primary key, text text, created_at timestamptz)')
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>(
    `select min(id) as id from lawyers where code_key like 'b%'`,
  )
  return Number(rows[0]!.id)
})
const admin = await app.as('admin')
const { token } = admin
// As `npm start` does.
const product = runServer({
  DATABASE_URL: url,
  SMS_PROVIDER: 'none',
  NODE_OPTIONS: '--max-semi-space-size=32',
})
const bare = runServer({ DATABASE_URL: url }, { entry: 'tests/bench/bare.ts' })
try {
  await product.isListening()
  const portOf = (output: string) => Number(/"port":(\d+)/.exec(output)?.[1])
  const ports = {
    ours: portOf(product.output()),
    bare: await until(async () => portOf(bare.output()) || undefined),
  }
  const memory = [memoryOf(product.child.pid!)]
  const { postId } = await admin.call('positions.add', {
    postName: '合伙人',
    postCode: 'Partner',
    postLevel: 2,
    isPartner: 1,
    needLicence: 1,
    sort: 1,
    enabled: '1',
  })
  const calls: Record<string, { ours: Target; bare: Target }> = {
    'a page of people': {
      ours: { port: ports.ours, method: 'GET', path: '/api/lawyer/pageList?pageNum=1&pageSize=20', token },
      bare: { port: ports.bare, method: 'GET', path: '/list' },
    },
    'one record': {
      ours: { port: ports.ours, method: 'GET', path: `/api/firm/post/${postId}`, token },
      bare: { port: ports.bare, method: 'GET', path: `/record?${postId}` },
    },
    'an update with its log row': {
      ours: {
        port: ports.ours,
        method: 'POST',
        path: '/api/lawyer/update',
        body: (connection, nth) =>
          JSON.stringify({ id: firstId + connection, team: `组${nth}`, version: 1 + nth }),
        token,
      },
      bare: { port: ports.bare, method: 'POST', path: '/update' },
    },
  }
  print('| call | ours, a second | bare, a second | ratio | ours, p99 ms |\n| --- | --: | --: | --: | --: |')
  for (const [name, targets] of Object.entries(calls)) {
    const rates = { ours: [] as number[], bare: [] as number[] }
    let p99 = Infinity
    await Promise.all([load([targets.ours]), load([targets.bare])])
    for (let round = 0; round < rounds; round++) {
      const mine = await load([targets.ours])
      rates.ours.push(mine.rate)
      p99 = Math.min(p99, mine.p99)
      rates.bare.push((await load([targets.bare])).rate)
    }
    const [ours, theirs] = [median(rates.ours), median(rates.bare)]
    print(
      `| ${name} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${(ours / theirs).toFixed(2)} | ${p99.toFixed(0)} |`,
    )
  }
  const [page, record, update] = Object.values(calls).map(it => it.ours)
  const nineReads = [page!, record!, record!, page!, record!, record!, page!, record!, record!]
  const mixed = await load([...nineReads, update!])
  print(`\nnine reads to a write: ${mixed.rate.toFixed(0)} a second, p99 ${mixed.p99.toFixed(0)} ms`)
  for (let round = 0; round < rounds; round++) {
    await load([page!, record!, record!], 200)
    memory.push(memoryOf(product.child.pid!))
  }
  print(
    `memory at rest, and after each ${roundMs / 1_000} s of 200 connections: ${memory.map(it => it.toFixed(0)).join(', ')} MB`,
  )
} finally {
  await product.stop()
  bare.child.kill()
  await app.close()
  await stop()
}
