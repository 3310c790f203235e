import { type SQL, sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'

/** The kinds of jobs with their payloads. A payload holds no secret, since it is readable in the database. */
export type Tasks = {
  /** Finds the firms with work due, and the jobs that a killed process has left. */
  findDueFirms: Record<string, never>
  /** Does the work that is due in one firm. */
  firmClock: { firmId: number }
  /** Removes rows of the audit log that are older than the firm's retention period. */
  expireLogs: Record<string, never>
  /** Creates the log's partitions for the coming months. */
  makeLogMonths: Record<string, never>
  expireMessages: Record<string, never>
  expireRevisions: Record<string, never>
  /** Backs up the installation to the places that the environment names. */
  backUp: Record<string, never>
  /** Removes the counters of sign-ins and requests that no limit uses any more. */
  expireCounters: Record<string, never>
  /** Sends a text message that is stored in `text_messages`. */
  textMessage: { firmId: number; id: number }
  /** Sends the mirrors of a firm's messages that are due. */
  sendMirrors: { firmId: number }
  /** Sends a firm's notices of events that are due. */
  sendWebhooks: { firmId: number }
  /** Goes on with a bulk action. */
  bulkRun: { firmId: number; id: number }
  /** Removes rows of old reports of bulk actions. */
  expireBulkRows: Record<string, never>
  /** Removes files from the storage whose rows were deleted. */
  removeFiles: { paths: string[] }
}

type JobOptions = {
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Seconds until the job may run; 0 when absent. */
  delay?: number
  /** The number of attempts for a failing job; the pauses grow from seconds to hours. */
  maxAttempts?: number
  /** Jobs with lower numbers run first; 0 when absent. */
  priority?: number
}

/** The expression that adds a job, for a statement that also does something else. */
export const addJob = <N extends keyof Tasks>(
  task: N,
  payload: Tasks[N],
  { key, delay = 0, maxAttempts = 10, priority = 0 }: JobOptions = {},
): SQL =>
  sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    job_key => ${key ?? null}, run_at => now() + make_interval(secs => ${delay}), max_attempts => ${maxAttempts}::int,
    priority => ${priority}::int)`

/**
 * Adds a job within the transaction of `db`, so that the job exists if and only if that transaction is
 * committed.
 */
export const enqueue = async <N extends keyof Tasks>(
  db: Db,
  task: N,
  payload: Tasks[N],
  options: JobOptions = {},
): Promise<void> => {
  await db.execute(sql`select from ${addJob(task, payload, options)}`)
}
