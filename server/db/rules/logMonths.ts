import pg from 'pg'

import { firmDay, firmZone, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { distributedTables, isDistributed } from '../distribution/distributed.ts'
import { appendOnlyTriggers, firmPolicies, sendInTransaction } from './rules.ts'

// The log is partitioned by months of the firms' calendar. `logs_2026_12` holds one month, and `logs_default` rows of
// times without a partition. Each partition has its own unique indexes: an index of the partitioned table would have to
// contain the time, and so would allow two rows with the same position in the chain.

/**
 * Partitions are created this many months ahead, so that the default partition stays empty even if no job
 * runs for that long.
 */
const monthsAhead = 2

const defaultPartition = 'logs_default'

/** The first moment of the month that is `months` after the month of `now`. */
export const monthAfter = (now: Date, months: number): Date => {
  const [year = 0, month = 1] = firmDay(now).split('-').map(Number)
  const first = year * 12 + month - 1 + months
  const pad = (count: number, length: number) => String(count).padStart(length, '0')
  return momentOfFirm(`${pad(Math.floor(first / 12), 4)}-${pad((first % 12) + 1, 2)}-01`)
}

const nameOf = (from: Date) => `logs_${firmDay(from).slice(0, 7).replace('-', '_')}`

export type LogPartition = {
  name: string
  /** Both are null for the default partition, which has no bounds. */
  from: Date | null
  to: Date | null
}

const boundPattern = (word: string) => `${word} \\(''([^'']+)''\\)`

/** The default partition first, then in the order of time. */
const PARTITIONS = `
  select c.relname as name,
    substring(pg_get_expr(c.relpartbound, c.oid) from '${boundPattern('FROM')}')::timestamptz as from,
    substring(pg_get_expr(c.relpartbound, c.oid) from '${boundPattern('TO')}')::timestamptz as to
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.logs'::regclass
  order by 3 nulls first`

export const logPartitions = async (client: pg.ClientBase): Promise<LogPartition[]> => {
  const { rows } = await client.query<LogPartition>(PARTITIONS)
  return rows
}

const isCovered = (partitions: readonly LogPartition[], at: Date) =>
  partitions.some(({ from, to }) => from !== null && to !== null && from <= at && at < to)

const quoteName = pg.escapeIdentifier

const COLUMNS = `
  select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
  where attrelid = 'public.logs'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const endsOf = (from: Date) =>
  [from, monthAfter(from, 1)].map(moment => pg.escapeLiteral(moment.toISOString()))

const boundsOf = (from: Date) => {
  const [begin, end] = endsOf(from)
  return `for values from (${begin}) to (${end})`
}

/** The unique rules of a partition. */
const ownRules = (name: string) => [
  `alter table ${quoteName(name)} add primary key (firm_id, id)`,
  `create unique index ${quoteName(`${name}_seq`)} on ${quoteName(name)} (firm_id, seq)`,
]

/**
 * Creates the partition of a month. Rows of that month which are in the default partition, because no job has
 * run for long, are moved; the hash chain does not depend on the partition. Unlike CREATE … PARTITION OF,
 * ATTACH lets others write to the table meanwhile.
 */
const makeMonth = async (client: pg.ClientBase, from: Date): Promise<void> => {
  const name = nameOf(from)
  const [begin, end] = endsOf(from)
  const { rows } = await client.query<{ columns: string }>(COLUMNS)
  const { columns } = rows[0]!
  await client.query(`begin;
    create table ${quoteName(name)} (like logs including defaults including generated);
    ${ownRules(name).join('; ')};
    alter table ${defaultPartition} no force row level security;
    alter table ${defaultPartition} disable trigger append_only;
    with moved as (delete from ${defaultPartition} where created_at >= ${begin} and created_at < ${end} returning *)
      insert into ${quoteName(name)} (${columns}) select ${columns} from moved;
    alter table ${defaultPartition} enable trigger append_only;
    alter table ${defaultPartition} force row level security;
    ${firmPolicies(name).join('; ')};
    ${appendOnlyTriggers(name).join(' ')}
    alter table logs attach partition ${quoteName(name)} ${boundsOf(from)};
    commit`)
}

/**
 * Creates the partition of a month on every server, of a log that is spread over several. Its rows must not be in the
 * default partition yet, from which none can be moved.
 */
const makeDistributedMonth = async (client: pg.ClientBase, from: Date): Promise<void> => {
  const name = nameOf(from)
  await sendInTransaction(client, [
    `set local citus.multi_shard_modify_mode = 'sequential'`,
    `create table ${quoteName(name)} partition of logs ${boundsOf(from)}`,
    ...ownRules(name),
    ...firmPolicies(name, true),
    ...appendOnlyTriggers(name),
  ])
}

/**
 * Partitions whose rows somebody could reach by the partition's name, past the protection of the whole table.
 */
const UNPROTECTED = `
  select c.relname as name, not c.relforcerowsecurity as "isOpen",
    not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as "isChangeable"
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.logs'::regclass`

type UnprotectedPartition = { name: string; isOpen: boolean; isChangeable: boolean }

/**
 * Row-level security and statement triggers apply only to the table that a statement names, so each partition
 * needs its own.
 */
const protectPartitions = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<UnprotectedPartition>(UNPROTECTED)
  const distributed = await distributedTables(client)
  for (const { name, isOpen, isChangeable } of rows) {
    if (isOpen) await sendInTransaction(client, firmPolicies(name, distributed?.has(name)))
    if (isChangeable) for (const trigger of appendOnlyTriggers(name)) await client.query(trigger)
  }
}

/** The first moments of the months that the rows of a table are of. Of all firms where the transaction reads them. */
export const monthsIn = async (client: pg.ClientBase, table: string): Promise<Date[]> => {
  const { rows } = await client.query<{ month: Date }>(`
    select distinct date_trunc('month', created_at at time zone '${firmZone}') at time zone '${firmZone}' as month
    from ${quoteName(table)} order by 1`)
  return rows.map(({ month }) => month)
}

const monthsInDefault = async (client: pg.ClientBase): Promise<Date[]> => {
  await client.query(`begin read only; set local app.every_firm = 'on'`)
  const months = await monthsIn(client, defaultPartition)
  await client.query('commit')
  return months
}

/** Makes empty partitions of these months in a log without rows; `makeLogMonths` puts the rules over them. */
export const makeEmptyMonths = async (client: pg.ClientBase, months: readonly Date[]): Promise<void> => {
  for (const from of months) {
    const name = nameOf(from)
    await client.query(`create table ${quoteName(name)} partition of logs ${boundsOf(from)}`)
    for (const rule of ownRules(name)) await client.query(rule)
  }
}

/**
 * Creates the partitions of this month, of the coming ones and of months whose rows are in the default
 * partition. It must run as the owner of the table; a second run changes nothing.
 */
export const makeLogMonths = async (client: pg.ClientBase, now: Date): Promise<void> => {
  await protectPartitions(client)
  const comingMonths = Array.from({ length: monthsAhead + 1 }, (_, month) => monthAfter(now, month))
  const partitions = await logPartitions(client)
  const isMissing = (from: Date) => !isCovered(partitions, from)
  const unmoved = (await monthsInDefault(client)).filter(isMissing)
  if (await isDistributed(client)) {
    // Rows that are in the default partition already stay there.
    const isUnmoved = (from: Date) => unmoved.some(it => it.getTime() === from.getTime())
    for (const from of comingMonths.filter(it => isMissing(it) && !isUnmoved(it)))
      await makeDistributedMonth(client, from)
    return
  }
  const missing = new Map([...comingMonths.filter(isMissing), ...unmoved].map(from => [from.getTime(), from]))
  for (const from of missing.values()) await makeMonth(client, from)
}
