import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'drizzle-orm'

import type { HeldLock } from '../../db/connection/heldLock.ts'
import type { Database, Db } from '../../db/connection/open.ts'

/** First key of the advisory lock of a pool of workers, an arbitrary number. */
const RUNNING_JOBS = 7_236_404

/** The lock that a process holds as long as it runs the jobs of this pool. */
export const livingPool = (poolId: string): HeldLock => [RUNNING_JOBS, poolId]

/**
 * Between the two looks at the locks, longer than a living process takes to connect again when it has lost the
 * connection of its lock.
 */
const SECOND_LOOK_MS = 3_000

/** Whether the process that has taken a job lives: graphile-worker writes the id of the pool into the job. */
const isAlive = sql`exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid::int8 = ${RUNNING_JOBS} and objid::int8 = hashtext(job.locked_by)::int8 & 4294967295)`

/**
 * Jobs taken in the last minute are left out, since their process may be about to take its lock, or be of an earlier
 * release, which has none.
 */
const deadPools = sql`
  select distinct locked_by as pool from graphile_worker._private_jobs as job
  where locked_at < now() - interval '1 minute' and not ${isAlive}`

/** graphile-worker itself frees jobs after four hours, whether their process lives or not. */
const renewLivingJobs = sql`
  update graphile_worker._private_jobs as job set locked_at = now()
  where locked_at < now() - interval '1 hour' and ${isAlive}`

const poolsWithoutLock = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ pool: string }>(deadPools)
  return rows.map(({ pool }) => pool)
}

/**
 * Releases the jobs of ended processes, so that another process runs them. A process lives as long as it holds the
 * lock of its pool, however long one of its jobs takes.
 */
export const releaseAbandonedJobs = async (database: Database): Promise<void> => {
  const found = await database.write(null, async db => {
    await db.execute(renewLivingJobs)
    return poolsWithoutLock(db)
  })
  if (found.length === 0) return
  await delay(SECOND_LOOK_MS)
  await database.write(null, async db => {
    const pools = (await poolsWithoutLock(db)).filter(pool => found.includes(pool))
    if (pools.length > 0)
      await db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(pools)}::text[])`)
  })
}

/** Deletes jobs that are not retried any more, after a week in which an operator can look at their errors. */
export const deleteFailedJobs = (database: Database): Promise<unknown> =>
  database.write(null, db =>
    db.execute(sql`
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'`),
  )
