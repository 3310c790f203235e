import type { Task } from 'graphile-worker'
import { z } from 'zod'

import type { Runtime } from '../../context/runtime.ts'
import type { Log } from '../../process/log.ts'
import { sendTextMessage } from '../textMessages.ts'
import { releaseAbandonedJobs } from './abandoned.ts'
import { dueFirms } from './dueFirms.ts'
import { runFirmClock } from './firmClock.ts'
import { enqueue, type Tasks } from './queue.ts'

type TaskOptions = Pick<Runtime, 'database' | 'services' | 'now'> & { log: Log }

const firm = z.object({ firmId: z.int() })
const message = firm.extend({ id: z.int() })

/** What each kind of job does. */
export const createTasks = (options: TaskOptions): Record<keyof Tasks, Task> => {
  const { database, services, now, log } = options
  return {
    findDueFirms: async () => {
      await releaseAbandonedJobs(database)
      const due = await dueFirms(database, now())
      if (due.length === 0) return
      await database.write(null, async db => {
        for (const { firmId, delay } of due) {
          const key = `firmClock:${firmId}:${Math.ceil(delay)}`
          await enqueue(db, 'firmClock', { firmId }, { key, delay, maxAttempts: 1 })
        }
      })
    },
    firmClock: payload =>
      runFirmClock({ database, storage: services.storage, log }, firm.parse(payload).firmId, now()),
    textMessage: (payload, { job }) =>
      sendTextMessage(options, { ...message.parse(payload), isLastTry: job.attempts >= job.max_attempts }),
  }
}
