import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import { z } from 'zod'

import type { Log } from '../process/log.ts'

// Processes are replaced one by one. Most migrations add, and a process of the earlier release goes on beside them; the ones
// below change what it uses, and wait until it has ended (promise Q56).

/** Migrations after which a process of an earlier release fails at some call. */
const breakingMigrations: ReadonlySet<string> = new Set(['0033_keys_by_firm'])

/** First key of the advisory lock, an arbitrary number; the second key is how many migrations the process knows. */
const SERVING = 7_236_403
const POLL_MS = 500
const RECONNECT_MS = 1_000

const journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.int(), when: z.number(), tag: z.string() })),
})

/** Every migration of this program, in their order. */
const knownMigrations = async () => {
  const path = join(import.meta.dirname, 'migrations/meta/_journal.json')
  return journal.parse(JSON.parse(await readFile(path, 'utf8'))).entries
}

/** Processes that serve and know fewer migrations. */
const earlierProcesses = async (client: pg.ClientBase, known: number): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::int8 = $1 and objid::int8 < $2`,
    [SERVING, known],
  )
  return rows[0]!.count
}

/**
 * Waits until no process is left that must not meet what is about to be migrated; `version` is that of the data. To be called
 * by the process that alone changes the database.
 */
export const waitForEarlierProcesses = async (
  client: pg.ClientBase,
  version: number,
  log?: Log,
): Promise<void> => {
  const missing = (await knownMigrations()).filter(({ when }) => when > version)
  const breaking = missing.findLast(({ tag }) => breakingMigrations.has(tag))
  if (!breaking) return
  const needed = breaking.idx + 1
  let isSaid = false
  for (;;) {
    const count = await earlierProcesses(client, needed)
    if (count === 0) return
    if (!isSaid)
      log?.warn({ count, migration: breaking.tag }, 'waiting for the processes of an earlier release to end')
    isSaid = true
    await delay(POLL_MS)
  }
}

/**
 * Says in the database that this process serves, and what it knows of it, until the answer is called. `connection` leads past a
 * pooler: the lock is its session's. One that is lost is made again.
 */
export const announceProcess = async (
  connection: pg.ClientConfig,
  migrations?: number,
): Promise<() => Promise<void>> => {
  const known = migrations ?? (await knownMigrations()).length
  const stopping = new AbortController()
  const lock = async () => {
    const client = new pg.Client({ application_name: 'tenant-admin process', keepAlive: true, ...connection })
    const lost = new Promise<void>(resolve => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1, $2)', [SERVING, known])
    return { client, lost }
  }
  const stopped = new Promise<void>(resolve => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  const keep = async (first: Awaited<ReturnType<typeof lock>>): Promise<void> => {
    let held: Awaited<ReturnType<typeof lock>> | null = first
    while (!stopping.signal.aborted) {
      if (held) await Promise.race([held.lost, stopped])
      await held?.client.end().catch(() => undefined)
      if (stopping.signal.aborted) return
      await delay(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      held = await lock().catch(() => null)
    }
    await held?.client.end().catch(() => undefined)
  }
  const ended = keep(await lock())
  return async () => {
    stopping.abort()
    await ended
  }
}
