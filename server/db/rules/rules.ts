import pg from 'pg'
import { distributedTables } from '../distribution/distributed.ts'
import { keptTables } from './ownTables.ts'

/**
 * Tables with a firm_id that are read before the firm is known: which firm a host name belongs to is public.
 */
const tablesOfEveryFirm: ReadonlySet<string> = new Set(['hosts'])

type Table = { name: string; isBound: boolean; isNullable: boolean }

const TABLES = `
  select c.relname as name,
    c.relrowsecurity and c.relforcerowsecurity and
      (select count(*) = 2 from pg_policy p where p.polrelid = c.oid and p.polname = any($2)) as "isBound",
    not a.attnotnull as "isNullable"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by 1`

// In a subselect, the setting is read once per query instead of once per row.
const OWN_FIRM = `firm_id = (select nullif(current_setting('app.firm_id', true), '')::int)`

/**
 * FORCE binds the tables' owner too, and so the backup needs a way to read all rows. The planner multiplies its
 * estimates by the selectivity of the policies: of a comparison by `=` it expects one row in 200, of one by `<>` nearly all,
 * which is right for statements that name their firm. With `=`, beside a thousand firms a page of cards read all
 * cards of the firm and sorted them.
 */
const EVERY_FIRM = `(select case when current_setting('app.every_firm', true) = 'on' then 'on' else '' end) <> ''`

const POLICIES = ['own_firm', 'read_every_firm'] as const
const [OWN, EVERY] = POLICIES

/** Citus refuses subselects in policies. */
const withoutSubselect = (condition: string) => condition.replace('(select ', '(')

/** Statements that restrict a table to the rows of the session's firm; of one that is to be spread over several servers, too. */
export const firmPolicies = (name: string, isDistributed = false): string[] => {
  const [own, every] = isDistributed ? [OWN_FIRM, EVERY_FIRM].map(withoutSubselect) : [OWN_FIRM, EVERY_FIRM]
  return [
    `drop policy if exists ${OWN} on "${name}"`,
    `drop policy if exists ${EVERY} on "${name}"`,
    `create policy ${OWN} on "${name}" using (${own}) with check (${own})`,
    `create policy ${EVERY} on "${name}" for select using (${every})`,
    `alter table "${name}" enable row level security`,
    `alter table "${name}" force row level security`,
  ]
}

/**
 * Sends statements one by one in a transaction, since a database that is spread over several servers refuses several in one
 * message.
 */
export const sendInTransaction = async (
  client: pg.ClientBase,
  statements: readonly string[],
): Promise<void> => {
  for (const statement of ['begin', ...statements, 'commit']) await client.query(statement)
}

/**
 * Restricts each table with a firm_id to the rows of the session's firm, as a second protection besides the
 * conditions of the queries.
 */
export const separateFirms = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<Table>(TABLES, [
    (await keptTables(client)).filter(name => !tablesOfEveryFirm.has(name)),
    POLICIES,
  ])
  const distributed = await distributedTables(client)
  for (const { name, isBound, isNullable } of rows) {
    if (isNullable)
      throw new Error(`${name}.firm_id must be NOT NULL: a row of no firm would be lost from sight`)
    // An unchanged table is left alone, since ALTER TABLE waits for every reader.
    if (!isBound) await sendInTransaction(client, firmPolicies(name, distributed?.has(name)))
  }
}

/**
 * Changes a setting until the transaction ends. A database that is spread over several servers passes SET LOCAL on to them,
 * the whole message that holds it, but no call of `set_config`.
 */
const setLocal = (client: pg.ClientBase, name: string, value: string) =>
  client.query(`set local ${name} = ${pg.escapeLiteral(value)}`)

/** Lets the transaction read the rows of every firm. */
export const readEveryFirm = (client: pg.ClientBase) => setLocal(client, 'app.every_firm', 'on')

/** Ends what `readEveryFirm` allows. */
export const hideOtherFirms = (client: pg.ClientBase) => setLocal(client, 'app.every_firm', '')

/** Binds the transaction to a firm, or to another one than before. */
export const bindToFirm = (client: pg.ClientBase, firmId: number) =>
  setLocal(client, 'app.firm_id', String(firmId))

/**
 * Says that the transaction removes expired rows of the log. It grants nothing: only the tables' owner may delete, who could
 * as well disable the trigger, for which the writers of every firm would have to wait.
 */
const REMOVAL = 'app.log_removal'

/** Announces the removal of rows of the log, or that it is over. */
export const announceRemoval = (client: pg.ClientBase, isRemoval: boolean) =>
  setLocal(client, REMOVAL, isRemoval ? 'on' : '')

/** The body of the trigger function; the check of the protection compares it literally. */
export const refusalBody = ` begin
  if tg_op = 'DELETE' and current_setting('${REMOVAL}', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end `

/**
 * The triggers that refuse changes of the log, for the table or one of its partitions. TRUNCATE has its own: Citus puts no
 * trigger on shards that is for it too.
 */
export const appendOnlyTriggers = (name: string): string[] =>
  [
    ['append_only', 'update or delete'],
    ['append_only_truncate', 'truncate'],
  ].map(
    ([trigger, events]) =>
      `create trigger ${trigger} before ${events} on "${name}" for each statement execute function refuse_change();`,
  )

/** Makes the audit log append-only (promise Q44), for the tables' owner too. */
export const protectLogs = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query(
    `select from pg_trigger where tgname = 'append_only' and tgrelid = 'public.logs'::regclass`,
  )
  if (rows.length > 0) return
  await client.query(`
    create or replace function refuse_change() returns trigger language plpgsql as
      $$${refusalBody}$$;
    ${appendOnlyTriggers('logs').join(' ')}`)
}
