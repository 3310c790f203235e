import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { publicRow } from '../../../resources/articles/records.ts'
import { articles as resource } from '../../../resources/articles/index.ts'
import type { Caller, Context } from '../../context/context.ts'
import { articles } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { actorOf } from '../../context/actor.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { isOfKindsOn } from './kinds.ts'
import { isOf } from './lock.ts'

type Filters = Partial<z.output<(typeof resource.calls)['getArticleNum']['input']>>

/** Whether the caller wrote it: a right may reach own rows only. */
export const ownership = (caller: Caller | null) => ({
  isOwn: sql<0 | 1>`(${articles.createdBy} is not distinct from ${caller && actorOf(caller)}::text)::int`,
})

/** A published article stands among those that wait, too, when a change of it does. */
const inStatus = (status: 0 | 1 | 2 | 3 | 4 | 5) =>
  status === 1 ? or(eq(articles.status, status), eq(articles.revisionStatus, 1)) : eq(articles.status, status)

/** Every administrator sees the whole firm's articles (domain.md §1: firm-wide, to read). */
const isInside = (caller: Caller | null) =>
  caller?.population === 1 && caller.capabilities.has('article.view')

/** What the mini-program shows. The schedule of `services/articles/schedule.ts` may be half a minute behind. */
const isPublic = (now: Date) =>
  and(eq(articles.status, 2), or(isNull(articles.expireAt), sql`${articles.expireAt} > ${now.toISOString()}`))

/** Lawyers find their own in every state by asking for them, and otherwise see what everybody sees. */
const visibleTo = ({ caller, now }: Context<Caller | null>, { lawyerId }: Filters) => {
  if (isInside(caller)) return undefined
  if (caller?.population === 2 && lawyerId === caller.id) return isOf(caller.id)
  return isPublic(now)
}

/** A lawyer keeps an eye on what he wrote, whatever the mini-program shows of it. */
const isOwnList = ({ caller }: Context<Caller | null>, { lawyerId }: Filters) =>
  caller?.population === 2 && lawyerId === caller.id

/** The firm's own rows are seen whole; a stranger gets what is public of a row. */
const isOwner = (context: Context<Caller | null>, query: Filters) =>
  isInside(context.caller) || isOwnList(context, query)

const topFirst = [newestFirst(articles.isTop), newestFirst(articles.topAt), newestFirst(articles.publishAt)]

/** 文章顺序 of 排序方式: by time, or by the number that the editors gave. */
const publicOrder = async ({ db, firmId }: Context<Caller | null>) => {
  const { articleOrder } = await settingOf(db, firmId, 'sortSet')
  return articleOrder === 'sort' ? [sql`${articles.sort}`, ...topFirst] : topFirst
}

export const articleList = listOf(resource.calls.getList, {
  table: articles,
  key: articles.articleId,
  visibleWhere: (context, query) =>
    and(
      eq(articles.firmId, context.firmId),
      visibleTo(context, query),
      isOwnList(context, query) ? undefined : isOfKindsOn(context),
      isNull(articles.deletedAt),
    )!,
  search: articles.search,
  order: (context, query) =>
    isOwner(context, query) ? [newestFirst(articles.updatedAt)] : publicOrder(context),
  columns: ({ caller }) => ownership(caller),
  sorts: {},
  conditions: { status: inStatus },
  shown: (row, context, query) => (isOwner(context, query) ? row : publicRow.parse(row)),
})
