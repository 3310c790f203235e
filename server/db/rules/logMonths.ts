import pg from 'pg'

import { firmDay, firmZone, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { appendOnlyTrigger, firmPolicies } from './rules.ts'

// The log is partitioned by months of the firms' calendar. `logs_2026_12` holds a month, `logs_before_2026_12` what was there
// before partitions were, and `logs_default` takes rows of any time without a partition. The unique rules are each partition's
// own: those of a partitioned table would have to contain the time, and so would let two rows have one place in the chain.

/** Partitions of later months are made this far ahead, so that the default one stays empty while jobs run once in so long. */
const monthsAhead = 2

const defaultPartition = 'logs_default'

/** The first moment of the month that is so many after the one of `now`. */
export const monthAfter = (now: Date, months: number): Date => {
  const [year = 0, month = 1] = firmDay(now).split('-').map(Number)
  const first = year * 12 + month - 1 + months
  const pad = (count: number, length: number) => String(count).padStart(length, '0')
  return momentOfFirm(`${pad(Math.floor(first / 12), 4)}-${pad((first % 12) + 1, 2)}-01`)
}

const nameOf = (from: Date) => `logs_${firmDay(from).slice(0, 7).replace('-', '_')}`

export type LogPartition = {
  name: string
  /** Null: without a beginning. */
  from: Date | null
  /** Null: the default partition, which has no bounds. */
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
  partitions.some(({ from, to }) => to !== null && at < to && (from === null || from <= at))

const quote = pg.escapeIdentifier

const COLUMNS = `
  select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
  where attrelid = 'public.logs'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

/**
 * Makes the partition of a month. Rows of that month that are in the default partition, since no job has run for long, are
 * moved: the chain knows rows and no tables. ATTACH lets others write to the table, other than CREATE … PARTITION OF.
 */
const makeMonth = async (client: pg.ClientBase, from: Date): Promise<void> => {
  const name = nameOf(from)
  const [begin, end] = [from, monthAfter(from, 1)].map(it => pg.escapeLiteral(it.toISOString()))
  const { rows } = await client.query<{ columns: string }>(COLUMNS)
  const { columns } = rows[0]!
  await client.query(`begin;
    create table ${quote(name)} (like logs including defaults including generated);
    alter table ${quote(name)} add primary key (firm_id, id);
    create unique index ${quote(`${name}_seq`)} on ${quote(name)} (firm_id, seq);
    alter table ${defaultPartition} no force row level security;
    alter table ${defaultPartition} disable trigger append_only;
    with moved as (delete from ${defaultPartition} where created_at >= ${begin} and created_at < ${end} returning *)
      insert into ${quote(name)} (${columns}) select ${columns} from moved;
    alter table ${defaultPartition} enable trigger append_only;
    alter table ${defaultPartition} force row level security;
    ${firmPolicies(name)}
    ${appendOnlyTrigger(name)}
    alter table logs attach partition ${quote(name)} for values from (${begin}) to (${end});
    commit`)
}

/** Partitions that somebody could reach by their own names past the walls of the whole table. */
const UNPROTECTED = `
  select c.relname as name, not c.relforcerowsecurity as "isOpen",
    not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as "isChangeable"
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.logs'::regclass`

type Unprotected = { name: string; isOpen: boolean; isChangeable: boolean }

/** Row-level security and triggers of statements hold for the table that a statement names. */
const protectPartitions = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<Unprotected>(UNPROTECTED)
  for (const { name, isOpen, isChangeable } of rows) {
    if (isOpen) await client.query(`begin; ${firmPolicies(name)} commit`)
    if (isChangeable) await client.query(appendOnlyTrigger(name))
  }
}

const MONTHS_IN_DEFAULT = `
  select distinct date_trunc('month', created_at at time zone '${firmZone}') at time zone '${firmZone}' as month
  from ${defaultPartition}`

const monthsInDefault = async (client: pg.ClientBase): Promise<Date[]> => {
  await client.query(`begin read only; set local app.every_firm = 'on'`)
  const { rows } = await client.query<{ month: Date }>(MONTHS_IN_DEFAULT)
  await client.query('commit')
  return rows.map(({ month }) => month)
}

/**
 * Makes the partitions of this month, of those to come and of those whose rows wait in the default partition; by the owner of the
 * table. A second run changes nothing.
 */
export const makeLogMonths = async (client: pg.ClientBase, now: Date): Promise<void> => {
  await protectPartitions(client)
  const coming = Array.from({ length: monthsAhead + 1 }, (_, month) => monthAfter(now, month))
  const partitions = await logPartitions(client)
  const wanted = [...coming, ...(await monthsInDefault(client))]
  const missing = new Map(
    wanted.filter(from => !isCovered(partitions, from)).map(from => [from.getTime(), from]),
  )
  for (const from of missing.values()) await makeMonth(client, from)
}
