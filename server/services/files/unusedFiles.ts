import { and, eq, getTableColumns, getTableName, inArray, is, lte, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import * as tables from '../../db/tables.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { append } from '../audit/audit.ts'

// An upload that broke off goes, and of what was purged the pictures and videos, unless something else still names them. A file that another firm's
// row names can't be: addresses begin with the firm.

const { files } = tables

const DAY_MS = 24 * 3_600_000
/** One that is still named is looked at again when what names it may have left the bin. */
const nextLookMs = 30 * DAY_MS
/** So many at once; the next turn takes the others. */
const most = 500

const pathPattern = String.raw`/api/files/(\w[\w-]*(?:/\w[\w-]*)*\.[a-z0-9]{2,5})`
/** Wherever in a row they stand: in a column, a document or an article's text. */
const pathsIn = (table: PgTable, where: SQL) =>
  sql`select (regexp_matches(${table}::text, ${pathPattern}, 'g'))[1] from ${table} where ${where}`

type Turn = { db: Db; firmId: number; now: Date }

/** The files that rows name which are about to go. */
export const suspectNamed = async ({ db, firmId, now }: Turn, table: PgTable, where: SQL) => {
  const named = sql`${files.path} in (${pathsIn(table, where)})`
  await db
    .update(files)
    .set({ sweepAt: now })
    .where(and(eq(files.firmId, firmId), named))
}

/** The files of accounts that are about to go. */
export const suspectOwned = async (
  { db, firmId, now }: Turn,
  population: Population,
  ids: readonly number[],
) => {
  const own = and(eq(files.ownerPopulation, population), inArray(files.ownerId, [...ids]))
  await db
    .update(files)
    .set({ sweepAt: now })
    .where(and(eq(files.firmId, firmId), own))
}

/** What names no picture that anybody would miss: a log row tells of it, a message has none. */
const withoutPictures: readonly PgTable[] = [
  files,
  tables.logs,
  tables.logHeads,
  tables.messages,
  tables.sessions,
  tables.oneTimeCodes,
  tables.idempotencyKeys,
  tables.textMessages,
]

/** All others, also those that are yet to come: what a table names stays. */
const naming = Object.values(tables)
  .filter(table => is(table, PgTable))
  .filter(table => 'firmId' in getTableColumns(table) && !withoutPictures.includes(table))

const unusedOf = async ({ db, firmId, now }: Turn) => {
  const due = await db
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.firmId, firmId), lte(files.sweepAt, now)))
    .limit(most)
  const left = new Set(due.map(({ path }) => path))
  for (const table of naming) {
    if (left.size === 0) break
    const isOfFirm = sql`${sql.identifier(getTableName(table))}.firm_id = ${firmId}`
    const isMentioned = sql`${isOfFirm} and ${table}::text like '%/api/files/%'`
    const { rows } = await db.execute<{ path: string }>(
      sql`select distinct path from (${pathsIn(table, isMentioned)}) as named (path)
        where path = any(${sql.param([...left])}::text[])`,
    )
    for (const { path } of rows) left.delete(path)
  }
  return { due: due.map(({ path }) => path), unused: [...left] }
}

/**
 * Removes what only purged rows named; answers how much. The file goes before its row: where the storage fails, or the
 * process ends between them, the next turn finds the row and does it again.
 */
export const runFileSweep = async (
  database: Database,
  firmId: number,
  now: Date,
  storage: Services['storage'],
): Promise<number> => {
  const { due, unused } = await database.read(firmId, db => unusedOf({ db, firmId, now }))
  if (due.length === 0) return 0
  for (const path of unused) await storage.remove(path)
  const named = due.filter(path => !unused.includes(path))
  return database.write(firmId, async db => {
    const these = (paths: string[]) => and(eq(files.firmId, firmId), inArray(files.path, paths))
    await db
      .update(files)
      .set({ sweepAt: new Date(now.getTime() + nextLookMs) })
      .where(these(named))
    const gone = await db.delete(files).where(these(unused)).returning({ path: files.path })
    if (gone.length === 0) return 0
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    const before = gone.map(({ path }) => path).join('、')
    await append(db, origin, [
      {
        module: 13,
        action: 'purge',
        batchCount: gone.length,
        diff: [{ field: 'path', label: '文件', before, after: null, masked: 0 }],
        reason: '没有内容再使用的文件，或没有完成的上传',
        isAutomatic: true,
      },
    ])
    return gone.length
  })
}
