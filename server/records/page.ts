import { asc, desc, getTableName, is, type SQL, sql, Subquery } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Db } from '../db/open.ts'
import { missing } from '../context/apiError.ts'
import type { Caller, Context } from '../context/context.ts'
import { type Computed, type Selection, selectionFor } from './columns.ts'
import { type Total, totalsOf } from './totals.ts'

export type PageQuery = {
  pageNum: number
  pageSize: number
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** Counts beside lists stop here, so that a million rows cost no more than these. */
export const countLimit = 10_000

/** The total of a page is exact up to here, and an estimate beyond. */
export const exactLimit = 1_000

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

/** How many rows match, as far as `most`. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most: number) => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${numberOf(from, most)} as total`)
  return rows[0]!.total
}

export const offsetOf = ({ pageNum, pageSize }: PageQuery) => (pageNum - 1) * pageSize

type Plan = { 'Plan Rows': number; 'Parent Relationship'?: string; Plans?: readonly Plan[] }
type Explained = { 'QUERY PLAN': readonly [{ Plan: Plan }] }

type Counting = {
  table: PgTable
  /** FROM and WHERE of the list. */
  counted: SQL
  /** The same in words that the planner can guess by. */
  guessed?: SQL | undefined
}

/** More than is counted, and nothing else is known. */
const over: Total = { total: exactLimit + 1, totalIs: 'over' }

/**
 * As the planner guesses it from its statistics. It takes row-level security for a condition that some rows of the firm
 * fail; how many, its guess of the whole table says.
 */
const estimateOf = async (
  db: Db,
  { table, counted, guessed = counted }: Counting,
  stored: number,
): Promise<Total> => {
  const { rows } = await db.execute<Explained>(
    sql`explain (format json) select 1 ${guessed} union all select 1 from ${table}`,
  )
  const [some, all] = (rows[0]!['QUERY PLAN'][0].Plan.Plans ?? [])
    .filter(it => it['Parent Relationship'] === 'Member')
    .map(it => it['Plan Rows'])
  const total = Math.round(((some ?? 0) * stored) / (all || 1))
  return total > exactLimit ? { total, totalIs: 'about' } : over
}

const countOf = async (db: Db, counting: Counting): Promise<Total> => {
  const { counted, table } = counting
  const { rows } = await db.execute<{ total: number; stored: number }>(
    sql`select ${numberOf(counted, exactLimit + 1)} as total,
      (select reltuples from pg_class where oid = ${getTableName(table)}::regclass) as stored`,
  )
  const { total, stored } = rows[0]!
  return total > exactLimit ? estimateOf(db, counting, stored) : { total }
}

type Page = Pick<PageQuery, 'pageNum' | 'pageSize'>

/**
 * How many rows there are, seen from a page for which one row more than it shows was asked: where it is the last one
 * its rows say so, else what was counted a few seconds ago will do as long as the page does not prove it wrong.
 */
export const totalFor = async (
  context: Context<Caller | null>,
  counting: Counting,
  found: number,
  page: Page,
): Promise<Total> => {
  const { db } = context
  const before = offsetOf(page)
  if (found === 0 && before > 0) return { total: await countUpTo(db, counting.counted, before) }
  const seen = before + found
  if (found <= page.pageSize) return { total: seen }
  const totals = totalsOf(context, counting.counted)
  const known = totals.recall()
  if (known && !known.totalIs && known.total >= seen) return known
  const total = known?.totalIs ? known : totals.keep(await countOf(db, counting))
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
  /** Words are searched by their index: each hit has to be looked at, for the page as for its total. */
  isSearch?: boolean | undefined
}

const withJoins = (db: Db, columns: Selection, from: PgTable | Subquery, joins: readonly Join[]) => {
  const select = db
    .select(columns as never)
    .from(from as PgTable)
    .$dynamic()
  for (const { kind, table, on } of joins)
    if (kind === 'inner') select.innerJoin(table, on)
    else select.leftJoin(table, on)
  return select
}

const fromOf = ({ table, joins = [], where, countedJoins = joins }: Source) =>
  sql`from ${table}${sql.join(countedJoins.map(it => sql` ${joinText[it.kind]} ${it.table} on ${it.on}`))} where ${where}`

/** No field has such a name. */
const foundName = '#found'

/** The page and how many hits there are, from one look at each; null where there are more than are counted. */
const searchPage = async <R>(db: Db, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], order } = source
  // Under the table's own name, so that its columns are read from what was found.
  const found = sql`select ${table}.* ${fromOf(source)} limit ${exactLimit + 1}`
  const hits = new Subquery(found, {}, getTableName(table))
  const withFound = { ...columns, [foundName]: sql<number>`(count(*) over ())::int` }
  const rows = (await withJoins(db, withFound, hits, joins)
    .orderBy(...order)
    .limit(query.pageSize)
    .offset(offsetOf(query))) as (R & { [foundName]: number })[]
  const total = rows[0]?.[foundName]
  if (total === undefined ? query.pageNum > 1 : total > exactLimit) return null
  const records = rows.map(row => {
    const { [foundName]: _, ...record } = row
    return record as unknown as R
  })
  return { records, total: { total: total ?? 0 } }
}

/** The one place where a list is read: its rows on this page, and how many there are. */
export const selectPage = async <R>(context: Context<Caller | null>, source: Source, query: PageQuery) => {
  const { columns, table, joins = [], where, order, isSearch } = source
  const { db } = context
  const counted = fromOf(source)
  if (isSearch) {
    const totals = totalsOf(context, counted)
    const page = totals.recall() ? null : await searchPage<R>(db, source, query)
    if (page) return pageAnswer(page.records, totals.keep(page.total), query)
  }
  const rows = (await withJoins(db, columns, table, joins)
    .where(where)
    .orderBy(...order)
    .limit(query.pageSize + 1)
    .offset(offsetOf(query))) as R[]
  return pageAnswer(rows, await totalFor(context, { table, counted }, rows.length, query), query)
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
