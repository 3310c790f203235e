import type pg from 'pg'

import { createTablesAndRules } from '../migrate.ts'
import { appliedVersions, applyMigrations, makeConcurrentIndexes, type Migration } from '../migrations.ts'
import { lossesBetween, readTableState, rewrittenTables } from './tableState.ts'

/** Locks for which calls that read, or calls that write, have to wait, the strongest last. */
const blocking = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'] as const
type Mode = (typeof blocking)[number]

export type UpgradeMeasures = {
  migrations: string[]
  /** Tables that existed before and were locked until the end of the transaction, with the time of that. */
  locks: { table: string; mode: Mode; ms: number }[]
  /** The statements of the migrations, in their order. */
  statements: { migration: string; statement: string; ms: number }[]
  /** Indexes that are made afterwards, while calls read and write. */
  indexMs: number
  rewritten: string[]
  losses: string[]
}

const LOCKED = `
  select coalesce(p.relname, c.relname) as table, mode from pg_locks l
  join pg_class c on c.oid = l.relation
  left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.granted and l.mode = any($1)
    and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

/** The first line of a statement that is no comment. */
const firstLine = (statement: string): string =>
  statement
    .split('\n')
    .map(line => line.trim())
    .find(line => line !== '' && !line.startsWith('--')) ?? ''

/**
 * Migrates restored tables as a start does, and measures it. The times are those of this server while nobody else uses the
 * tables; the waits for calls come on top.
 */
export const measuredUpgrade = async (
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<UpgradeMeasures> => {
  const version = (await appliedVersions(client)).at(-1) ?? 0
  const pending = migrations.filter(migration => migration.version > version)
  const before = await readTableState(client)
  const locked = new Map<string, { mode: Mode; since: number }>()
  const statements: UpgradeMeasures['statements'] = []
  await applyMigrations(client, migrations, async (change, statement, { name }) => {
    const since = performance.now()
    await change(statement)
    statements.push({ migration: name, statement: firstLine(statement), ms: performance.now() - since })
    const { rows } = await client.query<{ table: string; mode: Mode }>(LOCKED, [blocking])
    for (const { table, mode } of rows) {
      const known = locked.get(table)
      if (!before.has(table)) continue
      const isStronger = !known || blocking.indexOf(mode) > blocking.indexOf(known.mode)
      if (isStronger) locked.set(table, { mode, since: known?.since ?? since })
    }
  })
  const committedAt = performance.now()
  await createTablesAndRules(client, migrations)
  const indexedFrom = performance.now()
  await makeConcurrentIndexes(client, migrations)
  const indexMs = performance.now() - indexedFrom
  const after = await readTableState(client)
  return {
    migrations: pending.map(({ name }) => name),
    statements,
    locks: [...locked].map(([table, { mode, since }]) => ({ table, mode, ms: committedAt - since })),
    indexMs,
    rewritten: rewrittenTables(before, after),
    losses: lossesBetween(before, after),
  }
}
