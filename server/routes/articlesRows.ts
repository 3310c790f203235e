import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { articles as resource } from '../../resources/articles/index.ts'
import type { Caller, Context } from '../context.ts'
import { articles } from '../db/tables.ts'
import { searching } from '../page.ts'
import { actorOf } from '../scope.ts'
import { iso, stampColumns } from '../stampColumns.ts'
import { isOf } from './articlesRow.ts'

type Calls = typeof resource.calls
export type Query = z.output<Calls['getList']['input']>
export type Filters = z.output<Calls['getArticleNum']['input']> & Pick<Query, 'ids'>

export const publicColumns = {
  articleId: articles.articleId,
  kind: articles.kind,
  typeId: articles.typeId,
  title: articles.title,
  language: articles.language,
  cover: articles.cover,
  summary: articles.summary,
  contentMode: articles.contentMode,
  linkUrl: articles.linkUrl,
  sourceType: articles.sourceType,
  sourceName: articles.sourceName,
  lawyerIds: articles.lawyerIds,
  professional: articles.professional,
  organizationId: articles.organizationId,
  videoType: articles.videoType,
  videoUrl: articles.videoUrl,
  videoCover: articles.videoCover,
  duration: articles.duration,
  finderUserName: articles.finderUserName,
  feedId: articles.feedId,
  publishAt: iso(articles.publishAt),
  status: articles.status,
  isTop: articles.isTop,
  topAt: iso(articles.topAt),
  sort: articles.sort,
  readNum: articles.readNum,
  shareNum: articles.shareNum,
}

export const rowColumns = {
  ...publicColumns,
  expireAt: iso(articles.expireAt),
  revisionStatus: articles.revisionStatus,
  refuseReason: articles.refuseReason,
  ...stampColumns(articles),
}

/** Whether the caller wrote it: a right may reach own rows only. */
export const ownership = (caller: Caller | null) => ({
  isOwn: sql<0 | 1>`(${articles.createdBy} is not distinct from ${caller && actorOf(caller)}::text)::int`,
})

export const sortColumns = {
  title: articles.title,
  publishAt: articles.publishAt,
  sort: articles.sort,
  readNum: articles.readNum,
  updatedAt: articles.updatedAt,
  createdAt: articles.createdAt,
}

const day = (date: string) => new Date(`${date}T00:00:00+08:00`)
const dayAfter = (date: string) => new Date(day(date).getTime() + 86_400_000)

/** A published article stands among those that wait, too, when a change of it does. */
const inStatus = (status: Filters['status']) => {
  if (status === undefined) return undefined
  const own = eq(articles.status, status)
  return status === 1 ? or(own, eq(articles.revisionStatus, 1)) : own
}

/** What was asked for, without whose rows these are. */
const asked = (query: Filters): SQL | undefined => {
  const { keyword, ids, kind, typeId, status, language, sourceType, isTop, organizationId } = query
  const { lawyerId, professionalId, from, to } = query
  return and(
    isNull(articles.deletedAt),
    searching(articles.search, keyword),
    ids && inArray(articles.articleId, ids),
    kind && eq(articles.kind, kind),
    typeId ? eq(articles.typeId, typeId) : undefined,
    inStatus(status),
    language && eq(articles.language, language),
    sourceType && eq(articles.sourceType, sourceType),
    isTop === undefined ? undefined : eq(articles.isTop, isTop),
    organizationId ? eq(articles.organizationId, organizationId) : undefined,
    lawyerId ? sql`${articles.lawyerIds} @> ${sql.param([lawyerId])}::bigint[]` : undefined,
    professionalId ? sql`${articles.professional} @> ${sql.param([professionalId])}::bigint[]` : undefined,
    from ? gte(articles.publishAt, day(from)) : undefined,
    to ? lt(articles.publishAt, dayAfter(to)) : undefined,
  )
}

/** Every administrator sees the whole firm's articles (domain.md §1: firm-wide, to read). */
export const isInside = (caller: Caller | null) =>
  caller?.population === 1 && caller.capabilities.has('article.view')

/** What the mini-program shows. The clock of `services/articleClock.ts` may be half a minute behind. */
const isPublic = (now: Date) =>
  and(eq(articles.status, 2), or(isNull(articles.expireAt), sql`${articles.expireAt} > ${now.toISOString()}`))

/** Lawyers find their own in every state by asking for them, and otherwise see what everybody sees. */
const visible = ({ caller, now }: Context<Caller | null>, { lawyerId }: Filters) => {
  if (isInside(caller)) return undefined
  if (caller?.population === 2 && lawyerId === caller.id) return isOf(caller.id)
  return isPublic(now)
}

export const matching = (context: Context<Caller | null>, query: Filters): SQL =>
  and(eq(articles.firmId, context.firmId), visible(context, query), asked(query))!
