import { sql } from 'drizzle-orm'
import type { JobHelpers, Task } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'

import type { Runtime } from '../../context/runtime.ts'
import { retryBetweenCalls } from '../../db/amongCalls.ts'
import { runExclusively } from '../../db/migrate.ts'
import { makeLogMonths } from '../../db/rules/logMonths.ts'
import type { Log } from '../../process/log.ts'
import { expireLogsOfFirms } from '../audit/logMonthExpiry.ts'
import { expireMirrors, sendMirror } from '../messages/mirrors.ts'
import { expireMessages } from '../messages/messageExpiry.ts'
import { expireRevisions } from '../directory/revisionExpiry.ts'
import { expireCounters } from '../limits/counters.ts'
import { removeFiles } from '../files/unusedFiles.ts'
import { sendTextMessage } from '../integrations/sendTextMessage.ts'
import { runScheduledBackup, type ScheduledBackup } from '../operation/scheduledBackup.ts'
import { deliverToWebhook, expireDeliveries } from '../webhooks/deliveries.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './abandoned.ts'
import { expireBulkRows } from './bulkJobs.ts'
import { dueFirms } from './dueFirms.ts'
import { runFirmClock } from './firmClock.ts'
import { type JobAttempt, enqueue, type Tasks } from './queue.ts'
import { restoreJobs } from './restoreJobs.ts'

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

const attemptOf = ({ job, abortSignal }: JobHelpers): JobAttempt => ({
  isLast: job.attempts >= job.max_attempts,
  signal: abortSignal,
})

/** The function of each kind of job, for graphile-worker. */
export const createTasks = (options: TaskOptions): Record<keyof Tasks, Task> => {
  const { database, services, now, log, scheduledBackup, runBulk } = options
  return {
    findDueFirms: async () => {
      const dueFirmList = await dueFirms(database, now())
      if (dueFirmList.length === 0) return
      await database.write(null, async db => {
        for (const { firmId, delay } of dueFirmList) {
          const key = `firmClock:${firmId}:${Math.ceil(delay)}`
          await enqueue(db, 'firmClock', { firmId }, { key, delay })
        }
      })
    },
    firmClock: payload => runFirmClock({ database, log }, firmPayload.parse(payload).firmId, now()),
    releaseAbandonedJobs: async () => {
      await releaseAbandonedJobs(database)
      await deleteFailedJobs(database)
    },
    restoreJobs: async () => {
      const restored = await database.write(null, async db => {
        await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
        return restoreJobs(db)
      })
      if (Object.keys(restored).length > 0) log.warn({ restored }, 'missing jobs were added')
    },
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
    webhook: (payload, helpers) =>
      deliverToWebhook(options, recordPayload.parse(payload), attemptOf(helpers)),
    mirror: (payload, helpers) => sendMirror(options, recordPayload.parse(payload), attemptOf(helpers)),
    codeMessage: (payload, helpers) =>
      sendTextMessage(options, recordPayload.parse(payload), attemptOf(helpers)),
    passwordMessage: (payload, helpers) =>
      sendTextMessage(options, recordPayload.parse(payload), attemptOf(helpers)),
    removeFiles: payload => removeFiles(services.storage, removedFilesPayload.parse(payload).paths),
  }
}
