import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import { estimatesOf, exactLimit, guessedRows, over, storedRows } from './estimate.ts'
import type { Db } from '../connection/open.ts'
import { type CountScope, type Total, totalCache } from './totals.ts'

/** Counts beside lists stop here, so that a million rows cost no more than these. */
export const countLimit = 10_000

/** How many rows a subquery finds, counted as far as a page counts. `from` is its FROM and WHERE. */
export const numberOf = (from: SQL, most = countLimit) =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${most}) as counted)`

/** How many rows match, as far as `most`. `from` is the FROM and WHERE of the list. */
export const countUpTo = async (db: Db, from: SQL, most: number) => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${numberOf(from, most)} as total`)
  return rows[0]!.total
}

export type Counting = {
  /** FROM and WHERE of the list. */
  counted: SQL
  /** The same in words that the planner can guess by. */
  guessed?: SQL | undefined
  /** Words are searched by their index. */
  isSearch?: boolean | undefined
}

/** How many rows of a table match; a search for a frequent word is not counted, which would take longer than its page. */
export const totalOf = async (db: Db, table: PgTable, counting: Counting): Promise<Total> => {
  const { counted, guessed = counted, isSearch } = counting
  if (!isSearch) return (await countEach(db, table, [counting]))[0]!
  if ((await guessedRows(db, guessed)) > exactLimit) return over
  const total = await countUpTo(db, counted, exactLimit + 1)
  return total > exactLimit ? over : { total }
}

/** Of rows of one table: what is counted takes one statement, and another one what has to be estimated. */
const countEach = async (db: Db, table: PgTable, countings: readonly Counting[]): Promise<Total[]> => {
  const numbers = countings.map(it => numberOf(it.counted, exactLimit + 1))
  const { rows } = await db.execute<{ numbers: number[]; stored: number }>(
    sql`select array[${sql.join(numbers, sql`, `)}] as numbers, ${storedRows(table)} as stored`,
  )
  const { numbers: found, stored } = rows[0]!
  const large = countings.filter((_, at) => found[at]! > exactLimit)
  const guessed = large.map(it => sql`select 1 ${it.guessed ?? it.counted}`)
  const estimates = large.length > 0 ? await estimatesOf(db, table, guessed, stored) : []
  return countings.map((it, at) => estimates[large.indexOf(it)] ?? { total: found[at]! })
}

/** The numbers on the tabs of a list, remembered as its totals are; `about` names those that are estimates. */
export const tabCounts = async <K extends string>(
  asked: CountScope & { db: Db },
  table: PgTable,
  tabs: Record<K, SQL>,
) => {
  const names = keysOf(tabs)
  const kept = fromKeys(names, name => totalCache(asked, tabs[name]))
  const known = fromKeys(names, name => kept[name].recall())
  const unknown = names.filter(name => !known[name])
  const countings = unknown.map(name => ({ counted: tabs[name] }))
  const counted = unknown.length > 0 ? await countEach(asked.db, table, countings) : []
  const totals = fromKeys(names, name => known[name] ?? kept[name].keep(counted[unknown.indexOf(name)]!))
  const about = names.filter(name => totals[name].totalIs)
  return { ...fromKeys(names, name => totals[name].total), ...(about.length > 0 && { about }) }
}
