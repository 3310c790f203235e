import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { publicRow } from '../../../resources/articles/records.ts'
import { articles as resource } from '../../../resources/articles/index.ts'
import type { Caller, Context } from '../../context/context.ts'
import { articles } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { actorOf } from '../../context/actor.ts'
import { hasPublicConsent } from '../../services/articles/consent.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { enabledKindsCondition } from './kinds.ts'
import { concernsLawyer } from './lock.ts'

type Filters = Partial<z.output<(typeof resource.calls)['getArticleNum']['input']>>

/** Whether the caller wrote the article, since a right may cover own rows only. */
export const ownershipColumn = (caller: Caller | null) => ({
  isOwn: sql<0 | 1>`(${articles.createdBy} is not distinct from ${caller && actorOf(caller)}::text)::int`,
})

/** A published article with a pending change also counts as waiting. */
const inStatus = (status: 0 | 1 | 2 | 3 | 4 | 5) =>
  status === 1 ? or(eq(articles.status, status), eq(articles.revisionStatus, 1)) : eq(articles.status, status)

/** Administrators may read all articles of the firm (docs/domain.md §1). */
const isAdministrator = (caller: Caller | null) =>
  caller?.population === 1 && caller.capabilities.has('article.view')

/**
 * What the mini-program shows. The scheduled job may be up to a minute behind, so the expiry is checked here
 * too, as is the consent of a case's client.
 */
export const isPublicArticle = (firmId: number, now: Date) =>
  and(
    eq(articles.status, 2),
    or(isNull(articles.expireAt), sql`${articles.expireAt} > ${now.toISOString()}`),
    hasPublicConsent(firmId),
  )

/**
 * Whether a lawyer asks for the own articles and for no others. They are shown even if their kind is switched off in the
 * mini-program.
 */
const isOwnList = ({ caller }: Context<Caller | null>, { lawyerId, not }: Filters) =>
  caller?.population === 2 &&
  lawyerId?.length === 1 &&
  lawyerId[0] === caller.id &&
  !not?.includes('lawyerId')

/**
 * Lawyers see their own articles in every state when they ask for them, and otherwise what the public sees.
 */
const visibilityCondition = (context: Context<Caller | null>, query: Filters) => {
  const { caller, firmId, now } = context
  if (isAdministrator(caller)) return undefined
  return isOwnList(context, query) ? concernsLawyer(caller!.id) : isPublicArticle(firmId, now)
}

/** Administrators and authors get whole rows; others get the public part of a row. */
const isOwner = (context: Context<Caller | null>, query: Filters) =>
  isAdministrator(context.caller) || isOwnList(context, query)

const pinnedFirst = [
  newestFirst(articles.isTop),
  newestFirst(articles.topAt),
  newestFirst(articles.publishAt),
]

/** 文章顺序 of 排序方式: by time, or by the number that the editors gave. */
const publicOrder = async ({ db, firmId }: Context<Caller | null>) => {
  const { articleOrder } = await settingOf(db, firmId, 'sortSet')
  return articleOrder === 'sort' ? [sql`${articles.sort}`, ...pinnedFirst] : pinnedFirst
}

export const articleList = listOf(resource.calls.getList, {
  table: articles,
  key: articles.articleId,
  visibleWhere: (context, query) =>
    and(
      eq(articles.firmId, context.firmId),
      visibilityCondition(context, query),
      isOwnList(context, query) ? undefined : enabledKindsCondition(context),
      isNull(articles.deletedAt),
    )!,
  search: articles.search,
  order: (context, query) =>
    isOwner(context, query) ? [newestFirst(articles.updatedAt)] : publicOrder(context),
  columns: ({ caller }) => ownershipColumn(caller),
  sorts: {},
  conditions: { status: inStatus },
  shown: (row, context, query) => (isOwner(context, query) ? row : publicRow.parse(row)),
})
