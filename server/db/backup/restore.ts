import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar'
import { hashFile, putFiles } from './backupFiles.ts'
import {
  removeAbandonedFolders,
  inTemporaryFolderBeside,
  manifestSchema,
  createRowMeter,
  tableColumns,
} from './backupFormat.ts'
import type { FileCopy, Manifest, TableCopy } from './backupFormat.ts'
import { indexLogMonths } from './indexLogMonths.ts'
import { withoutForeignKeys } from '../rules/foreignKeys.ts'
import { makeEmptyMonths } from '../rules/logMonths.ts'
import { withoutIndexes } from '../rules/secondaryIndexes.ts'
import { createTables, createTablesAndRules, refuseUnknownVersions, runExclusively } from '../migrate.ts'
import { makeConcurrentIndexes, type Migration, readMigrations } from '../migrations.ts'
import { applyExtensionMigrations } from '../extensionMigrations.ts'
import { keptTables } from '../rules/ownTables.ts'
import { markRestore, unfinishedRestore, unmarkRestore } from './unfinishedRestore.ts'

/**
 * A restore invalidates all sessions, API tokens and codes: a copy must not sign anybody in or make a code usable twice. What
 * agents have proposed goes with their tokens.
 */
const NOT_RESTORED = new Set(['sessions', 'api_tokens', 'proposals', 'one_time_codes'])

const quoteName = pg.escapeIdentifier

const throwDamaged = (reason: string): never => {
  throw new Error(`备份文件不完整或已损坏 (${reason}); the backup is incomplete or damaged`)
}

const verifyTable = async (folder: string, { name, rows, sha256 }: TableCopy): Promise<void> => {
  const rowMeter = createRowMeter()
  try {
    await pipeline(
      createReadStream(join(folder, `${name}.copy.gz`)),
      createGunzip(),
      rowMeter.pass,
      async source => {
        for await (const chunk of source) void chunk
      },
    )
  } catch {
    throwDamaged(name)
  }
  const found = rowMeter.result()
  if (found.rows !== rows || found.sha256 !== sha256) throwDamaged(name)
}

const verifyFile = async (folder: string, { path, sha256 }: FileCopy): Promise<void> => {
  const found = await hashFile(join(folder, 'files', path)).catch(() => undefined)
  if (found !== sha256) throwDamaged(path)
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() =>
    throwDamaged('manifest.json'),
  )
  return manifestSchema.parse(JSON.parse(text))
}

/** The version of the tables in a backup, of which nothing else is read or verified. */
export const versionOfBackup = (file: string): Promise<number> =>
  inTemporaryFolderBeside(file, async folder => {
    await stat(file)
    const filter = (path: string) => path === 'manifest.json'
    await extract({ file, cwd: folder, strict: true, filter }).catch((error: Error) =>
      throwDamaged(error.message),
    )
    return (await readManifest(folder)).version
  })

const unpack = async (file: string, folder: string): Promise<Manifest> => {
  await stat(file)
  await extract({ file, cwd: folder, strict: true }).catch((error: Error) => throwDamaged(error.message))
  const manifest = await readManifest(folder)
  refuseUnknownVersions([manifest.version])
  for (const table of manifest.tables) await verifyTable(folder, table)
  for (const uploaded of manifest.files) await verifyFile(folder, uploaded)
  return manifest
}

const importTable = async (client: pg.Client, folder: string, { name, columns, rows }: TableCopy) => {
  const target = client.query(
    copyFrom(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`),
  )
  await pipeline(createReadStream(join(folder, `${name}.copy.gz`)), createGunzip(), target)
  if (target.rowCount !== rows) throw new Error(`${name}: ${target.rowCount} of ${rows} rows were restored`)
}

const findProductTables = async (client: pg.Client): Promise<string[]> => {
  const productTables = new Set(await keptTables(client))
  return (await tableColumns(client)).map(({ name }) => name).filter(name => productTables.has(name))
}

/** Refuses rows of an extension that this program was started without, before anything is copied. */
const refuseUnknownTables = async (client: pg.Client, { tables }: Manifest): Promise<void> => {
  const present = new Set(await findProductTables(client))
  const missing = tables.map(({ name }) => name).filter(name => name.startsWith('x_') && !present.has(name))
  if (missing.length > 0)
    throw new Error(
      `备份里有扩展的数据表 ${missing.join('、')}：请在 EXTENSIONS 中写上该扩展再恢复；this backup has tables of an extension: name it in EXTENSIONS and restore again`,
    )
}

const load = async (client: pg.Client, folder: string, manifest: Manifest): Promise<void> => {
  await client.query('begin')
  // Without its partition a row would be moved into it afterwards.
  await makeEmptyMonths(
    client,
    manifest.logMonths.map(month => new Date(month)),
  )
  const tables = manifest.tables.filter(({ name }) => !NOT_RESTORED.has(name))
  const names = tables.map(({ name }) => name)
  await withoutForeignKeys(client, () =>
    withoutIndexes(client, names, async () => {
      for (const table of tables) await importTable(client, folder, table)
    }),
  )
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoteName(name), value])
  }
  await client.query('commit')
  await client.query('analyze')
}

/** Drops only tables of this product; extensions and other tables stay. */
const removeTables = async (client: pg.Client): Promise<void> => {
  for (const name of await findProductTables(client))
    await client.query(`drop table ${quoteName(name)} cascade`)
  await client.query('drop schema if exists drizzle cascade')
}

const refuseNonEmpty = async (client: pg.Client): Promise<void> => {
  if ((await findProductTables(client)).length === 0) return
  throw new Error('只能恢复到空数据库；restore needs an empty database: a new DATA_DIR or a new database')
}

/** Marks the database as unfinished; the mark stays from before the first table until after the last file. */
const startRestore = async (client: pg.Client, file: string): Promise<void> => {
  const unfinishedFile = await unfinishedRestore(client)
  if (unfinishedFile === undefined) await refuseNonEmpty(client)
  else await removeAbandonedFolders(dirname(unfinishedFile))
  await markRestore(client, file)
  await removeTables(client)
}

const undoRestore = async (client: pg.Client, added: readonly string[]): Promise<void> => {
  await client.query('rollback')
  await removeTables(client)
  for (const path of added) await rm(path, { force: true })
  await unmarkRestore(client)
}

type Unpacked = { folder: string; manifest: Manifest }

/** Runs `work` with a backup that was unpacked and verified completely. */
export const withBackup = <T>(file: string, work: (backup: Unpacked) => Promise<T>): Promise<T> =>
  inTemporaryFolderBeside(file, async folder => work({ folder, manifest: await unpack(file, folder) }))

/** Brings the tables of a restored backup to the version of the last of these migrations. */
const upgradeRestored = async (client: pg.Client, migrations: readonly Migration[]): Promise<void> => {
  await createTablesAndRules(client, migrations)
  await makeConcurrentIndexes(client, migrations)
}

/**
 * Restores into an empty database or one with an unfinished restore. Creates the tables in the backup's
 * version, fills them, and then migrates them, by default as each start does.
 */
export const restoreInto = (
  connection: pg.ClientConfig,
  uploads: string,
  file: string,
  { folder, manifest }: Unpacked,
  migrations: readonly Migration[] = readMigrations(),
  upgrade: typeof upgradeRestored = upgradeRestored,
): Promise<Manifest> =>
  runExclusively(connection, async client => {
    await startRestore(client, file)
    const added: string[] = []
    try {
      await createTables(
        client,
        migrations.filter(({ version }) => version <= manifest.version),
      )
      await applyExtensionMigrations(client)
      await refuseUnknownTables(client, manifest)
      await load(client, folder, manifest)
      await indexLogMonths(client, connection)
      await putFiles(join(folder, 'files'), uploads, manifest.files, added)
      await upgrade(client, migrations)
    } catch (error) {
      await undoRestore(client, added).catch(() => undefined)
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
