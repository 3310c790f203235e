import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '../process/log.ts'
import { holdLock } from './connection/heldLock.ts'
import { type Migration, readMigrations } from './migrations.ts'

// Processes are replaced one by one during an upgrade. Most migrations only add, so a process of the earlier
// release keeps working beside them. A breaking one changes what it uses, and waits until it has ended.

/**
 * First key of the advisory lock, an arbitrary number; the second key is how many migrations the process
 * knows.
 */
const SERVING = 7_236_403
const POLL_MS = 500

/** The number of serving processes that know fewer migrations. */
const earlierProcesses = async (client: pg.ClientBase, migrationCount: number): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::int8 = $1 and objid::int8 < $2`,
    [SERVING, migrationCount],
  )
  return rows[0]!.count
}

/** The number of serving processes of this release and of others. */
export const servingProcesses = (client: pg.ClientBase): Promise<number> =>
  earlierProcesses(client, Number.MAX_SAFE_INTEGER)

/**
 * Waits until no process is left that would fail after the migrations to come; `version` is the version of
 * the data. The caller must be the only process that changes the database.
 */
export const waitForEarlierProcesses = async (
  client: pg.ClientBase,
  version: number,
  migrations: readonly Migration[],
  log?: Log,
): Promise<void> => {
  const last = migrations.findLastIndex(migration => migration.isBreaking && migration.version > version)
  if (last === -1) return
  const requiredMigrations = last + 1
  let isLogged = false
  for (;;) {
    const count = await earlierProcesses(client, requiredMigrations)
    if (count === 0) return
    if (!isLogged)
      log?.warn(
        { count, migration: migrations[last]!.name },
        'waiting for processes of an earlier release to end',
      )
    isLogged = true
    await delay(POLL_MS)
  }
}

/**
 * Announces in the database that this process serves, and how many migrations it knows, until the returned
 * function is called.
 */
export const announceProcess = (
  connection: pg.ClientConfig,
  migrations = readMigrations().length,
): Promise<() => Promise<void>> => holdLock(connection, [SERVING, migrations])
