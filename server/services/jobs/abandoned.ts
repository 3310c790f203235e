import { sql } from 'drizzle-orm'

import type { Database } from '../../db/open.ts'

/**
 * Gives back the jobs that a killed process was doing, so that another one does them; graphile-worker itself waits four hours.
 * Far longer than a job takes: a provider is waited for 8 s, and what is due in one firm is done in portions.
 */
export const releaseAbandonedJobs = (database: Database): Promise<unknown> =>
  database.write(null, db =>
    db.execute(sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
      from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where job.locked_at < now() - case task.identifier when 'textMessage' then interval '2 minutes'
        else interval '15 minutes' end
      having count(*) > 0`),
  )
