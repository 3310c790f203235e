import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'

import type { Runtime } from '../../context/runtime.ts'
import { retryBetweenCalls } from '../../db/amongCalls.ts'
import { runExclusively } from '../../db/migrate.ts'
import { makeLogMonths } from '../../db/rules/logMonths.ts'
import type { Log } from '../../process/log.ts'
import { expireLogsOfFirms } from '../audit/logMonthExpiry.ts'
import { expireMirrors, resumeMirrors, sendMirrors } from '../messages/mirrors.ts'
import { expireMessages } from '../messages/messageExpiry.ts'
import { expireRevisions } from '../directory/revisionExpiry.ts'
import { expireCounters } from '../limits/counters.ts'
import { removeFiles } from '../files/unusedFiles.ts'
import { sendTextMessage } from '../integrations/sendTextMessage.ts'
import { runScheduledBackup, type ScheduledBackup } from '../operation/scheduledBackup.ts'
import { expireDeliveries, resumeWebhooks, sendWebhooks } from '../webhooks/deliveries.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './abandoned.ts'
import { expireBulkRows, resumeBulkRuns } from './bulkJobs.ts'
import { dueFirms } from './dueFirms.ts'
import { runFirmClock } from './firmClock.ts'
import { enqueue, type Tasks } from './queue.ts'

export type TaskOptions = Pick<Runtime, 'database' | 'services' | 'now'> & {
  /** The login that owns the tables, and alone can remove rows of the audit log. */
  owner: pg.ClientConfig
  log: Log
  /** Works on a bulk action for a while. */
  runBulk: (which: { firmId: number; id: number }, signal?: AbortSignal) => Promise<void>
  /** Absent: no automatic backups. */
  scheduledBackup?: ScheduledBackup | undefined
}

const firmPayload = z.object({ firmId: z.int() })
const recordPayload = firmPayload.extend({ id: z.int() })
const removedFilesPayload = z.object({ paths: z.array(z.string()) })

/** The function of each kind of job, for graphile-worker. */
export const createTasks = (options: TaskOptions): Record<keyof Tasks, Task> => {
  const { database, services, now, log, scheduledBackup, runBulk } = options
  return {
    findDueFirms: async () => {
      await releaseAbandonedJobs(database)
      await deleteFailedJobs(database)
      await resumeBulkRuns(database)
      await resumeMirrors(database, now())
      await resumeWebhooks(database, now())
      const dueFirmList = await dueFirms(database, now())
      if (dueFirmList.length === 0) return
      await database.write(null, async db => {
        for (const { firmId, delay } of dueFirmList) {
          const key = `firmClock:${firmId}:${Math.ceil(delay)}`
          await enqueue(db, 'firmClock', { firmId }, { key, delay, maxAttempts: 1 })
        }
      })
    },
    firmClock: payload => runFirmClock({ database, log }, firmPayload.parse(payload).firmId, now()),
    backUp: async () => {
      if (scheduledBackup) await runScheduledBackup(scheduledBackup, now())
    },
    expireCounters: () => expireCounters(database, now()),
    expireLogs: () => expireLogsOfFirms(options),
    // Never at the same time as a migration, which creates the same partitions.
    makeLogMonths: () =>
      runExclusively(options.owner, client =>
        retryBetweenCalls(client, () => makeLogMonths(client, now()), log),
      ),
    expireMessages: async () => {
      await expireMessages(database, now(), services.installation.messageMonths)
      await expireMirrors(database, now())
      await expireDeliveries(database, now())
    },
    expireRevisions: async () => {
      await expireRevisions(database, now(), services.installation.revisionMonths)
    },
    bulkRun: (payload, { abortSignal }) => runBulk(recordPayload.parse(payload), abortSignal),
    expireBulkRows: async () => {
      await expireBulkRows(database, now())
    },
    sendWebhooks: (payload, { abortSignal }) =>
      sendWebhooks(options, firmPayload.parse(payload).firmId, abortSignal),
    sendMirrors: (payload, { abortSignal }) =>
      sendMirrors(options, firmPayload.parse(payload).firmId, abortSignal),
    removeFiles: payload => removeFiles(services.storage, removedFilesPayload.parse(payload).paths),
    textMessage: (payload, { job }) =>
      sendTextMessage(options, {
        ...recordPayload.parse(payload),
        isLastTry: job.attempts >= job.max_attempts,
      }),
  }
}
