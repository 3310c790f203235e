import type pg from 'pg'

import { knownJobNames } from './extensionTasks.ts'

export type JobFacts = {
  /** Unfinished jobs that are due or wait for another attempt, without those of a later date. */
  waiting: number
  /** Jobs that are not retried any more. */
  failed: number
  /** How long the oldest job has been due, in seconds; null where none is due. */
  oldestSeconds: number | null
}

/** `$1` has the names of the jobs of extensions that this process knows. Those of others wait until it has their extension. */
const isOfMissingExtension = `position(':' in task.identifier) > 0 and task.identifier <> all($1::text[])`
const jobsWithTasks = `graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id`

const statement = `
  select count(*) filter (where attempts < max_attempts and (run_at <= now() or attempts > 0))::int as waiting,
    count(*) filter (where attempts >= max_attempts)::int as failed,
    extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts))::float8
      as "oldestSeconds"
  from ${jobsWithTasks} where not (${isOfMissingExtension})`

/** The state of the job queue, for the status command and the metrics. */
export const readJobFacts = async (client: pg.ClientBase): Promise<JobFacts> => {
  const { rows } = await client.query<JobFacts>(statement, [knownJobNames()])
  return rows[0]!
}

/** The number of jobs of each kind whose extension this process does not have. */
export const readJobsOfMissingExtensions = async (client: pg.ClientBase): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select task.identifier as name, count(*)::int as count from ${jobsWithTasks} where ${isOfMissingExtension}
      group by 1 order by 1`,
    [knownJobNames()],
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
