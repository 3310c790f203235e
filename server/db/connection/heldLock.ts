import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { requirePrimary } from './primary.ts'

const RECONNECT_MS = 1_000

/** A shared advisory lock of two keys; the second one is a number, or a text of which PostgreSQL takes the hash. */
export type HeldLock = readonly [space: number, key: number | string]

const lockStatement = ([space, key]: HeldLock) => ({
  text: `select pg_advisory_lock_shared($1, ${typeof key === 'string' ? 'hashtext($2)' : '$2'})`,
  values: [space, key],
})

/**
 * Holds a shared advisory lock on a connection of its own until the returned function is called, so that the lock
 * ends with the process however that ends. `connection` must be direct, because the lock belongs to its session. A
 * lost lock is taken again. Rejects if the first connection fails.
 */
export const holdLock = async (
  connection: pg.ClientConfig,
  heldLock: HeldLock,
): Promise<() => Promise<void>> => {
  const stopController = new AbortController()
  const lock = async () => {
    const client = new pg.Client({ application_name: 'tenant-admin process', keepAlive: true, ...connection })
    const lost = new Promise<void>(resolve => {
      client.on('error', () => resolve()).on('end', () => resolve())
    })
    try {
      await client.connect()
      // Nobody would see a lock on a standby.
      await requirePrimary(client)
      await client.query(lockStatement(heldLock))
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
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
