import { and, eq } from 'drizzle-orm'

import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { transferRequests } from '../../db/tables.ts'
import { type ClosingReason, notifyTransferClosed } from '../../notifications/transfers.ts'

/**
 * Closes the pending transfer requests of a person whose situation has changed, and notifies the requesters.
 */
export const closeTransferRequests = async (context: Context, lawyerId: number, closing: ClosingReason) => {
  const { db, firmId, now } = context
  const closedRequests = await db
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
  for (const request of closedRequests) await notifyTransferClosed(context, request, closing)
}
