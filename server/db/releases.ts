import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import { z } from 'zod'

import type { Log } from '../process/log.ts'

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
const RECONNECT_MS = 1_000

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
 * function is called. `connection` must be direct, because the lock belongs to its session. A lost lock is
 * taken again.
 */
export const announceProcess = async (
  connection: pg.ClientConfig,
  migrations?: number,
): Promise<() => Promise<void>> => {
  const migrationCount = migrations ?? (await knownMigrations()).length
  const stopController = new AbortController()
  const lock = async () => {
    const client = new pg.Client({ application_name: 'tenant-admin process', keepAlive: true, ...connection })
    const lost = new Promise<void>(resolve => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1, $2)', [SERVING, migrationCount])
    return { client, lost }
  }
  const stopped = new Promise<void>(resolve => {
    stopController.signal.addEventListener('abort', () => resolve())
  })
  const keepLock = async (first: Awaited<ReturnType<typeof lock>>): Promise<void> => {
    let currentLock: Awaited<ReturnType<typeof lock>> | null = first
    while (!stopController.signal.aborted) {
      if (currentLock) await Promise.race([currentLock.lost, stopped])
      await currentLock?.client.end().catch(() => undefined)
      if (stopController.signal.aborted) return
      await delay(RECONNECT_MS, undefined, { signal: stopController.signal }).catch(() => undefined)
      currentLock = await lock().catch(() => null)
    }
    await currentLock?.client.end().catch(() => undefined)
  }
  const keeping = keepLock(await lock())
  return async () => {
    stopController.abort()
    await keeping
  }
}
