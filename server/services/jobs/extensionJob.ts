import type { z } from 'zod'

import type { ExtensionName } from '../../../resources/kit/extensionNames.ts'
import type { Context, PublicContext } from '../../context/context.ts'
import { addJob } from './queue.ts'

/** What a job of an extension works with: one firm, whose rows alone its transactions reach. */
export type JobRun = {
  firmId: number
  now: Date
  /** Runs reads in one read-only transaction. */
  read: <T>(work: (context: PublicContext) => Promise<T>) => Promise<T>
  /**
   * Runs a writing transaction, which is rolled back when `work` throws. The database may make it run once more, so that it
   * must do nothing but use the database.
   */
  write: <T>(work: (context: PublicContext) => Promise<T>) => Promise<T>
  /** Aborted when the process stops; the job then goes back to the queue. */
  signal: AbortSignal | undefined
  /** True for the last attempt, after which the job is given up. */
  isLastAttempt: boolean
}

type CommonJob = {
  /** The name of the extension, a colon and a name of the job: `training:remind`. */
  name: ExtensionName
  /** Attempts until a failing job is given up; 10 by default, which take 3.5 hours. */
  attempts?: number
}

/** A job that runs once each day for each firm. */
type DailyJob = CommonJob & {
  /** The time in the firm's time zone: `08:30`. */
  daily: string
  payload?: never
  run: (job: JobRun) => Promise<void>
}

/** A job that runs when it was enqueued. */
type EnqueuedJob<S extends z.ZodObject = z.ZodObject> = CommonJob & {
  daily?: never
  /** The schema of what `enqueueJob` is given. It is readable in the database, and so holds no secret. */
  payload: S
  // A method, so that jobs of different payloads stand in one list.
  run(job: JobRun, payload: z.output<S>): Promise<void>
}

export type ExtensionJob = DailyJob | EnqueuedJob

/** How a job of an extension is queued: up to ten attempts, and after messages and mails, which have lower numbers. */
export const repetitionOf = ({ attempts = 10 }: Pick<ExtensionJob, 'attempts'>) => ({ attempts, priority: 2 })

/** Declares a job that runs once each day for each firm; the default export of `jobs.ts` lists it. */
export const defineDailyJob = (job: DailyJob): DailyJob => job

/** Declares a job that runs when it was enqueued; the default export of `jobs.ts` lists it. */
export const defineJob = <S extends z.ZodObject>(job: EnqueuedJob<S>): EnqueuedJob<S> => job

type EnqueueOptions = {
  /** Replaces a waiting job of the same kind and firm with the same key. */
  key?: string
  /** Seconds until the job may run; 0 when absent. */
  delay?: number
}

/**
 * Adds a job for the firm within the transaction of the context: the job exists if and only if that transaction is committed.
 * Throws if the payload does not meet its schema.
 */
export const enqueueJob = <S extends z.ZodObject>(
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  job: EnqueuedJob<S>,
  payload: z.input<S>,
  { key, ...options }: EnqueueOptions = {},
): Promise<void> => {
  job.payload.parse(payload)
  return addJob(
    db,
    job.name,
    repetitionOf(job),
    { firmId, payload },
    { ...options, ...(key !== undefined && { key: `${job.name}:${firmId}:${key}` }) },
  )
}
