// Shared parts of the server's measurements: a firm of 20,000 people, and connections that send calls.
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

import { withClient } from '../../server/db/migrate.ts'
import { startApp } from '../support/app.ts'
import { citusDatabase } from '../support/citus.ts'
import { setup } from '../support/database.ts'
import { fillCards, fillLawyers } from '../support/manyRows.ts'
import { runServer } from '../support/process.ts'

export const connections = 16
const roundMs = 4_000

export type Target = {
  port: number
  method: string
  path: string
  /** Input of the nth request of a connection. */
  body?: (connection: number, nth: number) => string
  token?: string
  /** Client address of the request, if the server trusts its proxy. */
  ip?: string
}

/** Rejects with the code of a refusal. */
export const once = (
  agent: Agent,
  { port, method, path, body, token, ip }: Target,
  connection: number,
  nth: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = body?.(connection, nth)
    const headers = {
      ...(token && { token }),
      ...(ip && { 'x-forwarded-for': ip }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request({ agent, port, method, path, headers }, answer => {
      let begin = ''
      answer.on('data', (piece: Buffer) => void (begin ||= piece.toString('utf8', 0, 40)))
      const isFile = answer.headers['content-disposition'] !== undefined
      answer.on('end', () =>
        isFile || begin.startsWith('{"code":"200"')
          ? resolve()
          : reject(new Error(/"code":"(\w+)/.exec(begin)?.[1] ?? `${path}: ${begin}`)),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })

/** Number of requests of each connection by target: an update must name the version that the previous one created. */
const sent = new Map<Target, number[]>()

const countsOf = (target: Target) => {
  const counts = sent.get(target) ?? Array.from({ length: connections }, () => 0)
  sent.set(target, counts)
  return counts
}

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

/**
 * Requests per second and the 99th percentile of the response time in milliseconds. Each connection calls the targets
 * in turn.
 */
export const load = async (targets: readonly Target[], open = connections, forMs = roundMs) => {
  // A separate agent, because the server closes connections that were idle during the other measurement.
  const agent = new Agent({ keepAlive: true, maxSockets: open })
  const times: number[] = []
  const end = performance.now() + forMs
  const sendOnConnection = async (connection: number) => {
    for (let nth = connection; performance.now() < end; nth++) {
      const target = targets[nth % targets.length]!
      const start = performance.now()
      await once(agent, target, connection, target.body ? countsOf(target)[connection]!++ : 0)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: open }, (_, connection) => sendOnConnection(connection)))
  agent.destroy()
  return { rate: (times.length / forMs) * 1_000, p99: percentile(times, 0.99) }
}

/** Memory of the process in MB; NaN if the system does not report it. */
export const memoryOf = (pid: number) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  } catch {
    return NaN
  }
}

/** The most memory that the process has used since its start or since it was forgotten, in MB. */
export const peakOf = (pid: number | string) => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  } catch {
    return NaN
  }
}
/** Sets the peak of a process to what it uses now. */
export const forgetPeak = (pid: number | string) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

export const print = (line: string) => void process.stdout.write(`${line}\n`)

const portOf = (output: string) => Number(/"port":(\d+)/.exec(output)?.[1])

/** Runs statements within the measured firm and returns the rows of the last one. */
export const inFirm = <T extends object>(url: string, statements: readonly string[]): Promise<T[]> =>
  withClient({ connectionString: url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query<T>(statement)).rows
    return rows
  })

/** A firm of 20,000 people with a card each, and what `fill` adds. */
const fillDatabase = (url: string, fill: readonly string[]) =>
  inFirm(url, [fillLawyers(20_000), fillCards, ...fill, 'vacuum analyze'])

const startOrdinary = async (fill: readonly string[]) => {
  const endDatabases = await setup()
  const app = await startApp()
  await fillDatabase(app.database.url, fill)
  return { app, addresses: [app.database.connection], endDatabases }
}

const startDistributed = async (fill: readonly string[]) => {
  const database = await citusDatabase(url => fillDatabase(url, fill))
  print(`${database.distributed.length} tables distributed in ${database.seconds.toFixed(0)} s`)
  await withClient(database.connection, client => client.query('analyze'))
  const app = await startApp({ database, seed: () => Promise.resolve(database.world) })
  return { app, addresses: database.addresses, endDatabases: () => Promise.resolve() }
}

/**
 * The product as `npm start` runs it, in a process of its own, with a firm of 20,000 people with a card each. `fill`
 * is additional SQL, and `env` additional settings. Where TEST_CITUS_URL is set and asked for, its database is distributed.
 * `stop` ends it.
 */
export const startLoaded = async (
  fill: readonly string[] = [],
  onCitus = false,
  env: Readonly<Record<string, string>> = {},
) => {
  const { app, addresses, endDatabases } = await (onCitus ? startDistributed : startOrdinary)(fill)
  const { url, connection } = app.database
  const admin = await app.as('admin')
  const product = runServer({
    DATABASE_URL: url,
    SMS_PROVIDER: 'none',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: '--max-semi-space-size=8 --expose-gc',
    ...env,
  })
  await product.isListening()
  const port = portOf(product.output())
  const { postId } = await admin.call('positions.add', {
    postName: '合伙人',
    postCode: 'Partner',
    postLevel: 2,
    isPartner: 1,
    needLicence: 1,
    sort: 1,
    enabled: '1',
  })
  const get = (path: string): Target => ({ port, method: 'GET', path: `/api${path}`, token: admin.token })
  return {
    app,
    url,
    /** The database on each of its servers. */
    servers: addresses.map(address => ({ ...connection, host: address.host, port: address.port })),
    port,
    token: admin.token,
    pid: product.child.pid!,
    postId,
    page: get('/lawyer/pageList?pageNum=1&pageSize=20'),
    record: get(`/firm/post/${postId}`),
    stop: async () => {
      await product.stop()
      await app.close()
      await endDatabases()
    },
  }
}
