import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'

import { categories as resource } from '../../resources/categories.ts'
import type { Context } from '../context.ts'
import { articles, categories } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, literal, numberOf, offsetOf, ordering, pageAnswer } from '../page.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { within } from '../scope.ts'
import { diffOf, log } from '../services/audit.ts'
import { stampColumns } from '../stampColumns.ts'
import { created, stamped, updateVersioned } from '../versioned.ts'

type Calls = typeof resource.calls

const articleNum = numberOf(sql`from ${articles} where ${articles.firmId} = ${categories.firmId}
  and ${articles.typeId} = ${categories.typeId} and ${articles.deletedAt} is null`)

/** The mini-program counts what it shows. */
const publicNum = numberOf(sql`from ${articles} where ${articles.firmId} = ${categories.firmId}
  and ${articles.typeId} = ${categories.typeId} and ${articles.deletedAt} is null and ${articles.status} = 2`)

const shown = {
  typeId: categories.typeId,
  kind: categories.kind,
  typeName: categories.typeName,
  typeNameEn: categories.typeNameEn,
  icon: categories.icon,
  sort: categories.sort,
  isTop: categories.isTop,
  enabled: categories.enabled,
}
const columns = { ...shown, articleNum, ...stampColumns(categories) }

const byDefault = [asc(categories.kind), desc(categories.isTop), asc(categories.sort)]
const { sort, kind, typeName, updatedAt } = categories
const sortColumns = { sort, kind, typeName, updatedAt }

const isIt = (context: Context, typeId: number) =>
  and(within(context, { firm: categories.firmId }), eq(categories.typeId, typeId))!

const find = async (context: Context, typeId: number) => {
  const [row] = await context.db.select().from(categories).where(isIt(context, typeId))
  if (!row) throw missing()
  return row
}
type Category = Awaited<ReturnType<typeof find>>

/** Unique in a kind; said at the field before the index says it. */
const checkName = async (
  { db, firmId }: Context,
  wanted: Pick<Category, 'kind' | 'typeName'>,
  except = 0,
) => {
  const isTaken = and(
    eq(categories.firmId, firmId),
    eq(categories.kind, wanted.kind),
    eq(categories.typeName, wanted.typeName),
    ne(categories.typeId, except),
  )
  if ((await db.$count(categories, isTaken)) > 0) throw invalid({ typeName: '该分类名称已存在' })
}

const target = ({ typeId, typeName: name }: Category) => ({
  type: 'categories',
  id: typeId,
  name,
  organizationId: null,
})

const usedBy = ({ firmId }: Context, typeId: number) =>
  and(eq(articles.firmId, firmId), eq(articles.typeId, typeId))!

/** Binned articles too: they may come back; and changes that wait beside a published one. */
const moveArticles = async (context: Context, from: number, to: number) => {
  const { db, firmId } = context
  await db.update(articles).set({ typeId: to }).where(usedBy(context, from))
  await db
    .update(articles)
    .set({ revision: sql`jsonb_set(${articles.revision}, '{typeId}', to_jsonb(${to}::bigint))` })
    .where(
      and(eq(articles.firmId, firmId), sql`${articles.revision} -> 'typeId' = to_jsonb(${from}::bigint)`),
    )
}

const replacementFor = async (context: Context, { typeId, kind: ofKind }: Category, moveTo: number) => {
  if (moveTo === typeId) throw invalid({ moveTo: '请选择另一个分类' })
  const found = await find(context, moveTo)
  if (found.kind !== ofKind) throw invalid({ moveTo: '请选择同一栏目的分类' })
  return found
}

const page: Handlers<Calls>['page'] = async (query, context) => {
  const { keyword, ids, enabled, isTop, kind: ofKind } = query
  const text = sql`(${categories.typeName} || ' ' || coalesce(${categories.typeNameEn}, ''))`
  const where = and(
    eq(categories.firmId, context.firmId),
    ids && inArray(categories.typeId, ids),
    ofKind && eq(categories.kind, ofKind),
    enabled !== undefined ? eq(categories.enabled, enabled) : undefined,
    isTop !== undefined ? eq(categories.isTop, isTop) : undefined,
    keyword ? sql`${text} ilike ${`%${literal(keyword)}%`}` : undefined,
  )
  const records = await context.db
    .select(columns)
    .from(categories)
    .where(where)
    .orderBy(...ordering(query, sortColumns, byDefault, categories.typeId))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(context.db, sql`from ${categories} where ${where}`), query)
}

const update: Handlers<Calls>['update'] = async ({ typeId, version, ...patch }, context) => {
  const current = await find(context, typeId)
  const next = { kind: patch.kind ?? current.kind, typeName: patch.typeName ?? current.typeName }
  if (next.kind !== current.kind && (await context.db.$count(articles, usedBy(context, typeId))) > 0)
    throw invalid({ kind: '已有内容的分类不能改变栏目' })
  await checkName(context, next, typeId)
  const change = { where: isIt(context, typeId), current, version, patch, fields: resource.fields }
  const answer = await updateVersioned(context, categories, change)
  const diff = diffOf(resource.fields, current, patch)
  await log(context, { module: 7, action: 'update', target: target(current), diff })
  return { typeId, ...answer }
}

const remove: Handlers<Calls>['remove'] = async ({ typeId, moveTo }, context) => {
  const current = await find(context, typeId)
  const count = await context.db.$count(articles, usedBy(context, typeId))
  if (count > 0 && !moveTo) {
    const binned = await context.db.$count(
      articles,
      and(usedBy(context, typeId), isNotNull(articles.deletedAt)),
    )
    const where = binned > 0 ? `(其中${binned}篇在回收站)` : ''
    throw new Refusal('4093', `有${count}篇内容使用该分类${where},请先选择接收的分类`, {
      refs: [{ type: 'articles', count }],
    })
  }
  const replacement = moveTo ? await replacementFor(context, current, moveTo) : null
  if (replacement) await moveArticles(context, typeId, replacement.typeId)
  await context.db.delete(categories).where(isIt(context, typeId))
  await log(context, {
    module: 7,
    action: 'delete',
    target: target(current),
    ...(replacement && {
      summary: `删除【${current.typeName}】,${count}篇内容改为【${replacement.typeName}】`,
    }),
  })
  return {}
}

export const categoryHandlers: Handlers<Calls> = {
  getList: ({ kind: ofKind, enabled }, { db, firmId, caller }) => {
    // Whoever asks without being an administrator gets what the mini-program shows.
    const isInside = caller?.population === 1
    const wanted = isInside ? enabled : 1
    return db
      .select({ ...shown, articleNum: isInside ? articleNum : publicNum })
      .from(categories)
      .where(
        and(
          eq(categories.firmId, firmId),
          ofKind && eq(categories.kind, ofKind),
          wanted !== undefined ? eq(categories.enabled, wanted) : undefined,
        ),
      )
      .orderBy(...byDefault, asc(categories.typeId))
  },

  page,

  one: async ({ typeId }, context) => {
    const [row] = await context.db
      .select(columns)
      .from(categories)
      .where(and(eq(categories.firmId, context.firmId), eq(categories.typeId, typeId)))
    if (!row) throw missing()
    return row
  },

  add: async (draft, context) => {
    await checkName(context, draft)
    const [row] = await context.db
      .insert(categories)
      .values({ ...draft, ...created(context) })
      .returning()
    const diff = diffOf(resource.fields, {}, draft)
    await log(context, { module: 7, action: 'create', target: target(row!), diff })
    return { typeId: row!.typeId, version: row!.version }
  },

  update,
  remove,

  top: async ({ typeId, to }, context) => {
    const wanted = to ?? sql<0 | 1>`1 - ${categories.isTop}`
    const [row] = await context.db
      .update(categories)
      .set({ isTop: wanted, ...stamped(context, categories) })
      .where(and(isIt(context, typeId), to === undefined ? undefined : ne(categories.isTop, to)))
      .returning()
    // A double click finds it as it wanted it.
    if (!row) return { isTop: (await find(context, typeId)).isTop }
    await log(context, { module: 7, action: row.isTop ? 'top' : 'untop', target: target(row) })
    return { isTop: row.isTop }
  },
}
