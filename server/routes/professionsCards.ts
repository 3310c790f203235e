import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../context.ts'
import { cards } from '../db/tables.ts'

// A card keeps its professions as [{ type, id }], in the working copy and in what the public sees.

const chosen = (id: number) => JSON.stringify({ type: 'self', id })

const holds = (content: SQL, id: number) => sql`${content} -> 'professions' @> ${`[${chosen(id)}]`}::jsonb`
const [own, published] = [sql`${cards.content}`, sql`${cards.published}`]

const using = (firmId: number, id: number) =>
  and(eq(cards.firmId, firmId), or(holds(own, id), holds(published, id)))

export const countUses = async ({ db, firmId }: Context, id: number) =>
  db.$count(cards, and(using(firmId, id), isNull(cards.deletedAt)))

/** The list with one profession in the place of another, each once, in the same order. */
const replaced = (content: SQL, from: number, to: number) => sql`case when ${holds(content, from)} then
  jsonb_set(${content}, '{professions}', (
    select jsonb_agg(item order by first) from (
      select item, min(place) as first from (
        select case when old @> ${chosen(from)}::jsonb then ${chosen(to)}::jsonb else old end as item, place
        from jsonb_array_elements(${content} -> 'professions') with ordinality as listed(old, place)
      ) moved group by item
    ) once)) else ${content} end`

/** Binned cards too: they may come back. */
export const moveUses = ({ db, firmId }: Context, from: number, to: number) =>
  db
    .update(cards)
    .set({ content: replaced(own, from, to), published: replaced(published, from, to) })
    .where(using(firmId, from))
