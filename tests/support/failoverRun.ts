import { setTimeout as delay } from 'node:timers/promises'

import { openDatabase } from '../../server/db/connection/open.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { connectionBy } from '../../server/db/connection/severalServers.ts'
import { createSession } from '../../server/services/identity/session.ts'
import { createFolder } from './folder.ts'
import { runServer, until } from './process.ts'
import { startStandby, startSystemPostgres } from './systemPostgres.ts'
import { seedWorld } from './world.ts'

const writers = 6
const readers = 2
const auditKey = 'a key of the failover alone 0123456789'

const asSuperuser = <T extends object>(url: string, statement: string) =>
  withClient({ connectionString: url }, async client => (await client.query<T>(statement)).rows)

/**
 * A primary that commits synchronously to a standby, both with fsync, and a database of the product on them.
 */
export const startPair = async () => {
  const primary = await startSystemPostgres({ fsync: 'on' })
  if (typeof primary === 'string') throw new Error(primary)
  await asSuperuser(primary.url, 'create role firm_server login')
  await asSuperuser(primary.url, 'create database product owner firm_server')
  const productUrl = (url: string) =>
    url.replace('postgres@localhost/postgres', 'firm_server@localhost/product')
  const connection = connectionBy(productUrl(primary.url))
  await migrate(connection, { superuser: { ...connection, user: 'postgres' } })
  const standby = await startStandby(primary, { fsync: 'on', log_statement: 'none' })
  await asSuperuser(primary.url, `alter system set synchronous_standby_names = 'standby'`)
  await asSuperuser(primary.url, 'select pg_reload_conf()')
  await until(async () => {
    const [row] = await asSuperuser<{ state: string }>(
      primary.url,
      `select sync_state as state from pg_stat_replication`,
    )
    return row?.state === 'sync'
  })
  const hosts = [primary, standby].map(it => encodeURIComponent(it.socketFolder)).join(',')
  const url = `postgresql://firm_server@localhost/product?host=${hosts}&target_session_attrs=read-write`
  return { primary, standby, url, connection, standbyUrl: productUrl(standby.url) }
}

export const tokenIn = async (pair: Pick<Awaited<ReturnType<typeof startPair>>, 'connection'>) => {
  const database = await openDatabase({ connection: pair.connection })
  const { people } = await seedWorld(database)
  const { firmId, population, id: userId } = people.get('admin')!
  const { token } = await database.write(firmId, db =>
    createSession(db, { firmId, population, userId, now: new Date() }),
  )
  await database.close()
  return token
}

/** `at` is the moment at which the call began; `place` is the number of its client. */
type Outcome = { place: number; isWrite: boolean; at: number; code: string; ms: number }

const positionNamed = (name: string) => ({
  postName: name,
  postCode: name,
  postLevel: 5,
  isPartner: 0,
  needLicence: 1,
  sort: 1,
  enabled: '1',
})

/**
 * Sends calls from several clients at once until `end` is called. The names of what they write begin with `prefix`, which
 * no other run in the same database may have.
 */
export const callSteadily = (portOf: (place: number) => number, token: string, prefix = 'W') => {
  let isDone = false
  const outcomes: Outcome[] = []
  const acknowledged: string[] = []
  const ask = async (place: number, path: string, body?: object): Promise<string> => {
    const headers = { token, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const start = performance.now()
    const code = await fetch(`http://127.0.0.1:${portOf(place)}/api${path}`, init).then(
      async answer => ((await answer.json()) as { code: string }).code,
      () => 'no answer',
    )
    outcomes.push({ place, isWrite: body !== undefined, at: start, code, ms: performance.now() - start })
    // Retries at the pace of a client and not in a busy loop.
    if (code !== '200') await delay(20)
    return code
  }
  const write = async (place: number): Promise<void> => {
    for (let nth = 0; !isDone; nth += 1) {
      const name = `${prefix}${place}N${nth}`
      if ((await ask(place, '/firm/post', positionNamed(name))) === '200') acknowledged.push(name)
    }
  }
  const read = async (place: number): Promise<void> => {
    while (!isDone) await ask(place, '/lawyer/pageList?pageNum=1&pageSize=20')
  }
  const running = [
    ...Array.from({ length: writers }, (_, place) => write(place)),
    ...Array.from({ length: readers }, (_, place) => read(place)),
  ]
  return {
    outcomes,
    acknowledged,
    end: async (): Promise<void> => {
      isDone = true
      await Promise.all(running)
    },
  }
}

type Durations = {
  /** Duration of the load before the crash, and after the first answer of the promoted standby. */
  beforeMs: number
  afterMs: number
  /** Delay until the standby is promoted, by a person or by a program such as Patroni. */
  promoteAfterMs: number
}

/**
 * Two processes of the product write continuously to a primary with a synchronous standby. The primary is
 * killed and the standby promoted after `promoteAfterMs`. Returns the answers that the callers got and the
 * rows of the promoted database.
 */
export const runFailover = async ({ beforeMs, afterMs, promoteAfterMs }: Durations) => {
  const folder = await createFolder('failover')
  const pair = await startPair()
  const env = { DATA_DIR: folder.path, DATABASE_URL: pair.url, AUDIT_KEY: auditKey, SMS_PROVIDER: 'none' }
  const servers = [runServer(env), runServer(env)]
  let isCrashed = false
  try {
    const token = await tokenIn(pair)
    await Promise.all(servers.map(it => it.isListening()))
    const ports = servers.map(it => Number(/"port":(\d+),"msg":"listening"/.exec(it.output())![1]))
    const load = callSteadily(place => ports[place % ports.length]!, token)
    await delay(beforeMs)
    const crashedAt = performance.now()
    await pair.primary.crash()
    isCrashed = true
    await delay(promoteAfterMs)
    const promotedFrom = performance.now()
    await pair.standby.promote()
    const promotedAt = performance.now()
    await until(async () => load.outcomes.some(it => it.at > promotedAt && it.code === '200'), 60_000)
    await delay(afterMs)
    await load.end()
    const rows = await withClient(connectionBy(pair.standbyUrl), async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      return (await client.query<{ name: string }>('select post_name as name from positions')).rows
    })
    const storedNames = new Set(rows.map(({ name }) => name))
    // The old primary does not know of the new one and would accept writes.
    await pair.primary.startAgain()
    isCrashed = false
    const [chosen] = await withClient(connectionBy(pair.url), async client => {
      const { rows: names } = await client.query<{ name: string }>(
        `select current_setting('cluster_name') as name`,
      )
      return names
    })
    const verify = runServer(env, { entry: 'dist-server/cli.js', args: ['verify-audit'] })
    const isLogWhole = (await verify.ended).code === 0
    const failed = load.outcomes.filter(it => it.code !== '200')
    const ends = failed.map(it => it.at + it.ms)
    const codes = Object.entries(Object.groupBy(failed, it => it.code)).map(([code, of]) => [
      code,
      of!.length,
    ])
    return {
      calls: load.outcomes.length,
      acknowledged: load.acknowledged.length,
      acknowledgedAfterwards: load.outcomes.filter(it => it.at > promotedAt && it.code === '200').length,
      lost: load.acknowledged.filter(name => !storedNames.has(name)),
      codes: Object.fromEntries(codes) as Record<string, number>,
      slowestMs: Math.round(Math.max(...load.outcomes.map(it => it.ms))),
      promotionMs: Math.round(promotedAt - promotedFrom),
      /** From the crash to the last failed answer. */
      failingMs: Math.round(Math.max(crashedAt, ...ends) - crashedAt),
      isLogWhole,
      /** The server that a new connection reaches once the old primary is back. */
      chosen: chosen?.name,
      verified: verify.output() + verify.errors(),
    }
  } finally {
    await Promise.all(servers.map(it => it.stop()))
    await pair.standby.remove()
    if (!isCrashed) await pair.primary.stop()
    await folder.remove()
  }
}
