import { Logger } from 'graphile-worker'

import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** What graphile-worker says, in the server's log; nothing without one. Its "info" tells of every job and is debugging here. */
export const workerLogger = (log?: Log): Logger =>
  new Logger(scope => (level, message, meta) => {
    log?.[levels[level]]({ ...scope, err: meta['error'] }, message)
  })
