import { and, eq, inArray, sql } from 'drizzle-orm'

import type { cards as resource } from '../../resources/cards/index.ts'
import { englishWeight } from '../../resources/cards/completeness.ts'
import type { Context } from '../context.ts'
import { batches, cards } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { codes } from '../../resources/kit/index.ts'
import { actorOf } from '../scope.ts'
import { log } from '../services/audit.ts'
import { reach } from './cardsColumns.ts'
import { tellRemoved } from './cardsLetters.ts'
import { target } from './cardsRow.ts'

/** The Chinese card counts whether it has an English one beside it. */
export const countEnglish = ({ db, firmId }: Context, lawyerIds: readonly number[], by: 1 | -1) =>
  db
    .update(cards)
    .set({ completeness: sql`greatest(0, least(100, ${cards.completeness} + ${by * englishWeight}))` })
    .where(and(eq(cards.firmId, firmId), inArray(cards.lawyerId, [...lawyerIds]), eq(cards.language, 'CN')))

/** Into the bin: what the public saw is gone at once, the rows stay. */
export const remove: Handlers<typeof resource.calls>['delete'] = async ({ ids }, context) => {
  const { db, caller, firmId, now, reason } = context
  const removed = await db
    .update(cards)
    .set({ deletedAt: now, deletedBy: actorOf(caller), updatedAt: now, updatedByName: caller.name })
    .where(and(reach(context), inArray(cards.id, ids)))
    .returning()
  const [batch] = await db
    .insert(batches)
    .values({
      firmId,
      kind: 'cards.delete',
      count: removed.length,
      createdAt: now,
      createdByName: caller.name,
    })
    .returning({ id: batches.id })
  const batchId = batch!.id
  const gone = new Set(removed.map(it => it.id))
  const english = removed.filter(it => it.language === 'EN').map(it => it.lawyerId)
  if (english.length > 0) await countEnglish(context, english, -1)
  if (removed.length > 0) {
    const group = removed.length > 1 ? { batchId, batchCount: removed.length } : {}
    await log(
      context,
      ...removed.map(card => ({
        module: 5 as const,
        action: 'delete' as const,
        target: target(card),
        summary: `删除名片【${card.name}】`,
        ...group,
      })),
    )
    await tellRemoved(context, removed, reason)
  }
  return {
    batchId,
    success: removed.length,
    failed: ids.filter(id => !gone.has(id)).map(id => ({ id, message: codes['4040'] })),
  }
}
