import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Db } from '../connection/open.ts'
import type { Total } from './totals.ts'

/** The total of a page is exact up to here, and an estimate beyond. */
export const exactLimit = 1_000

type Plan = {
  'Node Type': string
  'Plan Rows': number
  'Parent Relationship'?: string
  Plans?: readonly Plan[]
}
type Explained = { 'QUERY PLAN': readonly [{ Plan: Plan }] }

/** Without those that are read once for all rows. */
const partsOf = ({ Plans = [] }: Plan) => Plans.filter(it => it['Parent Relationship'] !== 'InitPlan')

/** What a LIMIT cuts. */
const uncut = (plan: Plan): Plan => {
  const [inner] = partsOf(plan)
  return inner && ['Limit', 'Subquery Scan'].includes(plan['Node Type']) ? uncut(inner) : plan
}

/** As many as the table had, or its partitions, when the database last looked; -1 is where it never has. */
export const storedRows = (table: PgTable) =>
  sql<number>`(select sum(greatest(reltuples, 0)) from pg_class where oid = ${getTableName(table)}::regclass
    or oid in (select inhrelid from pg_inherits where inhparent = ${getTableName(table)}::regclass))`

/** More than is counted, and nothing else is known. */
export const over: Total = { total: exactLimit + 1, totalIs: 'over' }

/**
 * How many rows the planner guesses from its statistics that a statement finds. Of words that are searched by their index it
 * guesses too few rather than too many, since it takes the index and the comparison behind it for two conditions.
 */
export const guessedRows = async (db: Db, from: SQL) => {
  const { rows } = await db.execute<Explained>(sql`explain (format json) select 1 ${from}`)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/**
 * How many rows the planner guesses that each statement would find, without its LIMIT. The planner treats row-level security
 * as a filter that removes some rows of the firm, so the guess is scaled by its guess for the whole table.
 */
export const estimatesOf = async (
  db: Db,
  table: PgTable,
  statements: readonly SQL[],
  stored: number,
): Promise<Total[]> => {
  // Without OFFSET the planner would put the partitions of all statements into one list.
  const asked = sql.join([...statements, sql`select 1 from ${table}`], sql` offset 0) union all (`)
  const { rows } = await db.execute<Explained>(sql`explain (format json) (${asked} offset 0)`)
  const parts = partsOf(rows[0]!['QUERY PLAN'][0].Plan)
  // What surely finds nothing is left out, and then none can be told from another.
  const isWhole = parts.length === statements.length + 1
  return statements.map((_, at) => {
    const part = isWhole ? parts[at] : undefined
    const found = part ? uncut(part)['Plan Rows'] : 0
    const guess = Math.round((found * stored) / (parts.at(-1)?.['Plan Rows'] || 1))
    return guess > exactLimit ? { total: guess, totalIs: 'about' } : over
  })
}
