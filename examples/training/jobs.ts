import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { defineDailyJob, defineJob, enqueueJob, firmDay, notify } from 'tenant-admin/extend/server'
import { z } from 'zod'

import { lawyers } from './tables.ts'

/** Days before the end of a certificate at which its owner is reminded. */
const NOTICE_DAYS = 30
const DAY_MS = 86_400_000

/** Tells one person that the certificate ends. */
export const sendReminder = defineJob({
  name: 'training:sendReminder',
  payload: z.object({ lawyerId: z.int(), until: z.iso.date() }),
  run: ({ write }, { lawyerId, until }) =>
    write(async context => {
      const message = {
        type: 6,
        title: '培训合格证即将到期',
        content: `您的培训合格证有效期至${until}，请安排培训。`,
      } as const
      await notify(context, message, { population: 2, ids: [lawyerId] })
    }),
})

/**
 * Finds each morning whose certificate ends within the notice. The reminder is enqueued in the transaction that notes it, so that
 * a certificate gets one reminder, also when a day was missed.
 */
export const remindOfExpiry = defineDailyJob({
  name: 'training:remindOfExpiry',
  daily: '08:30',
  run: ({ firmId, now, write }) =>
    write(async context => {
      const lastDay = firmDay(now.getTime() + NOTICE_DAYS * DAY_MS)
      const due = await context.db
        .update(lawyers)
        .set({ remindedOf: lawyers.certifiedUntil })
        .where(
          and(
            eq(lawyers.firmId, firmId),
            isNotNull(lawyers.certifiedUntil),
            lte(lawyers.certifiedUntil, lastDay),
            sql`${lawyers.remindedOf} is distinct from ${lawyers.certifiedUntil}`,
          ),
        )
        .returning({ lawyerId: lawyers.id, until: lawyers.certifiedUntil })
      for (const { lawyerId, until } of due)
        if (until) await enqueueJob(context, sendReminder, { lawyerId, until })
    }),
})

export default [remindOfExpiry, sendReminder]
