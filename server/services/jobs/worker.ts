import { setTimeout as delay } from 'node:timers/promises'

import { run, type Runner } from 'graphile-worker'
import pg from 'pg'

import type { Runtime } from '../../context/runtime.ts'
import type { Log } from '../../process/log.ts'
import { workerLogger } from '../../process/workerLogger.ts'
import type { ScheduledBackup } from '../operation/scheduledBackup.ts'
import { createTasks } from './tasks.ts'

type WorkerOptions = Pick<Runtime, 'database' | 'services' | 'now'> & {
  /** A direct connection to PostgreSQL, on which the worker listens for new jobs. */
  connection: pg.ClientConfig
  /** The login that owns the tables, and alone can remove rows of the audit log. */
  owner: pg.ClientConfig
  log: Log
  scheduledBackup?: ScheduledBackup | undefined
}

const CONCURRENCY = 4
/** Milliseconds between two looks for jobs whose time has come; jobs that are due when they are added are notified. */
const POLL_MS = 5_000
/** Milliseconds until a new start, since graphile-worker gives up when the database is away for long. */
const RESTART_MS = 5_000

/** One process of all that run adds each of these. A time that was missed while nothing ran is not made up for. */
const crontab = `
  * * * * * findDueFirms ?id=findDueFirms&jobKey=findDueFirms&max=1
  37 * * * * expireCounters ?id=expireCounters&jobKey=expireCounters&max=1
  47 17 * * * makeLogMonths ?id=makeLogMonths&jobKey=makeLogMonths&max=3
  7 * * * * expireLogs ?id=expireLogs&jobKey=expireLogs&max=1
  17 19 * * * expireMessages ?id=expireMessages&jobKey=expireMessages&max=1
  27 19 * * * expireRevisions ?id=expireRevisions&jobKey=expireRevisions&max=1
`

/** Of the queue the hours are those of UTC, eight behind China's. */
const backupLine = ({ plan: { hour, minute } }: ScheduledBackup) =>
  `${minute} ${(hour + 16) % 24} * * * backUp ?id=backUp&jobKey=backUp&max=3`

/**
 * Works on the job queue until the answer is called, which waits for the jobs that are being done. Several processes share the
 * queue: each job is done by one of them, and what a killed one left is done by another.
 */
export const startWorker = ({ connection, log, ...rest }: WorkerOptions): (() => Promise<void>) => {
  const pool = new pg.Pool({ application_name: 'tenant-admin worker', ...connection, max: CONCURRENCY + 1 })
  pool
    .on('error', error => log.warn({ err: error }, 'database connection of the job queue lost'))
    .on('connect', client => client.on('error', () => {}))
  const taskList = createTasks({ ...rest, log })
  const stopping = new AbortController()
  let runner: Runner | undefined
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList,
          crontab: rest.scheduledBackup ? `${crontab}  ${backupLine(rest.scheduledBackup)}\n` : crontab,
          concurrency: CONCURRENCY,
          pollInterval: POLL_MS,
          noHandleSignals: true,
          logger: workerLogger(log),
        })
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the job queue starts again')
      }
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = work()
  return async () => {
    stopping.abort()
    // `stop` rejects where the runner has ended by itself.
    await runner?.stop().catch(() => undefined)
    await ended
    await pool.end()
  }
}
