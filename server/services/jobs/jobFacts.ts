import type pg from 'pg'

export type JobFacts = {
  /** Unfinished jobs that are due or wait for another attempt, without those of a later date. */
  waiting: number
  /** Jobs that are not retried any more. */
  failed: number
  /** How long the oldest job has been due, in seconds; null where none is due. */
  oldestSeconds: number | null
}

const statement = `
  select count(*) filter (where attempts < max_attempts and (run_at <= now() or attempts > 0))::int as waiting,
    count(*) filter (where attempts >= max_attempts)::int as failed,
    extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts))::float8
      as "oldestSeconds"
  from graphile_worker._private_jobs`

/** The state of the job queue, for the status command and the metrics. */
export const readJobFacts = async (client: pg.ClientBase): Promise<JobFacts> => {
  const { rows } = await client.query<JobFacts>(statement)
  return rows[0]!
}
