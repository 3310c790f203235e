import { asc, desc, eq, inArray, sql } from 'drizzle-orm'

import type { ReferenceNames } from '../../../resources/kit/index.ts'
import { officialProfessions, professions as resource } from '../../../resources/professions.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, cards, professions, selfProfessions } from '../../db/tables.ts'
import { crudOf } from '../../records/crud.ts'
import { limitedCount } from '../../db/lists/counts.ts'
import { countUses, moveUses } from './uses.ts'

const selectOfficial = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({
      id: professions.id,
      parentId: professions.parentId,
      code: professions.code,
      name: professions.name,
      nameEn: professions.nameEn,
      sort: professions.sort,
    })
    .from(professions)
    .where(eq(professions.enabled, true))

/** Both levels of the official tree, which the firm cannot change. */
export const officialProfessionHandlers: Handlers<typeof officialProfessions.calls> = {
  list: (_, context) => selectOfficial(context).orderBy(asc(professions.code)),
  tree: async (_, context) => {
    const rows = await selectOfficial(context).orderBy(asc(professions.sort), asc(professions.id))
    const childrenByParent = Map.groupBy(rows, it => it.parentId)
    return (childrenByParent.get(null) ?? []).map(it => ({
      ...it,
      children: childrenByParent.get(it.id) ?? [],
    }))
  },
}

const cardCount = (firmId: number) =>
  limitedCount(sql`from ${cards} where ${cards.firmId} = ${firmId}
  and ${cards.content} -> 'professions' @> jsonb_build_array(jsonb_build_object('type', 'self', 'id', ${selfProfessions.id}))
  and ${cards.deletedAt} is null`)
const articleCount = (firmId: number) =>
  limitedCount(sql`from ${articles} where ${articles.firmId} = ${firmId}
  and ${articles.professional} @> array[${selfProfessions.id}] and ${articles.deletedAt} is null`)
const useCount = ({ firmId }: Pick<Context, 'firmId'>) => ({
  useCount: sql<number>`${cardCount(firmId)} + ${articleCount(firmId)}`,
})

/** The names of the official professions concerned; throws where the new one does not exist. */
const checkMapping = async (
  { db }: Context,
  to: number | null | undefined,
  from?: number | null,
): Promise<ReferenceNames> => {
  const ids = [to, from].flatMap(it => it ?? [])
  if (ids.length === 0) return {}
  const rows = await db
    .select({ id: professions.id, name: professions.name })
    .from(professions)
    // Cast, because for an id that is too large for the column PostgreSQL would raise an error instead of
    // finding nothing.
    .where(inArray(sql`${professions.id}::bigint`, ids))
  if (to && !rows.some(it => it.id === to)) throw invalid({ mapTo: '请选择对应标准领域' })
  return { mapTo: new Map(rows.map(it => [it.id, it.name])) }
}

const crud = crudOf(resource, {
  table: selfProfessions,
  columns: useCount,
  sorts: useCount,
  order: [desc(selfProfessions.isTop), asc(selfProfessions.sort)],
  offered: () => eq(selfProfessions.enabled, 1),
  check: async (context, { mapTo }, current) =>
    mapTo === undefined ? {} : checkMapping(context, mapTo, current?.mapTo),
  uses: {
    noun: '领域',
    count: async (context, { id }) => {
      const { cards: ofCards, articles: ofArticles } = await countUses(context, id)
      const refs = [
        { type: 'cards', count: ofCards, word: (count: number) => `${count}张名片` },
        { type: 'articles', count: ofArticles, word: (count: number) => `${count}篇内容` },
      ].filter(ref => ref.count > 0)
      return {
        refs: refs.map(({ type, count }) => ({ type, count })),
        words: refs.map(({ word, count }) => word(count)).join('、') || '0张名片',
      }
    },
    move: (context, from, to) => moveUses(context, from.id, to.id),
  },
})

export const professionHandlers: Handlers<typeof resource.calls> = { ...crud.handlers, updateTop: crud.top }
