import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

import { withClient } from '../migrate.ts'

/** Directly connected, a notification takes milliseconds; a busy machine gets time. */
const HEARING_MS = 5_000

/**
 * A pooler that gives each transaction any session of PostgreSQL can't forward a notification to a connection that asks for
 * nothing meanwhile.
 */
const hearsNotifications = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient(connection, async listener => {
    const channel = `reachable_${randomBytes(8).toString('hex')}`
    const notified = new Promise<true>(resolve => {
      listener.once('notification', () => resolve(true))
    })
    await listener.query(`listen ${channel}`)
    await withClient(connection, notifier => notifier.query(`notify ${channel}`))
    const waiting = new AbortController()
    const overdue = delay(HEARING_MS, false, { signal: waiting.signal }).catch(() => false)
    const isHeard = await Promise.race([notified, overdue])
    waiting.abort()
    return isHeard
  })

/** The job queue listens, and who migrates holds a lock of the session: neither works through such a pooler. */
export const requireDirectConnection = async (name: string, connection: pg.ClientConfig): Promise<void> => {
  if (await hearsNotifications(connection)) return
  const remedy = name === 'DATABASE_URL' ? 'DIRECT_DATABASE_URL' : name
  throw new Error(
    `${name} 经过按事务分配连接的连接池（如 PgBouncer 的 transaction 模式），而升级、命令和后台任务需要直连 PostgreSQL：请在 ${remedy} 中写明直连地址；${name} leads through a pooler in transaction mode, and migrations, commands and jobs need a direct connection: set ${remedy} to one`,
  )
}
