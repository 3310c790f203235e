import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar'
import { hashFile, putFiles } from './backupFiles.ts'
import { clearLeftFolders, inFolderBeside, manifestSchema, meter, tableColumns } from './backupFormat.ts'
import type { FileCopy, Manifest, TableCopy } from './backupFormat.ts'
import { withoutForeignKeys } from '../rules/foreignKeys.ts'
import { runExclusively, createTablesAndRules, createTables, ownVersion } from '../migrate.ts'
import { tablesOfEveryRelease } from '../rules/ownTables.ts'
import { markRestore, unfinishedRestore, unmarkRestore } from './unfinishedRestore.ts'

// This file keeps promise Q55 of server/promises.md.

/** What ends with a restore: nobody is signed in by a copy, and no code works twice. */
const NOT_RESTORED = new Set(['sessions', 'one_time_codes'])

const quote = pg.escapeIdentifier

const wrongFile = (reason: string): never => {
  throw new Error(`备份文件不完整或已损坏 (${reason}); the backup is incomplete or damaged`)
}

const verifyTable = async (folder: string, { name, rows, sha256 }: TableCopy): Promise<void> => {
  const metered = meter()
  try {
    await pipeline(
      createReadStream(join(folder, `${name}.copy.gz`)),
      createGunzip(),
      metered.pass,
      async source => {
        for await (const chunk of source) void chunk
      },
    )
  } catch {
    wrongFile(name)
  }
  const found = metered.result()
  if (found.rows !== rows || found.sha256 !== sha256) wrongFile(name)
}

const verifyFile = async (folder: string, { path, sha256 }: FileCopy): Promise<void> => {
  const found = await hashFile(join(folder, 'files', path)).catch(() => undefined)
  if (found !== sha256) wrongFile(path)
}

const unpack = async (file: string, folder: string): Promise<Manifest> => {
  await stat(file)
  await extract({ file, cwd: folder, strict: true }).catch((error: Error) => wrongFile(error.message))
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => wrongFile('manifest.json'))
  const manifest = manifestSchema.parse(JSON.parse(text))
  if (manifest.version > ownVersion()) {
    throw new Error('备份由更新的版本写成；this backup was written by a newer release')
  }
  for (const table of manifest.tables) await verifyTable(folder, table)
  for (const uploaded of manifest.files) await verifyFile(folder, uploaded)
  return manifest
}

const copyIn = async (client: pg.Client, folder: string, { name, columns, rows }: TableCopy) => {
  const target = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`))
  await pipeline(createReadStream(join(folder, `${name}.copy.gz`)), createGunzip(), target)
  if (target.rowCount !== rows) throw new Error(`${name}: ${target.rowCount} of ${rows} rows were restored`)
}

const load = async (client: pg.Client, folder: string, manifest: Manifest): Promise<void> => {
  await client.query('begin')
  await withoutForeignKeys(client, async () => {
    for (const table of manifest.tables) {
      if (!NOT_RESTORED.has(table.name)) await copyIn(client, folder, table)
    }
  })
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await client.query('select setval($1::regclass, $2)', [quote(name), value])
  }
  await client.query('commit')
  await client.query('analyze')
}

const findOwn = async (client: pg.Client): Promise<string[]> => {
  const own = new Set(tablesOfEveryRelease())
  return (await tableColumns(client)).map(({ name }) => name).filter(name => own.has(name))
}

/** Only what this product makes: an extension or a table of somebody else stays. */
const removeTables = async (client: pg.Client): Promise<void> => {
  for (const name of await findOwn(client)) await client.query(`drop table ${quote(name)} cascade`)
  await client.query('drop schema if exists drizzle cascade')
}

const refuseFull = async (client: pg.Client): Promise<void> => {
  if ((await findOwn(client)).length === 0) return
  throw new Error('只能恢复到空数据库；restore needs an empty database: a new DATA_DIR or a new database')
}

/** The database says that it is unfinished from before its first table until after its last file. */
const begin = async (client: pg.Client, file: string): Promise<void> => {
  const before = await unfinishedRestore(client)
  if (before === undefined) await refuseFull(client)
  else await clearLeftFolders(dirname(before))
  await markRestore(client, file)
  await removeTables(client)
}

const undo = async (client: pg.Client, added: readonly string[]): Promise<void> => {
  await client.query('rollback')
  await removeTables(client)
  for (const path of added) await rm(path, { force: true })
  await unmarkRestore(client)
}

type Unpacked = { folder: string; manifest: Manifest }

/** A backup that was read to its end and is whole. */
export const withBackup = <T>(file: string, work: (backup: Unpacked) => Promise<T>): Promise<T> =>
  inFolderBeside(file, async folder => work({ folder, manifest: await unpack(file, folder) }))

/**
 * Into an empty database only, or one whose restore broke off. The tables are made as the backup knew them, filled, and then
 * migrated.
 */
export const restoreInto = (
  connection: pg.ClientConfig,
  uploads: string,
  file: string,
  { folder, manifest }: Unpacked,
): Promise<Manifest> =>
  runExclusively(connection, async client => {
    await begin(client, file)
    const added: string[] = []
    try {
      await createTables(client, manifest.version)
      await load(client, folder, manifest)
      await putFiles(join(folder, 'files'), uploads, manifest.files, added)
      await createTablesAndRules(client)
    } catch (error) {
      await undo(client, added).catch(() => undefined)
      throw error
    }
    await unmarkRestore(client)
    return manifest
  })

export const restoreBackup = (
  connection: pg.ClientConfig,
  uploads: string,
  file: string,
): Promise<Manifest> => withBackup(file, backup => restoreInto(connection, uploads, file, backup))
