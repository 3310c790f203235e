import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { create, extract } from 'tar'
import { z } from 'zod'
import { withoutForeignKeys } from './foreignKeys.ts'
import { createTables, databaseVersion, migrate, ownVersion, withClient } from './migrate.ts'
import { readEveryFirm } from './rules.ts'

const manifestSchema = z.object({
  product: z.literal('tenant-admin'),
  format: z.literal(1),
  /** Of the tables: the time of the last migration. */
  version: z.int().positive(),
  createdAt: z.string(),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string().regex(/^\w+$/)),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  sequences: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
type TableCopy = Manifest['tables'][number]

/** What ends with a restore: nobody is signed in by a copy, and no code works twice. */
const NOT_RESTORED = new Set(['sessions', 'one_time_codes'])

const quote = pg.escapeIdentifier

/** Hashes what passes, and counts rows: COPY writes a line break inside a value as \n. */
const meter = () => {
  const hash = createHash('sha256')
  let rows = 0
  const measure = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1
      yield chunk
    }
  }
  return {
    pass: (source: AsyncIterable<Buffer>) => measure(source),
    result: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

const copyOut = async (client: pg.Client, folder: string, name: string, columns: string[]) => {
  const source = client.query(copyTo(`copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))
  const metered = meter()
  await pipeline(
    source,
    metered.pass,
    createGzip({ level: 4 }),
    createWriteStream(join(folder, `${name}.copy.gz`)),
  )
  return { name, columns, ...metered.result() }
}

const tableColumns = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by 1 order by 1`)
  return rows
}

const sequenceValues = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** All tables as they are at one moment, while the server goes on. */
const copyAll = async (client: pg.Client, folder: string): Promise<Manifest> => {
  await client.query('begin isolation level repeatable read read only')
  await readEveryFirm(client)
  const version = await databaseVersion(client)
  const tables: TableCopy[] = []
  for (const { name, columns } of await tableColumns(client)) {
    tables.push(await copyOut(client, folder, name, columns))
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

const inFolderBeside = async <T>(file: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(dirname(resolve(file)), '.backup-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes one file, which appears under its name only when it is whole. */
export const backup = (connection: pg.ClientConfig, file: string): Promise<Manifest> =>
  inFolderBeside(file, async folder => {
    const manifest = await withClient(connection, client => copyAll(client, folder))
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
    const names = ['manifest.json', ...manifest.tables.map(({ name }) => `${name}.copy.gz`)]
    const whole = join(folder, 'backup.tar')
    await create({ file: whole, cwd: folder, portable: true }, names)
    await toDisk(whole)
    await rename(whole, file)
    return manifest
  })

const wrongFile = (reason: string): never => {
  throw new Error(`备份文件不完整或已损坏 (${reason}); the backup is incomplete or damaged`)
}

const verify = async (folder: string, { name, rows, sha256 }: TableCopy): Promise<void> => {
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

const unpack = async (file: string, folder: string): Promise<Manifest> => {
  await stat(file)
  await extract({ file, cwd: folder, strict: true }).catch((error: Error) => wrongFile(error.message))
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => wrongFile('manifest.json'))
  const manifest = manifestSchema.parse(JSON.parse(text))
  if (manifest.version > ownVersion()) {
    throw new Error('备份由更新的版本写成; this backup was written by a newer release')
  }
  for (const table of manifest.tables) await verify(folder, table)
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

const refuseFull = async (client: pg.Client): Promise<void> => {
  if ((await tableColumns(client)).length === 0) return
  throw new Error('只能恢复到空数据库; restore needs an empty database: a new DATA_DIR or a new database')
}

const removeHalf = (client: pg.Client) =>
  client.query(
    'rollback; drop schema public cascade; create schema public; drop schema if exists drizzle cascade',
  )

/** Into an empty database only. The tables are made as the backup knew them, filled, and then migrated. */
export const restore = (connection: pg.ClientConfig, file: string): Promise<Manifest> =>
  inFolderBeside(file, async folder => {
    const manifest = await unpack(file, folder)
    await withClient(connection, async client => {
      await refuseFull(client)
      try {
        await createTables(client, manifest.version)
        await load(client, folder, manifest)
      } catch (error) {
        await removeHalf(client).catch(() => undefined)
        throw error
      }
    })
    await migrate(connection)
    return manifest
  })
