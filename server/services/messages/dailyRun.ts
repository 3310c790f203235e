import { firmClock, firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import type { Db } from '../../db/connection/open.ts'
import { reviewReminders } from '../../db/tables.ts'

// Work that is done once a day for a firm. The row that marks it is written in the transaction of the work, so that a
// killed process leaves neither, and a second process finds the mark.

type DailyRun = Extract<(typeof reviewReminders.$inferSelect)['kind'], `${string}Run`>

/** The moment that identifies the firm's day. */
export const dayOf = (now: Date) => momentOfFirm(firmDay(now))

/** The hour of a moment in the firm's time zone. */
export const hourOf = (now: Date) => Number(firmClock(now).slice(11, 13))

/** Marks the work as done today; false if it was done before. */
export const takeDailyRun = async (db: Db, firmId: number, kind: DailyRun, now: Date): Promise<boolean> => {
  const rows = await db
    .insert(reviewReminders)
    .values({ firmId, kind, subjectId: 0, since: dayOf(now), sentAt: now })
    .onConflictDoNothing()
    .returning({ kind: reviewReminders.kind })
  return rows.length > 0
}
