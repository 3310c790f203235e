import { and, eq, isNull, lte, sql } from 'drizzle-orm'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { articles } from '../../db/tables.ts'
import { notifyArticleOffline, notifyArticlePublished } from '../../notifications/articles.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { hasPublicConsent } from '../articles/consent.ts'
import { articleTarget } from '../articles/content.ts'

type Due = {
  firmId: number
  now: Date
  /** The one article that is looked at; all where absent. */
  articleId?: number
}

const dueUpdates = (db: Db, { firmId, now, articleId }: Due) => {
  const versionColumns = { version: sql`${articles.version} + 1`, updatedAt: now }
  const isPresent = and(
    eq(articles.firmId, firmId),
    isNull(articles.deletedAt),
    articleId === undefined ? undefined : eq(articles.articleId, articleId),
  )
  return {
    published: () =>
      db
        .update(articles)
        // An article that has also expired meanwhile, because no process was running, is never published.
        .set({
          status: sql`case when ${articles.expireAt} <= ${now.toISOString()} then 4 else 2 end`,
          // A case that has waited for its client is as new as the consent.
          ...(articleId !== undefined && { publishAt: now }),
          ...versionColumns,
        })
        .where(and(isPresent, eq(articles.status, 5), lte(articles.publishAt, now), hasPublicConsent(firmId)))
        .returning(),
    // A pending change is no longer reviewed; the next edit includes it.
    expired: () =>
      db
        .update(articles)
        .set({ status: 4, isTop: 0, topAt: null, revisionStatus: null, ...versionColumns })
        .where(and(isPresent, eq(articles.status, 2), lte(articles.expireAt, now)))
        .returning(),
  }
}

/**
 * Publishes scheduled articles to whose publication nothing is missing and takes expired ones offline, each with its log row
 * and messages; returns how many.
 */
export const publishDue = async (db: Db, due: Due): Promise<number> => {
  const { firmId, now } = due
  const sender = {
    caller: null,
    db,
    firmId,
    now,
    switches: { features: {}, rights: { ...rightSwitches }, miniProgram: {} },
  }
  const { published, expired } = dueUpdates(db, due)
  const dueArticles = await published()
  const publishedArticles = dueArticles.filter(it => it.status === 2)
  const expiredArticles = [...dueArticles.filter(it => it.status === 4), ...(await expired())]
  if (publishedArticles.length + expiredArticles.length === 0) return 0
  const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
  const entry = { module: 6, isAutomatic: true } as const
  await appendLogEntries(db, origin, [
    ...publishedArticles.map(article => ({
      ...entry,
      action: 'publish' as const,
      target: articleTarget(article),
    })),
    ...expiredArticles.map(article => ({
      ...entry,
      action: 'offline' as const,
      target: articleTarget(article),
      reason: '到期自动下线',
    })),
  ])
  for (const article of publishedArticles) await notifyArticlePublished(sender, article)
  for (const article of expiredArticles) await notifyArticleOffline(sender, article, '到期自动下线')
  return publishedArticles.length + expiredArticles.length
}

export const runPublication = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, db => publishDue(db, { firmId, now }))
