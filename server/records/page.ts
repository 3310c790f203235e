import { asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Db } from '../db/connection/open.ts'
import { missing } from '../context/apiError.ts'
import type { Caller, Context } from '../context/context.ts'
import { type Computed, selectionFor } from './columns.ts'
import { type Counting, countUpTo, totalOf } from '../db/lists/counts.ts'
import {
  countedFrom,
  cut,
  fromOf,
  type Join,
  offsetOf,
  type PageRange,
  type Source,
} from '../db/lists/source.ts'
import { type Selection, selectRows } from '../db/lists/select.ts'
import { type Total, totalCache } from '../db/lists/totals.ts'

/** The order that a caller asks for. */
export type Sorting = { sortField?: string | undefined; sortOrder?: 'asc' | 'desc' | undefined }
/** Which page of a list a caller asks for, and in which order. */
export type PageQuery = PageRange & Sorting

/** Newest first, in the very words of the indexes: without `nulls last` PostgreSQL would sort the whole table. */
export const latest = (column: PgColumn): SQL => sql`${column} desc nulls last`

/**
 * The order asked for if it is a listed one, else the default; ended by the key, so that pages are stable. Where there
 * is no null its place is named so that one index serves both directions.
 */
export const ordering = (
  { sortField, sortOrder }: Sorting,
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

/**
 * How many rows there are, seen from a page for which one row more than it shows was asked: where it is the last one
 * its rows say so, else what was counted a few seconds ago will do as long as the page does not prove it wrong.
 */
export const totalFor = async (
  context: Context<Caller | null>,
  table: PgTable,
  counting: Counting,
  found: number,
  page: PageRange,
): Promise<Total> => {
  const { db } = context
  const before = offsetOf(page)
  if (found === 0 && before > 0) return { total: await countUpTo(db, counting.counted, before) }
  const seen = before + found
  if (found <= page.pageSize) return { total: seen }
  const totals = totalCache(context, counting.counted)
  const known = totals.recall()
  const isKnown = known && (known.totalIs !== undefined || known.total >= seen)
  const total = isKnown ? known : totals.keep(await totalOf(db, table, counting))
  return { ...total, total: Math.max(total.total, seen) }
}

/** One page as the customer's back-end answers it; `totalIs` is ours. */
export const pageAnswer = <R>(records: R[], total: Total, { pageNum, pageSize }: PageRange) => ({
  records: records.slice(0, pageSize),
  ...total,
  current: pageNum,
  size: pageSize,
  pages: Math.ceil(total.total / pageSize),
})

/** The one place where a list is read: its rows on this page, and how many there are. */
export const selectPage = async <R>(context: Context<Caller | null>, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], where, order, isSearch } = source
  const rows = await selectRows<R>(
    context.db,
    columns,
    sql`${fromOf(table, joins, where)}${cut(order, query)}`,
  )
  const counting = { counted: countedFrom(source), isSearch }
  return pageAnswer(rows, await totalFor(context, table, counting, rows.length, query), query)
}

/** The ids of a list's rows in its order, but no more than `most`. */
export const selectIds = async (
  db: Db,
  { table, key, joins = [], where, order }: Pick<Source, 'table' | 'key' | 'joins' | 'where' | 'order'>,
  most: number,
) => {
  const rest = sql`${fromOf(table, joins, where)} order by ${sql.join([...order], sql`, `)} limit ${most}`
  const rows = await selectRows<{ id: number }>(db, { id: key }, rest)
  return rows.map(row => row.id)
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
    const [record] = await selectRows<z.input<S>>(db, selection, fromOf(table, joins, where))
    if (!record) throw missing()
    return record
  }
}
