import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'

import { positions as resource } from '../../../resources/positions.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers, positions } from '../../db/tables.ts'
import { crudOf } from '../../records/crud.ts'

// Columns are written with their table: in a select from one table Drizzle omits the table's name, and the
// column would be taken from the inner table.
const useCount = ({ firmId }: Context) => ({
  useCount: sql<number>`(select count(*)::int from cards where cards.firm_id = ${firmId}
    and cards.post_code = positions.post_code and cards.deleted_at is null)`,
})

type Position = typeof positions.$inferSelect

const isAt = (column: SQL, path: string, postCode: string) =>
  sql`${column} #>> ${`{${path},postCode}`}::text[] = ${postCode}`

/** The cards that have the position in the working copy, in public, or from a later day on. */
const hasPosition = (firmId: number, postCode: string) =>
  and(
    eq(cards.firmId, firmId),
    or(
      eq(cards.postCode, postCode),
      isAt(sql`${cards.published}`, 'workPosition', postCode),
      isAt(sql`${cards.scheduled}`, 'patch,workPosition', postCode),
    ),
  )

/** Locks the lawyers and cards to which a change of the position writes (services/lawyers/lock.ts). */
const lockCardsWithPosition = ({ db, firmId }: Context, { postCode }: Position) => {
  const cardsQuery = db
    .select({ id: cards.id })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .where(hasPosition(firmId, postCode))
    .orderBy(cards.lawyerId, cards.id)
    .for('no key update', { of: [lawyers, cards] })
  return db.execute(sql`select count(*) from (${cardsQuery}) as locked`)
}

/** Writes another position, or the position's new name and code, on the cards that have its code. */
const updatePositionOnCards = async ({ db, firmId }: Context, from: Position, to: Position) => {
  const { postCode, postName } = to
  const value = JSON.stringify({ postCode, postName })
  const movedAt = (column: SQL, path: string) => sql`case when ${isAt(column, path, from.postCode)}
    then jsonb_set(${column}, ${`{${path}}`}::text[], ${value}::jsonb) else ${column} end`
  const patched = movedAt(sql`${cards.scheduled}`, 'patch,workPosition')
  await db
    .update(cards)
    .set({
      postCode: sql`case when ${cards.postCode} = ${from.postCode} then ${postCode} else ${cards.postCode} end`,
      content: movedAt(sql`${cards.content}`, 'workPosition'),
      published: movedAt(sql`${cards.published}`, 'workPosition'),
      scheduled: movedAt(sql`(${patched})`, 'before,workPosition'),
    })
    .where(hasPosition(firmId, from.postCode))
}

export const positionHandlers: Handlers<typeof resource.calls> = crudOf(resource, {
  table: positions,
  columns: useCount,
  sorts: useCount,
  order: [asc(positions.postLevel), asc(positions.sort)],
  check: async (context, input, current) => {
    const isOnCards = ['postName', 'postCode', 'postLevel'].some(name => name in input)
    if (current && isOnCards) await lockCardsWithPosition(context, current)
    return {}
  },
  changed: async (context, before, after) => {
    if (after.postCode !== before.postCode || after.postName !== before.postName)
      await updatePositionOnCards(context, before, after)
  },
  uses: {
    count: async ({ db, firmId }, { postCode }) => {
      const count = await db.$count(cards, hasPosition(firmId, postCode))
      return { refs: count > 0 ? [{ type: 'cards', count }] : [], words: `${count}张名片` }
    },
    move: async (context, from, to) => {
      await lockCardsWithPosition(context, from)
      await updatePositionOnCards(context, from, to)
    },
  },
}).handlers
