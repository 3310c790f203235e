import { type SQL, sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'

/** Rows that one transaction removes or changes, so that others wait for it for milliseconds only. */
const PORTION = 2_000

type Expiry = {
  table:
    | 'bulk_rows'
    | 'idempotency_keys'
    | 'message_mirrors'
    | 'messages'
    | 'one_time_codes'
    | 'review_reminders'
    | 'sessions'
    | 'text_messages'
    | 'webhook_deliveries'
  where: SQL
  /** Changes the rows instead of deleting them; they must no longer meet the condition then. */
  set?: SQL
}

/**
 * Removes the rows of all firms that meet a condition, in portions, a firm at a time; returns how many. A suspended
 * firm keeps its rows.
 */
export const expireRows = async (
  database: Database,
  { table: name, where, set }: Expiry,
): Promise<number> => {
  const table = sql.identifier(name)
  const firmIds = await database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select firm_id as "firmId" from firms where suspended_at is null
        and exists (select from ${table} where ${table}.firm_id = firms.firm_id and ${where})`)
    return rows.map(({ firmId }) => firmId)
  })
  let total = 0
  for (const firmId of firmIds)
    for (let count = PORTION; count === PORTION; total += count)
      count = await database.write(firmId, async db => {
        const isDue = sql`firm_id = ${firmId} and ctid = any(array(
          select ctid from ${table} where firm_id = ${firmId} and ${where} limit ${PORTION}))`
        const { rowCount } = await db.execute(
          set ? sql`update ${table} set ${set} where ${isDue}` : sql`delete from ${table} where ${isDue}`,
        )
        return rowCount ?? 0
      })
  return total
}
