import { sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { notifySubstitutionStarted } from '../../notifications/cardReviews.ts'
import type { Sender } from '../../notifications/notify.ts'

type Row = {
  startAt: Date
  endAt: Date
  reviewerId: string
  reviewer: string
  substituteId: string
  substitute: string
}

/** Notifies both people of each period that has begun, once; a period that is over meanwhile is only marked. */
export const startSubstitutions = async (sender: Sender): Promise<number> => {
  const { db, firmId, now } = sender
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Row>(sql`
    update review_substitutes period set notified_at = ${moment}
    from admins reviewer, admins substitute
    where period.firm_id = ${firmId} and period.notified_at is null and period.start_at <= ${moment}
      and reviewer.firm_id = ${firmId} and reviewer.id = period.reviewer_id
      and substitute.firm_id = ${firmId} and substitute.id = period.substitute_id
    returning period.start_at as "startAt", period.end_at as "endAt", reviewer.id as "reviewerId",
      reviewer.name as reviewer, substitute.id as "substituteId", substitute.name as substitute`)
  const begun = rows.filter(({ endAt }) => new Date(endAt) > now)
  for (const row of begun)
    await notifySubstitutionStarted(sender, {
      reviewer: { id: Number(row.reviewerId), name: row.reviewer },
      substitute: { id: Number(row.substituteId), name: row.substitute },
      firstDay: firmDay(new Date(row.startAt)),
      lastDay: firmDay(new Date(row.endAt).getTime() - 1),
    })
  return begun.length
}
