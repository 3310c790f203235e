import { Logger } from 'graphile-worker'

import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * Writes graphile-worker's messages into the server's log, if there is one. Its level "info" reports every
 * job, which counts as debugging here.
 */
export const workerLogger = (log?: Log): Logger =>
  new Logger(scope => (level, message, meta) => {
    log?.[levels[level]]({ ...scope, err: meta['error'] }, message)
  })
