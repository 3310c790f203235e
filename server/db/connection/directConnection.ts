import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

import { withClient } from '../migrate.ts'

/** On a direct connection a notification takes milliseconds; the limit leaves room for a busy machine. */
const NOTIFICATION_MS = 5_000

/**
 * A pooler in transaction mode cannot forward a notification to an idle connection, so a missing notification
 * reveals it.
 */
const receivesNotifications = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient(connection, async listener => {
    const channel = `reachable_${randomBytes(8).toString('hex')}`
    const notified = new Promise<true>(resolve => {
      listener.once('notification', () => resolve(true))
    })
    await listener.query(`listen ${channel}`)
    await withClient(connection, notifier => notifier.query(`notify ${channel}`))
    const abortTimeout = new AbortController()
    const timeout = delay(NOTIFICATION_MS, false, { signal: abortTimeout.signal }).catch(() => false)
    const isReceived = await Promise.race([notified, timeout])
    abortTimeout.abort()
    return isReceived
  })

/**
 * The job queue listens for notifications, and migrations hold a session lock: neither works through a pooler
 * in transaction mode.
 */
export const requireDirectConnection = async (name: string, connection: pg.ClientConfig): Promise<void> => {
  if (await receivesNotifications(connection)) return
  const remedy = name === 'DATABASE_URL' ? 'DIRECT_DATABASE_URL' : name
  throw new Error(
    `${name} 经过按事务分配连接的连接池（如 PgBouncer 的 transaction 模式），而升级、命令和后台任务需要直连 PostgreSQL：请在 ${remedy} 中写明直连地址；${name} leads through a pooler in transaction mode, and migrations, commands and jobs need a direct connection: set ${remedy} to one`,
  )
}

/** Statements that each of two clients sends, so that one of them meets a connection on which the other prepared it. */
const PROBES = 10

/** SQLSTATEs of a named statement that another client has prepared, or that is not on this connection. */
const UNTRACKED = new Set(['42P05', '26000'])

/**
 * Refuses a pooler in transaction mode that does not know which statements its clients have prepared, such as PgBouncer
 * before 1.21: calls would fail as soon as several use it at once.
 */
export const requirePreparedStatements = async (pooled: pg.ClientConfig): Promise<void> => {
  const statement = { name: `probe_${randomBytes(8).toString('hex')}`, text: 'select 1' }
  try {
    await withClient(pooled, first =>
      withClient(pooled, async second => {
        for (let at = 0; at < PROBES; at += 1) {
          await first.query(statement)
          await second.query(statement)
        }
      }),
    )
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!UNTRACKED.has(code)) throw error
    throw new Error(
      'DATABASE_URL 经过的连接池不支持命名语句（如 1.21 之前的 PgBouncer）：请设置 PREPARED_STATEMENTS=off；the pooler of DATABASE_URL does not support named statements: set PREPARED_STATEMENTS=off',
      { cause: error },
    )
  }
}
