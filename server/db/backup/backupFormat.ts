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
  /** The version of the tables: the time of the last migration. */
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
  /** The first moments of the months whose rows the log has. */
  logMonths: z.array(z.iso.datetime()),
  files: z.array(
    z.object({ path: z.string().regex(/^\w[\w-]*(\/\w[\w-]*)*\.[a-z0-9]{2,5}$/), sha256: z.string() }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
/** A file by its path below the folder of uploads. */
export type FileCopy = Manifest['files'][number]
export type TableCopy = Manifest['tables'][number]

/** Hashes the stream and counts its rows: COPY writes a line break inside a value as \n. */
export const createRowMeter = () => {
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

const folderPrefix = '.backup-'
/** Age after which a folder without a lock counts as abandoned; folders of earlier releases have no lock. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

/**
 * Locks a temporary folder by a file lock that the kernel releases when the process ends; null if another
 * process holds it.
 */
const lockFolder = (folder: string): DatabaseSync | null => {
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch {
    database.close()
    return null
  }
}

const isAbandoned = async (folder: string): Promise<boolean> => {
  if (!existsSync(join(folder, 'lock'))) return Date.now() - (await stat(folder)).mtimeMs > ABANDONED_AFTER_MS
  const lock = lockFolder(folder)
  lock?.close()
  return lock !== null
}

/** Removes the temporary folders of killed backups and restores from this folder. */
export const removeAbandonedFolders = async (parent: string): Promise<void> => {
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter(it => it.startsWith(folderPrefix))) {
    const folder = join(parent, name)
    if (await isAbandoned(folder).catch(() => false)) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `work` in a temporary folder beside the backup file, on the same disk. */
export const inTemporaryFolderBeside = async <T>(
  file: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const parent = dirname(resolve(file))
  await removeAbandonedFolders(parent)
  const folder = await mkdtemp(join(parent, folderPrefix))
  const lock = lockFolder(folder)
  try {
    return await work(folder)
  } finally {
    lock?.close()
    await rm(folder, { recursive: true, force: true })
  }
}
