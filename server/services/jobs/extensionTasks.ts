import { sql } from 'drizzle-orm'
import type { JobHelpers, Task } from 'graphile-worker'
import { z } from 'zod'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import { momentOfFirm } from '../../../resources/kit/firmTime.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { activeFirms } from './expireRows.ts'
import { type ExtensionJob, type JobRun, repetitionOf } from './extensionJob.ts'
import { extensionJobs } from './extensions.ts'
import { addJob } from './queue.ts'

// Jobs of extensions run in the queue of the product, among the slow ones. Their kinds are named `training:remind`; a process
// without the extension does not know these, and leaves them in the queue.

type Options = Pick<Runtime, 'database' | 'services' | 'now'>

/** Seconds after which a job of a suspended firm looks again. */
const PAUSE_SECONDS = 3_600

/** The jobs of the extensions. */
const declaredJobs = (): ExtensionJob[] => extensionJobs.flatMap(it => it.jobs)

/** The context of a job's transaction: nobody calls, and every right is as the product grants it. */
const contextOf = ({ database, services }: Options, firmId: number, now: Date, db: Db): PublicContext => ({
  caller: null,
  firmId,
  scope: 'all',
  switches: { features: {}, rights: { ...rightSwitches }, miniProgram: {} },
  db,
  database,
  services,
  now,
  requestId: 'clock',
  ip: '',
  host: '',
  device: '',
  language: 'zh',
  deviceCookie: null,
  keepDevice: () => {},
  once: (_, work) => work(),
  forget: () => Promise.resolve(),
  reason: null,
})

const runOf = (options: Options, firmId: number, { job, abortSignal }: JobHelpers): JobRun => {
  const { database } = options
  const now = options.now()
  return {
    firmId,
    now,
    read: work => database.read(firmId, db => work(contextOf(options, firmId, now, db))),
    write: work => database.write(firmId, db => work(contextOf(options, firmId, now, db))),
    signal: abortSignal,
    isLastAttempt: job.attempts >= job.max_attempts,
  }
}

const stateOf = async ({ database }: Options, firmId: number) => {
  const [firm] = await database.read(firmId, db =>
    db
      .select({ suspendedAt: firms.suspendedAt })
      .from(firms)
      .where(sql`${firms.firmId} = ${firmId}`),
  )
  if (!firm) return 'removed'
  return firm.suspendedAt ? 'suspended' : 'active'
}

const stored = z.object({ firmId: z.int().optional(), payload: z.unknown().optional() })

/** The job of each firm, which fails and is repeated for itself. */
const addForEachFirm = async ({ database }: Options, job: ExtensionJob) => {
  for (const firmId of await activeFirms(database, sql`true`))
    await database.write(firmId, db =>
      addJob(db, job.name, repetitionOf(job), { firmId }, { key: `${job.name}:${firmId}` }),
    )
}

const taskOf =
  (options: Options, job: ExtensionJob): Task =>
  async (given, helpers) => {
    const { firmId, payload } = stored.parse(given)
    if (firmId === undefined) return addForEachFirm(options, job)
    const state = await stateOf(options, firmId)
    if (state === 'removed') return
    if (state === 'suspended')
      return options.database.write(firmId, db =>
        addJob(db, job.name, repetitionOf(job), { firmId, payload }, { delay: PAUSE_SECONDS }),
      )
    const run = runOf(options, firmId, helpers)
    await (job.daily === undefined ? job.run(run, job.payload.parse(payload)) : job.run(run))
  }

/** The function of each kind of job of the extensions, for graphile-worker. */
export const createExtensionTasks = (
  options: Options,
  jobs: readonly ExtensionJob[] = declaredJobs(),
): Record<string, Task> => Object.fromEntries(jobs.map(job => [job.name, taskOf(options, job)]))

/** The names of the kinds of jobs that this process knows of extensions. */
export const knownJobNames = (): string[] => declaredJobs().map(it => it.name)

/** The lines of the crontab, which is in UTC, for the daily jobs of the extensions. */
export const extensionCrontab = (jobs: readonly ExtensionJob[] = declaredJobs()): string =>
  jobs
    .flatMap(({ name, daily, attempts = 10 }) => {
      if (daily === undefined) return []
      const at = momentOfFirm('2026-01-01', `${daily}:00`)
      const id = name.replace(':', '_')
      return [
        `  ${at.getUTCMinutes()} ${at.getUTCHours()} * * * ${name} ?id=${id}&jobKey=${id}&max=${attempts}\n`,
      ]
    })
    .join('')
