import { sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { retentionStart } from '../audit/logExpiry.ts'

/** The maximum number of rows that one transaction removes. */
const maxRows = 2_000

/** A reminder of a yearly assessment is sent once in its year, so its record is kept for a year longer. */
const isExpiredReminder = (since: string) =>
  sql`sent_at < (${since}::timestamptz - case when kind = 'assessment' then interval '1 year' else interval '0' end)`

type ExpiredRows = { firmId: number; messages: boolean; reminders: boolean }

/** The firms with expired rows, found by one statement; the message with the lowest id is the oldest. */
const firmsWithExpired = (database: Database, since: string): Promise<ExpiredRows[]> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<ExpiredRows>(sql`
      select * from (select firm_id as "firmId",
          (select created_at from messages where firm_id = firms.firm_id order by id limit 1) < ${since} as messages,
          exists (select from review_reminders where firm_id = firms.firm_id and ${isExpiredReminder(since)}) as reminders
        from firms where suspended_at is null) as firm
      where messages or reminders`)
    return rows
  })

/** Removes messages, read or not, and records of sent reminders that are older than the retention period. */
export const expireMessages = async (
  database: Database,
  now: Date,
  months: number | null,
): Promise<number> => {
  if (months === null) return 0
  const since = retentionStart(now, months).toISOString()
  const removeMessages = (firmId: number) =>
    database.write(firmId, async db => {
      const { rowCount } = await db.execute(sql`delete from messages where firm_id = ${firmId} and id in
        (select id from messages where firm_id = ${firmId} and created_at < ${since} order by id limit ${maxRows})`)
      return rowCount ?? 0
    })
  let removed = 0
  for (const firm of await firmsWithExpired(database, since)) {
    const { firmId } = firm
    if (firm.reminders)
      await database.write(firmId, db =>
        db.execute(
          sql`delete from review_reminders where firm_id = ${firmId} and ${isExpiredReminder(since)}`,
        ),
      )
    for (;;) {
      const count = firm.messages ? await removeMessages(firmId) : 0
      removed += count
      if (count < maxRows) break
    }
  }
  return removed
}
