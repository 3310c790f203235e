import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import type { Services } from '../../../context/services.ts'
import type { Database } from '../../../db/connection/open.ts'
import { refuseMissingRowsOfFirm } from '../../../db/backup/expectedRows.ts'
import { tableColumns } from '../../../db/backup/backupFormat.ts'
import { readAsOneConnection } from '../../../db/distribution/distributed.ts'
import { ownVersion, withClient } from '../../../db/migrate.ts'
import { firmTables, referenceTables } from '../../../db/rules/firmTables.ts'
import { bindToFirm } from '../../../db/rules/rules.ts'
import * as tables from '../../../db/tables.ts'
import { appendLogEntries } from '../../audit/audit.ts'
import { systemSecrets } from '../../settings/systemSecrets.ts'
import { verificationKeysKey } from '../../verification/keys.ts'
import { operatorOrigin } from '../operator.ts'
import { exportChain, type ExportedChain } from './exportChain.ts'

// Exports everything that the installation holds of one firm in formats readable without the product: a CSV
// file for each table, the uploaded files, the log with its chain, and a program that verifies all of it.

/**
 * Tables with state of this installation only: a copy must not sign anybody in, make a code usable twice or say how far a
 * log was forwarded.
 */
const tablesNotExported: ReadonlySet<string> = new Set([
  'idempotency_keys',
  'log_forwards',
  'one_time_codes',
  'passkeys',
  'second_factors',
  'api_tokens',
  'sessions',
  'visit_marks',
  'visit_salts',
])

/** Columns that only the installation's key can decrypt. */
const columnsNotExported: ReadonlySet<string> = new Set(['text_messages.sealed', 'webhooks.sealed'])

/** What is exported in place of a column: the settings without the secrets of the connections and the firm's signing keys. */
const columnExpressions: Readonly<Record<string, string>> = {
  'firm_configs.value': `case when key = 'system' then value ${systemSecrets
    .map(([part, name]) => `#- '{${part},${name}}'`)
    .join(' ')} when key = '${verificationKeysKey}' then value - 'keys' else value end as value`,
}

type ExportedFile = { path: string; sha256: string; bytes: number }

type FirmManifest = {
  product: 'tenant-admin'
  format: 1
  /** The version of the tables: the time of the last migration. */
  version: number
  createdAt: string
  firm: { firmId: number; name: string }
  tables: { name: string; columns: string[]; rows: number }[]
  log: ExportedChain
  files: ExportedFile[]
  /** Uploads that have a row but no stored file, because they were being uploaded or removed. */
  missing: string[]
}

type ExportOptions = {
  database: Database
  /** The server's login, connected directly and not through a pooler. */
  connection: pg.ClientConfig
  storage: Services['storage']
  firmId: number
  /** Created if missing; otherwise it must be empty. */
  folder: string
}

const quoteName = pg.escapeIdentifier

/** Writes a file and returns its checksum and size. */
const writeFrom = async (folder: string, path: string, source: Readable): Promise<ExportedFile> => {
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(source, measure, createWriteStream(join(folder, path), { mode: 0o600, flags: 'wx' }))
  return { path, sha256: hash.digest('hex'), bytes }
}

type Exported = Pick<FirmManifest, 'tables' | 'files'>

const copyTable = async (
  client: pg.Client,
  { folder, firmId }: ExportOptions,
  { name, columns, isOfFirm }: { name: string; columns: string[]; isOfFirm: boolean },
  exported: Exported,
): Promise<void> => {
  const exportedColumns = columns.filter(column => !columnsNotExported.has(`${name}.${column}`))
  const expressions = exportedColumns.map(
    column => columnExpressions[`${name}.${column}`] ?? quoteName(column),
  )
  const rows = `select ${expressions.join(', ')} from ${quoteName(name)}`
  const source = client.query(
    copyTo(`copy (${rows}${isOfFirm ? ` where firm_id = ${firmId}` : ''}) to stdout (format csv, header)`),
  )
  exported.files.push(await writeFrom(folder, `tables/${name}.csv`, source))
  exported.tables.push({ name, columns: exportedColumns, rows: source.rowCount })
}

/** Copies rows, paths of uploads and the log from one snapshot while the server keeps running. */
const copyRows = async (client: pg.Client, options: ExportOptions) => {
  const { firmId, folder } = options
  await client.query('begin isolation level repeatable read read only')
  await readAsOneConnection(client)
  await bindToFirm(client, firmId)
  const exported: Exported = { tables: [], files: [] }
  const tablesOfFirm = new Set((await firmTables(client)).filter(name => !tablesNotExported.has(name)))
  const exportedTables = new Set<string>([...tablesOfFirm, ...referenceTables])
  for (const { name, columns } of await tableColumns(client)) {
    if (exportedTables.has(name))
      await copyTable(client, options, { name, columns, isOfFirm: tablesOfFirm.has(name) }, exported)
  }
  const chain: { anchors: string[]; log?: ExportedChain } = { anchors: [] }
  const db = drizzle(client, { schema: tables, casing: 'snake_case' })
  const lines = Readable.from(exportChain(db, firmId, chain))
  exported.files.push(await writeFrom(folder, 'log/chain.jsonl', lines))
  exported.files.push(await writeFrom(folder, 'log/anchors.jsonl', Readable.from([chain.anchors.join('')])))
  const { rows: uploads } = await client.query<{ path: string }>(
    'select path from files where firm_id = $1 order by 1',
    [firmId],
  )
  const { rows: firm } = await client.query<{ name: string }>('select name from firms where firm_id = $1', [
    firmId,
  ])
  await refuseMissingRowsOfFirm(
    client,
    firmId,
    exported.tables.filter(({ name }) => tablesOfFirm.has(name)),
  )
  await client.query('commit')
  return { ...exported, log: chain.log!, name: firm[0]!.name, uploads: uploads.map(({ path }) => path) }
}

const copyUploads = async (
  { folder, storage }: ExportOptions,
  paths: readonly string[],
): Promise<Pick<FirmManifest, 'files' | 'missing'>> => {
  const files: ExportedFile[] = []
  const missing: string[] = []
  for (const path of paths) {
    const stored = await storage.open(path)
    if (!stored) {
      missing.push(path)
      continue
    }
    const bytes = stored.size === 0 ? Readable.from([]) : Readable.from(stored.bytes(0, stored.size - 1))
    files.push(await writeFrom(folder, `files/${path}`, bytes))
  }
  return { files, missing }
}

/**
 * Logs the export and writes into an empty folder. `manifest.json` is written last: a folder without it is
 * incomplete.
 */
export const exportFirm = async (options: ExportOptions): Promise<FirmManifest> => {
  const { database, connection, folder, firmId } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entry = { module: 13, action: 'export', summary: '导出了律所的全部数据', isAutomatic: true } as const
  await database.write(firmId, db => appendLogEntries(db, operatorOrigin(firmId, 'export-firm'), [entry]))
  const copied = await withClient(connection, client => copyRows(client, options))
  const uploaded = await copyUploads(options, copied.uploads)
  await copyFile(join(import.meta.dirname, 'verify.mjs'), join(folder, 'verify.mjs'))
  const manifest: FirmManifest = {
    product: 'tenant-admin',
    format: 1,
    version: ownVersion(),
    createdAt: new Date().toISOString(),
    firm: { firmId, name: copied.name },
    tables: copied.tables,
    log: copied.log,
    files: [...copied.files, ...uploaded.files],
    missing: uploaded.missing,
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), {
    mode: 0o600,
    flush: true,
  })
  return manifest
}
