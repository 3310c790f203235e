import { getTableColumns, getTableName, is, like, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as tables from '../../server/db/tables.ts'
import type { TestApp } from './app.ts'

/** Excluded tables: sessions and counters are no content, and a refusal adds a row to the log. */
const excludedTables = [
  'sessions',
  'counters',
  'one_time_codes',
  'idempotency_keys',
  'logs',
  'log_heads',
  'install_secrets',
  'areas',
]
const hashed = Object.values(tables).flatMap(table => {
  if (!is(table, PgTable) || excludedTables.includes(getTableName(table))) return []
  return [{ name: getTableName(table), isOfFirms: 'firmId' in getTableColumns(table) }]
})

const query = (firmId: number) =>
  sql.join(
    hashed.map(
      ({ name, isOfFirms }) =>
        sql`select ${name} as name, coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as hash
      from ${sql.identifier(name)} as row ${isOfFirms ? sql`where firm_id = ${firmId}` : sql``}`,
    ),
    sql` union all `,
  )

/** One hash per table over all rows of a firm: equal snapshots mean that nothing was written in between. */
export const snapshotOf = async (app: TestApp, firmId = 1) => {
  const { rows } = await app.database.read(firmId, db =>
    db.execute<{ name: string; hash: string }>(query(firmId)),
  )
  return Object.fromEntries(rows.map(it => [it.name, it.hash]))
}

/** Resets the limit on logged denials per hour, so that each denial of a test gets its log row. */
export const forgetDenials = ({ database }: Pick<TestApp, 'database'>) =>
  database.write(null, db => db.delete(tables.counters).where(like(tables.counters.key, 'denied:%')))
