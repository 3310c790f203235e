import { asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'

import type { Db } from './db/open.ts'

type Query = {
  pageNum: number
  pageSize: number
  sortField?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
}

/** Counting stops here: beyond it a page says "more than 10000", and a million rows cost no more than these. */
export const countLimit = 10_000

/** LIKE's own signs in what a person typed are literal. */
export const literal = (text: string) => text.replaceAll(/[\\%_]/g, char => `\\${char}`)

/** The threes of characters of a text, or all of a shorter one: what the index of `server/db/search.ts` holds. */
const partsOf = (text: string) => {
  const chars = [...text]
  return chars.length < 3 ? [text] : chars.slice(2).map((_, at) => chars.slice(at, at + 3).join(''))
}

/** A substring of a `search` column, which holds lower-case text. */
export const containing = (column: PgColumn, keyword: string) =>
  sql`${column} like ${`%${literal(keyword.toLowerCase())}%`}`

/** The same by the index of `server/db/search.ts`. */
export const searching = (column: PgColumn, keyword: string | undefined) =>
  keyword
    ? sql`(search_parts(${column}) @> ${sql.param(partsOf(keyword.toLowerCase()))}::text[] and ${containing(column, keyword)})`
    : undefined

/** Newest first, in the very words of the indexes: without `nulls last` PostgreSQL would sort the whole table. */
export const latest = (column: PgColumn): SQL => sql`${column} desc nulls last`

/**
 * The order asked for if it is a listed one, else the default; ended by the key, so that pages are stable. Where there
 * is no null its place is named so that one index serves both directions.
 */
export const ordering = <S extends string>(
  { sortField, sortOrder }: Query,
  columns: Readonly<Record<S, PgColumn | SQL>>,
  byDefault: readonly SQL[],
  key: PgColumn,
): SQL[] => {
  const column =
    sortField !== undefined && Object.hasOwn(columns, sortField) ? columns[sortField as S] : undefined
  if (!column) return [...byDefault, asc(key)]
  const direction = sortOrder === 'desc' ? desc : asc
  const nulls = sortOrder !== 'desc' && is(column, PgColumn) && column.notNull ? 'first' : 'last'
  return [sql`${direction(column)} nulls ${sql.raw(nulls)}`, direction(key)]
}

/** How many rows match, up to one more than the limit. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most = countLimit + 1) => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 ${from} limit ${most}) as counted`,
  )
  return rows[0]!.total
}

/** How many rows a subquery of each row finds, counted as far as a page counts. `from` is its FROM and WHERE. */
export const numberOf = (from: SQL) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${countLimit}) as counted)`

export const offsetOf = ({ pageNum, pageSize }: Query) => (pageNum - 1) * pageSize

/** One page as the customer's back-end answers it. */
export const pageAnswer = <R>(records: R[], total: number, { pageNum, pageSize }: Query) => ({
  records,
  total,
  current: pageNum,
  size: pageSize,
  pages: Math.ceil(total / pageSize),
})
