import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type pg from 'pg'
import { createApp } from '../http/app.ts'
import { createClock } from '../process/clock.ts'
import { type ServerConfig, filesFolder } from '../process/config.ts'
import { removeAbandonedFolders } from '../db/backup/backupFormat.ts'
import { missingMarkStatements } from '../db/lists/leakproof.ts'
import { withClient } from '../db/migrate.ts'
import type { Database } from '../db/connection/open.ts'
import { anchorLogs } from '../services/audit/auditAnchors.ts'
import { waitForDatabase } from '../db/connection/waitForDatabase.ts'
import { keepDemoFolder } from './demoFolder.ts'
import { openPreparedDatabase } from './openPrepared.ts'
import { createHealth } from '../http/health.ts'
import { isDiskLow, watchDisk } from '../process/disk.ts'
import { stopLimits } from '../process/stopLimits.ts'
import type { Health } from '../http/health.ts'
import type { Log } from '../process/log.ts'
import { bulkKinds } from '../routes/served.ts'
import { bulkRunner } from '../routes/bulk/portion.ts'
import { decisionOffers } from '../routes/decisions/decisions.ts'
import { startWorker } from '../services/jobs/worker.ts'
import { createServices } from '../services/createServices.ts'
import { startClearingParts } from '../services/files/storageParts.ts'
import { storeVisitsAtIntervals } from '../services/visits/storeVisits.ts'
import { standardPaths } from '../http/paths.ts'
import { securityTxt } from '../http/securityTxt.ts'
import { secureHeaders, staticRoutes } from '../http/static.ts'
import { listenToOperators } from '../http/management.ts'
import { scheduledBackupOf } from '../services/operation/scheduledBackup.ts'
import { observeState } from '../services/operation/gauges.ts'
import { type Telemetry } from '../process/telemetry.ts'
import type { Front } from './front.ts'

type Api = {
  app: { fetch: Hono['fetch'] }
  health: Health
  /** Lets the jobs in progress end, while requests are still answered. */
  stopJobs: () => Promise<void>
  stop: () => Promise<void>
}

/** Where verifiers look for the public keys of an issuer of signed answers (RFC 8615); those of the firm of the host. */
const publicKeysPath = '/.well-known/jwks.json'

const clientFolder = join(import.meta.dirname, '../../dist')

/** Forwards all calls to the firm's own back-end; this server only serves the client. */
const forwardingApi = (target: string, apiPath: string): Api => {
  const app = new Hono().all('*', http => {
    const { pathname, search } = new URL(http.req.url)
    const path = standardPaths.apiPath + pathname.slice(apiPath.length)
    return proxy(new URL(path + search, target), {
      raw: http.req.raw,
      headers: { ...http.req.header(), host: undefined },
    })
  })
  const health = createHealth(undefined)
  return { app, health, stopJobs: () => Promise.resolve(), stop: health.stop }
}

const warnOfSlowSearch = async (connection: pg.ClientConfig, log: Log): Promise<void> => {
  const statements = await withClient(connection, missingMarkStatements)
  if (statements.length > 0) {
    log.warn(
      { statements },
      'searches cannot use their indexes until a superuser of the database runs these statements',
    )
  }
}

const ANCHOR_MS = 10 * 60_000

/** Anchors the logs now and at intervals, beside everything else; the returned function does it once more and ends. */
const anchorAtIntervals = (database: Database, log: Log) => {
  let running = Promise.resolve()
  const anchorOnce = async (): Promise<void> => {
    try {
      await anchorLogs(database)
    } catch (error) {
      log.error({ err: error }, 'the end of the audit log could not be recorded')
    }
  }
  /** Runs one at a time, since a slow disk may take longer than the interval. */
  const anchor = () => (running = running.then(anchorOnce))
  void anchor()
  const timer = setInterval(() => void anchor(), ANCHOR_MS).unref()
  return async (): Promise<void> => {
    clearInterval(timer)
    await Promise.race([anchor(), delay(stopLimits.anchors, undefined, { ref: false })])
  }
}

/**
 * Creates the data folder and removes the temporary folders of killed backups and restores in it, beside it
 * and in the working directory. Other destinations of backups are unknown at the start.
 */
const prepareFolder = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const places = new Set([resolve(dataDir), dirname(resolve(dataDir)), process.cwd()])
  for (const folder of places) await removeAbandonedFolders(folder)
}

/** The part of the configuration that determines how calls are served. */
const servingOptions = ({
  trustedProxies,
  isDescribed,
  apiPath,
  publicUrl,
  isLoggingRequests,
}: ServerConfig) => ({
  trustedProxies,
  isDescribed,
  apiPath,
  isSecure: publicUrl?.startsWith('https:') ?? false,
  isLoggingRequests,
})

const ownApi = async (config: ServerConfig, log: Log, print: (line: string) => void): Promise<Api> => {
  await prepareFolder(config.dataDir)
  if (!config.isDemoReset) await keepDemoFolder(config.dataDir)
  const ready = await waitForDatabase(config, log, 'server')
  try {
    const services = createServices(config, log)
    const uploads = filesFolder(config)
    const { database, withdraw } = await openPreparedDatabase({ config, ready, services, log, print })
    if (!ready.superuser) await warnOfSlowSearch(ready.connection, log)
    const unwatchParts = await startClearingParts(uploads)
    const unwatch = await watchDisk(config.dataDir, config.diskLowMb, log)
    const now = createClock(config.clockOffsetFile)
    const { connection, owner, superuser } = ready
    const scheduledBackup = scheduledBackupOf(config, { owner, superuser, log })
    const stopJobs = config.isWorking
      ? startWorker({
          connection,
          owner,
          database,
          services,
          now,
          log,
          scheduledBackup,
          isDiskLow,
          runBulk: bulkRunner({ database, services, now, log, kinds: bulkKinds }),
          offerDecision: decisionOffers({ database, services, now, kinds: bulkKinds }),
        })
      : () => Promise.resolve()
    const stopAnchors = anchorAtIntervals(database, log)
    const stopVisits = storeVisitsAtIntervals({ database, queue: services.visits, now, log })
    const health = createHealth(ready.pooled)
    const app = createApp({ database, services, log, now, isDiskLow, ...servingOptions(config) })
    const stopObserving =
      config.managementPort === undefined
        ? () => {}
        : observeState({ database, config, targets: services.logTargets })
    const stop = async (): Promise<void> => {
      unwatch()
      unwatchParts()
      stopObserving()
      await Promise.all([stopAnchors(), stopVisits()])
      // A connection to a frozen database does not close.
      await Promise.race([
        Promise.all([health.stop(), database.close(), withdraw()]),
        delay(stopLimits.connections, undefined, { ref: false }),
      ])
      await ready.stop()
    }
    return { app, health, stopJobs, stop }
  } catch (error) {
    await ready.stop()
    throw error
  }
}

const assemble = ({ app, health }: Api, config: ServerConfig): Hono => {
  const root = new Hono()
  root.use(secureHeaders({ publicUrl: config.publicUrl }))
  root.route('/', health.routes)
  // For a proxy that forwards only the API's path.
  root.route(config.apiPath, health.routes)
  // A firm's own back-end has no such call, and answers one it does not know in ways of its own.
  if (!config.apiTarget)
    root.get(publicKeysPath, async http => {
      const address = new URL(`${config.apiPath}/verify/keys`, http.req.url)
      const answer = await app.fetch(new Request(address, http.req.raw), http.env)
      return answer.status === 404 ? http.notFound() : answer
    })
  const { securityContact: contact, securityPolicy: policy, publicUrl } = config
  if (contact)
    root.route(
      '/',
      securityTxt({ contact, policy, publicUrl }, () => new Date()),
    )
  // In development Vite serves the client.
  if (existsSync(clientFolder)) root.route('/', staticRoutes(clientFolder, config))
  root.all(`${config.apiPath}/*`, http => app.fetch(http.req.raw, http.env))
  root.notFound(http => http.json({ code: '4040', message: '页面不存在', data: null }, 404))
  return root
}

const listenForOperators = async (
  { managementHost: host, managementPort: port }: ServerConfig,
  health: Health,
  { answerScrape }: Telemetry,
) => (port === undefined ? undefined : listenToOperators({ host, port, health, answerScrape: answerScrape! }))
export type Instance = { api: Api; management: Awaited<ReturnType<typeof listenForOperators>> }
export type InstanceOptions = {
  config: ServerConfig
  log: Log
  print: (line: string) => void
  front: Front
  telemetry: Telemetry
}

export const openInstance = async ({
  config,
  log,
  print,
  front,
  telemetry,
}: InstanceOptions): Promise<Instance> => {
  const api = config.apiTarget
    ? forwardingApi(config.apiTarget, config.apiPath)
    : await ownApi(config, log, print)
  front.show(assemble(api, config))
  // Loading the program leaves 65 MB of garbage, which an idle server would keep for hours. `npm start`
  // passes --expose-gc.
  globalThis.gc?.()
  const management = await listenForOperators(config, api.health, telemetry)
  if (management) log.info({ host: config.managementHost, port: management.port }, 'management port')
  return { api, management }
}
