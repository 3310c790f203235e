import { and, eq, inArray, sql } from 'drizzle-orm'

import type { CompletenessWeights } from '../../../resources/domain/completeness.ts'
import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'

/** Adjusts the completeness of Chinese cards when an English card is added (1) or removed (-1). */
export const adjustCompleteness = (
  { db, firmId }: Context,
  lawyerIds: readonly number[],
  by: 1 | -1,
  { english }: CompletenessWeights,
) =>
  db
    .update(cards)
    .set({ completeness: sql`greatest(0, least(100, ${cards.completeness} + ${by * english}))` })
    .where(and(eq(cards.firmId, firmId), inArray(cards.lawyerId, [...lawyerIds]), eq(cards.language, 'CN')))
