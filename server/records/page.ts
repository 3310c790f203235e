import { and, asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Db } from '../db/connection/open.ts'
import { notFound } from '../context/apiError.ts'
import type { Caller, Context } from '../context/context.ts'
import { type ComputedColumns, selectionBy } from './columns.ts'
import { type CountQuery, countUpTo, totalOf } from '../db/lists/counts.ts'
import {
  type AgeConditions,
  countedFrom,
  limitClause,
  fromOf,
  type Join,
  offsetOf,
  type PageRange,
  type Source,
} from '../db/lists/source.ts'
import { type Selection, type SelectionOf, selectRows } from '../db/lists/select.ts'
import { type Total, totalCache } from '../db/lists/totals.ts'

/** The order that a caller asks for. */
export type Sorting = { sortField?: string | undefined; sortOrder?: 'asc' | 'desc' | undefined }
/** The page and the order that a caller asks for. */
export type PageQuery = PageRange & Sorting

/**
 * Newest first, written exactly like the indexes: without `nulls last`, PostgreSQL would sort the whole
 * table.
 */
export const newestFirst = (column: PgColumn): SQL => sql`${column} desc nulls last`

/**
 * The requested order if the list allows it, else the default order; followed by the key, so that pages are
 * stable. For a column without nulls, the position of nulls is chosen so that one index serves both
 * directions.
 */
export const orderByClauses = (
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
 * The total number of rows. The query asks for one row more than the page shows: on the last page its rows
 * give the total; otherwise a count from the last seconds is reused unless the page contradicts it.
 */
export const totalFor = async (
  context: Context<Caller | null>,
  countQuery: CountQuery,
  pageRows: number,
  page: PageRange,
): Promise<Total> => {
  const { db } = context
  const offset = offsetOf(page)
  if (pageRows === 0 && offset > 0) return { total: await countUpTo(db, countQuery.from, offset) }
  const rowsSoFar = offset + pageRows
  if (pageRows <= page.pageSize) return { total: rowsSoFar }
  const totals = totalCache(context, countQuery.from)
  const known = totals.recall()
  const isKnown = known && (known.totalIs !== undefined || known.total >= rowsSoFar)
  const total = isKnown ? known : totals.keep(await totalOf(context, countQuery))
  return { ...total, total: Math.max(total.total, rowsSoFar) }
}

/** One page in the customer's format; `totalIs` is an addition. */
export const pageAnswer = <R>(records: R[], total: Total, { pageNum, pageSize }: PageRange) => ({
  records: records.slice(0, pageSize),
  ...total,
  current: pageNum,
  size: pageSize,
  pages: Math.ceil(total.total / pageSize),
})

/** Reads rows of the newest months, or of all months if the newest have fewer rows than `rowCount`. */
export const recentFirst = async <R>(
  age: AgeConditions | undefined,
  rowCount: number,
  read: (condition?: SQL) => Promise<R[]>,
): Promise<R[]> => {
  const recent = age ? await read(age.recent) : []
  return recent.length >= rowCount ? recent : read()
}

/** Reads the rows of one page and the total; every list goes through this function. */
export const selectPage = async <R>(context: Context<Caller | null>, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], where, order, isSearch, age } = source
  const rows = await recentFirst(age, query.pageSize + 1, condition =>
    selectRows<R>(
      context.db,
      columns,
      sql`${fromOf(table, joins, and(where, condition)!)}${limitClause(order, query)}`,
    ),
  )
  const countWhere = (condition: SQL) => countedFrom({ ...source, where: and(where, condition)! })
  const byAge = age && { recent: countWhere(age.recent), older: countWhere(age.older) }
  const countQuery = { from: countedFrom(source), isSearch, byAge }
  return pageAnswer(rows, await totalFor(context, countQuery, rows.length, query), query)
}

type Selected = Pick<Source, 'table' | 'joins' | 'where' | 'order'>

/** Some columns of a list's rows in its order, at most `most` rows. */
export const selectKeys = async <R>(
  db: Db,
  columns: Selection,
  { table, joins = [], where, order }: Selected,
  most: number,
) =>
  selectRows<R>(
    db,
    columns,
    sql`${fromOf(table, joins, where)} order by ${sql.join([...order], sql`, `)} limit ${most}`,
  )

/** The ids of a list's rows in its order, at most `most` of them. */
export const selectIds = async (
  db: Db,
  { key, ...source }: Selected & Pick<Source, 'key'>,
  most: number,
): Promise<number[]> => {
  const rows = await selectKeys<{ id: number }>(db, { id: key }, source, most)
  return rows.map(row => row.id)
}

/** Reads one record as its call answers it; the selection follows from the schema and the table. */
export const recordReader = <S extends z.ZodObject, T extends PgTable>(
  row: S,
  table: T,
  columns: ComputedColumns<z.input<S>, T> | ((context: Context) => ComputedColumns<z.input<S>, T>),
  joins: readonly Join[] = [],
) => {
  const selectionOf = selectionBy(row, table, columns as SelectionOf<Context>)
  return async (context: Context, where: SQL) => {
    const [record] = await selectRows<z.input<S>>(
      context.db,
      selectionOf(context),
      fromOf(table, joins, where),
    )
    if (!record) throw notFound()
    return record
  }
}
