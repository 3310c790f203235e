import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

import { withClient } from '../migrate.ts'

/** Directly connected, a notification takes milliseconds; a busy machine gets time. */
const HEARING_MS = 5_000

const refusal = () =>
  new Error(
    '数据库地址指向按事务分配连接的连接池（如 PgBouncer 的 transaction 模式），收不到数据库的通知，停用账号等改变不会立即生效：请直连 PostgreSQL，或把连接池改为 session 模式；the database is reached through a pooler in transaction mode, where notifications are not heard and a right that is taken away would go on: connect to PostgreSQL itself, or use session mode',
  )

/**
 * Whether a connection of this address is a session of its own. What the server remembers of rights ends by notifications
 * (`changes.ts`), and whose rows a connection sees is a setting of its session; a pooler that gives each transaction any
 * session of PostgreSQL loses the first and mixes the second, without an error. Such a pooler can't forward a notification to
 * a connection that asks for nothing meanwhile, and so it is never heard here.
 */
export const refuseTransactionPooler = (connection: pg.ClientConfig): Promise<void> =>
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
    if (!isHeard) throw refusal()
  })
