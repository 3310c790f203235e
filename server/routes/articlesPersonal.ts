import { and, eq, isNull, ne, sql } from 'drizzle-orm'

import type { articles as resource } from '../../resources/articles/index.ts'
import type { Context } from '../context.ts'
import { articleLawyers, articles, lawyers } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, offsetOf, ordering, pageAnswer, searching } from '../page.ts'
import { missing } from '../refusal.ts'
import { within } from '../scope.ts'
import { log } from '../services/audit.ts'
import { iso } from '../stampColumns.ts'
import { ownership, rowColumns, sortColumns } from './articlesRows.ts'

type Calls = typeof resource.calls

/** The person whose page it is: the caller's right is about people here, not about articles. */
const findLawyer = async (context: Context, lawyerId: number) => {
  const isHim = and(
    within(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    eq(lawyers.id, lawyerId),
    isNull(lawyers.deletedAt),
  )
  const [row] = await context.db.select({ id: lawyers.id, name: lawyers.name }).from(lawyers).where(isHim)
  if (!row) throw missing()
  return row
}

/** What he is named in, in every state; he and the administrators decide what his page shows of it. */
export const getUserList: Handlers<Calls>['getUserList'] = async (query, context) => {
  const { db, firmId } = context
  const { lawyerId, kind, keyword, ids } = query
  await findLawyer(context, lawyerId)
  const from = sql`from ${articleLawyers} join ${articles} on ${articles.articleId} = ${articleLawyers.articleId}`
  const where = and(
    eq(articleLawyers.firmId, firmId),
    eq(articleLawyers.lawyerId, lawyerId),
    isNull(articles.deletedAt),
    kind && eq(articles.kind, kind),
    ids && sql`${articles.articleId} = any(${sql.param(ids)}::bigint[])`,
    searching(articles.search, keyword),
  )!
  // Descending by the mark is the order of the page itself, with the latest mark first.
  const isPageOrder = query.sortField === 'isTop' && query.sortOrder !== 'asc'
  const asked = isPageOrder ? { ...query, sortField: undefined } : query
  const orders = { ...sortColumns, isTop: articleLawyers.isTop }
  const byDefault = [
    sql`${articleLawyers.isTop} desc nulls last`,
    sql`${articleLawyers.topAt} desc nulls last`,
    sql`${articles.publishAt} desc nulls last`,
  ]
  const records = await db
    .select({
      ...rowColumns,
      ...ownership(context.caller),
      lawyerId: articleLawyers.lawyerId,
      role: articleLawyers.role,
      isShow: articleLawyers.isShow,
      isTop: articleLawyers.isTop,
      topAt: iso(articleLawyers.topAt),
    })
    .from(articleLawyers)
    .innerJoin(articles, eq(articles.articleId, articleLawyers.articleId))
    .where(where)
    .orderBy(...ordering(asked, orders, byDefault, articles.articleId))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`${from} where ${where}`), query)
}

/** Those named in what is public of an article, in their order, with what each one's own page makes of it. */
export const peopleOf = async ({ db, firmId }: Context, articleId: number, lawyerIds: readonly number[]) => {
  const found = await db
    .select({
      lawyerId: articleLawyers.lawyerId,
      name: lawyers.name,
      nameEn: lawyers.nameEn,
      avatar: lawyers.avatar,
      organizationId: lawyers.organizationId,
      role: articleLawyers.role,
      isShow: articleLawyers.isShow,
      isTop: articleLawyers.isTop,
    })
    .from(articleLawyers)
    .innerJoin(lawyers, eq(lawyers.id, articleLawyers.lawyerId))
    .where(and(eq(articleLawyers.firmId, firmId), eq(articleLawyers.articleId, articleId)))
  return found.toSorted((a, b) => lawyerIds.indexOf(a.lawyerId) - lawyerIds.indexOf(b.lawyerId))
}

type Input = { articleId: number; lawyerId: number; to?: 0 | 1 | undefined }
const labels = { isShow: ['隐藏', '显示'], isTop: ['取消置顶', '置顶'] } as const
const actions = { isShow: ['hide', 'show'], isTop: ['untop', 'top'] } as const

/** Turns a mark of a person's page over, or sets it: `to` makes a double click harmless. */
const mark = async (context: Context, { articleId, lawyerId, to }: Input, name: 'isShow' | 'isTop') => {
  const { db, firmId, now } = context
  const lawyer = await findLawyer(context, lawyerId)
  const column = articleLawyers[name]
  const isIt = and(
    eq(articleLawyers.firmId, firmId),
    eq(articleLawyers.articleId, articleId),
    eq(articleLawyers.lawyerId, lawyerId),
    sql`exists (select from ${articles} where ${articles.articleId} = ${articleId} and ${articles.deletedAt} is null)`,
  )
  const wanted = to ?? sql<0 | 1>`1 - ${column}`
  const topAt = sql`case when ${wanted} = 1 then ${now.toISOString()}::timestamptz end`
  const [row] = await db
    .update(articleLawyers)
    .set({ [name]: wanted, ...(name === 'isTop' && { topAt }) })
    .where(and(isIt, to === undefined ? undefined : ne(column, to)))
    .returning({ value: column })
  if (!row) {
    const [same] = await db.select({ value: column }).from(articleLawyers).where(isIt)
    if (!same) throw missing()
    return same.value
  }
  const [article] = await db
    .select({ title: articles.title, organizationId: articles.organizationId })
    .from(articles)
    .where(and(eq(articles.firmId, firmId), eq(articles.articleId, articleId)))
  await log(context, {
    module: 6,
    action: actions[name][row.value],
    target: {
      type: 'articles',
      id: articleId,
      name: article!.title,
      organizationId: article!.organizationId,
    },
    summary: `在${lawyer.name}的个人主页${labels[name][row.value]}【${article!.title}】`,
  })
  return row.value
}

export const userTop: Handlers<Calls>['userTop'] = async (input, context) => ({
  isTop: await mark(context, input, 'isTop'),
})

export const userShow: Handlers<Calls>['userShow'] = async (input, context) => ({
  isShow: await mark(context, input, 'isShow'),
})
