import { eq, type SQL, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'

import { weightsByField } from '../../../resources/cards/completeness.ts'
import type { CompletenessWeights } from '../../../resources/domain/completeness.ts'
import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'

/**
 * Recomputes the completeness of all cards of the firm with its new weights, in one statement; contents and
 * versions do not change.
 */
export const recomputeCompleteness = async (
  { db, firmId }: Context,
  before: CompletenessWeights,
  after: CompletenessWeights,
) => {
  if (isDeepStrictEqual(before, after)) return
  const isFilled = (field: string): SQL =>
    sql`coalesce(${cards.content} -> ${field}, 'null') not in ('null', '""', '[]', 'false', '0')`
  const fieldWeights = weightsByField(after).map(
    ([field, weight]) => sql`case when ${isFilled(field)} then ${weight}::int else 0 end`,
  )
  const english = sql`case when exists (select from cards other where other.firm_id = ${firmId} and other.lawyer_id = cards.lawyer_id
    and other.language = 'EN' and other.deleted_at is null) then ${after.english}::int else 0 end`
  await db
    .update(cards)
    .set({ completeness: sql`least(100, ${sql.join([...fieldWeights, english], sql` + `)})` })
    .where(eq(cards.firmId, firmId))
}
