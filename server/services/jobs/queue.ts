import { type SQL, sql } from 'drizzle-orm'

import type { LogTargetName } from '../../../resources/domain/logTargets.ts'
import type { Db } from '../../db/connection/open.ts'
import type { DueWork } from '../../db/rules/dueWork.ts'

type NoPayload = Record<string, never>
type FirmRecord = { firmId: number; id: number }

/** The kinds of jobs with their payloads. A payload holds no secret, since it is readable in the database. */
export type Tasks = {
  /** Does a kind of work whose time has come in a firm. */
  dueWork: { firmId: number; work: DueWork }
  /** Removes what nobody can use any more, such as expired sessions, and unused files. */
  expireUnusable: NoPayload
  /** Finds the jobs that an ended process has left. */
  releaseAbandonedJobs: NoPayload
  /** Removes rows of the audit log that are older than the firm's retention period. */
  expireLogs: NoPayload
  /** Creates the log's partitions for the coming months. */
  makeLogMonths: NoPayload
  expireMessages: NoPayload
  expireRevisions: NoPayload
  /** Removes the counters of sign-ins and requests that no limit uses any more. */
  expireCounters: NoPayload
  /** Adds the jobs of what waits to be sent, or has a date, and has no job, as after a restore. */
  restoreJobs: NoPayload
  /** Sends a code that is stored in `text_messages`. */
  codeMessage: FirmRecord
  /** Sends an initial password that is stored in `text_messages`. */
  passwordMessage: FirmRecord
  /** Sends a mirror of a message. */
  mirror: FirmRecord
  /** Delivers an event to a webhook. */
  webhook: FirmRecord
  /** Forwards what the log has grown by to a target outside the installation. */
  forwardLog: { target: LogTargetName }
  /** Goes on with a bulk action. */
  bulkRun: FirmRecord
  /** Reads the firm's directory and compares it with its people. */
  directoryCompare: FirmRecord
  /** Removes rows of old reports of bulk actions. */
  expireBulkRows: NoPayload
  /** Removes files from the storage whose rows were deleted. */
  removeFiles: { paths: string[] }
}

type TaskRule = {
  /** `quick` is for work that people wait for and that ends within a second, so that nothing slow is in its way. */
  runner: 'quick' | 'slow'
  /** Attempts until a failing job is given up; `retrySeconds` has the pauses between them. */
  attempts: number
  /** Of the jobs that are due, those with lower numbers run first. */
  priority: number
}

export const taskRules: Readonly<Record<keyof Tasks, TaskRule>> = {
  // A code is valid for five minutes, in which there are six attempts.
  codeMessage: { runner: 'quick', attempts: 6, priority: -1 },
  // As jobs have it by default, because triggers of the database add them (db/rules/dueWork.ts).
  dueWork: { runner: 'quick', attempts: 25, priority: 0 },
  releaseAbandonedJobs: { runner: 'quick', attempts: 1, priority: 0 },
  makeLogMonths: { runner: 'quick', attempts: 3, priority: 0 },
  restoreJobs: { runner: 'slow', attempts: 3, priority: 0 },
  // The last attempt is made half an hour after the first one; then administrators see that it was not delivered.
  passwordMessage: { runner: 'slow', attempts: 8, priority: 0 },
  bulkRun: { runner: 'slow', attempts: 10, priority: 0 },
  // A refusal is an answer; further attempts are for a process that ended meanwhile.
  directoryCompare: { runner: 'slow', attempts: 3, priority: 0 },
  // 3.5 hours.
  mirror: { runner: 'slow', attempts: 10, priority: 1 },
  // 22 hours.
  webhook: { runner: 'slow', attempts: 13, priority: 2 },
  // Two weeks; then the job of each minute adds it anew.
  forwardLog: { runner: 'slow', attempts: 60, priority: 2 },
  // Two weeks, since a bucket may be unreachable for days.
  removeFiles: { runner: 'slow', attempts: 60, priority: 3 },
  expireUnusable: { runner: 'slow', attempts: 1, priority: 4 },
  expireLogs: { runner: 'slow', attempts: 1, priority: 4 },
  expireMessages: { runner: 'slow', attempts: 1, priority: 4 },
  expireRevisions: { runner: 'slow', attempts: 1, priority: 4 },
  expireCounters: { runner: 'slow', attempts: 1, priority: 4 },
  expireBulkRows: { runner: 'slow', attempts: 1, priority: 4 },
}

/** Seconds until the next attempt after this many failed ones: e, e², e³ … up to six hours, as graphile-worker has it. */
export const retrySeconds = (failedAttempts: number): number => Math.exp(Math.min(failedAttempts, 10))

/** The attempt that a task makes for a job. */
export type JobAttempt = { isLast: boolean; signal?: AbortSignal | undefined }

/** Thrown by a task that has logged the failure itself, so that the queue repeats the job. */
export class RepeatLater extends Error {
  override name = 'RepeatLater'
}

type JobOptions = {
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Seconds until the job may run; 0 when absent. */
  delay?: number
}

type JobExpressions = { key?: SQL; queue?: SQL; delay?: SQL }
type Repetition = Pick<TaskRule, 'attempts' | 'priority'>

const addJobCall = (
  identifier: string,
  { attempts, priority }: Repetition,
  payload: SQL,
  { key, queue, delay = sql`0` }: JobExpressions,
): SQL => sql`graphile_worker.add_job(${identifier}, ${payload}, queue_name => ${queue ?? sql`null`},
    job_key => ${key ?? sql`null`}, run_at => now() + make_interval(secs => ${delay}), max_attempts => ${attempts}::int,
    priority => ${priority}::int)`

/** The expression that adds a job, for a statement that also does something else; `payload` is an expression of type json. */
export const addJobSql = (task: keyof Tasks, payload: SQL, expressions: JobExpressions): SQL =>
  addJobCall(task, taskRules[task], payload, expressions)

/** Adds a job within the transaction of `db`, whose kind may be that of an extension. */
export const addJob = async (
  db: Db,
  identifier: string,
  repetition: Repetition,
  payload: object,
  { key, queue, delay = 0 }: JobOptions = {},
): Promise<void> => {
  const expressions = {
    ...(key !== undefined && { key: sql`${key}` }),
    ...(queue !== undefined && { queue: sql`${queue}` }),
    delay: sql`${delay}::float8`,
  }
  const added = addJobCall(identifier, repetition, sql`${JSON.stringify(payload)}::json`, expressions)
  await db.execute(sql`select from ${added}`)
}

/**
 * Adds a job within the transaction of `db`, so that the job exists if and only if that transaction is
 * committed.
 */
export const enqueue = <N extends keyof Tasks>(
  db: Db,
  task: N,
  payload: Tasks[N],
  options?: JobOptions,
): Promise<void> => addJob(db, task, taskRules[task], payload, options)
