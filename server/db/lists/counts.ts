import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import { estimatesOf, exactLimit, estimatedRows, moreThanLimit, storedRows } from './estimate.ts'
import type { Db } from '../connection/open.ts'
import { type CountScope, type Total, totalCache } from './totals.ts'

/** Counts beside lists stop at this number, so that a million rows cost no more than these. */
export const countLimit = 10_000

/** A subquery that counts rows up to `most`. `from` is its FROM and WHERE. */
export const limitedCount = (from: SQL, most = countLimit) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${most}) as counted)`

/** The number of matching rows, up to `most`. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most: number) => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${limitedCount(from, most)} as total`)
  return rows[0]!.total
}

type CountSource = {
  /** FROM and WHERE of the list. */
  from: SQL
  /** An equivalent condition that the planner can estimate. */
  estimateFrom?: SQL | undefined
}

export type CountQuery = CountSource & {
  /** The search index is used. */
  isSearch?: boolean | undefined
  /** For a table that is partitioned by time and whose rows never change: the newest months, and all before. */
  byAge?: { recent: CountSource; older: CountSource } | undefined
}

type ReadScope = CountScope & { db: Db }

const lastingTotal = async (scope: ReadScope, from: SQL, count: () => Promise<Total>): Promise<Total> => {
  const totals = totalCache(scope, from, true)
  return totals.recall() ?? totals.keep(await count())
}

/**
 * Counts only the newest months each time: planning a statement about all partitions takes ten times as long.
 */
const totalByAge = async (
  scope: ReadScope,
  table: PgTable,
  { from, estimateFrom = from, isSearch }: CountQuery,
  { recent, older }: NonNullable<CountQuery['byAge']>,
): Promise<Total> => {
  const { db } = scope
  const recentRows = await countUpTo(db, recent.from, exactLimit + 1)
  if (recentRows > exactLimit)
    return isSearch ? moreThanLimit : lastingTotal(scope, from, () => estimateOf(db, table, estimateFrom))
  const countOlder = async (): Promise<Total> => {
    if (!isSearch) return totalOf(scope, table, older)
    const total = await countUpTo(db, older.from, exactLimit + 1)
    return total > exactLimit ? moreThanLimit : { total }
  }
  const rest = await lastingTotal(scope, older.from, countOlder)
  return rest.totalIs === 'over' ? moreThanLimit : { ...rest, total: rest.total + recentRows }
}

/**
 * The number of matching rows. A search for a frequent word is not counted, since that would take longer than
 * its page.
 */
export const totalOf = async (scope: ReadScope, table: PgTable, countQuery: CountQuery): Promise<Total> => {
  const { db } = scope
  const { from, estimateFrom = from, isSearch, byAge } = countQuery
  if (byAge) return totalByAge(scope, table, countQuery, byAge)
  if (!isSearch) return (await countEach(db, table, [countQuery]))[0]!
  if ((await estimatedRows(db, estimateFrom)) > exactLimit) return moreThanLimit
  const total = await countUpTo(db, from, exactLimit + 1)
  return total > exactLimit ? moreThanLimit : { total }
}

const estimateOf = async (db: Db, table: PgTable, estimateFrom: SQL): Promise<Total> => {
  const { rows } = await db.execute<{ stored: number }>(sql`select ${storedRows(table)} as stored`)
  return (await estimatesOf(db, table, [sql`select 1 ${estimateFrom}`], rows[0]!.stored))[0]!
}

/**
 * Counts several conditions over one table with one statement, and estimates the large results with a second
 * one.
 */
const countEach = async (db: Db, table: PgTable, countings: readonly CountQuery[]): Promise<Total[]> => {
  const numbers = countings.map(it => limitedCount(it.from, exactLimit + 1))
  const { rows } = await db.execute<{ numbers: number[]; stored: number }>(
    sql`select array[${sql.join(numbers, sql`, `)}] as numbers, ${storedRows(table)} as stored`,
  )
  const { numbers: counts, stored } = rows[0]!
  const largeCountings = countings.filter((_, at) => counts[at]! > exactLimit)
  const estimateFrom = largeCountings.map(it => sql`select 1 ${it.estimateFrom ?? it.from}`)
  const estimates = largeCountings.length > 0 ? await estimatesOf(db, table, estimateFrom, stored) : []
  return countings.map((it, at) => estimates[largeCountings.indexOf(it)] ?? { total: counts[at]! })
}

/** The numbers on the tabs of a list, cached like its totals; `about` names those that are estimates. */
export const tabCounts = async <K extends string>(
  scope: CountScope & { db: Db },
  table: PgTable,
  tabs: Record<K, SQL>,
) => {
  const names = keysOf(tabs)
  const caches = fromKeys(names, name => totalCache(scope, tabs[name]))
  const cachedTotals = fromKeys(names, name => caches[name].recall())
  const uncachedNames = names.filter(name => !cachedTotals[name])
  const countings = uncachedNames.map(name => ({ from: tabs[name] }))
  const newTotals = uncachedNames.length > 0 ? await countEach(scope.db, table, countings) : []
  const totals = fromKeys(
    names,
    name => cachedTotals[name] ?? caches[name].keep(newTotals[uncachedNames.indexOf(name)]!),
  )
  const estimatedNames = names.filter(name => totals[name].totalIs)
  return {
    ...fromKeys(names, name => totals[name].total),
    ...(estimatedNames.length > 0 && { about: estimatedNames }),
  }
}
