import { and, eq, ne, sql } from 'drizzle-orm'

import { type articles as resource, articleContentFields } from '../../../resources/articles/index.ts'
import { updatedColumns } from '../../context/actor.ts'
import { ApiError, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles } from '../../db/tables.ts'
import {
  notifyArticleOffline,
  notifyArticlePublished,
  notifyArticleRefused,
  notifyArticleScheduled,
} from '../../notifications/articles.ts'
import { versionConflictError, requireVersion } from '../../records/versioned.ts'
import { checkPassable } from '../../services/articles/checks.ts'
import { saveAuthors } from '../../services/articles/authors.ts'
import { consentFor } from '../../services/articles/consent.ts'
import { columnsOf, contentOf, articleTarget, workingContentOf } from '../../services/articles/content.ts'
import { saveRevision } from '../../services/articles/history.ts'
import { permissionsFor } from '../../services/articles/permissions.ts'
import { authorNames, contentDiff, referencesIn } from '../../services/articles/references.ts'
import { nextState, noPendingChange, publicationColumns } from '../../services/articles/transitions.ts'
import { log } from '../../services/audit/audit.ts'
import { changeState, lockArticle, visibleArticles } from './lock.ts'

type Calls = typeof resource.calls

/**
 * Locks an article that waits for review, if it still has the version that the reviewer has read: it may have
 * been withdrawn, changed and submitted again.
 */
const lockWaiting = async (
  context: Context,
  action: 'pass' | 'refuse',
  articleId: number,
  version: number | undefined,
) => {
  await requireVersion(context, 'version', version)
  const row = await lockArticle(context, articleId)
  const permissions = {
    ...(await permissionsFor(context, workingContentOf(row))),
    ignored: row.ignoredFindings,
  }
  // The state is checked first, as if the caller could review, so that an article which does not wait gives
  // the error about its state.
  nextState(context, action, row, { ...permissions, isReviewer: true })
  if (permissions.isSelfReview)
    throw new ApiError('4030', '不得审核本人内容，请由其他管理员审核', {
      need: 'article.pass',
      scope: 'self',
    })
  nextState(context, action, row, permissions)
  if (version !== undefined && version !== row.version)
    throw versionConflictError(context, articleContentFields, { ...row, ...workingContentOf(row) }, {})
  return { row, permissions }
}

export const passArticle: Handlers<Calls>['pass'] = async ({ articleId, version }, context) => {
  const { row, permissions } = await lockWaiting(context, 'pass', articleId, version)
  const content = workingContentOf(row)
  checkPassable(content, permissions, context.now)
  const references = await referencesIn(context, [contentOf(row), content])
  const columns = await columnsOf(content, authorNames(references, content))
  const consent = await consentFor(context, articleId, content)
  const state = publicationColumns(context, row, { publishAt: columns.publishAt, consent })
  const saved = await changeState(context, row, { ...columns, ...state, ...noPendingChange })
  await saveAuthors(context, articleId, content)
  await saveRevision(context, articleId, saved.version, 'pass', contentOf(saved))
  const diff = row.status === 2 ? contentDiff(contentOf(row), content, references) : []
  await log(context, { module: 6, action: 'pass', target: articleTarget(saved), diff })
  await (saved.status === 5 ? notifyArticleScheduled(context, saved) : notifyArticlePublished(context, saved))
  return { status: saved.status }
}

export const refuseArticle: Handlers<Calls>['refuse'] = async ({ articleId, reason, version }, context) => {
  const { row } = await lockWaiting(context, 'refuse', articleId, version)
  // A published article stays public; only its change is refused.
  const state = row.status === 1 ? { status: 3 as const } : { revisionStatus: 3 as const }
  const saved = await changeState(context, row, { ...state, refuseReason: reason })
  await saveRevision(context, articleId, saved.version, 'refuse', workingContentOf(saved))
  await log(context, { module: 6, action: 'refuse', target: articleTarget(saved), reason })
  await notifyArticleRefused(context, saved, reason)
  return { status: saved.status }
}

export const takeArticleOffline: Handlers<Calls>['offline'] = async ({ articleId, reason }, context) => {
  const row = await lockArticle(context, articleId)
  const content = workingContentOf(row)
  nextState(context, 'offline', row, await permissionsFor(context, content))
  // A pending change is merged into the article, which is edited as a draft from now on.
  const references = await referencesIn(context, [content])
  const mergedColumns = row.revision ? await columnsOf(content, authorNames(references, content)) : {}
  const saved = await changeState(context, row, {
    ...mergedColumns,
    status: 4,
    isTop: 0,
    topAt: null,
    revision: null,
    revisionStatus: null,
  })
  if (row.revision) await saveAuthors(context, articleId, content)
  await saveRevision(context, articleId, saved.version, 'offline', content)
  await log(context, { module: 6, action: 'offline', target: articleTarget(saved), reason: reason ?? null })
  await notifyArticleOffline(context, saved, reason)
  return { status: saved.status }
}

export const setArticlePin: Handlers<Calls>['top'] = async ({ articleId, to }, context) => {
  const { db, now } = context
  const isArticle = and(visibleArticles(context), eq(articles.articleId, articleId))!
  const newValue = to ?? sql<0 | 1>`1 - ${articles.isTop}`
  const [row] = await db
    .update(articles)
    .set({
      isTop: newValue,
      topAt: sql`case when ${newValue} = 1 then ${now.toISOString()}::timestamptz end`,
      ...updatedColumns(context, articles),
    })
    .where(and(isArticle, eq(articles.status, 2), to === undefined ? undefined : ne(articles.isTop, to)))
    .returning()
  if (row) {
    await log(context, { module: 6, action: row.isTop ? 'top' : 'untop', target: articleTarget(row) })
    return { isTop: row.isTop }
  }
  const [current] = await db
    .select({ isTop: articles.isTop, status: articles.status })
    .from(articles)
    .where(isArticle)
  if (!current) throw notFound()
  // A repeated click finds the flag set already.
  if (current.isTop === to) return { isTop: current.isTop }
  throw wrongState(current.status, [2], '只有已发布的内容可以置顶')
}
