import { and, asc, eq, sql } from 'drizzle-orm'

import { positions as resource } from '../../../resources/positions.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, positions } from '../../db/tables.ts'
import { crudOf } from '../../records/crud.ts'

// Qualified by hand: in a select from one table Drizzle leaves the table's name out, and the inner one would be meant.
const useCount = sql<number>`(select count(*)::int from cards where cards.firm_id = positions.firm_id
  and cards.post_code = positions.post_code and cards.deleted_at is null)`

type Position = typeof positions.$inferSelect

const holding = (firmId: number, { postCode }: Position) =>
  and(eq(cards.firmId, firmId), eq(cards.postCode, postCode))

/** Cards store the code as their value, so a new code goes to the cards in the same transaction. */
const renameOnCards = async ({ db, firmId }: Context, from: Position, to: Position) => {
  const { postCode, postName } = to
  const value = JSON.stringify({ postCode, postName })
  await db
    .update(cards)
    .set({
      postCode,
      content: sql`jsonb_set(${cards.content}, '{workPosition}', ${value}::jsonb)`,
      published: sql`case when ${cards.published} #>> '{workPosition,postCode}' = ${from.postCode}
        then jsonb_set(${cards.published}, '{workPosition}', ${value}::jsonb) else ${cards.published} end`,
    })
    .where(holding(firmId, from))
}

export const positionHandlers: Handlers<typeof resource.calls> = crudOf(resource, {
  table: positions,
  columns: { useCount },
  sorts: { useCount },
  order: [asc(positions.postLevel), asc(positions.sort)],
  changed: async (context, before, after) => {
    if (after.postCode !== before.postCode || after.postName !== before.postName)
      await renameOnCards(context, before, after)
  },
  uses: {
    count: async ({ db, firmId }, position) => {
      const count = await db.$count(cards, holding(firmId, position))
      return { refs: count > 0 ? [{ type: 'cards', count }] : [], words: `${count}张名片` }
    },
    move: renameOnCards,
  },
}).handlers
