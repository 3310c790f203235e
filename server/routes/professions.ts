import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'

import type { Names } from '../../resources/kit/index.ts'
import { officialProfessions, professions as resource } from '../../resources/professions.ts'
import type { Context } from '../context.ts'
import { articles, cards, professions, selfProfessions } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, literal, numberOf, offsetOf, ordering, pageAnswer } from '../page.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { within } from '../scope.ts'
import { diffOf, log } from '../services/audit.ts'
import { stampColumns } from '../stampColumns.ts'
import { created, stamped, updateVersioned } from '../versioned.ts'
import { countUses, moveUses } from './professionsUses.ts'

/** What forms offer: both levels of the official tree, which the firm uses as it is. */
export const officialProfessionHandlers: Handlers<typeof officialProfessions.calls> = {
  list: (_, { db }) =>
    db
      .select({
        id: professions.id,
        parentId: professions.parentId,
        code: professions.code,
        name: professions.name,
        nameEn: professions.nameEn,
      })
      .from(professions)
      .where(eq(professions.enabled, true))
      .orderBy(asc(professions.code)),
}

const cardCount = numberOf(sql`from ${cards} where ${cards.firmId} = ${selfProfessions.firmId}
  and ${cards.content} -> 'professions' @> jsonb_build_array(jsonb_build_object('type', 'self', 'id', ${selfProfessions.id}))
  and ${cards.deletedAt} is null`)
const articleCount = numberOf(sql`from ${articles} where ${articles.firmId} = ${selfProfessions.firmId}
  and ${articles.professional} @> array[${selfProfessions.id}] and ${articles.deletedAt} is null`)
const useCount = sql<number>`${cardCount} + ${articleCount}`

const columns = {
  id: selfProfessions.id,
  name: selfProfessions.name,
  nameEn: selfProfessions.nameEn,
  icon: selfProfessions.icon,
  mapTo: selfProfessions.mapTo,
  intro: selfProfessions.intro,
  isTop: selfProfessions.isTop,
  sort: selfProfessions.sort,
  enabled: selfProfessions.enabled,
  useCount,
  ...stampColumns(selfProfessions),
}

const { sort, name, updatedAt } = selfProfessions
const sortColumns = { sort, name, useCount, updatedAt }

const isIt = (context: Context, id: number) =>
  and(within(context, { firm: selfProfessions.firmId }), eq(selfProfessions.id, id))!

const find = async (context: Context, id: number) => {
  const [row] = await context.db.select().from(selfProfessions).where(isIt(context, id))
  if (!row) throw missing()
  return row
}

/** Unique in a firm; said at the field before the index says it. */
const checkName = async ({ db, firmId }: Context, wanted: string | undefined, except = 0) => {
  if (wanted === undefined) return
  const isTaken = and(
    eq(selfProfessions.firmId, firmId),
    eq(selfProfessions.name, wanted),
    ne(selfProfessions.id, except),
  )
  if ((await db.$count(selfProfessions, isTaken)) > 0) throw invalid({ name: '该领域名称已存在' })
}

/** Names of the official professions concerned; the new one has to be among them. */
const checkMapping = async (
  { db }: Context,
  to: number | null | undefined,
  from?: number | null,
): Promise<Names> => {
  const ids = [to, from].flatMap(it => it ?? [])
  if (ids.length === 0) return {}
  const rows = await db
    .select({ id: professions.id, name: professions.name })
    .from(professions)
    .where(inArray(professions.id, ids))
  if (to && !rows.some(it => it.id === to)) throw invalid({ mapTo: '请选择对应标准领域' })
  return { mapTo: new Map(rows.map(it => [it.id, it.name])) }
}

type Uses = Awaited<ReturnType<typeof countUses>>
const usesText = ({ cards: ofCards, articles: ofArticles }: Uses) =>
  [ofCards > 0 && `${ofCards}张名片`, ofArticles > 0 && `${ofArticles}篇内容`].filter(Boolean).join('、') ||
  '0张名片'

const target = (row: { id: number; name: string }) => ({
  type: 'professions',
  id: row.id,
  name: row.name,
  organizationId: null,
})

export const professionHandlers: Handlers<typeof resource.calls> = {
  list: async (query, context) => {
    const { keyword, ids, enabled, isTop } = query
    const text = sql`(${selfProfessions.name} || ' ' || coalesce(${selfProfessions.nameEn}, ''))`
    const where = and(
      within(context, { firm: selfProfessions.firmId }),
      ids && inArray(selfProfessions.id, ids),
      enabled !== undefined ? eq(selfProfessions.enabled, enabled) : undefined,
      isTop !== undefined ? eq(selfProfessions.isTop, isTop) : undefined,
      keyword ? sql`${text} ilike ${`%${literal(keyword)}%`}` : undefined,
    )
    const byDefault = [desc(selfProfessions.isTop), asc(selfProfessions.sort)]
    const records = await context.db
      .select(columns)
      .from(selfProfessions)
      .where(where)
      .orderBy(...ordering(query, sortColumns, byDefault, selfProfessions.id))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    return pageAnswer(
      records,
      await countUpTo(context.db, sql`from ${selfProfessions} where ${where}`),
      query,
    )
  },

  one: async ({ id }, context) => {
    const [row] = await context.db.select(columns).from(selfProfessions).where(isIt(context, id))
    if (!row) throw missing()
    return row
  },

  add: async (draft, context) => {
    await checkName(context, draft.name)
    const names = await checkMapping(context, draft.mapTo)
    const [row] = await context.db
      .insert(selfProfessions)
      .values({ ...draft, ...created(context) })
      .returning()
    const diff = diffOf(resource.fields, {}, draft, names)
    await log(context, { module: 8, action: 'create', target: target(row!), diff })
    return { id: row!.id, version: row!.version }
  },

  update: async ({ id, version, ...patch }, context) => {
    const current = await find(context, id)
    await checkName(context, patch.name, id)
    const names = 'mapTo' in patch ? await checkMapping(context, patch.mapTo, current.mapTo) : {}
    const where = isIt(context, id)
    const change = { where, current, version, patch, fields: resource.fields }
    const answer = await updateVersioned(context, selfProfessions, change)
    const diff = diffOf(resource.fields, current, patch, names)
    await log(context, { module: 8, action: 'update', target: target(current), diff })
    return { id, ...answer }
  },

  delete: async ({ id, moveTo }, context) => {
    const current = await find(context, id)
    const uses = await countUses(context, id)
    if (uses.cards + uses.articles > 0 && !moveTo)
      throw new Refusal('4093', `有${usesText(uses)}使用该领域,请先选择替换的领域`, {
        refs: Object.entries(uses).flatMap(([type, count]) => (count > 0 ? [{ type, count }] : [])),
      })
    if (moveTo === id) throw invalid({ moveTo: '请选择另一个领域' })
    const replacement = moveTo ? await find(context, moveTo) : null
    if (replacement) await moveUses(context, id, replacement.id)
    await context.db.delete(selfProfessions).where(isIt(context, id))
    await log(context, {
      module: 8,
      action: 'delete',
      target: target(current),
      ...(replacement && { summary: `删除【${current.name}】,${usesText(uses)}改用【${replacement.name}】` }),
    })
    return {}
  },

  updateTop: async ({ id, to }, context) => {
    const wanted = to ?? sql<0 | 1>`1 - ${selfProfessions.isTop}`
    const [row] = await context.db
      .update(selfProfessions)
      .set({ isTop: wanted, ...stamped(context, selfProfessions) })
      .where(and(isIt(context, id), to === undefined ? undefined : ne(selfProfessions.isTop, to)))
      .returning()
    // A double click finds it as it wanted it.
    if (!row) return { isTop: (await find(context, id)).isTop }
    await log(context, { module: 8, action: row.isTop ? 'top' : 'untop', target: target(row) })
    return { isTop: row.isTop }
  },

  wxList: (_, { db, firmId }) =>
    db
      .select({
        id: selfProfessions.id,
        name: selfProfessions.name,
        nameEn: selfProfessions.nameEn,
        icon: selfProfessions.icon,
        isTop: selfProfessions.isTop,
      })
      .from(selfProfessions)
      .where(and(eq(selfProfessions.firmId, firmId), eq(selfProfessions.enabled, 1)))
      .orderBy(desc(selfProfessions.isTop), asc(selfProfessions.sort), asc(selfProfessions.id)),
}
