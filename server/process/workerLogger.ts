import { Logger } from 'graphile-worker'

import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * Writes graphile-worker's messages into the server's log, if there is one. Its level "info" reports every
 * job, which counts as debugging here, as do failures that the task itself has logged.
 */
export const workerLogger = (log?: Log): Logger =>
  new Logger(scope => (level, message, meta) => {
    const { error } = meta
    const isUnimportant =
      (error instanceof Error && error.name === 'RepeatLater') ||
      // A pool smaller than the number of jobs is intended: a job waits for its provider, and holds no connection of this pool.
      message.includes('maxPoolSize')
    log?.[isUnimportant ? 'debug' : levels[level]]({ ...scope, err: error }, message)
  })
