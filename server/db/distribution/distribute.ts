import pg from 'pg'

import { refuseOtherRelease, runExclusively, withClient } from '../migrate.ts'
import { servingProcesses } from '../releases.ts'
import { dueTriggers } from '../rules/dueWork.ts'
import { referenceTables } from '../rules/firmTables.ts'
import { keptTables } from '../rules/ownTables.ts'
import { appendOnlyTriggers, firmPolicies } from '../rules/rules.ts'
import { refuseUnfit } from './checks.ts'
import { distributedTables } from './distributed.ts'

const quoteName = pg.escapeIdentifier
const quoteText = pg.escapeLiteral

/** Pieces of the tables; a firm is in one of them, and a piece is what can be moved to another server. */
const SHARDS = 32

/** Tables with a firm of which each server has a copy, since they are read before the firm is known. */
const copiedTables: readonly string[] = [...referenceTables, 'hosts']

/** By the part of the installation: the server that clients connect to, and those with the rows. */
const settings = {
  both: ['citus.enable_unsafe_triggers = on', 'citus.allow_nested_distributed_execution = on'],
  coordinator: ['citus.propagate_set_commands = local'],
  workers: ['citus.propagate_set_commands = none'],
}

const onWorkers = async (client: pg.ClientBase, command: string): Promise<void> => {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result from run_command_on_workers($1)`,
    [command],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`${failed.node}: ${failed.result}`)
}

/** They hold for connections that begin afterwards, those between the servers too. */
const applySettings = async (client: pg.Client): Promise<void> => {
  const { database = '' } = client
  const set = (values: readonly string[]) =>
    values.map(value => `alter database ${quoteName(database)} set ${value}`)
  await client.query('set citus.enable_ddl_propagation = off')
  for (const command of set([...settings.both, ...settings.coordinator])) await client.query(command)
  await client.query('reset citus.enable_ddl_propagation')
  for (const command of set([...settings.both, ...settings.workers]))
    await onWorkers(client, `set citus.enable_ddl_propagation = off; ${command}`)
}

/**
 * The queue stays on the coordinator. Statements that also add a job run where the rows of the firm are, and there the
 * function adds none: a job of the coordinator adds those of what waits or has a date, each minute.
 */
const standInOfAddJob = `set citus.enable_ddl_propagation = off;
  create schema if not exists graphile_worker; grant usage on schema graphile_worker to public;
  create or replace function graphile_worker.add_job(identifier text, payload json default null, queue_name text default null,
    run_at timestamptz default null, max_attempts int default null, job_key text default null, priority int default null,
    flags text[] default null, job_key_mode text default 'replace') returns text language sql as 'select null::text'`

type Definition = { table: string; name: string; definition: string }

/** Foreign keys from or to these tables. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    and exists (select from pg_class c where c.oid in (conrelid, confrelid) and c.relname = any($1)
      and c.relnamespace = 'public'::regnamespace)`

/** Triggers of these tables and their partitions. */
const TRIGGERS = `
  select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and tgparentid = 0 and c.relnamespace = 'public'::regnamespace
    and (c.relname = any($1) or exists (select from pg_inherits i join pg_class p on p.oid = i.inhparent
      where i.inhrelid = c.oid and p.relname = any($1)))`

const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
  order by p.oid`

const TABLES = `
  select c.relname as name, array(select inhrelid::regclass::text from pg_inherits where inhparent = c.oid) as partitions
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by c.relname <> 'firms', 1`

type Table = { name: string; partitions: string[] }

/** Every trigger and foreign key is put aside meanwhile, since a table that has them cannot be distributed. */
const putAside = async (client: pg.ClientBase, names: readonly string[]) => {
  const { rows: keys } = await client.query<Definition>(FOREIGN_KEYS, [names])
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoteName(name)}`)
  const { rows: triggers } = await client.query<Definition>(TRIGGERS, [names])
  for (const { table, name } of triggers) await client.query(`drop trigger ${quoteName(name)} on ${table}`)
  const due = new Set(dueTriggers())
  return async () => {
    for (const { table, name, definition } of triggers) {
      const isOfLog = name === 'append_only'
      if (isOfLog) for (const trigger of appendOnlyTriggers(table)) await client.query(trigger)
      else if (!due.has(name) && name !== 'append_only_truncate') await client.query(definition)
    }
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
  }
}

const distributeTable = async (client: pg.ClientBase, { name, partitions }: Table): Promise<void> => {
  for (const part of [name, ...partitions])
    for (const statement of firmPolicies(part, true)) await client.query(statement)
  const place = name === 'firms' ? `shard_count => ${SHARDS}` : `colocate_with => 'firms'`
  await client.query(`select create_distributed_table(${quoteText(quoteName(name))}, 'firm_id', ${place})`)
}

/** What is left to distribute, in one transaction: whatever interrupts it, nothing has changed. */
const distributeTables = async (client: pg.ClientBase, names: readonly string[]): Promise<void> => {
  await client.query('begin')
  // On one connection to each server, or a table could not see what another connection has just made.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const putBack = await putAside(client, names)
  for (const name of copiedTables.filter(it => names.includes(it)))
    await client.query(`select create_reference_table(${quoteText(quoteName(name))})`)
  const { rows } = await client.query<Table>(TABLES, [names.filter(name => !copiedTables.includes(name))])
  for (const table of rows) await distributeTable(client, table)
  await putBack()
  await client.query('commit')
}

/** The tables that are to be distributed or copied to each server. */
const tablesToDistribute = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<Table>(TABLES, [await keptTables(client)])
  return [...new Set([...referenceTables, ...rows.map(({ name }) => name)])]
}

const prepareNodes = async (client: pg.Client, login: string | undefined): Promise<void> => {
  await refuseUnfit(client, login)
  if ((await servingProcesses(client)) > 0)
    throw new Error(
      '还有进程在使用这个数据库：请先停止所有进程 (processes of the product still use this database: stop them first)',
    )
  await applySettings(client)
  await onWorkers(client, standInOfAddJob)
}

/**
 * Distributes the tables of firms, those that are not yet, as a superuser; returns their names. `login` is that of the
 * server. It may be interrupted and run again.
 */
export const distribute = async (
  superuser: pg.ClientConfig,
  login: string | undefined,
): Promise<string[]> => {
  await withClient(superuser, client => prepareNodes(client, login))
  // The connections that begin from here on have the settings.
  return runExclusively(superuser, async client => {
    await refuseOtherRelease(client)
    const { rows: functions } = await client.query<{ name: string }>(FUNCTIONS)
    for (const { name } of functions)
      await client.query('select create_distributed_function($1::regprocedure)', [name])
    const done = (await distributedTables(client)) ?? new Set()
    const names = (await tablesToDistribute(client)).filter(name => !done.has(name))
    if (names.length > 0) await distributeTables(client, names)
    return names
  })
}
