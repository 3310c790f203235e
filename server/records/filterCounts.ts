import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { type Filter, listedValues, type OptionCount } from '../../resources/kit/index.ts'
import type { Db } from '../db/connection/open.ts'
import { countUpTo } from '../db/lists/counts.ts'

/** Rows. Counting more would take longer than the list itself; the options are then shown without numbers. */
const maxCountedRows = 50_000

type CountableFilter = {
  filter: Filter
  /** FROM and WHERE of the list without this filter. */
  from: SQL
  /**
   * The column that holds the id of the filter's reference; undefined where its condition is not a plain
   * comparison.
   */
  column: PgColumn | undefined
  /** The conditions that the filter sets for one value. */
  conditionsOf: (value: string | number) => readonly SQL[]
}

const countListed = async (
  db: Db,
  { from, conditionsOf }: CountableFilter,
  values: readonly (string | number)[],
): Promise<OptionCount[]> => {
  const numbers = values.map(
    value => sql`count(*) filter (where ${and(sql`true`, ...conditionsOf(value))})::int`,
  )
  const { rows } = await db.execute<{ numbers: number[] }>(
    sql`select array[${sql.join(numbers, sql`, `)}] as numbers ${from}`,
  )
  return values.map((option, at) => ({ option: String(option), count: rows[0]!.numbers[at]! }))
}

const countReferenced = async (
  db: Db,
  { filter, from }: CountableFilter,
  column: PgColumn,
): Promise<OptionCount[]> => {
  const value = filter.compare === 'includes' ? sql`unnest(${column})` : sql`${column}`
  const { rows } = await db.execute<{ value: string | null; count: number }>(
    sql`select value, count(*)::int as count from (select ${value} as value ${from}) as found group by value order by value`,
  )
  return rows.flatMap(row => (row.value === null ? [] : [{ option: String(row.value), count: row.count }]))
}

/**
 * The number of rows that each option of a filter would leave; null where there are too many to count, or
 * where no column holds the options.
 */
export const countOptions = async (db: Db, countable: CountableFilter): Promise<OptionCount[] | null> => {
  const values = listedValues(countable.filter.field)
  if (!values && !countable.column) return null
  if ((await countUpTo(db, countable.from, maxCountedRows + 1)) > maxCountedRows) return null
  return values ? countListed(db, countable, values) : countReferenced(db, countable, countable.column!)
}
