import { expect, vi } from 'vitest'

import type { TestApp } from './app.ts'

/** Waits until so many requests have stopped at a row; one that is answered instead has met no row to stop at. */
type Waiting = (count: number, ...requests: readonly Promise<unknown>[]) => Promise<void>

/**
 * Holds the row of one person, so that what is sent meanwhile stops where it wants to lock it: who waits for a row gets it
 * in the order in which they came. They go on when `work` is over.
 */
export const holdingPerson = async <T>(
  { database: { pool } }: TestApp,
  table: 'admins' | 'lawyers',
  id: number,
  work: (waiting: Waiting) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.firm_id', '1', true)`)
    await client.query(`select from ${table} where id = $1 for update`, [id])
    const stopped = (count: number) =>
      vi.waitFor(async () => {
        // A transaction is shown the same activity each time it asks, until it says that it wants to see anew.
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(count)
      }, 60_000)
    const early = async (requests: readonly Promise<unknown>[]) => {
      const answer = await Promise.race(requests)
      throw new Error(`answered before it stopped: ${JSON.stringify(answer)}`)
    }
    return await work((count, ...requests) => Promise.race([stopped(count), early(requests)]))
  } finally {
    await client.query('rollback')
    client.release()
  }
}
