import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Selection } from './select.ts'

export type PageRange = { pageNum: number; pageSize: number }

export type Join = { kind: 'inner' | 'left'; table: PgTable; on: SQL }

const joinText = { inner: sql`inner join`, left: sql`left join` }

/** The parts of a list query. The key is the last sort column, so that the order is total. */
export type Source = {
  columns: Selection
  table: PgTable
  key: PgColumn
  joins?: readonly Join[] | undefined
  where: SQL
  order: readonly SQL[]
  /** Those of the joins that `where` refers to; the count uses only these. */
  countedJoins?: readonly Join[] | undefined
  /** `where` looks for words by their index. */
  isSearch?: boolean
}

const joined = (joins: readonly Join[]) =>
  sql.join(joins.map(it => sql` ${joinText[it.kind]} ${it.table} on ${it.on}`))

export const fromOf = (table: PgTable, joins: readonly Join[], where: SQL) =>
  sql`from ${table}${joined(joins)} where ${where}`

export const countedFrom = ({ table, joins = [], where, countedJoins = joins }: Source) =>
  fromOf(table, countedJoins, where)

export const offsetOf = ({ pageNum, pageSize }: PageRange) => (pageNum - 1) * pageSize

/** One row more than the page shows says whether it is the last one. */
export const cut = (order: readonly SQL[], page: PageRange) =>
  sql` order by ${sql.join([...order], sql`, `)} limit ${page.pageSize + 1} offset ${offsetOf(page)}`
