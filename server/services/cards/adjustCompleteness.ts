import { and, eq, inArray, sql } from 'drizzle-orm'

import type { CompletenessWeights } from '../../../resources/domain/completeness.ts'
import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'

/** A Chinese card is completer with an English one beside it, which comes (1) or goes (-1). */
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
