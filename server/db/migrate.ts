import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import type { Log } from '../process/log.ts'
import { retryBetweenCalls } from './amongCalls.ts'
import { refuseUnfinished } from './backup/unfinishedRestore.ts'
import { refuseUndistributed } from './distribution/distributed.ts'
import { grantJobQueue, installJobQueue } from './connection/jobQueue.ts'
import { markLeakproof } from './lists/leakproof.ts'
import { indexSearch } from './lists/search.ts'
import { applyExtensionMigrations } from './extensionMigrations.ts'
import {
  appliedVersions,
  applyMigrations,
  makeConcurrentIndexes,
  type Migration,
  readMigrations,
} from './migrations.ts'
import { waitForEarlierProcesses } from './releases.ts'
import { grantServerRole } from './rules/auditWall.ts'
import { scheduleDueWork } from './rules/dueWork.ts'
import { firmTables } from './rules/firmTables.ts'
import { recordFileUses } from './rules/fileUses.ts'
import { makeLogMonths } from './rules/logMonths.ts'
import { protectLogs, separateFirms } from './rules/rules.ts'

/** An arbitrary number; every process that migrates the same database must use the same one. */
const LOCK = 7_236_402

/** Milliseconds between two attempts to be the process that changes the database. */
const POLL_MS = 200

/** The version this program knows: the time of its last migration. */
export const ownVersion = (migrations: readonly Migration[] = readMigrations()): number =>
  migrations.at(-1)!.version

/** The version of the data; 0 for an empty database. */
export const databaseVersion = async (client: pg.ClientBase): Promise<number> =>
  (await appliedVersions(client)).at(-1) ?? 0

/** The number of this program's migrations that the database has not had yet. */
export const pendingMigrations = async (client: pg.ClientBase): Promise<number> => {
  const version = await databaseVersion(client)
  return readMigrations().filter(migration => migration.version > version).length
}

/**
 * Refuses data that this program cannot open or restore: of a later release, or of a build before the first release,
 * whose migrations are no longer known.
 */
export const refuseUnknownVersions = (
  versions: readonly number[],
  migrations: readonly Migration[] = readMigrations(),
): void => {
  const data = versions.at(-1)
  if (data === undefined) return
  if (versions[0]! < migrations[0]!.version)
    throw new Error(
      '数据由 1.0.0 发布前的版本写成，本版本不能升级：请改用空的 DATA_DIR 或空数据库重新开始；需要保留的资料，请用原来的版本导出，再在这里导入；this data was written by a build before the first release: begin with an empty database',
    )
  const own = ownVersion(migrations)
  if (data > own)
    throw new Error(
      `数据由更新的版本写成 (${data} > ${own})，此版本不会打开它；this data was written by a newer release`,
    )
}

/** Refuses a database of another release; for commands that only read and change nothing. */
export const refuseOtherRelease = async (client: pg.ClientBase): Promise<void> => {
  await refuseUnfinished(client)
  const versions = await appliedVersions(client)
  refuseUnknownVersions(versions)
  const version = versions.at(-1)
  if (version === undefined)
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

/** Creates only the tables, up to the version of the last of these migrations; `migrate` adds the rules. */
export const createTables = async (
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> => {
  refuseUnknownVersions(await appliedVersions(client), migrations)
  await client.query('set client_min_messages = warning')
  await applyMigrations(client, migrations)
}

const tryLock = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    LOCK,
  ])
  return rows[0]!.isFree
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
    let isLogged = false
    // A statement that waits for the lock would hold a snapshot, for whose end CREATE INDEX CONCURRENTLY waits.
    while (!(await tryLock(client))) {
      if (!isLogged) log?.warn('waiting for another process that is changing the database')
      isLogged = true
      await delay(POLL_MS)
    }
    return work(client)
  })

/** Creates tables and rules, with the client that `runExclusively` gives. */
export const createTablesAndRules = async (
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> => {
  await createTables(client, migrations)
  await applyExtensionMigrations(client)
  await refuseUndistributed(client, await firmTables(client))
  await separateFirms(client)
  await protectLogs(client)
  await makeLogMonths(client, new Date())
  await recordFileUses(client)
  await scheduleDueWork(client)
  await indexSearch(client)
}

type MigrationOptions = {
  /** With a superuser's connection to the same server, searches may use their index. */
  superuser?: pg.ClientConfig | undefined
  /** The role of the server, which is granted its rights on the tables where another role owns them. */
  server?: pg.ClientConfig | undefined
  log?: Log | undefined
  /** Migrations other than the files of this release, such as a fabricated next one in a test. */
  migrations?: readonly Migration[]
}

/** Migrates the database, with the client that `runExclusively` gives; a second run changes nothing. */
export const migrateExclusively = async (
  client: pg.Client,
  connection: pg.ClientConfig,
  { superuser, server, log, migrations = readMigrations() }: MigrationOptions = {},
): Promise<void> => {
  await refuseUnfinished(client)
  const versions = await appliedVersions(client)
  refuseUnknownVersions(versions, migrations)
  await waitForEarlierProcesses(client, versions.at(-1) ?? 0, migrations, log)
  await retryBetweenCalls(client, () => createTablesAndRules(client, migrations), log)
  await makeConcurrentIndexes(client, migrations)
  await installJobQueue(connection)
  if (server?.user && server.user !== connection.user) {
    await grantServerRole(client, server.user)
    await grantJobQueue(client, server.user)
  }
  if (superuser) await withClient({ ...superuser, database: connection.database }, markLeakproof)
}

export const migrate = (connection: pg.ClientConfig, options: MigrationOptions = {}): Promise<void> =>
  runExclusively(connection, client => migrateExclusively(client, connection, options), options.log)
