import type { JobHelpers, Task } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'

import { logTargetNames } from '../../../resources/domain/logTargets.ts'
import type { Runtime } from '../../context/runtime.ts'
import { retryBetweenCalls } from '../../db/amongCalls.ts'
import type { Database } from '../../db/connection/open.ts'
import { runExclusively } from '../../db/migrate.ts'
import { dueWorkNames } from '../../db/rules/dueWork.ts'
import { makeLogMonths } from '../../db/rules/logMonths.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import type { Log } from '../../process/log.ts'
import { addForwardingJobs, forwardLog } from '../audit/logForwarding.ts'
import { expireLogsOfFirms } from '../audit/logMonthExpiry.ts'
import { sendMirror } from '../messages/mirrors.ts'
import type { OfferDecision } from '../messages/wecomMirror.ts'
import { compareDirectory } from '../directory/comparison/job.ts'
import { repairAllNameKeys } from '../directory/nameKeyRepair.ts'
import { removeFiles, sweepFiles } from '../files/unusedFiles.ts'
import { sendTextMessage } from '../integrations/sendTextMessage.ts'
import { deliverToWebhook } from '../webhooks/deliveries.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './abandoned.ts'
import { runDueWork, scheduleMissing } from './dueWork.ts'
import {
  expireBulkRows,
  expireCounters,
  expireDeliveries,
  expireDirectoryRuns,
  expirePreviewLinks,
  expireMessages,
  expireMirrors,
  expireProposals,
  expireRevisions,
  expireUnusable,
  expireVisits,
} from './housekeeping.ts'
import { readJobsOfMissingExtensions } from './jobFacts.ts'
import type { JobAttempt, Tasks } from './queue.ts'
import { restoreJobs } from './restoreJobs.ts'

export type TaskOptions = Pick<Runtime, 'database' | 'services' | 'now'> & {
  /** What a message in 企业微信 offers to decide. */
  offerDecision: OfferDecision
  /** The login that owns the tables, and alone can remove rows of the audit log. */
  owner: pg.ClientConfig
  log: Log
  /** Works on a bulk action for a while. */
  runBulk: (which: { firmId: number; id: number }, signal?: AbortSignal) => Promise<void>
}

/** Milliseconds until the dates of which a job of each minute adds the jobs; the next one may be late. */
const SOON_MS = 120_000

/**
 * Adds the jobs of what waits, or has a date that has come or is near, where the queue is on another server than the rows
 * and no statement adds jobs together with them. All dates would be most rows of all firms, each minute.
 */
const addJobsOfRows = (database: Database, now: Date): Promise<void> =>
  database.write(null, async db => {
    await readEveryFirm(db.$client)
    await restoreJobs(db)
    await scheduleMissing(db, now, { until: new Date(now.getTime() + SOON_MS) })
  })

const firmPayload = z.object({ firmId: z.int() })
const recordPayload = firmPayload.extend({ id: z.int() })
const dueWorkPayload = firmPayload.extend({ work: z.enum(dueWorkNames) })
const forwardingPayload = z.object({ target: z.enum(logTargetNames) })
const removedFilesPayload = z.object({ paths: z.array(z.string()) })

const attemptOf = ({ job, abortSignal }: JobHelpers): JobAttempt => ({
  isLast: job.attempts >= job.max_attempts,
  signal: abortSignal,
})

/** The jobs that delete what is kept for a time. */
const expiringTasks = (options: TaskOptions) => {
  const { database, services, now } = options
  return {
    expireUnusable: async () => {
      await expireUnusable(database, now())
      await sweepFiles(database, now())
    },
    expireCounters: () => expireCounters(database, now()).then(() => undefined),
    expireLogs: () => expireLogsOfFirms(options),
    expireMessages: async () => {
      await expireMessages(database, now(), services.installation.messageMonths)
      const expiring = [
        expireMirrors,
        expireDeliveries,
        expireProposals,
        expireVisits,
        expirePreviewLinks,
        expireDirectoryRuns,
      ]
      for (const expire of expiring) await expire(database, now())
    },
    expireRevisions: async () => {
      await expireRevisions(database, now(), services.installation.revisionMonths)
    },
    expireBulkRows: () => expireBulkRows(database, now()).then(() => undefined),
  } satisfies Partial<Record<keyof Tasks, Task>>
}

/** The function of each kind of job, for graphile-worker. */
export const createTasks = (options: TaskOptions): Record<keyof Tasks, Task> => {
  const { database, services, now, log, runBulk } = options
  return {
    dueWork: (payload, { job }) => {
      // By the clock of the database, which may be ahead, the moment has come.
      const time = new Date(Math.max(now().getTime(), job.run_at.getTime()))
      return runDueWork(database, dueWorkPayload.parse(payload), time)
    },
    releaseAbandonedJobs: async () => {
      await releaseAbandonedJobs(database)
      await deleteFailedJobs(database)
      if (database.isDistributed()) await addJobsOfRows(database, now())
      await addForwardingJobs(database, services.logTargets)
    },
    restoreJobs: async () => {
      const restored = await database.write(null, async db => {
        await readEveryFirm(db.$client)
        return { ...(await restoreJobs(db)), ...(await scheduleMissing(db, now())) }
      })
      await repairAllNameKeys(database)
      if (Object.keys(restored).length > 0) log.warn({ restored }, 'missing jobs were added')
      const waiting = await database.read(null, db => readJobsOfMissingExtensions(db.$client))
      if (Object.keys(waiting).length > 0)
        log.warn({ waiting }, 'jobs wait for an extension that EXTENSIONS does not name')
    },
    ...expiringTasks(options),
    // Never at the same time as a migration, which creates the same partitions.
    makeLogMonths: () =>
      runExclusively(options.owner, client =>
        retryBetweenCalls(client, () => makeLogMonths(client, now()), log),
      ),
    bulkRun: (payload, { abortSignal }) => runBulk(recordPayload.parse(payload), abortSignal),
    directoryCompare: (payload, { abortSignal }) =>
      compareDirectory({ database, services, now, log }, recordPayload.parse(payload), abortSignal),
    webhook: (payload, helpers) =>
      deliverToWebhook(options, recordPayload.parse(payload), attemptOf(helpers)),
    forwardLog: (payload, helpers) =>
      forwardLog(options, forwardingPayload.parse(payload), attemptOf(helpers)),
    mirror: (payload, helpers) => sendMirror(options, recordPayload.parse(payload), attemptOf(helpers)),
    codeMessage: (payload, helpers) =>
      sendTextMessage(options, recordPayload.parse(payload), attemptOf(helpers)),
    passwordMessage: (payload, helpers) =>
      sendTextMessage(options, recordPayload.parse(payload), attemptOf(helpers)),
    removeFiles: payload => removeFiles(services.storage, removedFilesPayload.parse(payload).paths),
  }
}
