import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '../process/log.ts'
import { isLockTimeout, isTransactionConflict } from './connection/connectionErrors.ts'

/**
 * Lock timeout in ms. Calls queue behind a migration that waits for a lock, and their own statements time out
 * after 5 s.
 */
const LOCK_MS = 3_000
const PAUSE_MS = 1_000
/** Attempts before giving up: about half an hour, longer than any export holds its locks. */
const maxAttempts = 450

/**
 * Changes tables while other processes serve calls. When a lock takes too long or would deadlock, it rolls
 * back, lets the calls finish and starts again, so the work must be repeatable.
 */
export const retryBetweenCalls = async (
  client: pg.ClientBase,
  work: () => Promise<void>,
  log?: Log,
): Promise<void> => {
  await client.query(`set lock_timeout = ${LOCK_MS}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      break
    } catch (error) {
      await client.query('rollback')
      if (attempt === maxAttempts || !(isLockTimeout(error) || isTransactionConflict(error))) throw error
      if (attempt === 1) log?.warn('the migration is waiting for calls that use the same tables')
      await delay(PAUSE_MS)
    }
  }
  await client.query('reset lock_timeout')
}
