import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { articles, cards } from '../../db/tables.ts'

// A card stores its professions as [{ type, id }], in the working copy, in the published version and in a change for a
// later day; an article stores ids, in its columns and in a pending change.

const selfProfessionJson = (id: number) => JSON.stringify({ type: 'self', id })

const listAt = (column: SQL, path: string) => sql`${column} #> ${`{${path}}`}::text[]`
const hasProfession = (column: SQL, path: string, id: number) =>
  sql`${listAt(column, path)} @> ${`[${selfProfessionJson(id)}]`}::jsonb`
const [working, published, scheduled] = [
  sql`${cards.content}`,
  sql`${cards.published}`,
  sql`${cards.scheduled}`,
]

const cardsWithProfession = (firmId: number, id: number) =>
  and(
    eq(cards.firmId, firmId),
    or(
      hasProfession(working, 'professions', id),
      hasProfession(published, 'professions', id),
      hasProfession(scheduled, 'patch,professions', id),
    ),
  )

const isNamed = (id: number) => sql`${articles.professional} @> array[${id}]::bigint[]`
const isNamedInChange = (id: number) => sql`${articles.revision} -> 'professional' @> ${String(id)}::jsonb`

const articlesWithProfession = (firmId: number, id: number) =>
  and(eq(articles.firmId, firmId), or(isNamed(id), isNamedInChange(id)))

/** Counts the uses, including those in the bin, which may be restored. */
export const countUses = async ({ db, firmId }: Context, id: number) => {
  const { rows } = await db.execute<{ cards: number; articles: number }>(sql`select
    (select count(*)::int from ${cards} where ${cardsWithProfession(firmId, id)}) as cards,
    (select count(*)::int from ${articles}
      where ${articlesWithProfession(firmId, id)}) as articles`)
  return rows[0]!
}

/** The list with one profession replaced by another, without repetitions and in the same order. */
const replacedListSql = (list: SQL, from: string, to: string) => sql`(
    select jsonb_agg(item order by first) from (
      select item, min(place) as first from (
        select case when old @> ${from}::jsonb then ${to}::jsonb else old end as item, place
        from jsonb_array_elements(${list}) with ordinality as listed(old, place)
      ) moved group by item
    ) once)`

const replacedInCard = (
  column: SQL,
  path: string,
  [from, to]: readonly [number, number],
) => sql`case when ${hasProfession(column, path, from)} then
  jsonb_set(${column}, ${`{${path}}`}::text[], ${replacedListSql(listAt(column, path), selfProfessionJson(from), selfProfessionJson(to))})
  else ${column} end`

const replacedInArticle = (from: number, to: number) => sql`case when ${isNamed(from)} then
  array(select jsonb_array_elements_text(
    ${replacedListSql(sql`to_jsonb(${articles.professional})`, String(from), String(to))})::bigint)
  else ${articles.professional} end`

const replacedInChange = (from: number, to: number) => sql`case when ${isNamedInChange(from)} then
  jsonb_set(${articles.revision}, '{professional}',
    ${replacedListSql(sql`${articles.revision} -> 'professional'`, String(from), String(to))})
  else ${articles.revision} end`

/** Replaces a profession on cards and articles, including deleted ones, which may be restored. */
export const moveUses = async ({ db, firmId }: Context, from: number, to: number) => {
  const move = [from, to] as const
  const patched = replacedInCard(scheduled, 'patch,professions', move)
  await db
    .update(cards)
    .set({
      content: replacedInCard(working, 'professions', move),
      published: replacedInCard(published, 'professions', move),
      scheduled: replacedInCard(sql`(${patched})`, 'before,professions', move),
    })
    .where(cardsWithProfession(firmId, from))
  await db
    .update(articles)
    .set({ professional: replacedInArticle(from, to), revision: replacedInChange(from, to) })
    .where(articlesWithProfession(firmId, from))
}
