import { sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'

/** The kinds of jobs with their payloads. A payload holds no secret, since whoever reads the database reads it. */
export type Tasks = {
  /** Finds the firms in which something is due, and the jobs that a killed process has left. */
  findDueFirms: Record<string, never>
  /** Does what is due in one firm. */
  firmClock: { firmId: number }
  /** Removes rows of the audit log that are older than their firm keeps them. */
  expireLogs: Record<string, never>
  /** Partitions of the log for the months to come. */
  makeLogMonths: Record<string, never>
  expireMessages: Record<string, never>
  expireRevisions: Record<string, never>
  /** Backs up the installation, where the environment says where to. */
  backUp: Record<string, never>
  /** Removes the counters of sign-ins and requests that no limit asks for any more. */
  expireCounters: Record<string, never>
  /** Sends a text message that is kept in `text_messages`. */
  textMessage: { firmId: number; id: number }
  /** Removes files from the storage whose rows are gone. */
  removeFiles: { paths: string[] }
}

type Options = {
  /** A waiting job of the same key is replaced. */
  key?: string
  /** Seconds until the job may run; 0 when absent. */
  delay?: number
  /** How often a job that fails is tried; the pauses grow from seconds to hours. */
  maxAttempts?: number
  /** Jobs with lower numbers are done first; 0 when absent. */
  priority?: number
}

/** Adds a job within the transaction of `db`, so that the job exists if and only if what caused it was committed. */
export const enqueue = async <N extends keyof Tasks>(
  db: Db,
  task: N,
  payload: Tasks[N],
  { key, delay = 0, maxAttempts = 10, priority = 0 }: Options = {},
): Promise<void> => {
  await db.execute(sql`select from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    job_key => ${key ?? null}, run_at => now() + make_interval(secs => ${delay}), max_attempts => ${maxAttempts}::int,
    priority => ${priority}::int)`)
}
