import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { type Attributes, metrics, type ObservableResult } from '@opentelemetry/api'

import type { Services } from '../../context/services.ts'
import type { Database } from '../../db/connection/open.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import type { ServerConfig } from '../../process/config.ts'
import { readForwardingFacts } from '../audit/forwardingFacts.ts'
import { readJobFacts } from '../jobs/jobFacts.ts'
import { lastBackupReader } from './lastBackup.ts'

type GaugeSources = { database: Database; config: ServerConfig; targets: Services['logTargets'] }

const blockedSql = `select count(*)::int as blocked from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const readState = (database: Database) =>
  database.read(null, async ({ $client: client }) => {
    const { rows } = await client.query<{ blocked: number }>(blockedSql)
    return { ...(await readJobFacts(client)), blocked: rows[0]!.blocked }
  })

const meter = () => metrics.getMeter('tenant-admin')

const gauge = (name: string, unit: string, description: string) =>
  meter().createObservableGauge(name, { unit, description })

/** Measures free disk space of the data folder and the age of the last backup. */
const observeFolders = (config: ServerConfig): void => {
  const free = gauge('system.filesystem.free', 'By', 'Free space of the file system that contains DATA_DIR.')
  free.addCallback(async result => {
    const { bavail, bsize } = await statfs(config.dataDir)
    result.observe(bavail * bsize)
  })
  const backupAge = gauge(
    'tenant_admin.backup.age',
    's',
    'Time since the last backup that this process knows of; absent if it knows of none.',
  )
  const lastBackup = lastBackupReader(config)
  backupAge.addCallback(async result => {
    const last = await lastBackup()
    if (last) result.observe((Date.now() - new Date(last.at).getTime()) / 1_000)
  })
}

/** Measures the replica that lists are read from, if there is one. */
const observeReplica = ({ replica }: Database): void => {
  if (!replica) return
  const up = gauge('tenant_admin.replica.up', '1', '1 if lists can be read from the replica, otherwise 0.')
  const lag = gauge('tenant_admin.replica.lag', 's', 'Replication lag; absent if it exceeds one second.')
  meter().addBatchObservableCallback(
    async result => {
      const milliseconds = await replica.lag()
      result.observe(up, milliseconds === null ? 0 : 1)
      if (milliseconds !== null) result.observe(lag, milliseconds / 1_000)
    },
    [up, lag],
  )
}

/** Measures the targets of the log, if it is forwarded. */
const observeForwarding = (database: Database, targets: Services['logTargets']): void => {
  if (Object.keys(targets).length === 0) return
  const behind = gauge(
    'tenant_admin.log.behind',
    '{row}',
    'Rows of the log that a target has not accepted yet.',
  )
  const delay = gauge('tenant_admin.log.delay', 's', 'Age of the oldest of these rows; 0 without any.')
  meter().addBatchObservableCallback(
    async result => {
      const facts = await database
        .read(null, async ({ $client: client }) => {
          await readEveryFirm(client)
          return readForwardingFacts(client, targets, null)
        })
        .catch(() => [])
      for (const fact of facts) {
        result.observe(behind, fact.behind, { target: fact.target })
        result.observe(delay, fact.oldestSeconds ?? 0, { target: fact.target })
      }
    },
    [behind, delay],
  )
}

/**
 * Measures states at each scrape: the connection pool, the job queue, waits for locks, the disk, the event
 * loop and the memory. If the database does not answer, its values are those of an earlier scrape:
 * `database.up` reports whether it answered.
 */
export const observeState = ({ database, config, targets }: GaugeSources): (() => void) => {
  const { pool } = database
  const connections = gauge('db.client.connection.count', '{connection}', 'Connections of the pool by state.')
  const pending = gauge(
    'db.client.connection.pending_requests',
    '{request}',
    'Calls waiting for a connection.',
  )
  const jobsWaiting = gauge('tenant_admin.jobs.waiting', '{job}', 'Jobs that have not finished.')
  const jobsFailed = gauge('tenant_admin.jobs.failed', '{job}', 'Jobs that failed after all attempts.')
  const jobsOldest = gauge('tenant_admin.jobs.oldest', 's', 'Time since the oldest waiting job became due.')
  const blocked = gauge('tenant_admin.database.blocked', '{connection}', 'Connections waiting for a lock.')
  const up = gauge('tenant_admin.database.up', '1', '1 if the database answered this scrape, otherwise 0.')
  const delay = gauge('nodejs.eventloop.delay.p99', 's', 'Delay of the event loop since the last scrape.')
  const memory = gauge('process.memory.usage', 'By', 'Resident memory of the process.')
  const loop = monitorEventLoopDelay()
  loop.enable()

  const observeProcess = (result: ObservableResult<Attributes>) => result.observe(process.memoryUsage.rss())
  const observeLoop = (result: ObservableResult<Attributes>) => {
    result.observe(loop.percentile(99) / 1e9)
    loop.reset()
  }
  const observePool = (result: ObservableResult<Attributes>) => {
    result.observe(pool.totalCount - pool.idleCount, { 'db.client.connection.state': 'used' })
    result.observe(pool.idleCount, { 'db.client.connection.state': 'idle' })
  }
  memory.addCallback(observeProcess)
  delay.addCallback(observeLoop)
  connections.addCallback(observePool)
  pending.addCallback(result => result.observe(pool.waitingCount))
  observeFolders(config)
  observeReplica(database)
  observeForwarding(database, targets)
  meter().addBatchObservableCallback(
    async result => {
      const state = await readState(database).catch(() => undefined)
      result.observe(up, state ? 1 : 0)
      if (!state) return
      result.observe(jobsWaiting, state.waiting)
      result.observe(jobsFailed, state.failed)
      result.observe(jobsOldest, state.oldestSeconds ?? 0)
      result.observe(blocked, state.blocked)
    },
    [up, jobsWaiting, jobsFailed, jobsOldest, blocked],
  )
  return () => loop.disable()
}
