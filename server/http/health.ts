import { statfs } from 'node:fs/promises'
import { Hono } from 'hono'
import pg from 'pg'
import type { Log } from '../process/log.ts'

// This file keeps promise Q54 of server/promises.md.

export type Health = {
  routes: Hono
  /** Makes /health/ready answer 503 from now on, so that a load balancer sends no new requests. */
  drain: () => void
  stop: () => Promise<void>
}

const CACHE_MS = 1_000
const ANSWER_MS = 2_000
const DISK_CHECK_MS = 3_000

let diskIsLow = false

/** Whether the data folder's disk has less free space than DISK_LOW_MB; at most a few seconds old. */
export const isDiskLow = (): boolean => diskIsLow

/** Checks the free space regularly; the returned function stops it. */
export const watchDisk = async (dataDir: string, minFreeMb: number, log: Log): Promise<() => void> => {
  const check = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(dataDir)
      const isLow = bavail * bsize < minFreeMb * 1024 * 1024
      if (isLow !== diskIsLow)
        log[isLow ? 'error' : 'info']({ leastMb: minFreeMb }, isLow ? 'disk is low' : 'disk has room')
      diskIsLow = isLow
    } catch (error) {
      log.warn({ err: error }, 'the free disk space could not be read')
    }
  }
  await check()
  const timer = setInterval(() => void check(), DISK_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

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
    const succeeded = await client.query('select 1').then(
      () => true,
      () => false,
    )
    client.release(!succeeded)
    return succeeded
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
