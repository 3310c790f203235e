import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { protectLogs, separateFirms } from './rules.ts'
import { markLeakproof } from './leakproof.ts'
import { indexSearch } from './search.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Any number; the same in every process that migrates one database. */
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

const refuseNewerData = async (client: pg.ClientBase): Promise<void> => {
  const [data, own] = [await databaseVersion(client), ownVersion()]
  if (data <= own) return
  throw new Error(
    `数据库由更新的版本写成 (${data} > ${own})，此版本不会打开它; this database was written by a newer release`,
  )
}

/** A client without the server's time limits, which a large migration or copy would exceed. */
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

/** The migrations up to a version, as a folder of their own: Drizzle knows only "all". */
const upTo = async (version: number, work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'ta-migrations-'))
  try {
    await cp(FOLDER, folder, { recursive: true })
    const path = join(folder, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { when: number }[] }
    const entries = journal.entries.filter(({ when }) => when <= version)
    await writeFile(path, JSON.stringify({ ...journal, entries }))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tables only, of the given version or the newest; `migrate` puts the rules over them. */
export const createTables = async (client: pg.Client, version = ownVersion()): Promise<void> => {
  await refuseNewerData(client)
  await client.query('set client_min_messages = warning')
  await client.query('create extension if not exists pg_trgm; create extension if not exists unaccent')
  const apply = (migrationsFolder: string) => applyMigrations(drizzle(client), { migrationsFolder })
  if (version === ownVersion()) await apply(FOLDER)
  else await upTo(version, apply)
}

/**
 * All that are missing, in one transaction: interrupted it leaves nothing, a second run changes nothing. A superuser's
 * login to the same server, where there is one, lets searches use their index.
 */
export const migrate = async (connection: pg.ClientConfig, superuser?: pg.ClientConfig): Promise<void> => {
  await withClient(connection, async client => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await createTables(client)
    await separateFirms(client)
    await protectLogs(client)
    await indexSearch(client)
  })
  if (superuser) await withClient({ ...superuser, database: connection.database }, markLeakproof)
}
