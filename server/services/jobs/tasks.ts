import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'

import type { Runtime } from '../../context/runtime.ts'
import { amongCalls } from '../../db/amongCalls.ts'
import { alone } from '../../db/migrate.ts'
import { makeLogMonths } from '../../db/rules/logMonths.ts'
import type { Log } from '../../process/log.ts'
import { expireLogsOfFirms } from '../audit/logMonthExpiry.ts'
import { expireMessages } from '../messages/messageExpiry.ts'
import { expireRevisions } from '../directory/revisionExpiry.ts'
import { expireCounters } from '../limits/counters.ts'
import { removeFiles } from '../files/unusedFiles.ts'
import { sendTextMessage } from '../integrations/sendTextMessage.ts'
import { runScheduledBackup, type ScheduledBackup } from '../operation/scheduledBackup.ts'
import { deleteFailedJobs, releaseAbandonedJobs } from './abandoned.ts'
import { dueFirms } from './dueFirms.ts'
import { runFirmClock } from './firmClock.ts'
import { enqueue, type Tasks } from './queue.ts'

type TaskOptions = Pick<Runtime, 'database' | 'services' | 'now'> & {
  owner: pg.ClientConfig
  log: Log
  /** Absent: nothing is backed up by itself. */
  scheduledBackup?: ScheduledBackup | undefined
}

const firm = z.object({ firmId: z.int() })
const message = firm.extend({ id: z.int() })
const removedFiles = z.object({ paths: z.array(z.string()) })

/** The function of each kind of job, as graphile-worker takes them. */
export const createTasks = (options: TaskOptions): Record<keyof Tasks, Task> => {
  const { database, services, now, log, scheduledBackup } = options
  return {
    findDueFirms: async () => {
      await releaseAbandonedJobs(database)
      await deleteFailedJobs(database)
      const due = await dueFirms(database, now())
      if (due.length === 0) return
      await database.write(null, async db => {
        for (const { firmId, delay } of due) {
          const key = `firmClock:${firmId}:${Math.ceil(delay)}`
          await enqueue(db, 'firmClock', { firmId }, { key, delay, maxAttempts: 1 })
        }
      })
    },
    firmClock: payload => runFirmClock({ database, log }, firm.parse(payload).firmId, now()),
    backUp: async () => {
      if (scheduledBackup) await runScheduledBackup(scheduledBackup, now())
    },
    expireCounters: () => expireCounters(database, now()),
    expireLogs: () => expireLogsOfFirms(options),
    // Not beside a process that migrates, which makes the same partitions.
    makeLogMonths: () =>
      alone(options.owner, client => amongCalls(client, () => makeLogMonths(client, now()), log)),
    expireMessages: async () => {
      await expireMessages(database, now(), services.installation.messageMonths)
    },
    expireRevisions: async () => {
      await expireRevisions(database, now(), services.installation.revisionMonths)
    },
    removeFiles: payload => removeFiles(services.storage, removedFiles.parse(payload).paths),
    textMessage: (payload, { job }) =>
      sendTextMessage(options, { ...message.parse(payload), isLastTry: job.attempts >= job.max_attempts }),
  }
}
