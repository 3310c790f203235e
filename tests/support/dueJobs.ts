import type { Database } from '../../server/db/connection/open.ts'
import type { DueWork } from '../../server/db/rules/dueWork.ts'

/** The work of a firm that has a job, with its moment, the earliest first. */
export const dueJobs = async (database: Database, firmId = 1): Promise<{ work: DueWork; at: Date }[]> => {
  const { rows } = await database.pool.query<{ work: DueWork; at: Date }>(
    `select payload ->> 'work' as work, run_at as at from graphile_worker._private_jobs
      where payload ->> 'work' is not null and payload ->> 'firmId' = $1 order by run_at`,
    [String(firmId)],
  )
  return rows
}
