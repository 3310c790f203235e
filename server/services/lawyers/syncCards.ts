import { and, eq, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { cards } from '../../db/tables.ts'
import type { Lawyer } from './values.ts'

const findable = ['name', 'mobile', 'licenseNumber'] as const

/** Cards are found by their lawyer's name, mobile and licence number, and stand in his office. */
const searchAfter = (before: Lawyer, after: Lawyer) =>
  findable.reduce(
    (search, name) => {
      const [from, to] = [before[name]?.toLowerCase(), after[name]?.toLowerCase()]
      if (from === to) return search
      return from ? sql`replace(${search}, ${from}, ${to ?? ''})` : sql`${search} || ' ' || ${to}`
    },
    sql`${cards.search}`,
  )

/** Whether a lawyer's cards take over what changed of his account. */
export const concernsCards = (before: Lawyer, after: Lawyer) =>
  before.organizationId !== after.organizationId || findable.some(name => before[name] !== after[name])

/** Those in the bin too: they return to him. */
export const syncCards = async ({ db, firmId }: Context, before: Lawyer, after: Lawyer) => {
  if (!concernsCards(before, after)) return
  await db
    .update(cards)
    .set({
      search: searchAfter(before, after),
      organizationId: after.organizationId,
    })
    .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, before.id)))
}
