import { getTableName, is, like, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as tables from '../../server/db/tables.ts'
import type { TestApp } from './app.ts'

/** Who is signed in and what is counted is no content, and a refusal has its row in the log. */
const passing = [
  'sessions',
  'counters',
  'one_time_codes',
  'idempotency_keys',
  'logs',
  'log_heads',
  'install_secrets',
  'areas',
]
const names = Object.values(tables)
  .flatMap(table => (is(table, PgTable) ? [getTableName(table)] : []))
  .filter(name => !passing.includes(name))

const query = sql.join(
  names.map(
    name => sql`select ${name} as name, coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as hash
      from ${sql.identifier(name)} as row`,
  ),
  sql` union all `,
)

/** All that a firm has, as one hash a table: two that are equal say that nothing was written in between. */
export const snapshotOf = async (app: TestApp, firmId = 1) => {
  const { rows } = await app.database.read(firmId, db => db.execute<{ name: string; hash: string }>(query))
  return Object.fromEntries(rows.map(it => [it.name, it.hash]))
}

/** So that each denial of a test that makes more than an hour's has its row. */
export const forgetDenials = ({ database }: Pick<TestApp, 'database'>) =>
  database.write(null, db => db.delete(tables.counters).where(like(tables.counters.key, 'denied:%')))
