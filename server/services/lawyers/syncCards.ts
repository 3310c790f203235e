import { and, eq, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'
import type { Lawyer } from './values.ts'

const searchedFields = ['name', 'mobile', 'licenseNumber'] as const

/** The search text of a card contains its lawyer's name, mobile and licence number. */
const updatedSearchSql = (before: Lawyer, after: Lawyer) =>
  searchedFields.reduce(
    (search, name) => {
      const [from, to] = [before[name]?.toLowerCase(), after[name]?.toLowerCase()]
      if (from === to) return search
      return from ? sql`replace(${search}, ${from}, ${to ?? ''})` : sql`${search} || ' ' || ${to}`
    },
    sql`${cards.search}`,
  )

/** Whether a change of the lawyer affects the cards. */
export const affectsCards = (before: Lawyer, after: Lawyer) =>
  before.organizationId !== after.organizationId || searchedFields.some(name => before[name] !== after[name])

/** Updates the cards, including those in the bin, which may be restored. */
export const syncCards = async ({ db, firmId }: Context, before: Lawyer, after: Lawyer) => {
  if (!affectsCards(before, after)) return
  await db
    .update(cards)
    .set({
      search: updatedSearchSql(before, after),
      organizationId: after.organizationId,
    })
    .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, before.id)))
}
