import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type pg from 'pg'
import { createApp } from './app.ts'
import { createClock } from './clock.ts'
import type { Config } from './config.ts'
import { missingMarks } from './db/leakproof.ts'
import { migrate, withClient } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { reachDatabase } from './db/reach.ts'
import { seedWhenEmpty } from './demo.ts'
import { createHealth, isDiskLow, watchDisk } from './health.ts'
import type { Health } from './health.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { watchArticles } from './services/articleClock.ts'
import { createServices, filesFolder } from './services/create.ts'
import { clearParts } from './services/storage.ts'
import { secureHeaders, staticRoutes } from './static.ts'

export type Started = { port: number; stop: (graceMs: number) => Promise<void> }

type Api = { app: { fetch: Hono['fetch'] }; health: Health; stop: () => Promise<void> }

const GOODBYE_MS = 3_000
const CLIENT = fileURLToPath(new URL('../dist', import.meta.url))

/** The firm's own back-end answers; this server only hands out the client. */
const forwardingApi = (target: string): Api => {
  const app = new Hono().all('*', http => {
    const { pathname, search } = new URL(http.req.url)
    return proxy(new URL(pathname + search, target), {
      raw: http.req.raw,
      headers: { ...http.req.header(), host: undefined },
    })
  })
  const health = createHealth(undefined)
  return { app, health, stop: health.stop }
}

const warnOfSlowSearch = async (connection: pg.ClientConfig, log: Log): Promise<void> => {
  const statements = await withClient(connection, missingMarks)
  if (statements.length > 0) {
    log.warn(
      { statements },
      'searches read whole tables until a superuser of the database runs these statements',
    )
  }
}

const ownApi = async (config: Config, log: Log, print: (line: string) => void): Promise<Api> => {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const reached = await reachDatabase(config, log, 'server')
  try {
    await migrate(reached.connection, reached.superuser)
    if (!reached.superuser) await warnOfSlowSearch(reached.connection, log)
    const database = await openDatabase({ connection: reached.connection, log })
    const services = createServices(config)
    await clearParts(filesFolder(config))
    if (config.isDemo) {
      const { connection } = reached
      const { storage } = services
      await seedWhenEmpty({ connection, database, storage, password: config.demoPassword, print })
    }
    const unwatch = await watchDisk(config.dataDir, config.diskLowMb, log)
    const now = createClock(config.clockOffsetFile)
    const unwatchArticles = watchArticles({ connection: reached.connection, database, now, log })
    const health = createHealth(reached.connection)
    const app = createApp({
      database,
      services,
      log,
      now,
      isDiskLow,
      trustedProxies: config.trustedProxies,
      isDescribed: !config.isProduction,
      isSecure: config.publicUrl?.startsWith('https:') ?? false,
    })
    const stop = async (): Promise<void> => {
      unwatch()
      unwatchArticles()
      // A frozen database never says goodbye.
      await Promise.race([
        Promise.all([health.stop(), database.close()]),
        delay(GOODBYE_MS, undefined, { ref: false }),
      ])
      await reached.stop()
    }
    return { app, health, stop }
  } catch (error) {
    await reached.stop()
    throw error
  }
}

const assemble = ({ app, health }: Api, config: Config): Hono => {
  const root = new Hono()
  root.use(secureHeaders({ publicUrl: config.publicUrl }))
  root.route('/', health.routes)
  // In development the client comes from Vite.
  if (existsSync(CLIENT)) root.route('/', staticRoutes(CLIENT))
  root.all('/api/*', http => app.fetch(http.req.raw, http.env))
  root.notFound(http => http.json({ code: '4040', message: '页面不存在', data: null }, 404))
  return root
}

export const startServer = async (
  config: Config,
  log: Log,
  print: (line: string) => void,
): Promise<Started> => {
  const api = config.apiTarget ? forwardingApi(config.apiTarget) : await ownApi(config, log, print)
  try {
    const server = await listen(assemble(api, config), config.host, config.port)
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    log.info({ host: config.host, port: server.port }, 'listening')
    print(`请打开 (open) ${config.publicUrl ?? `http://${host}:${server.port}/web/`}`)
    const stop = async (graceMs: number): Promise<void> => {
      api.health.drain()
      await server.close(graceMs)
      await api.stop()
    }
    return { port: server.port, stop }
  } catch (error) {
    await api.stop()
    throw error
  }
}
