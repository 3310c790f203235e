import { sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { keptSince } from '../audit/logExpiry.ts'

/** Rows that one transaction removes at most. */
const mostRows = 2_000

type Old = { firmId: number; messages: boolean; reminders: boolean }

/** The firms that have any, by one statement for all; of messages the one with the lowest number is the oldest. */
const firmsWithOld = (database: Database, since: string): Promise<Old[]> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<Old>(sql`
      select * from (select firm_id as "firmId",
          (select created_at from messages where firm_id = firms.firm_id order by id limit 1) < ${since} as messages,
          exists (select from review_reminders where firm_id = firms.firm_id and sent_at < ${since}) as reminders
        from firms where suspended_at is null) as firm
      where messages or reminders`)
    return rows
  })

/** Removes messages, read or not, and the notes of what was reminded, once they are older than they are kept. */
export const expireMessages = async (
  database: Database,
  now: Date,
  months: number | null,
): Promise<number> => {
  if (months === null) return 0
  const since = keptSince(now, months).toISOString()
  const removeMessages = (firmId: number) =>
    database.write(firmId, async db => {
      const { rowCount } = await db.execute(sql`delete from messages where firm_id = ${firmId} and id in
        (select id from messages where firm_id = ${firmId} and created_at < ${since} order by id limit ${mostRows})`)
      return rowCount ?? 0
    })
  let removed = 0
  for (const firm of await firmsWithOld(database, since)) {
    const { firmId } = firm
    if (firm.reminders)
      await database.write(firmId, db =>
        db.execute(sql`delete from review_reminders where firm_id = ${firmId} and sent_at < ${since}`),
      )
    for (;;) {
      const count = firm.messages ? await removeMessages(firmId) : 0
      removed += count
      if (count < mostRows) break
    }
  }
  return removed
}
