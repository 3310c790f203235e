import { and, eq } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'
import { markMovedCards, moveFacts } from '../cards/misfits.ts'
import { cardKeys } from '../directory/nameKeys.ts'
import type { Lawyer } from './values.ts'

/** The values of a lawyer by which the cards are found and sorted. */
const keyFields = ['name', 'namePinyin', 'mobile', 'licenseNumber'] as const

const changesKeys = (before: Lawyer, after: Lawyer) => keyFields.some(name => before[name] !== after[name])

/** Whether a change of the lawyer affects the cards. */
export const affectsCards = (before: Lawyer, after: Lawyer) =>
  before.organizationId !== after.organizationId || changesKeys(before, after)

/** Writes what has changed into the cards; what decides about the marks of a move is read with it. */
const writeCards = async ({ db, firmId }: Context, before: Lawyer, after: Lawyer) => {
  const { organizationId } = after
  const ofLawyer = and(eq(cards.firmId, firmId), eq(cards.lawyerId, before.id))
  const moved = before.organizationId === organizationId ? {} : { organizationId, misfits: [] }
  if (!changesKeys(before, after)) {
    const facts = moveFacts(firmId, { from: before.organizationId, to: organizationId })
    const [first] = await db.update(cards).set(moved).where(ofLawyer).returning(facts)
    return first ?? null
  }
  const rows = await db
    .select({ id: cards.id, name: cards.name })
    .from(cards)
    .where(ofLawyer)
    .orderBy(cards.id)
  for (const { id, name } of rows)
    await db
      .update(cards)
      .set({ ...moved, ...cardKeys(name, after) })
      .where(and(ofLawyer, eq(cards.id, id)))
  return rows.length > 0 ? undefined : null
}

/** Updates the cards, including those in the bin, which may be restored. */
export const syncCards = async (context: Context, before: Lawyer, after: Lawyer) => {
  if (!affectsCards(before, after)) return
  const facts = await writeCards(context, before, after)
  // Without cards there is nothing to mark.
  if (facts === null) return
  const move = { from: before.organizationId, to: after.organizationId, lawyerIds: [before.id] }
  await markMovedCards(context, move, facts)
}
