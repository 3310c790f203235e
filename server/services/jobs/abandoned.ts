import { sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'

/**
 * Releases the jobs of killed processes, so that another process runs them; graphile-worker itself waits four
 * hours. The limits are far longer than a job takes: a provider is waited for 8 s, a bulk action is worked on for
 * 15 s at a time, and the work due in one firm is done in portions.
 */
export const releaseAbandonedJobs = (database: Database): Promise<unknown> =>
  database.write(null, db =>
    db.execute(sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
      from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where job.locked_at < now() - case when task.identifier in ('textMessage', 'bulkRun') then interval '1 minute'
        else interval '15 minutes' end
      having count(*) > 0`),
  )

/** Deletes jobs that are not retried any more, after a week in which an operator can look at their errors. */
export const deleteFailedJobs = (database: Database): Promise<unknown> =>
  database.write(null, db =>
    db.execute(sql`
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'`),
  )
