import { and, inArray } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { removedColumns } from '../../context/actor.ts'
import { cards } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { codes } from '../../../resources/domain/codes.ts'
import { log } from '../../services/audit/audit.ts'
import { createBatch } from '../../services/imports/batches.ts'
import { adjustCompleteness } from '../../services/cards/adjustCompleteness.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { lockLawyersOfCards } from '../../services/lawyers/lock.ts'
import { publishedMiniProgram } from '../../services/settings/miniProgram.ts'
import { visibleCards } from './columns.ts'
import { notifyCardsRemoved } from '../../notifications/cards.ts'

/** Moves cards into the bin; they are no longer public at once. */
export const removeCards: Handlers<typeof resource.calls>['delete'] = async ({ ids }, context) => {
  const { db, reason } = context
  await lockLawyersOfCards(context, ids)
  const removed = await db
    .update(cards)
    .set(removedColumns(context, cards))
    .where(and(visibleCards(context), inArray(cards.id, ids)))
    .returning()
  const batchId = await createBatch(context, 'cards.delete', removed.length)
  const removedIds = new Set(removed.map(it => it.id))
  const englishCardOwners = removed.filter(it => it.language === 'EN').map(it => it.lawyerId)
  if (englishCardOwners.length > 0) {
    const { card } = await publishedMiniProgram(db, context.firmId)
    await adjustCompleteness(context, englishCardOwners, -1, card.completenessWeights)
  }
  if (removed.length > 0) {
    const batchColumns = removed.length > 1 ? { batchId, batchCount: removed.length } : {}
    await log(
      context,
      ...removed.map(card => ({
        module: 5 as const,
        action: 'delete' as const,
        target: cardTarget(card),
        summary: `删除名片【${card.name}】`,
        ...batchColumns,
      })),
    )
    await notifyCardsRemoved(context, removed, reason)
  }
  return {
    batchId,
    success: removed.length,
    failed: ids.filter(id => !removedIds.has(id)).map(id => ({ id, message: codes['4040'] })),
  }
}
