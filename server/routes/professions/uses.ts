import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { articles, cards } from '../../db/tables.ts'

// A card keeps its professions as [{ type, id }], in the working copy and in what the public sees; an article as ids,
// in its columns and in a change that waits.

const chosen = (id: number) => JSON.stringify({ type: 'self', id })

const holds = (content: SQL, id: number) => sql`${content} -> 'professions' @> ${`[${chosen(id)}]`}::jsonb`
const [own, published] = [sql`${cards.content}`, sql`${cards.published}`]

const ofCards = (firmId: number, id: number) =>
  and(eq(cards.firmId, firmId), or(holds(own, id), holds(published, id)))

const isNamed = (id: number) => sql`${articles.professional} @> array[${id}]::bigint[]`
const isNamedInChange = (id: number) => sql`${articles.revision} -> 'professional' @> ${String(id)}::jsonb`

const ofArticles = (firmId: number, id: number) =>
  and(eq(articles.firmId, firmId), or(isNamed(id), isNamedInChange(id)))

/** Those in the bin too: they may be restored. */
export const countUses = async ({ db, firmId }: Context, id: number) => {
  const { rows } = await db.execute<{ cards: number; articles: number }>(sql`select
    (select count(*)::int from ${cards} where ${ofCards(firmId, id)}) as cards,
    (select count(*)::int from ${articles}
      where ${ofArticles(firmId, id)}) as articles`)
  return rows[0]!
}

/** The list with one profession in the place of another, each once, in the same order. */
const replaced = (list: SQL, from: string, to: string) => sql`(
    select jsonb_agg(item order by first) from (
      select item, min(place) as first from (
        select case when old @> ${from}::jsonb then ${to}::jsonb else old end as item, place
        from jsonb_array_elements(${list}) with ordinality as listed(old, place)
      ) moved group by item
    ) once)`

const inCard = (content: SQL, from: number, to: number) => sql`case when ${holds(content, from)} then
  jsonb_set(${content}, '{professions}', ${replaced(sql`${content} -> 'professions'`, chosen(from), chosen(to))})
  else ${content} end`

const inArticle = (from: number, to: number) => sql`case when ${isNamed(from)} then
  array(select jsonb_array_elements_text(
    ${replaced(sql`to_jsonb(${articles.professional})`, String(from), String(to))})::bigint)
  else ${articles.professional} end`

const inChange = (from: number, to: number) => sql`case when ${isNamedInChange(from)} then
  jsonb_set(${articles.revision}, '{professional}',
    ${replaced(sql`${articles.revision} -> 'professional'`, String(from), String(to))})
  else ${articles.revision} end`

/** Deleted ones too: they may be restored. */
export const moveUses = async ({ db, firmId }: Context, from: number, to: number) => {
  await db
    .update(cards)
    .set({ content: inCard(own, from, to), published: inCard(published, from, to) })
    .where(ofCards(firmId, from))
  await db
    .update(articles)
    .set({ professional: inArticle(from, to), revision: inChange(from, to) })
    .where(ofArticles(firmId, from))
}
