import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { z } from 'zod'

export const manifestSchema = z.object({
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
  files: z.array(
    z.object({ path: z.string().regex(/^\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}$/), sha256: z.string() }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
/** A path below the folder of uploads. */
export type FileCopy = Manifest['files'][number]
export type TableCopy = Manifest['tables'][number]

/** Hashes what passes, and counts rows: COPY writes a line break inside a value as \n. */
export const meter = () => {
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

export const tableColumns = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    group by 1 order by 1`)
  return rows
}

const prefix = '.backup-'
/** A folder that nobody has locked yet, or that an earlier release left. */
const oldMs = 24 * 3_600_000

/** The kernel's lock of a working folder, which ends with its process however that ends; null where somebody has it. */
const lockOf = (folder: string): DatabaseSync | null => {
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch {
    database.close()
    return null
  }
}

const isLeft = async (folder: string): Promise<boolean> => {
  if (!existsSync(join(folder, 'lock'))) return Date.now() - (await stat(folder)).mtimeMs > oldMs
  const taken = lockOf(folder)
  taken?.close()
  return taken !== null
}

/** Removes what killed backups and restores left in this folder. */
export const clearLeftFolders = async (parent: string): Promise<void> => {
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter(it => it.startsWith(prefix))) {
    const folder = join(parent, name)
    if (await isLeft(folder).catch(() => false)) await rm(folder, { recursive: true, force: true })
  }
}

/** Beside the backup itself, where there is room for it. */
export const inFolderBeside = async <T>(file: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const parent = dirname(resolve(file))
  await clearLeftFolders(parent)
  const folder = await mkdtemp(join(parent, prefix))
  const lock = lockOf(folder)
  try {
    return await work(folder)
  } finally {
    lock?.close()
    await rm(folder, { recursive: true, force: true })
  }
}
