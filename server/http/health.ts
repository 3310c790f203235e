import { Hono } from 'hono'
import pg from 'pg'

import { isStandby } from '../db/connection/primary.ts'

export type Health = {
  routes: Hono
  /** Makes /health/ready answer 503 from now on, so that a load balancer sends no new requests. */
  drain: () => void
  stop: () => Promise<void>
}

const CACHE_MS = 1_000
const ANSWER_MS = 2_000

const cachedFor = <T>(work: () => Promise<T>, keepMs: number): (() => Promise<T>) => {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    if (!last || Date.now() - last.at > keepMs) last = { at: Date.now(), result: work() }
    return last.result
  }
}

/** Uses a separate connection, so that neither slow queries nor a full pool make the server look dead. */
export const createHealth = (connection: pg.PoolConfig | undefined): Health => {
  const pool =
    connection &&
    new pg.Pool({
      application_name: 'tenant-admin health',
      max: 1,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...connection,
    })
  pool?.on('error', () => {})
  pool?.on('connect', client => client.on('error', () => {}))
  let isDraining = false

  const pingDatabase = async (): Promise<boolean> => {
    if (!pool) return true
    const client = await pool.connect().catch(() => undefined)
    if (!client) return false
    // A server that has become a standby answers, but accepts no writes.
    const isUsable = await isStandby(client).then(
      isReplica => !isReplica,
      () => false,
    )
    client.release(!isUsable)
    return isUsable
  }
  const isReady = cachedFor(pingDatabase, CACHE_MS)

  const routes = new Hono()
  routes.use('/health/*', async (http, next) => {
    await next()
    http.header('Cache-Control', 'no-store')
  })
  routes.get('/health/live', http => http.json({ code: '200', message: '操作成功', data: null }))
  routes.get('/health/ready', async http => {
    if (!isDraining && (await isReady())) return http.json({ code: '200', message: '操作成功', data: null })
    return http.json({ code: '5030', message: '服务暂不可用', data: null }, 503)
  })
  return {
    routes,
    drain: () => {
      isDraining = true
    },
    stop: async () => pool?.end(),
  }
}
