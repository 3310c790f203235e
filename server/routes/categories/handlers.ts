import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'

import { categories as resource } from '../../../resources/categories.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, categories } from '../../db/tables.ts'
import { crudOf } from '../../records/crud.ts'
import { limitedCount } from '../../db/lists/counts.ts'

type FirmContext = Pick<Context, 'firmId'>
type Category = typeof categories.$inferSelect

const articleNum = ({ firmId }: FirmContext) =>
  limitedCount(sql`from ${articles} where ${articles.firmId} = ${firmId}
  and ${articles.typeId} = ${categories.typeId} and ${articles.deletedAt} is null`)

/** The number of published articles, for the mini-program. */
const publicNum = ({ firmId }: FirmContext) =>
  limitedCount(sql`from ${articles} where ${articles.firmId} = ${firmId}
  and ${articles.typeId} = ${categories.typeId} and ${articles.deletedAt} is null and ${articles.status} = 2`)

const order = [asc(categories.kind), desc(categories.isTop), asc(categories.sort)]

/** Names are unique within a kind; checked here to name the field before the unique index refuses. */
const checkName = async (
  { db, firmId }: Context,
  { kind, typeName }: Pick<Category, 'kind' | 'typeName'>,
  exceptId: number,
) => {
  const isTaken = and(
    eq(categories.firmId, firmId),
    eq(categories.kind, kind),
    eq(categories.typeName, typeName),
    ne(categories.typeId, exceptId),
  )
  if ((await db.$count(categories, isTaken)) > 0) throw invalid({ typeName: '该分类名称已存在' })
}

const usesCategory = ({ firmId }: Context, { typeId }: Category) =>
  and(eq(articles.firmId, firmId), eq(articles.typeId, typeId))!

/** Includes deleted articles, which may be restored, and pending changes of published ones. */
const moveArticles = async (context: Context, from: Category, to: Category) => {
  const { db, firmId } = context
  if (to.kind !== from.kind) throw invalid({ moveTo: '请选择同一栏目的分类' })
  await db.update(articles).set({ typeId: to.typeId }).where(usesCategory(context, from))
  await db
    .update(articles)
    .set({ revision: sql`jsonb_set(${articles.revision}, '{typeId}', to_jsonb(${to.typeId}::bigint))` })
    .where(
      and(
        eq(articles.firmId, firmId),
        sql`${articles.revision} -> 'typeId' = to_jsonb(${from.typeId}::bigint)`,
      ),
    )
}

const crud = crudOf(resource, {
  table: categories,
  columns: context => ({ articleNum: articleNum(context) }),
  order,
  check: async (context, input, current) => {
    const { kind, typeName } = { ...current, ...input }
    if (
      current &&
      kind !== current.kind &&
      (await context.db.$count(articles, usesCategory(context, current))) > 0
    )
      throw invalid({ kind: '已有内容的分类不能改变栏目' })
    if (kind !== undefined && typeName !== undefined)
      await checkName(context, { kind, typeName }, current?.typeId ?? 0)
    return {}
  },
  uses: {
    noun: '分类',
    count: async (context, category) => {
      const { db } = context
      const count = await db.$count(articles, usesCategory(context, category))
      const deleted = await db.$count(
        articles,
        and(usesCategory(context, category), isNotNull(articles.deletedAt)),
      )
      const words = deleted > 0 ? `${count}篇内容（其中${deleted}篇在回收站）` : `${count}篇内容`
      return { refs: count > 0 ? [{ type: 'articles', count }] : [], words }
    },
    move: moveArticles,
  },
})

export const categoryHandlers: Handlers<typeof resource.calls> = {
  ...crud.handlers,
  top: crud.top,

  getList: ({ kind, enabled }, { db, firmId, caller }) => {
    // Callers other than administrators get what the mini-program shows.
    const isAdministrator = caller?.population === 1
    const enabledFilter = isAdministrator ? enabled : 1
    return db
      .select({
        typeId: categories.typeId,
        kind: categories.kind,
        typeName: categories.typeName,
        typeNameEn: categories.typeNameEn,
        icon: categories.icon,
        sort: categories.sort,
        isTop: categories.isTop,
        enabled: categories.enabled,
        articleNum: (isAdministrator ? articleNum : publicNum)({ firmId }),
      })
      .from(categories)
      .where(
        and(
          eq(categories.firmId, firmId),
          kind && eq(categories.kind, kind),
          enabledFilter !== undefined ? eq(categories.enabled, enabledFilter) : undefined,
        ),
      )
      .orderBy(...order, asc(categories.typeId))
  },
}
