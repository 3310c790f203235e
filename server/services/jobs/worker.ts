import { setTimeout as delay } from 'node:timers/promises'

import { run, type Runner } from 'graphile-worker'
import pg from 'pg'

import type { Runtime } from '../../context/runtime.ts'
import type { Log } from '../../process/log.ts'
import { workerLogger } from '../../process/workerLogger.ts'
import { createTasks } from './tasks.ts'

type WorkerOptions = Pick<Runtime, 'database' | 'services' | 'now'> & {
  /** A direct one: the worker listens on it for new jobs. */
  connection: pg.ClientConfig
  log: Log
}

const CONCURRENCY = 4
/** A job whose time has come is found this late at most; one to be done at once is notified. */
const POLL_MS = 5_000
/** graphile-worker gives up when the database is away for long. */
const RESTART_MS = 5_000

/** Once a minute, in one process of all that run. A minute that was missed, while nothing ran, is not made up for. */
const crontab = '* * * * * findDueFirms ?id=findDueFirms&max=1'

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
          crontab,
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
    // It may have ended by itself.
    await runner?.stop().catch(() => undefined)
    await ended
    await pool.end()
  }
}
