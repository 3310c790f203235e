import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Db } from '../connection/open.ts'
import type { Total } from './totals.ts'

/** The total of a page is exact up to this number, and an estimate beyond. */
export const exactLimit = 1_000

type Plan = {
  'Node Type': string
  'Plan Rows': number
  'Parent Relationship'?: string
  Plans?: readonly Plan[]
}
type ExplainRow = { 'QUERY PLAN': readonly [{ Plan: Plan }] }

/** The plan's inputs without init plans, which are executed once for the whole query. */
const inputsOf = ({ Plans = [] }: Plan) => Plans.filter(it => it['Parent Relationship'] !== 'InitPlan')

/** The plan below LIMIT and subquery scan nodes. */
const withoutLimit = (plan: Plan): Plan => {
  const [inner] = inputsOf(plan)
  return inner && ['Limit', 'Subquery Scan'].includes(plan['Node Type']) ? withoutLimit(inner) : plan
}

/**
 * The number of rows of the table or its partitions at PostgreSQL's last ANALYZE; reltuples is -1 before the
 * first.
 */
export const storedRows = (table: PgTable) =>
  sql<number>`(select sum(greatest(reltuples, 0)) from pg_class where oid = ${getTableName(table)}::regclass
    or oid in (select inhrelid from pg_inherits where inhparent = ${getTableName(table)}::regclass))`

/** The total is above the exact limit, and no estimate is available. */
export const moreThanLimit: Total = { total: exactLimit + 1, totalIs: 'over' }

/**
 * The planner's estimate of the rows that a statement finds. For a search by index it is too low rather than
 * too high, since the planner treats the index condition and the comparison after it as independent.
 */
export const estimatedRows = async (db: Db, from: SQL) => {
  const { rows } = await db.execute<ExplainRow>(sql`explain (format json) select 1 ${from}`)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/**
 * The planner's estimates for each statement without its LIMIT. The planner treats row-level security as a
 * filter that removes some rows of the firm, so the estimate is scaled by its estimate for the whole table.
 */
export const estimatesOf = async (
  db: Db,
  table: PgTable,
  statements: readonly SQL[],
  stored: number,
): Promise<Total[]> => {
  // Without OFFSET, the planner would merge the partitions of all statements into one list.
  const unionOfStatements = sql.join(
    [...statements, sql`select 1 from ${table}`],
    sql` offset 0) union all (`,
  )
  const { rows } = await db.execute<ExplainRow>(sql`explain (format json) (${unionOfStatements} offset 0)`)
  const parts = inputsOf(rows[0]!['QUERY PLAN'][0].Plan)
  // The planner omits statements that certainly find nothing; the remaining ones can then not be assigned.
  const hasAllParts = parts.length === statements.length + 1
  return statements.map((_, at) => {
    const part = hasAllParts ? parts[at] : undefined
    const found = part ? withoutLimit(part)['Plan Rows'] : 0
    const guess = Math.round((found * stored) / (parts.at(-1)?.['Plan Rows'] || 1))
    return guess > exactLimit ? { total: guess, totalIs: 'about' } : moreThanLimit
  })
}
