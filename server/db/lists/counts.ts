import { type SQL, sql } from 'drizzle-orm'

import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import type { Db } from '../connection/open.ts'
import { type CountScope, type Total, totalCache } from './totals.ts'

/** Counts stop at this number, so that a million rows cost no more than these. */
export const countLimit = 10_000

/** A subquery that counts rows up to `most`. `from` is its FROM and WHERE. */
export const limitedCount = (from: SQL, most = countLimit) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${most}) as counted)`

/** The number of matching rows, up to `most`. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most: number) => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${limitedCount(from, most)} as total`)
  return rows[0]!.total
}

/** The same for a search, because each match of a word is read to be compared. */
const searchCountLimit = 1_000

export type CountQuery = {
  /** FROM and WHERE of the list. */
  from: SQL
  /** The search index is used. */
  isSearch?: boolean | undefined
  /** For a table that is partitioned by time and whose rows never change: the newest months, and all before. */
  byAge?: { recent: SQL; older: SQL } | undefined
}

type ReadScope = CountScope & { db: Db }

const totalWithin = (limit: number, total: number): Total =>
  total > limit ? { total, totalIs: 'over' } : { total }

/**
 * Whether the planner expects a word to be frequent. Its matches are then not counted: PostgreSQL would make a bitmap
 * of all of them first, which takes 30 ms among 20,000 people and grows with them.
 */
const isFrequent = async (db: Db, from: SQL) => {
  const { rows } = await db.execute<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 ${from}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'] > searchCountLimit
}

/** The number of matching rows; `over` where there are more than the limit. */
export const totalOf = async (scope: ReadScope, { from, isSearch, byAge }: CountQuery): Promise<Total> => {
  const { db } = scope
  const limit = isSearch ? searchCountLimit : countLimit
  if (!byAge) {
    const total = isSearch && (await isFrequent(db, from)) ? limit + 1 : await countUpTo(db, from, limit + 1)
    return totalWithin(limit, total)
  }
  // Planning a statement about all partitions takes ten times as long as one about the newest.
  const recentRows = await countUpTo(db, byAge.recent, limit + 1)
  if (recentRows > limit) return totalWithin(limit, recentRows)
  const older = totalCache(scope, byAge.older, true)
  const olderTotal =
    older.recall() ?? older.keep(totalWithin(limit, await countUpTo(db, byAge.older, limit + 1)))
  return totalWithin(limit, Math.min(recentRows + olderTotal.total, limit + 1))
}

/** The numbers on the tabs of a list, cached like its totals; `over` names those that stopped at the limit. */
export const tabCounts = async <K extends string>(scope: ReadScope, tabs: Record<K, SQL>) => {
  const names = keysOf(tabs)
  const caches = fromKeys(names, name => totalCache(scope, tabs[name]))
  const known = new Map(names.map(name => [name, caches[name].recall()]))
  const missing = names.filter(name => !known.get(name))
  if (missing.length > 0) {
    const numbers = missing.map(name => limitedCount(tabs[name], countLimit + 1))
    const { rows } = await scope.db.execute<{ numbers: number[] }>(
      sql`select array[${sql.join(numbers, sql`, `)}] as numbers`,
    )
    for (const [at, name] of missing.entries())
      known.set(name, caches[name].keep(totalWithin(countLimit, rows[0]!.numbers[at]!)))
  }
  const over = names.filter(name => known.get(name)!.totalIs)
  return {
    ...fromKeys(names, name => Math.min(known.get(name)!.total, countLimit)),
    ...(over.length > 0 && { over }),
  }
}
