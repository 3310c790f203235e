import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { distribute } from '../../server/db/distribution/distribute.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/connection/open.ts'
import type { Database } from '../../server/db/connection/open.ts'
import {
  citusNodes,
  type CitusNodes,
  closeDistributed,
  copyDistributed,
  createDistributed,
  createLogin,
  dropDistributed,
  dropLogin,
} from './citusNodes.ts'
import { createFolder } from './folder.ts'
import { noteOpened } from './opened.ts'
import { until } from './process.ts'
import { ensureServerBuild } from './serverBuild.ts'
import { startPooler } from './pooler.ts'
import { startSystemPostgres } from './systemPostgres.ts'

/**
 * The embedded PostgreSQL (or the one at TEST_DATABASE_URL), the same with the tables of an extension, that of a distribution, the embedded one behind PgBouncer in
 * transaction mode, and Citus at TEST_CITUS_URL, also with the tables of an extension.
 */
type Kind = 'embedded' | 'extended' | 'system' | 'pooled' | 'distributed' | 'distributedExtended'

/** Passed from the global set-up to the workers. */
type Shared = {
  superuser: pg.ClientConfig
  connection: pg.ClientConfig
  /** The address of a pooler in transaction mode, if the tests run through one. */
  pooler?: Pick<pg.ClientConfig, 'host' | 'port'>
  template: string
  /** The nodes of Citus, on each of which a database is. */
  nodes?: CitusNodes
}

/** The environment variable with the `Shared` of a kind; KIND is set by the project in vite.config.ts. */
const sharedName = (kind: string): string => `TENANT_ADMIN_TEST_DATABASE_${kind}`
const KIND = 'TEST_DATABASE_KIND'

const shared = (): Shared => {
  const text = process.env[sharedName(process.env[KIND] ?? 'embedded')]
  if (!text) throw new Error('tests/support/database.ts is not the globalSetup of this project')
  return JSON.parse(text) as Shared
}

const unique = (word: string): string => `ta_${word}_${randomBytes(6).toString('hex')}`

const ask = (superuser: pg.ClientConfig, statement: string): Promise<unknown> =>
  withClient(superuser, client => client.query(statement))

type Server = {
  superuser: pg.ClientConfig
  connection: pg.ClientConfig
  nodes?: CitusNodes
  stop: () => Promise<void>
}

const startOwn = async (): Promise<Server> => {
  const folder = await createFolder('test')
  const { superuser, connection, stop } = await startEmbedded({ dataDir: folder.path, fsync: false })
  const stopAndRemove = async (): Promise<void> => {
    await stop()
    await folder.remove()
  }
  return { superuser, connection, stop: stopAndRemove }
}

export const parseUrl = (url: string): pg.ClientConfig => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  return {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
    database: pathname.slice(1) || 'postgres',
  }
}

/** Creates a role for this run, so that runs side by side on one server do not conflict. */
const useGiven = async (url: string): Promise<Server> => {
  const superuser = parseUrl(url)
  const user = unique('role')
  const password = randomBytes(12).toString('hex')
  await ask(superuser, `create role ${user} login password '${password}'`)
  const stop = async (): Promise<void> => void (await ask(superuser, `drop role ${user}`))
  return { superuser, connection: { ...superuser, user, password }, stop }
}

const useCitus = async (url: string | undefined): Promise<Server> => {
  const nodes = await citusNodes(parseUrl(url ?? ''))
  const { superuser } = nodes
  const user = unique('role')
  const password = randomBytes(12).toString('hex')
  await createLogin(nodes, user, password)
  return {
    superuser,
    connection: { ...superuser, user, password },
    nodes,
    stop: () => dropLogin(nodes, user),
  }
}

const createDistributedTemplate = async (nodes: CitusNodes, connection: pg.ClientConfig): Promise<string> => {
  const template = unique('template')
  const superuser = { ...nodes.superuser, database: template }
  await createDistributed(nodes, template, connection.user!)
  await migrate({ ...connection, database: template }, { superuser })
  await distribute(superuser, connection.user)
  await closeDistributed(nodes, template)
  return template
}

const createTemplate = async ({ superuser, connection, nodes }: Server): Promise<string> => {
  if (nodes) return createDistributedTemplate(nodes, connection)
  const template = unique('template')
  await ask(
    superuser,
    `create database ${template} owner ${connection.user} template template0 encoding 'UTF8'`,
  )
  await migrate({ ...connection, database: template }, { superuser })
  return template
}

const startSystem = async (): Promise<Server> => {
  const server = await startSystemPostgres()
  if (typeof server === 'string')
    throw new Error(`没有第二个 PostgreSQL 可用 (there is no second PostgreSQL): ${server}`)
  const given = await useGiven(server.url)
  const stop = async (): Promise<void> => {
    await given.stop()
    await server.stop()
  }
  return { ...given, stop }
}

const startServerOf = (kind: Kind): Promise<Server> => {
  if (kind === 'system') return startSystem()
  if (kind === 'distributed' || kind === 'distributedExtended') return useCitus(process.env['TEST_CITUS_URL'])
  const givenUrl = process.env['TEST_DATABASE_URL']
  return givenUrl ? useGiven(givenUrl) : startOwn()
}

/** On every node of Citus, where it is there. */
const dropDatabase = (name: string, { superuser, nodes }: Pick<Shared, 'superuser' | 'nodes'>) =>
  nodes ? dropDistributed(nodes, name) : ask(superuser, `drop database ${name} with (force)`)

const startKind = async (kind: Kind): Promise<() => Promise<void>> => {
  const server = await startServerOf(kind)
  const { superuser, connection, nodes } = server
  try {
    const template = await createTemplate(server)
    const pooler = kind === 'pooled' ? await startPooler(connection, 'transaction') : undefined
    const { host, port } = pooler?.connection ?? {}
    const values: Shared = {
      superuser,
      connection,
      template,
      ...(pooler && { pooler: { host, port } }),
      ...(nodes && { nodes }),
    }
    process.env[sharedName(kind)] = JSON.stringify(values)
    return async () => {
      await pooler?.stop()
      await dropDatabase(template, { superuser, nodes })
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

type Run = { users: number; stop: Promise<() => Promise<void>> }

/** Each project loads its own copy of this module in the same process. */
const projectsGlobal = globalThis as typeof globalThis & { testDatabases?: Map<Kind, Run> }

/** One server and one migrated template of this kind for the whole run, shared by the projects that ask for it. */
export const setupOf = (kind: Kind) => async (): Promise<() => Promise<void>> => {
  ensureServerBuild()
  const runs = (projectsGlobal.testDatabases ??= new Map())
  const run = runs.get(kind) ?? { users: 0, stop: startKind(kind) }
  runs.set(kind, run)
  run.users += 1
  await run.stop
  return async () => {
    run.users -= 1
    if (run.users > 0) return
    runs.delete(kind)
    const stop = await run.stop
    await stop()
  }
}

export const setup = setupOf('embedded')

export type FreshDatabase = Database & {
  /** For a server in a process of its own. */
  url: string
  connection: pg.ClientConfig
}

export const urlOf = ({ user, password, database, host, port }: pg.ClientConfig): string => {
  const query = new URLSearchParams({ host: host ?? '', port: String(port) })
  return `postgresql://${user}:${String(password)}@localhost/${database}?${query}`
}

/** Milliseconds for connections to end that their owner has closed; PgBouncer keeps its own open. */
const CLOSING_MS = 1_000

/**
 * Waits for connections that are being closed: a pool counts one as closed before PostgreSQL has ended it, and what PostgreSQL
 * says to a connection that it ends itself is an error which nobody handles any more.
 */
const connectionsEnd = (superuser: pg.ClientConfig, database: string): Promise<unknown> =>
  withClient(superuser, client =>
    until(async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [database],
      )
      return rowCount === 0
    }, CLOSING_MS),
  ).catch(() => undefined)

const createOwn = async (template: string) => {
  const { superuser, connection, nodes } = shared()
  const name = unique('db')
  // Copying files instead of writing the copy to the WAL takes a third of the time; the tests need no
  // recovery.
  if (nodes) await copyDistributed(nodes, template, name, connection.user!)
  else
    await ask(
      superuser,
      `create database ${name} template ${template} owner ${connection.user} strategy file_copy`,
    )
  const own = { ...connection, database: name }
  const noteClosed = noteOpened(`database ${name}`)
  const drop = async (): Promise<void> => {
    await connectionsEnd(superuser, name)
    await dropDatabase(name, { superuser, nodes })
    noteClosed()
  }
  return { connection: own, url: urlOf(own), drop }
}

/** The login that may create databases. */
export const testSuperuser = (): pg.ClientConfig => shared().superuser

/** A database without tables, for tests that create their own. */
export const emptyDatabase = () => createOwn('template0')

/** A copy of a database to which nothing is connected. */
export const copyOfDatabase = (name: string) => createOwn(name)

/** Longer than the seconds of the product, since other tests may occupy the process for that long. */
const patience = {
  Client: pg.Client,
  connectionTimeoutMillis: 240_000,
  statement_timeout: 240_000,
  query_timeout: 240_000,
  idle_in_transaction_session_timeout: 240_000,
}

/** A migrated database without rows; `close` drops it. */
export const freshDatabase = async (): Promise<FreshDatabase> => {
  const { connection, url, drop } = await createOwn(shared().template)
  const { pooler } = shared()
  const pooled = { ...connection, ...patience, ...pooler }
  const database = await openDatabase({ connection: pooled, max: 8, isPreparing: !pooler })
  const close = async (): Promise<void> => {
    await database.close()
    await drop()
  }
  return { ...database, connection, url, close }
}
