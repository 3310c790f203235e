import { expect, vi } from 'vitest'

import type { TestApp } from './app.ts'

/**
 * Waits until this many requests are blocked at the row; a request that is answered instead did not lock the
 * row, which is an error.
 */
type WaitForBlocked = (count: number, ...requests: readonly Promise<unknown>[]) => Promise<void>

const keys = {
  admins: 'id',
  articles: 'article_id',
  cards: 'id',
  lawyers: 'id',
  offices: 'organization_id',
  positions: 'post_id',
} as const
export type LockedTable = keyof typeof keys

/**
 * Locks a row of firm 1 while `work` runs, so that requests for the row queue behind it. PostgreSQL grants
 * the lock in the order of arrival.
 */
export const holdingRow = async <T>(
  { database: { pool } }: TestApp,
  table: LockedTable,
  id: number,
  work: (waiting: WaitForBlocked) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.firm_id', '1', true)`)
    await client.query(`select from ${table} where ${keys[table]} = $1 for update`, [id])
    const stopped = (count: number) =>
      vi.waitFor(
        async () => {
          // Within a transaction PostgreSQL caches pg_stat_activity until the snapshot is cleared.
          await client.query('select pg_stat_clear_snapshot()')
          const { rows } = await client.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rows).toHaveLength(count)
        },
        { timeout: 60_000, interval: 3 },
      )
    const earlyAnswer = async (requests: readonly Promise<unknown>[]) => {
      const answer = await Promise.race(requests)
      throw new Error(`answered before it stopped: ${JSON.stringify(answer)}`)
    }
    return await work((count, ...requests) => Promise.race([stopped(count), earlyAnswer(requests)]))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Call = () => Promise<unknown>

/** 200, or the code of the refusal. */
const codeOf = (call: Call): Promise<string> =>
  call().then(
    () => '200',
    (error: unknown) => {
      if (error instanceof Error && 'code' in error) return String(error.code)
      throw error
    },
  )

type Race = { table: LockedTable; id: number; calls: readonly [Call, Call] }

/**
 * The codes of two calls that compete for a row: in some rounds the first queues before the second, in some
 * the reverse, and in some both are sent at the same moment without a lock.
 */
export const raceCalls = async (app: TestApp, round: number, { table, id, calls }: Race) => {
  const first = round % 2
  const [earlyAnswer, late] = [calls[first]!, calls[1 - first]!]
  const inOrder = (codes: readonly [string, string]) =>
    first === 0 ? `${codes[0]} ${codes[1]}` : `${codes[1]} ${codes[0]}`
  if (round % 4 > 1) return inOrder(await Promise.all([codeOf(earlyAnswer), codeOf(late)]))
  const answers = await holdingRow(app, table, id, async waiting => {
    const earlyCode = codeOf(earlyAnswer)
    await waiting(1, earlyCode)
    const other = codeOf(late)
    await waiting(2, earlyCode, other)
    return [earlyCode, other] as const
  })
  return inOrder(await Promise.all(answers))
}
