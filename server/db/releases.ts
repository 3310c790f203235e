import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'
import { z } from 'zod'

import type { Log } from '../process/log.ts'
import { holdLock } from './connection/heldLock.ts'

// Processes are replaced one by one during an upgrade. Most migrations only add, so a process of the earlier
// release keeps working beside them. The migrations below change what it uses, and wait until it has ended
// (promise Q56).

/** Migrations after which a process of an earlier release fails in some call. */
const breakingMigrations: ReadonlySet<string> = new Set(['0033_keys_by_firm'])

/**
 * First key of the advisory lock, an arbitrary number; the second key is how many migrations the process
 * knows.
 */
const SERVING = 7_236_403
const POLL_MS = 500

const journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.int(), when: z.number(), tag: z.string() })),
})

/** Every migration of this program, in order. */
const knownMigrations = async () => {
  const path = join(import.meta.dirname, 'migrations/meta/_journal.json')
  return journal.parse(JSON.parse(await readFile(path, 'utf8'))).entries
}

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

/**
 * Waits until no process is left that would fail after the migrations to come; `version` is the version of
 * the data. The caller must be the only process that changes the database.
 */
export const waitForEarlierProcesses = async (
  client: pg.ClientBase,
  version: number,
  log?: Log,
): Promise<void> => {
  const missing = (await knownMigrations()).filter(({ when }) => when > version)
  const lastBreaking = missing.findLast(({ tag }) => breakingMigrations.has(tag))
  if (!lastBreaking) return
  const requiredMigrations = lastBreaking.idx + 1
  let isLogged = false
  for (;;) {
    const count = await earlierProcesses(client, requiredMigrations)
    if (count === 0) return
    if (!isLogged)
      log?.warn({ count, migration: lastBreaking.tag }, 'waiting for processes of an earlier release to end')
    isLogged = true
    await delay(POLL_MS)
  }
}

/**
 * Announces in the database that this process serves, and how many migrations it knows, until the returned
 * function is called.
 */
export const announceProcess = async (
  connection: pg.ClientConfig,
  migrations?: number,
): Promise<() => Promise<void>> =>
  holdLock(connection, [SERVING, migrations ?? (await knownMigrations()).length])
