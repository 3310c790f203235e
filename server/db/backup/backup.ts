import { createWriteStream } from 'node:fs'
import { chmod, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { create, replace } from 'tar'
import { listFiles } from './backupFiles.ts'
import { inFolderBeside, meter, tableColumns } from './backupFormat.ts'
import type { Manifest, TableCopy } from './backupFormat.ts'
import { databaseVersion, withClient } from '../migrate.ts'
import { tablesOfEveryRelease } from '../rules/ownTables.ts'
import { readEveryFirm } from '../rules/rules.ts'
import { refuseUnfinished } from './unfinishedRestore.ts'

const quote = pg.escapeIdentifier

/** A partitioned table is copied by a query, whose rows are those of its partitions. */
const copyOut = async (client: pg.Client, folder: string, name: string, columns: string[]) => {
  const rows = `select ${columns.map(quote).join(', ')} from ${quote(name)}`
  const source = client.query(copyTo(`copy (${rows}) to stdout`))
  const metered = meter()
  await pipeline(
    source,
    metered.pass,
    createGzip({ level: 4 }),
    createWriteStream(join(folder, `${name}.copy.gz`)),
  )
  return { name, columns, ...metered.result() }
}

const sequenceValues = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** All tables as they are at one time, while the server goes on. */
const copyAll = async (client: pg.Client, folder: string): Promise<Omit<Manifest, 'files'>> => {
  await client.query('begin isolation level repeatable read read only')
  await readEveryFirm(client)
  await refuseUnfinished(client)
  const version = await databaseVersion(client)
  if (version === 0)
    throw new Error(
      '这里还没有数据库，没有可备份的内容：请核对 DATA_DIR 或 DATABASE_URL; there is nothing to back up here',
    )
  const tables: TableCopy[] = []
  const own = new Set(tablesOfEveryRelease())
  for (const { name, columns } of await tableColumns(client)) {
    if (own.has(name)) tables.push(await copyOut(client, folder, name, columns))
  }
  const sequences = await sequenceValues(client)
  await client.query('commit')
  const createdAt = new Date().toISOString()
  return { product: 'tenant-admin', format: 1, version, createdAt, tables, sequences }
}

const toDisk = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/** Writes one file, which appears under its name only when it is whole. */
export const backup = (connection: pg.ClientConfig, uploads: string, file: string): Promise<Manifest> =>
  inFolderBeside(file, async folder => {
    const rows = await withClient(connection, client => copyAll(client, folder))
    const manifest = { ...rows, files: await listFiles(uploads) }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
    const names = ['manifest.json', ...manifest.tables.map(({ name }) => `${name}.copy.gz`)]
    const whole = join(folder, 'backup.tar')
    await create({ file: whole, cwd: folder, portable: true }, names)
    const paths = manifest.files.map(({ path }) => path)
    if (paths.length > 0) await replace({ file: whole, cwd: uploads, portable: true, prefix: 'files' }, paths)
    await toDisk(whole)
    // The rename keeps the mode: whoever may read a backup may read everything.
    await chmod(whole, 0o600)
    await rename(whole, file)
    return manifest
  })
