import { and, eq } from 'drizzle-orm'

import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { transferRequests } from '../../db/tables.ts'
import { type Closing, notifyTransferClosed } from '../../notifications/transfers.ts'

/** What waits about somebody who has gone another way has nothing to be decided any more; who asked is told. */
export const closeRequests = async (context: Context, lawyerId: number, closing: Closing) => {
  const { db, firmId, now } = context
  const closed = await db
    .update(transferRequests)
    .set({ status: 3, decidedAt: now, ...updatedColumns(context, transferRequests) })
    .where(
      and(
        eq(transferRequests.firmId, firmId),
        eq(transferRequests.lawyerId, lawyerId),
        eq(transferRequests.status, 0),
      ),
    )
    .returning()
  for (const request of closed) await notifyTransferClosed(context, request, closing)
}
