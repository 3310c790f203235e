import { and, eq, isNull, ne, sql } from 'drizzle-orm'

import { articles as resource } from '../../../resources/articles/index.ts'
import type { Context } from '../../context/context.ts'
import { articleLawyers, articles, lawyers } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { notFound } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'
import { log } from '../../services/audit/audit.ts'
import { isoTimestamp } from '../../records/columns.ts'
import { ownershipColumn } from './rows.ts'

type Calls = typeof resource.calls

/** The mini-program's order: pinned articles first. */
const pageOrder = [
  newestFirst(articleLawyers.isTop),
  newestFirst(articleLawyers.topAt),
  newestFirst(articles.publishAt),
]

/** The lawyer whose page it is. The caller's right concerns people here, not articles. */
const findLawyer = async (context: Context, lawyerId: number) => {
  const isPerson = and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    eq(lawyers.id, lawyerId),
    isNull(lawyers.deletedAt),
  )
  const [row] = await context.db.select({ id: lawyers.id, name: lawyers.name }).from(lawyers).where(isPerson)
  if (!row) throw notFound()
  return row
}

/**
 * The articles that name the lawyer, in every state; the lawyer and the administrators decide which of them
 * the page shows.
 */
const list = listOf(resource.calls.getUserList, {
  table: articles,
  key: articles.articleId,
  // The call requires a lawyer; the default only satisfies the type.
  visibleWhere: ({ firmId }, { lawyerId = 0 }) =>
    and(
      eq(articleLawyers.firmId, firmId),
      eq(articleLawyers.lawyerId, lawyerId),
      isNull(articles.deletedAt),
    )!,
  // Without the search index, since one person's articles are few.
  search: [articles.search],
  joins: [
    {
      kind: 'inner',
      table: articleLawyers,
      on: and(eq(articleLawyers.firmId, articles.firmId), eq(articleLawyers.articleId, articles.articleId))!,
    },
  ],
  order: pageOrder,
  columns: ({ caller }) => ({
    ...ownershipColumn(caller),
    lawyerId: articleLawyers.lawyerId,
    role: articleLawyers.role,
    isShow: articleLawyers.isShow,
    isTop: articleLawyers.isTop,
    topAt: isoTimestamp(articleLawyers.topAt),
  }),
  sorts: { isTop: articleLawyers.isTop },
  conditions: {},
})

type SortedQuery = { sortField?: string | undefined; sortOrder?: string | undefined }
/** Descending by the flag is the page's own order, with the latest pin first. */
const inPageOrder = <Q extends SortedQuery>(query: Q): Q =>
  query.sortField === 'isTop' && query.sortOrder !== 'asc' ? { ...query, sortField: undefined } : query

export const getUserList: Handlers<Calls>['getUserList'] = {
  page: async (query, context) => {
    await findLawyer(context, query.lawyerId)
    return list.listing.page(inPageOrder(query), context)
  },
  ids: async (query, context, most) => {
    await findLawyer(context, query.lawyerId ?? 0)
    return list.listing.ids(inPageOrder(query), context, most)
  },
  optionCounts: async (query, context, filter) => {
    await findLawyer(context, query.lawyerId ?? 0)
    return list.listing.optionCounts(query, context, filter)
  },
}

type Input = { articleId: number; lawyerId: number; to?: 0 | 1 | undefined }
const labels = { isShow: ['隐藏', '显示'], isTop: ['取消置顶', '置顶'] } as const
const actions = { isShow: ['hide', 'show'], isTop: ['untop', 'top'] } as const

const pageSummary = (name: string, action: string, title: string) =>
  `在${name}的个人主页${action}【${title}】`

/**
 * Toggles a flag of a person's page, or sets it to `to`, so that a repeated click does not undo the first.
 */
const setFlag = async (context: Context, { articleId, lawyerId, to }: Input, name: 'isShow' | 'isTop') => {
  const { db, firmId, now } = context
  const lawyer = await findLawyer(context, lawyerId)
  const column = articleLawyers[name]
  const isEntry = and(
    eq(articleLawyers.firmId, firmId),
    eq(articleLawyers.articleId, articleId),
    eq(articleLawyers.lawyerId, lawyerId),
    sql`exists (select from ${articles} where ${articles.firmId} = ${firmId}
      and ${articles.articleId} = ${articleId} and ${articles.deletedAt} is null)`,
  )
  const newValue = to ?? sql<0 | 1>`1 - ${column}`
  const topAt = sql`case when ${newValue} = 1 then ${now.toISOString()}::timestamptz end`
  const [row] = await db
    .update(articleLawyers)
    .set({ [name]: newValue, ...(name === 'isTop' && { topAt }) })
    .where(and(isEntry, to === undefined ? undefined : ne(column, to)))
    .returning({ value: column })
  if (!row) {
    const [current] = await db.select({ value: column }).from(articleLawyers).where(isEntry)
    if (!current) throw notFound()
    return current.value
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
    summary: pageSummary(lawyer.name, labels[name][row.value], article!.title),
  })
  return row.value
}

export const userTop: Handlers<Calls>['userTop'] = async (input, context) => ({
  isTop: await setFlag(context, input, 'isTop'),
})

export const userShow: Handlers<Calls>['userShow'] = async (input, context) => ({
  isShow: await setFlag(context, input, 'isShow'),
})
