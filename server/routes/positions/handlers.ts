import { and, asc, eq, sql } from 'drizzle-orm'

import { positions as resource } from '../../../resources/positions.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers, positions } from '../../db/tables.ts'
import { crudOf } from '../../records/crud.ts'

// Qualified by hand: in a select from one table Drizzle leaves the table's name out, and the inner one would be meant.
const useCount = sql<number>`(select count(*)::int from cards where cards.firm_id = positions.firm_id
  and cards.post_code = positions.post_code and cards.deleted_at is null)`

type Position = typeof positions.$inferSelect

const cardsOf = (firmId: number, postCode: string) =>
  and(eq(cards.firmId, firmId), eq(cards.postCode, postCode))

/** Locks the lawyers and cards that a change of the position writes to (services/lawyers/lock.ts). */
const lockCards = ({ db, firmId }: Context, { postCode }: Position) => {
  const bearers = db
    .select({ id: cards.id })
    .from(cards)
    .innerJoin(lawyers, eq(lawyers.id, cards.lawyerId))
    .where(cardsOf(firmId, postCode))
    .orderBy(cards.lawyerId, cards.id)
    .for('no key update', { of: [lawyers, cards] })
  return db.execute(sql`select count(*) from (${bearers}) as locked`)
}

/** Puts another position, or other words for the same, on the cards that bear this code now. */
const writeOnCards = async ({ db, firmId }: Context, codeNow: string, from: Position, to: Position) => {
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
    .where(cardsOf(firmId, codeNow))
}

export const positionHandlers: Handlers<typeof resource.calls> = crudOf(resource, {
  table: positions,
  columns: { useCount },
  sorts: { useCount },
  order: [asc(positions.postLevel), asc(positions.sort)],
  check: async (context, input, current) => {
    const isOnCards = ['postName', 'postCode', 'postLevel'].some(name => name in input)
    if (current && isOnCards) await lockCards(context, current)
    return {}
  },
  changed: async (context, before, after) => {
    // A foreign key has given the cards the new code already.
    if (after.postCode !== before.postCode || after.postName !== before.postName)
      await writeOnCards(context, after.postCode, before, after)
  },
  uses: {
    count: async ({ db, firmId }, { postCode }) => {
      const count = await db.$count(cards, cardsOf(firmId, postCode))
      return { refs: count > 0 ? [{ type: 'cards', count }] : [], words: `${count}张名片` }
    },
    move: async (context, from, to) => {
      await lockCards(context, from)
      await writeOnCards(context, from.postCode, from, to)
    },
  },
}).handlers
