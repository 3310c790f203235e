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
