import { and, eq, isNull, lte, sql } from 'drizzle-orm'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { articles } from '../../db/tables.ts'
import { notifyArticleOffline, notifyArticlePublished } from '../../notifications/articles.ts'
import { append } from '../audit/audit.ts'
import { articleTarget } from '../articles/content.ts'
import { clearSessions } from '../identity/session.ts'

const moved = (db: Db, firmId: number, now: Date) => {
  const versioned = { version: sql`${articles.version} + 1`, updatedAt: now }
  const here = and(eq(articles.firmId, firmId), isNull(articles.deletedAt))
  return {
    published: () =>
      db
        .update(articles)
        // One whose end has passed as well, while nothing ran, never appears.
        .set({
          status: sql`case when ${articles.expireAt} <= ${now.toISOString()} then 4 else 2 end`,
          ...versioned,
        })
        .where(and(here, eq(articles.status, 5), lte(articles.publishAt, now)))
        .returning(),
    // A change that waited is no longer to be decided; the next edit takes it in.
    expired: () =>
      db
        .update(articles)
        .set({ status: 4, isTop: 0, topAt: null, revisionStatus: null, ...versioned })
        .where(and(here, eq(articles.status, 2), lte(articles.expireAt, now)))
        .returning(),
  }
}

/** Publishes what was scheduled, takes offline what has expired, each with its log row and its messages, and ends sessions. */
export const runSchedule = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    await clearSessions(db, firmId, now)
    const { published, expired } = moved(db, firmId, now)
    const due = await published()
    const appearing = due.filter(it => it.status === 2)
    const leaving = [...due.filter(it => it.status === 4), ...(await expired())]
    if (appearing.length + leaving.length === 0) return 0
    const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
    const entry = { module: 6, isAutomatic: true } as const
    await append(db, origin, [
      ...appearing.map(article => ({ ...entry, action: 'publish' as const, target: articleTarget(article) })),
      ...leaving.map(article => ({
        ...entry,
        action: 'offline' as const,
        target: articleTarget(article),
        reason: '到期自动下线',
      })),
    ])
    const sender = {
      caller: null,
      db,
      firmId,
      now,
      switches: { features: {}, rights: { ...rightSwitches }, miniProgram: {} },
    }
    for (const article of appearing) await notifyArticlePublished(sender, article)
    for (const article of leaving) await notifyArticleOffline(sender, article, '到期自动下线')
    return appearing.length + leaving.length
  })
