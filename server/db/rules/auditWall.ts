import pg from 'pg'

import { logPartitions } from './logMonths.ts'
import { refusalBody } from './rules.ts'

type LogProtection = {
  hasTrigger: boolean
  isOwner: boolean
  isSuperuser: boolean
  changes: string[]
}

/** The log and its partitions, which a statement may also name directly. */
const logTables = `(select 'public.logs'::regclass as oid
    union all select inhrelid from pg_inherits where inhparent = 'public.logs'::regclass)`

/** The bits of `pg_trigger.tgtype` for DELETE, UPDATE and TRUNCATE (PostgreSQL, src/include/catalog/pg_trigger.h). */
const changeEvents = 8 + 16 + 32

const protectionSql = `
  select
    not exists (select from ${logTables} part where ${changeEvents} is distinct from ${changeEvents} & (
      select bit_or(t.tgtype::int) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = part.oid and starts_with(t.tgname, 'append_only') and t.tgenabled in ('O', 'A')
        and p.prosrc = $1)) as "hasTrigger",
    (select pg_has_role(current_user, c.relowner, 'member') from pg_class c where c.oid = 'public.logs'::regclass)
      as "isOwner",
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isSuperuser",
    array(select it from unnest(array['update', 'delete', 'truncate']) it
      where exists (select from ${logTables} part where has_table_privilege(current_user, part.oid, it))) as changes`

/** The mechanisms that keep the current role from changing the log. */
export const logProtection = async (client: pg.ClientBase): Promise<LogProtection> => {
  const { rows } = await client.query<LogProtection>(protectionSql, [refusalBody])
  return rows[0]!
}

/**
 * Whether the role may read and write each table and sequence, may only append to the log, and has no right
 * on the log's partitions.
 */
const isGrantedSql = `
  select not exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and (
      (c.relkind in ('r', 'p') and has_table_privilege($1::name, c.oid, 'select, insert') = c.relispartition)
      or (c.relkind = 'S' and not has_sequence_privilege($1::name, c.oid, 'usage'))))
    and not has_table_privilege($1::name, 'public.logs', 'update, delete, truncate')
    and has_schema_privilege($1::name, 'drizzle', 'usage') as "isDone"`

/**
 * Grants the server's role its rights: it reads and writes rows but owns nothing, and of the log it may only
 * read and append (promise Q44).
 */
export const grantServerRole = async (owner: pg.ClientBase, login: string): Promise<void> => {
  const { rows } = await owner.query<{ isDone: boolean }>(isGrantedSql, [login])
  if (rows[0]?.isDone) return
  const name = pg.escapeIdentifier(login)
  const partitions = await logPartitions(owner)
  const revocations = partitions.map(it => `revoke all on ${pg.escapeIdentifier(it.name)} from ${name};`)
  await owner.query(`begin;
    grant usage on schema public, drizzle to ${name};
    grant select on all tables in schema drizzle to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    revoke update, delete, truncate on logs from ${name};
    ${revocations.join(' ')}
    grant usage, select on all sequences in schema public to ${name};
    commit`)
}
