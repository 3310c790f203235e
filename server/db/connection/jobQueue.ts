import { runMigrations } from 'graphile-worker'
import pg from 'pg'

import { workerLogger } from '../../process/workerLogger.ts'

const SCHEMA = 'graphile_worker'

/**
 * Creates or updates the tables of the job queue, as the owner of the database. A second run changes nothing.
 */
export const installJobQueue = async (owner: pg.ClientConfig): Promise<void> => {
  const pool = new pg.Pool({ ...owner, max: 1 })
  // A lost connection fails the query in flight; without a listener it would end the process.
  pool.on('error', () => {}).on('connect', client => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: workerLogger() })
  } finally {
    await pool.end()
  }
}

const isGrantedSql = `
  select has_schema_privilege($1::name, $2, 'usage') and not exists (
    select from pg_class c where c.relnamespace = $2::regnamespace and c.relkind = 'r' and (
      not has_table_privilege($1::name, c.oid, 'select, insert, update, delete')
      or (c.relrowsecurity and not exists (select from pg_policy p
        where p.polrelid = c.oid and p.polroles @> array[(select oid from pg_roles where rolname = $1::name)]))))
    as "isDone"`

/** Lets the server's role add and run jobs; graphile-worker grants its tables only to their owner. */
export const grantJobQueue = async (owner: pg.ClientBase, login: string): Promise<void> => {
  const { rows } = await owner.query<{ isDone: boolean }>(isGrantedSql, [login, SCHEMA])
  if (rows[0]?.isDone) return
  const name = pg.escapeIdentifier(login)
  const { rows: tables } = await owner.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
      where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relrowsecurity`,
    [SCHEMA],
  )
  const policies = tables.map(
    ({ table }) => `drop policy if exists server on ${table};
      create policy server on ${table} to ${name} using (true) with check (true);`,
  )
  await owner.query(`begin;
    grant usage on schema ${SCHEMA} to ${name};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${name};
    grant usage, select on all sequences in schema ${SCHEMA} to ${name};
    ${policies.join('\n')}
    commit`)
}
