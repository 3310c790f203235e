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
  /** The joins that `where` refers to; the count uses only these. */
  countedJoins?: readonly Join[] | undefined
  /** `where` uses the search index. */
  isSearch?: boolean
  age?: AgeConditions | undefined
}

/**
 * Conditions that divide a table which is partitioned by time and whose rows never change: the newest months,
 * which come first in the order, and all before.
 */
export type AgeConditions = { recent: SQL; older: SQL }

const joinClauses = (joins: readonly Join[]) =>
  sql.join(joins.map(it => sql` ${joinText[it.kind]} ${it.table} on ${it.on}`))

export const fromOf = (table: PgTable, joins: readonly Join[], where: SQL) =>
  sql`from ${table}${joinClauses(joins)} where ${where}`

export const countedFrom = ({ table, joins = [], where, countedJoins = joins }: Source) =>
  fromOf(table, countedJoins, where)

export const offsetOf = ({ pageNum, pageSize }: PageRange) => (pageNum - 1) * pageSize

/** Selects one row more than the page shows, which tells whether it is the last page. */
export const limitClause = (order: readonly SQL[], page: PageRange) =>
  sql` order by ${sql.join([...order], sql`, `)} limit ${page.pageSize + 1} offset ${offsetOf(page)}`
