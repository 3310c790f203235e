import { createWriteStream } from 'node:fs'
import { chmod, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { create, replace } from 'tar'
import { listFiles } from './backupFiles.ts'
import { inTemporaryFolderBeside, createRowMeter, tableColumns } from './backupFormat.ts'
import type { Manifest, TableCopy } from './backupFormat.ts'
import { databaseVersion, withClient } from '../migrate.ts'
import { readAsOneConnection } from '../distribution/distributed.ts'
import { monthsIn } from '../rules/logMonths.ts'
import { keptTables } from '../rules/ownTables.ts'
import { readEveryFirm } from '../rules/rules.ts'
import { refuseMissingRows } from './expectedRows.ts'
import { refuseUnfinished } from './unfinishedRestore.ts'

const quoteName = pg.escapeIdentifier

/** Salts, without which nobody can tell who a visitor was; a copy would keep them beyond their day. */
const notCopied: ReadonlySet<string> = new Set(['visit_marks', 'visit_salts'])

/** A partitioned table is copied by a query, which returns the rows of all partitions. */
const exportTable = async (
  client: pg.Client,
  folder: string,
  { name, columns }: { name: string; columns: string[] },
  signal?: AbortSignal,
) => {
  const rows = `select ${columns.map(quoteName).join(', ')} from ${quoteName(name)}`
  const source = client.query(copyTo(`copy (${rows}) to stdout`))
  const rowMeter = createRowMeter()
  await pipeline(
    source,
    rowMeter.pass,
    createGzip({ level: 4 }),
    createWriteStream(join(folder, `${name}.copy.gz`)),
    { signal },
  )
  return { name, columns, ...rowMeter.result() }
}

const sequenceValues = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Copies all tables from one snapshot while the server keeps running. */
const copyAll = async (
  client: pg.Client,
  folder: string,
  signal?: AbortSignal,
): Promise<Omit<Manifest, 'files'>> => {
  await client.query('begin isolation level repeatable read read only')
  await readAsOneConnection(client)
  await readEveryFirm(client)
  await refuseUnfinished(client)
  const version = await databaseVersion(client)
  if (version === 0)
    throw new Error(
      '这里还没有数据库，没有可备份的内容：请核对 DATA_DIR 或 DATABASE_URL; there is nothing to back up here',
    )
  const tables: TableCopy[] = []
  const productTables = new Set((await keptTables(client)).filter(name => !notCopied.has(name)))
  for (const table of await tableColumns(client))
    if (productTables.has(table.name)) tables.push(await exportTable(client, folder, table, signal))
  const sequences = await sequenceValues(client)
  const logMonths = (await monthsIn(client, 'logs')).map(month => month.toISOString())
  await refuseMissingRows(client, tables)
  await client.query('commit')
  const createdAt = new Date().toISOString()
  return { product: 'tenant-admin', format: 1, version, createdAt, tables, sequences, logMonths }
}

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/** Writes one file, which appears under its name only when it is complete. */
export const backup = (
  connection: pg.ClientConfig,
  uploads: string,
  file: string,
  signal?: AbortSignal,
): Promise<Manifest> =>
  inTemporaryFolderBeside(file, async folder => {
    const rows = await withClient(connection, client => copyAll(client, folder, signal))
    signal?.throwIfAborted()
    const manifest = { ...rows, files: await listFiles(uploads) }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
    const names = ['manifest.json', ...manifest.tables.map(({ name }) => `${name}.copy.gz`)]
    const archive = join(folder, 'backup.tar')
    await create({ file: archive, cwd: folder, portable: true }, names)
    const paths = manifest.files.map(({ path }) => path)
    if (paths.length > 0)
      await replace({ file: archive, cwd: uploads, portable: true, prefix: 'files' }, paths)
    await syncFile(archive)
    // The rename keeps the mode; everyone who can read a backup can read all data.
    await chmod(archive, 0o600)
    await rename(archive, file)
    return manifest
  })
