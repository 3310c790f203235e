import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'

import { holdLock } from '../../db/connection/heldLock.ts'
import { workerLogger } from '../../process/workerLogger.ts'
import { fromKeys } from '../../../resources/kit/objects.ts'
import type { ScheduledBackup } from '../operation/scheduledBackup.ts'
import { livingPool } from './abandoned.ts'
import { createTasks, type TaskOptions } from './tasks.ts'

type WorkerOptions = TaskOptions & {
  /** Whether only what people wait for, and what frees space, may be done. */
  isDiskLow: () => boolean
  /** A direct connection to PostgreSQL, on which the worker listens for new jobs. */
  connection: pg.ClientConfig
}

const CONCURRENCY = 4
/** Milliseconds between queries for jobs whose time has come; jobs that are due immediately are notified. */
const POLL_MS = 5_000
/** Milliseconds between looks at the disk. */
const DISK_MS = 2_000
/** Milliseconds until a restart, since graphile-worker gives up when the database is away for long. */
const RESTART_MS = 5_000

/**
 * Scheduled jobs; only one of all running processes adds each of them. A time that was missed while no
 * process ran is not made up for.
 */
const crontab = `
  * * * * * findDueFirms ?id=findDueFirms&jobKey=findDueFirms&max=1
  37 * * * * expireCounters ?id=expireCounters&jobKey=expireCounters&max=1
  47 17 * * * makeLogMonths ?id=makeLogMonths&jobKey=makeLogMonths&max=3
  7 * * * * expireLogs ?id=expireLogs&jobKey=expireLogs&max=1
  17 19 * * * expireMessages ?id=expireMessages&jobKey=expireMessages&max=1
  27 19 * * * expireRevisions ?id=expireRevisions&jobKey=expireRevisions&max=1
  57 19 * * * expireBulkRows ?id=expireBulkRows&jobKey=expireBulkRows&max=1
`

/** Codes for signing in, which stays possible while the disk is low, and the removal of files, which frees space. */
const tasksOnLowDisk = ['textMessage', 'removeFiles'] as const

/** The schedule is in UTC, eight hours behind China. */
const backupLine = ({ plan: { hour, minute } }: ScheduledBackup) =>
  `${minute} ${(hour + 16) % 24} * * * backUp ?id=backUp&jobKey=backUp&max=3`

/**
 * Holds the lock of each pool of workers that emits its creation, by which other processes know that its jobs are not
 * abandoned. The returned function releases the locks.
 */
const holdPoolLocks = (events: WorkerEvents, connection: pg.ClientConfig, log: TaskOptions['log']) => {
  const held: Promise<() => Promise<void>>[] = []
  events.on('pool:create', ({ workerPool }) => {
    const lock = holdLock(connection, livingPool(workerPool.id))
    held.push(lock)
    lock.catch((error: unknown) => {
      log.warn({ err: error }, 'restarting the job queue without the lock of its process')
      void Promise.resolve(workerPool.gracefulShutdown()).catch(() => undefined)
    })
  })
  return async () => {
    for (const lock of await Promise.allSettled(held)) if (lock.status === 'fulfilled') await lock.value()
  }
}

/**
 * Runs jobs of the queue until the returned function is called, which waits for the jobs in progress. Several
 * processes share the queue: each job is run by one of them, and the jobs of a killed process by another.
 */
export const startWorker = ({
  connection,
  log,
  isDiskLow,
  ...rest
}: WorkerOptions): (() => Promise<void>) => {
  const pool = new pg.Pool({ application_name: 'tenant-admin worker', ...connection, max: CONCURRENCY + 1 })
  pool
    .on('error', error => log.warn({ err: error }, 'database connection of the job queue lost'))
    .on('connect', client => client.on('error', () => {}))
  const tasks = createTasks({ ...rest, log })
  const wholeSchedule = rest.scheduledBackup ? `${crontab}  ${backupLine(rest.scheduledBackup)}\n` : crontab
  const stopController = new AbortController()
  let runner: Runner | undefined
  const runUntilStopped = async (): Promise<void> => {
    while (!stopController.signal.aborted) {
      const events: WorkerEvents = new EventEmitter()
      const releaseLocks = holdPoolLocks(events, connection, log)
      const isLow = isDiskLow()
      // What is left out stays in the queue; the runner is replaced once the disk has room again.
      const taskList = isLow ? fromKeys(tasksOnLowDisk, name => tasks[name]) : tasks
      const diskTimer = setInterval(() => {
        if (isDiskLow() !== isLow) void runner?.stop().catch(() => undefined)
      }, DISK_MS)
      try {
        runner = await run({
          events,
          pgPool: pool,
          taskList,
          crontab: isLow ? '' : wholeSchedule,
          concurrency: CONCURRENCY,
          pollInterval: POLL_MS,
          noHandleSignals: true,
          logger: workerLogger(log),
        })
        if (stopController.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'restarting the job queue')
      } finally {
        clearInterval(diskTimer)
        await releaseLocks()
      }
      if (isDiskLow() !== isLow) continue
      await delay(RESTART_MS, undefined, { signal: stopController.signal }).catch(() => undefined)
    }
  }
  const finished = runUntilStopped()
  return async () => {
    stopController.abort()
    // `stop` rejects where the runner has ended by itself.
    await runner?.stop().catch(() => undefined)
    await finished
    await pool.end()
  }
}
