import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { run, type Runner, type Task, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'

import { holdLock } from '../../db/connection/heldLock.ts'
import { jobStopLimits } from '../../process/stopLimits.ts'
import { workerLogger } from '../../process/workerLogger.ts'
import { keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { startBackups } from '../operation/backupTimes.ts'
import type { ScheduledBackup } from '../operation/scheduledBackup.ts'
import { livingPool } from './abandoned.ts'
import { createExtensionTasks, extensionCrontab } from './extensionTasks.ts'
import { RepeatLater, taskRules, type Tasks } from './queue.ts'
import { createTasks, type TaskOptions } from './tasks.ts'

type WorkerOptions = TaskOptions & {
  /** Whether only what people wait for, and what frees space, may be done. */
  isDiskLow: () => boolean
  /** A direct connection to PostgreSQL, on which the worker listens for new jobs. */
  connection: pg.ClientConfig
  limits?: typeof jobStopLimits
  /** Absent: no automatic backups. */
  scheduledBackup?: ScheduledBackup | undefined
}

type RunnerName = (typeof taskRules)[keyof Tasks]['runner']

/**
 * Jobs at once, and milliseconds between queries for jobs whose time has come; jobs that are due immediately are
 * notified. Each job waits for a provider most of the time.
 */
const runners = {
  quick: { concurrency: 6, pollInterval: 5_000 },
  slow: { concurrency: 8, pollInterval: 10_000 },
} as const satisfies Record<RunnerName, object>
/**
 * Connections of each runner: one listens, and the other takes and completes jobs, so that these statements keep their
 * order. graphile-worker asks for the next job before the last one is completed; on two connections it would find the
 * queue of the receiver still locked, and look again only at the next poll. The jobs themselves use the server's.
 */
const CONNECTIONS = 2
/** Milliseconds between looks at the disk. */
const DISK_MS = 2_000
/** Milliseconds until a restart, since graphile-worker gives up when the database is away for long. */
const RESTART_MS = 5_000
/**
 * Scheduled jobs; only one of all running processes adds each of them. A time that was missed while no
 * process ran is not made up for.
 */
const crontab = `
  * * * * * releaseAbandonedJobs ?id=releaseAbandonedJobs&jobKey=releaseAbandonedJobs&max=1
  37 * * * * expireCounters ?id=expireCounters&jobKey=expireCounters&max=1
  22 * * * * expireUnusable ?id=expireUnusable&jobKey=expireUnusable&max=1
  47 17 * * * makeLogMonths ?id=makeLogMonths&jobKey=makeLogMonths&max=3
  7 * * * * expireLogs ?id=expireLogs&jobKey=expireLogs&max=1
  7 19 * * * restoreJobs ?id=restoreJobs&jobKey=restoreJobs&max=3
  17 19 * * * expireMessages ?id=expireMessages&jobKey=expireMessages&max=1
  27 19 * * * expireRevisions ?id=expireRevisions&jobKey=expireRevisions&max=1
  57 19 * * * expireBulkRows ?id=expireBulkRows&jobKey=expireBulkRows&max=1
`

/** Codes for signing in, which stays possible while the disk is low, and the removal of files, which frees space. */
const tasksOnLowDisk: readonly (keyof Tasks)[] = ['codeMessage', 'removeFiles']

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

/** The same task, whose job goes back to the queue when `signal` is aborted, even if the task does not end. */
const returnedOn =
  (signal: AbortSignal, task: Task): Task =>
  (payload, helpers) =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(new RepeatLater('the process is stopping'))
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      Promise.resolve(task(payload, helpers))
        .finally(() => signal.removeEventListener('abort', giveUp))
        .then(resolve, reject)
    })

/** The tasks of a runner; while the disk is low, what is left out stays in the queue. */
const taskListOf = (name: RunnerName, options: TaskOptions, isLow: boolean, returning: AbortSignal) => {
  const tasks = createTasks(options)
  const own = keysOf(taskRules).filter(
    task => taskRules[task].runner === name && (!isLow || tasksOnLowDisk.includes(task)),
  )
  const ofExtensions = name === 'slow' && !isLow ? createExtensionTasks(options) : {}
  return {
    ...fromKeys(own, task => returnedOn(returning, tasks[task])),
    ...fromKeys(keysOf(ofExtensions), name => returnedOn(returning, ofExtensions[name]!)),
  }
}

type Stopping = {
  /** Aborted when no further job is taken. */
  stopping: AbortSignal
  /** Aborted when jobs that have not ended go back to the queue. */
  returning: AbortSignal
}

/** Runs jobs until the process stops, the database is away for long, or the disk gets low or has room again. */
const runJobs = async (
  name: RunnerName,
  { connection, log, isDiskLow, limits = jobStopLimits, ...rest }: WorkerOptions,
  pgPool: pg.Pool,
  { stopping, returning }: Stopping,
): Promise<void> => {
  const events: WorkerEvents = new EventEmitter()
  const releaseLocks = holdPoolLocks(events, connection, log)
  const isLow = isDiskLow()
  let runner: Runner | undefined
  const stop = () => void runner?.stop().catch(() => undefined)
  const diskTimer = setInterval(() => {
    if (isDiskLow() !== isLow) stop()
  }, DISK_MS)
  stopping.addEventListener('abort', stop)
  try {
    runner = await run({
      ...runners[name],
      events,
      pgPool,
      taskList: taskListOf(name, { ...rest, log }, isLow, returning),
      crontab: isLow || name !== 'quick' ? '' : crontab + extensionCrontab(),
      gracefulShutdownAbortTimeout: limits.abort,
      noHandleSignals: true,
      logger: workerLogger(log),
    })
    if (stopping.aborted) stop()
    else if (name === 'slow' && !isLow) await runner.addJob('restoreJobs', {}, { jobKey: 'restoreJobs' })
    await runner.promise
  } catch (error) {
    log.warn({ err: error }, 'restarting the job queue')
  } finally {
    stopping.removeEventListener('abort', stop)
    clearInterval(diskTimer)
    await releaseLocks()
  }
  if (isDiskLow() === isLow) await delay(RESTART_MS, undefined, { signal: stopping }).catch(() => undefined)
}

/** Runs the jobs of one runner until the returned function is called. */
const startRunner = (name: RunnerName, options: WorkerOptions) => {
  const { connection, log, limits = jobStopLimits } = options
  const pgPool = new pg.Pool({ application_name: 'tenant-admin worker', ...connection, max: CONNECTIONS })
  pgPool
    .on('error', error => log.warn({ err: error }, 'database connection of the job queue lost'))
    .on('connect', client => client.on('error', () => {}))
  const stopping = new AbortController()
  const returning = new AbortController()
  const signals = { stopping: stopping.signal, returning: returning.signal }
  const runUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) await runJobs(name, options, pgPool, signals)
    await pgPool.end()
  }
  const finished = runUntilStopped()
  return async () => {
    stopping.abort()
    const returnTimer = setTimeout(() => returning.abort(), limits.return)
    await Promise.race([finished, delay(limits.end, undefined, { ref: false })])
    clearTimeout(returnTimer)
  }
}

/**
 * Runs jobs of the queue, and the scheduled backups, until the returned function is called, which lets the jobs in
 * progress end, or returns them to the queue. Several processes share the queue: each job is run by one of them, and the jobs of a killed process by
 * another.
 */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) => {
  const { scheduledBackup } = options
  const stops = keysOf(runners).map(name => startRunner(name, options))
  const stopBackups = scheduledBackup && startBackups(scheduledBackup, options)
  return async () => {
    await Promise.all([...stops.map(stop => stop()), stopBackups?.()])
  }
}
