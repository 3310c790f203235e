import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../process/log.ts'
import { retryBetweenCalls } from './amongCalls.ts'
import { recordFileUses } from './rules/fileUses.ts'
import { makeLogMonths } from './rules/logMonths.ts'
import { protectLogs, separateFirms } from './rules/rules.ts'
import { grantServerRole } from './rules/auditWall.ts'
import { grantJobQueue, installJobQueue } from './connection/jobQueue.ts'
import { markLeakproof } from './lists/leakproof.ts'
import { indexSearch } from './lists/search.ts'
import { waitForEarlierProcesses } from './releases.ts'
import { refuseUnfinished } from './backup/unfinishedRestore.ts'

// This file keeps promise Q56 of server/promises.md.

const FOLDER = join(import.meta.dirname, 'migrations')

/** An arbitrary number; every process that migrates the same database must use the same one. */
const LOCK = 7_236_402

/** The version this program knows: the time of its last migration. */
export const ownVersion = (): number =>
  Math.max(0, ...readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis }) => folderMillis))

/** The version of the data; 0 for an empty database. */
export const databaseVersion = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return 0
  const last = await client.query<{ version: string | null }>(
    'select max(created_at) as version from drizzle.__drizzle_migrations',
  )
  return Number(last.rows[0]?.version ?? 0)
}

/** The number of this program's migrations that the database has not had yet. */
export const pendingMigrations = async (client: pg.ClientBase): Promise<number> => {
  const version = await databaseVersion(client)
  return readMigrationFiles({ migrationsFolder: FOLDER }).filter(it => it.folderMillis > version).length
}

const refuseNewerData = async (client: pg.ClientBase): Promise<void> => {
  const [data, own] = [await databaseVersion(client), ownVersion()]
  if (data <= own) return
  throw new Error(
    `数据库由更新的版本写成 (${data} > ${own})，此版本不会打开它；this database was written by a newer release`,
  )
}

/** Refuses a database of another release; for commands that only read and change nothing. */
export const refuseOtherRelease = async (client: pg.ClientBase): Promise<void> => {
  await refuseUnfinished(client)
  await refuseNewerData(client)
  const version = await databaseVersion(client)
  if (version === 0)
    throw new Error('这里还没有数据库：请核对 DATA_DIR 或 DATABASE_URL; there is no database here')
  if (version < ownVersion())
    throw new Error(
      '数据库由较早的版本写成：请先备份，再运行 npm run cli -- migrate; this database was written by an earlier release: migrate it first',
    )
}

/**
 * Runs `work` with a client without the server's time limits, which a large migration or copy would exceed.
 */
export const withClient = async <T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    connectionTimeoutMillis: 10_000,
    application_name: 'tenant-admin',
    ...connection,
  })
  // The query in flight reports a lost connection; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const journalShape = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/**
 * Copies the migrations up to a version into a temporary folder, because Drizzle can only apply a whole
 * folder.
 */
const withMigrationsUpTo = async (
  version: number,
  work: (folder: string) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'ta-migrations-'))
  try {
    await cp(FOLDER, folder, { recursive: true })
    const path = join(folder, 'meta/_journal.json')
    const journal = journalShape.parse(JSON.parse(await readFile(path, 'utf8')))
    const entries = journal.entries.filter(({ when }) => when <= version)
    await writeFile(path, JSON.stringify({ ...journal, entries }))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates only the tables, of the given version or the newest; `migrate` adds the rules. */
export const createTables = async (client: pg.Client, version = ownVersion()): Promise<void> => {
  await refuseNewerData(client)
  await client.query('set client_min_messages = warning')
  await client.query('create extension if not exists pg_trgm; create extension if not exists unaccent')
  const apply = (migrationsFolder: string) => applyMigrations(drizzle(client), { migrationsFolder })
  if (version === ownVersion()) await apply(FOLDER)
  else await withMigrationsUpTo(version, apply)
}

/**
 * Runs `work` while no other process creates, migrates or fills the database; the others wait. The lock
 * belongs to the session, so it ends with its process.
 */
export const runExclusively = <T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  log?: Log,
): Promise<T> =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])
    if (!rows[0]?.free) {
      log?.warn('waiting for another process that is changing the database')
      await client.query('select pg_advisory_lock($1)', [LOCK])
    }
    return work(client)
  })

/** Creates tables and rules, with the client that `runExclusively` gives. */
export const createTablesAndRules = async (client: pg.Client): Promise<void> => {
  await createTables(client)
  await separateFirms(client)
  await protectLogs(client)
  await makeLogMonths(client, new Date())
  await recordFileUses(client)
  await indexSearch(client)
}

/**
 * Applies all missing migrations in one transaction: an interruption leaves nothing behind, a second run
 * changes nothing. With a superuser's connection to the same server, searches may use their index; a separate
 * role of the server is granted its rights on the tables.
 */
export const migrateExclusively = async (
  client: pg.Client,
  connection: pg.ClientConfig,
  superuser?: pg.ClientConfig,
  server?: pg.ClientConfig,
  log?: Log,
): Promise<void> => {
  await refuseUnfinished(client)
  await refuseNewerData(client)
  await waitForEarlierProcesses(client, await databaseVersion(client), log)
  await retryBetweenCalls(client, () => createTablesAndRules(client), log)
  await installJobQueue(connection)
  if (server?.user && server.user !== connection.user) {
    await grantServerRole(client, server.user)
    await grantJobQueue(client, server.user)
  }
  if (superuser) await withClient({ ...superuser, database: connection.database }, markLeakproof)
}

export const migrate = (
  connection: pg.ClientConfig,
  superuser?: pg.ClientConfig,
  server?: pg.ClientConfig,
  log?: Log,
): Promise<void> =>
  runExclusively(connection, client => migrateExclusively(client, connection, superuser, server, log), log)
