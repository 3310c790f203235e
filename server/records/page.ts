import { asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Db } from '../db/open.ts'
import { missing } from '../context/apiError.ts'
import type { Caller, Context } from '../context/context.ts'
import { type Computed, selectionFor } from './columns.ts'
import { countEach, type Counting, countUpTo } from '../db/counts.ts'
import { estimatesOf, exactLimit, storedRows } from '../db/estimate.ts'
import { type Selection, selectRows } from '../db/select.ts'
import { type Known, type Total, totalsOf } from '../db/totals.ts'

export type PageQuery = {
  pageNum: number
  pageSize: number
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

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

export const offsetOf = ({ pageNum, pageSize }: PageQuery) => (pageNum - 1) * pageSize

type Page = Pick<PageQuery, 'pageNum' | 'pageSize'>

/**
 * How many rows there are, seen from a page for which one row more than it shows was asked: where it is the last one
 * its rows say so, else what was counted a few seconds ago will do as long as the page does not prove it wrong.
 */
export const totalFor = async (
  context: Context<Caller | null>,
  table: PgTable,
  counting: Counting,
  found: number,
  page: Page,
  totals = totalsOf(context, counting.counted),
): Promise<Total> => {
  const { db } = context
  const before = offsetOf(page)
  if (found === 0 && before > 0) return { total: await countUpTo(db, counting.counted, before) }
  const seen = before + found
  if (found <= page.pageSize) return { total: seen }
  const known = totals.recall()?.total
  if (known && !known.totalIs && known.total >= seen) return known
  const total = known?.totalIs ? known : (await countEach(db, table, [counting]))[0]!
  if (!known?.totalIs) totals.keep({ total })
  return { ...total, total: Math.max(total.total, seen) }
}

/** One page as the customer's back-end answers it; `totalIs` is ours. */
export const pageAnswer = <R>(records: R[], total: Total, { pageNum, pageSize }: Page) => ({
  records: records.slice(0, pageSize),
  ...total,
  current: pageNum,
  size: pageSize,
  pages: Math.ceil(total.total / pageSize),
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
  /**
   * The same as `where` for words that are searched by their index, each of whose hits has to be looked at, for the page
   * as for its total: here they are looked for row by row.
   */
  plainWhere?: SQL | undefined
}

const joined = (joins: readonly Join[]) =>
  sql.join(joins.map(it => sql` ${joinText[it.kind]} ${it.table} on ${it.on}`))

const fromOf = (table: PgTable, joins: readonly Join[], where: SQL) =>
  sql`from ${table}${joined(joins)} where ${where}`

/** One row more than the page shows says whether it is the last one. */
const cut = (order: readonly SQL[], query: PageQuery, more: 0 | 1) =>
  sql` order by ${sql.join([...order], sql`, `)} limit ${query.pageSize + more} offset ${offsetOf(query)}`

const countedFrom = ({ table, joins = [], where, countedJoins = joins }: Source) =>
  fromOf(table, countedJoins, where)

// No field has such names.
const [foundName, storedName] = ['#found', '#stored'] as const
const foundRows = sql`(count(*) over ())::int`
type Found<R> = R & { [foundName]: number; [storedName]: number }

/** The page and how many hits there are, from one look at each: all of it where they are no more than are counted. */
const hitsOf = async <R>(db: Db, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], order } = source
  // Under the table's own name, so that its columns are read from what was found.
  const hits = sql`from (select ${table}.* ${countedFrom(source)} limit ${exactLimit + 1}) ${table}${joined(joins)}`
  const counted = { ...columns, [foundName]: foundRows, [storedName]: storedRows(table) }
  const rows = await selectRows<Found<R>>(db, counted, sql`${hits}${cut(order, query, 0)}`)
  const records = rows.map(
    ({ [foundName]: _found, [storedName]: _stored, ...record }) => record as unknown as R,
  )
  return { records, found: rows[0]?.[foundName], stored: rows[0]?.[storedName] ?? 0 }
}

/** How a page and its total are come by for a word of so many hits: a frequent one is found soonest along the order. */
const frequentOf = async (db: Db, source: Source, query: PageQuery, stored: number): Promise<Known> => {
  const { table, joins = [], where, plainWhere = where, order } = source
  const page = sql`select 1 ${fromOf(table, joins, plainWhere)}${cut(order, query, 1)}`
  const [estimate] = await estimatesOf(db, table, [page], stored)
  // Looking at one hit costs one at least, as the planner reckons.
  return { total: estimate!.total, isPlain: estimate!.cost < estimate!.guess }
}

/** The one place where a list is read: its rows on this page, and how many there are. */
export const selectPage = async <R>(context: Context<Caller | null>, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], where, plainWhere, order } = source
  const { db } = context
  const counted = countedFrom(source)
  const totals = totalsOf(context, counted)
  let known = totals.recall()
  if (plainWhere && !known) {
    const { records, found, stored } = await hitsOf<R>(db, source, query)
    if (found === undefined ? query.pageNum === 1 : found <= exactLimit) {
      const { total } = totals.keep({ total: { total: found ?? 0 } })
      return pageAnswer(records, total, query)
    }
    if (found !== undefined) known = totals.keep(await frequentOf(db, source, query, stored))
  }
  const found = fromOf(table, joins, known?.isPlain && plainWhere ? plainWhere : where)
  const rows = await selectRows<R>(db, columns, sql`${found}${cut(order, query, 1)}`)
  return pageAnswer(rows, await totalFor(context, table, { counted }, rows.length, query, totals), query)
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
