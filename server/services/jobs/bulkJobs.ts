import { sql } from 'drizzle-orm'

import type { Database, Db } from '../../db/connection/open.ts'
import { enqueue } from './queue.ts'

/** Adds a job that continues a bulk action, in the transaction of `db`, after `delay` seconds. */
export const enqueueBulkRun = (db: Db, firmId: number, id: number, delay = 0): Promise<void> =>
  enqueue(db, 'bulkRun', { firmId, id }, { key: `bulkRun:${firmId}:${id}`, delay })

/** Days for which the results by record are kept after the end of a bulk action. */
const keptDays = 90
/** Maximum number of rows that one transaction removes. */
const mostRows = 5_000

/** Removes results by record that are older than `keptDays`; returns how many were removed. */
export const expireBulkRows = async (database: Database, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - keptDays * 24 * 3_600_000).toISOString()
  const firms = await database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select distinct firm_id as "firmId" from bulk_runs as run where finished_at < ${since}
        and exists (select from bulk_rows where bulk_rows.firm_id = run.firm_id and run_id = run.id)`)
    return rows.map(({ firmId }) => firmId)
  })
  let removed = 0
  for (const firmId of firms)
    for (let count = mostRows; count === mostRows; removed += count)
      count = await database.write(firmId, async db => {
        const { rowCount } = await db.execute(sql`
          delete from bulk_rows where firm_id = ${firmId} and (run_id, position) in (select run_id, position from bulk_rows
            join bulk_runs as run on run.firm_id = bulk_rows.firm_id and run.id = run_id
            where bulk_rows.firm_id = ${firmId} and run.finished_at < ${since} limit ${mostRows})`)
        return rowCount ?? 0
      })
  return removed
}
