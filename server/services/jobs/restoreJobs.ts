import { type SQL, sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'
import { addJobSql, type Tasks } from './queue.ts'

// What waits to be sent or continued has a job since the transaction that caused it. It has none after a restore,
// because a backup contains no jobs, and after the firm was suspended, since the jobs of a suspended firm end without
// doing anything.

type Waiting = {
  task: keyof Tasks
  /** The table whose rows wait, as `item`, with the condition for them. */
  from: SQL
  where: SQL
  queue?: SQL
}

const waiting: readonly Waiting[] = [
  {
    task: 'webhook',
    from: sql`webhook_deliveries`,
    where: sql`item.state = 0`,
    queue: sql`'webhook:' || item.firm_id || ':' || item.webhook_id`,
  },
  {
    task: 'mirror',
    from: sql`message_mirrors`,
    where: sql`item.sent_at is null and item.failed_at is null`,
    queue: sql`item.channel || ':' || item.firm_id`,
  },
  {
    task: 'passwordMessage',
    from: sql`text_messages`,
    where: sql`item.sealed is not null and item.lawyer_id is not null and item.failed_at is null`,
  },
  { task: 'directoryCompare', from: sql`directory_runs`, where: sql`item.state = 1` },
  { task: 'bulkRun', from: sql`bulk_runs`, where: sql`item.state = 1` },
]

/**
 * Adds the missing jobs of all firms, in a transaction that may read every firm; returns how many of each kind. The rows
 * are read first: they may be on other servers than the queue. The missing ones are found before a job is added: otherwise PostgreSQL
 * may add one for each row and compare afterwards, and a job that runs would be made a second time.
 */
export const restoreJobs = async (db: Db): Promise<Partial<Record<keyof Tasks, number>>> => {
  const counts: Partial<Record<keyof Tasks, number>> = {}
  for (const { task, from, where, queue } of waiting) {
    const keyOf = (row: SQL) => sql`${task}::text || ':' || ${row}.firm_id || ':' || ${row}.id`
    const job = addJobSql(task, sql`json_build_object('firmId', missing.firm_id, 'id', missing.id)`, {
      key: keyOf(sql`missing`),
      queue: sql`missing.queue`,
    })
    const { rowCount } = await db.execute(sql`
      with item as materialized (select item.* from ${from} as item where ${where}
        and not exists (select from firms where firms.firm_id = item.firm_id and suspended_at is not null)),
      missing as materialized (select item.firm_id, item.id, ${queue ?? sql`null::text`} as queue from item
        where not exists (select from graphile_worker._private_jobs as known where known.key = ${keyOf(sql`item`)}))
      select from missing cross join lateral ${job} as added`)
    if (rowCount) counts[task] = rowCount
  }
  return counts
}
