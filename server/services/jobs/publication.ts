import { and, eq, isNull, lte, sql } from 'drizzle-orm'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { articles } from '../../db/tables.ts'
import { notifyArticleOffline, notifyArticlePublished } from '../../notifications/articles.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { articleTarget } from '../articles/content.ts'

const dueUpdates = (db: Db, firmId: number, now: Date) => {
  const versionColumns = { version: sql`${articles.version} + 1`, updatedAt: now }
  const isPresent = and(eq(articles.firmId, firmId), isNull(articles.deletedAt))
  return {
    published: () =>
      db
        .update(articles)
        // An article that has also expired meanwhile, because no process was running, is never published.
        .set({
          status: sql`case when ${articles.expireAt} <= ${now.toISOString()} then 4 else 2 end`,
          ...versionColumns,
        })
        .where(and(isPresent, eq(articles.status, 5), lte(articles.publishAt, now)))
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

/** Publishes scheduled articles and takes expired ones offline, each with its log row and messages. */
export const runPublication = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const sender = {
      caller: null,
      db,
      firmId,
      now,
      switches: { features: {}, rights: { ...rightSwitches }, miniProgram: {} },
    }
    const { published, expired } = dueUpdates(db, firmId, now)
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
  })
