import { asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Db } from '../db/open.ts'
import { missing } from '../context/apiError.ts'
import { type Computed, type Selection, selectionFor } from './columns.ts'

export type PageQuery = {
  pageNum: number
  pageSize: number
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** Counting stops here: beyond it a page says "more than 10000", and a million rows cost no more than these. */
export const countLimit = 10_000

/** Newest first, in the very words of the indexes: without `nulls last` PostgreSQL would sort the whole table. */
export const latest = (column: PgColumn): SQL => sql`${column} desc nulls last`

/**
 * The order asked for if it is a listed one, else the default; ended by the key, so that pages are stable. Where there
 * is no null its place is named so that one index serves both directions.
 */
export const ordering = (
  { sortField, sortOrder }: PageQuery,
  columns: Readonly<Record<string, PgColumn | SQL | SQL.Aliased>>,
  byDefault: readonly SQL[],
  key: PgColumn,
): SQL[] => {
  const column = sortField !== undefined && Object.hasOwn(columns, sortField) ? columns[sortField] : undefined
  if (!column) return [...byDefault, asc(key)]
  const direction = sortOrder === 'desc' ? desc : asc
  const nulls = sortOrder !== 'desc' && is(column, PgColumn) && column.notNull ? 'first' : 'last'
  return [sql`${direction(column)} nulls ${sql.raw(nulls)}`, direction(key)]
}

/** How many rows a subquery finds, counted as far as a page counts. `from` is its FROM and WHERE. */
export const numberOf = (from: SQL, most = countLimit) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${most}) as counted)`

/** How many rows match, up to one more than the limit. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most = countLimit + 1) => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${numberOf(from, most)} as total`)
  return rows[0]!.total
}

export const offsetOf = ({ pageNum, pageSize }: PageQuery) => (pageNum - 1) * pageSize

/** One page as the customer's back-end answers it. */
export const pageAnswer = <R>(records: R[], total: number, { pageNum, pageSize }: PageQuery) => ({
  records,
  total,
  current: pageNum,
  size: pageSize,
  pages: Math.ceil(total / pageSize),
})

export type Join = { kind: 'inner' | 'left'; table: PgTable; on: SQL }

const joinText = { inner: sql`inner join`, left: sql`left join` }

type Source = {
  columns: Selection
  table: PgTable
  joins?: readonly Join[] | undefined
  where: SQL
  order: readonly SQL[]
  /** Of the joins those that `where` looks at: only they are counted with. */
  countedJoins?: readonly Join[] | undefined
}

const withJoins = (db: Db, columns: Selection, table: PgTable, joins: readonly Join[]) => {
  const select = db
    .select(columns as never)
    .from(table)
    .$dynamic()
  for (const { kind, table: other, on } of joins)
    if (kind === 'inner') select.innerJoin(other, on)
    else select.leftJoin(other, on)
  return select
}

/** The one place where a list is read: its rows on this page, and how many there are; in one statement. */
export const selectPage = async <R>(db: Db, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], where, order, countedJoins = joins } = source
  const joined = countedJoins.map(({ kind, table: other, on }) => sql` ${joinText[kind]} ${other} on ${on}`)
  const counted = sql`from ${table}${sql.join(joined)} where ${where}`
  // No field has such a name.
  const withTotal = { ...columns, '#total': numberOf(counted, countLimit + 1) }
  const rows = (await withJoins(db, withTotal, table, joins)
    .where(where)
    .orderBy(...order)
    .limit(query.pageSize)
    .offset(offsetOf(query))) as (R & { '#total': number })[]
  // Behind the last page there is no row that could say it.
  const total = rows[0]?.['#total'] ?? (query.pageNum === 1 ? 0 : await countUpTo(db, counted))
  return pageAnswer(
    rows.map(row => {
      const { '#total': _, ...record } = row
      return record as unknown as R
    }),
    total,
    query,
  )
}

/** A record as its call answers it: what is selected follows from the schema and the table. */
export const recordReader = <S extends z.ZodObject, T extends PgTable>(
  row: S,
  table: T,
  columns: Computed<z.input<S>, T>,
  joins: readonly Join[] = [],
) => {
  let selection: Selection | undefined
  return async (db: Db, where: SQL) => {
    selection ??= selectionFor(row, table, columns as Selection)
    const [record] = (await withJoins(db, selection, table, joins).where(where)) as z.input<S>[]
    if (!record) throw missing()
    return record
  }
}
