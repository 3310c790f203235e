import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { estimatesOf, exactLimit, storedRows } from './estimate.ts'
import type { Db } from '../connection/open.ts'
import { type Selection, selectRows } from './select.ts'
import type { Known } from './totals.ts'

export type Page = { pageNum: number; pageSize: number }

export type Join = { kind: 'inner' | 'left'; table: PgTable; on: SQL }

const joinText = { inner: sql`inner join`, left: sql`left join` }

/** A list in the order that its key ends; with `plainWhere` each of its joins finds one row at most. */
export type Source = {
  columns: Selection
  table: PgTable
  key: PgColumn
  joins?: readonly Join[] | undefined
  where: SQL
  order: readonly SQL[]
  /** Of the joins those that `where` looks at: only they are counted with. */
  countedJoins?: readonly Join[] | undefined
  /**
   * The same as `where` for words that are searched by their index, each of whose hits has to be looked at, for the page
   * as for its total: here they are looked for row by row.
   */
  plainWhere?: SQL | undefined
}

const joined = (joins: readonly Join[]) =>
  sql.join(joins.map(it => sql` ${joinText[it.kind]} ${it.table} on ${it.on}`))

export const fromOf = (table: PgTable, joins: readonly Join[], where: SQL) =>
  sql`from ${table}${joined(joins)} where ${where}`

export const countedFrom = ({ table, joins = [], where, countedJoins = joins }: Source) =>
  fromOf(table, countedJoins, where)

export const offsetOf = ({ pageNum, pageSize }: Page) => (pageNum - 1) * pageSize

/** One row more than the page shows. */
const lastOf = (page: Page) => offsetOf(page) + page.pageSize + 1

const ordered = (order: readonly SQL[]) => sql` order by ${sql.join([...order], sql`, `)}`

/** One row more than the page shows says whether it is the last one. */
export const cut = (order: readonly SQL[], page: Page, more: 0 | 1) =>
  sql`${ordered(order)} limit ${page.pageSize + more} offset ${offsetOf(page)}`

// No field has such names.
const [keyName, foundName, mostName, storedName] = ['#key', '#found', '#most', '#stored'] as const
const name = (it: string) => sql.identifier(it)
type Numbers = { [foundName]: number; [mostName]: number; [storedName]: number }
const numberNames = [foundName, mostName, storedName] as const
const numbers = Object.fromEntries(numberNames.map(it => [it, sql`page.${name(it)}`]))

/**
 * So many hits are looked at: beyond, fewer rows are passed on the way along the order until the page is full. A hit
 * costs some four of those, since it stands anywhere.
 */
const sizeOf = (table: PgTable, page: Page) => {
  const most = sql`greatest(${exactLimit + 1}, sqrt(${lastOf(page)} * greatest(stored, 0) / 4))::int`
  return sql`size as materialized (select stored, ${most} as most from (select ${storedRows(table)} as stored) as size)`
}

/** The page and how many hits there are, from one look at each; undefined where the page is behind the last one. */
export const hitsOf = async <R>(db: Db, source: Source, page: Page) => {
  const { columns, table, key, joins = [], order } = source
  const most = sql`(select most from size)`
  // Under the table's own name, so that its columns are read from what was found.
  const hits = sql`from (select ${table}.* ${countedFrom(source)} limit ${most}) ${table}${joined(joins)}`
  const counts = sql`(count(*) over ())::int as ${name(foundName)}, ${most} as ${name(mostName)}, (select stored from size) as ${name(storedName)}`
  // Keys alone are put in order: a row is wide.
  const keys = sql`with ${sizeOf(table, page)} select ${key} as ${name(keyName)}, ${counts} ${hits}${cut(order, page, 0)}`
  const rows = await selectRows<R & Partial<Numbers>>(
    db,
    { ...columns, ...numbers },
    sql`from (${keys}) page inner join ${table} on ${key} = page.${name(keyName)}${joined(joins)}${ordered(order)}`,
  )
  const [first] = rows
  if (!first) return undefined
  const { [foundName]: found = 0, [mostName]: looked = 0, [storedName]: stored = 0 } = first
  for (const row of rows) for (const it of numberNames) delete row[it]
  return { records: rows, found, isWhole: found < looked, stored }
}

type Hits = { found: number; stored: number }

/** How a page and its total are come by for a word of more hits than are looked at. */
export const frequentOf = async (
  db: Db,
  source: Source,
  page: Page,
  { found, stored }: Hits,
): Promise<Known> => {
  const { table, joins = [], where, plainWhere = where, order } = source
  const asked = sql`select 1 ${fromOf(table, joins, plainWhere)}${cut(order, page, 1)}`
  const [estimate] = await estimatesOf(db, table, [asked], stored)
  const { total, guess, startup, cost } = estimate!
  const hits = Math.max(guess, found)
  const share = Math.min(1, lastOf(page) / hits)
  return {
    total: guess > found ? total : { total: found, totalIs: 'over' },
    // Looking at one hit costs one at least, as the planner reckons.
    isPlain: startup + (cost - startup) * share < hits,
  }
}
