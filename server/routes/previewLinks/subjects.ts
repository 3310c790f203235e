import { and, eq } from 'drizzle-orm'

import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { articles, cards, previewLinks } from '../../db/tables.ts'
import { articleTarget } from '../../services/articles/content.ts'
import { cardTarget } from '../../services/cards/content.ts'
import type { LogEntry } from '../../services/audit/audit.ts'
import { lockArticle, visibleArticles } from '../articles/lock.ts'
import { visibleCards } from '../cards/columns.ts'

/** What a link shows: exactly one of the two. */
export type SubjectKey = { articleId?: number | null | undefined; cardId?: number | null | undefined }

/** The links to this article or card. */
export const isAbout = ({ firmId }: Context, { articleId, cardId }: SubjectKey) =>
  and(
    eq(previewLinks.firmId, firmId),
    articleId ? eq(previewLinks.articleId, articleId) : eq(previewLinks.cardId, cardId ?? 0),
  )

/** Throws 4040 where the article or the card is not within the caller's scope; the article, if it is one. */
export const readSubject = async (context: Context, { articleId, cardId }: SubjectKey) => {
  const { db } = context
  if (articleId) {
    const [row] = await db
      .select()
      .from(articles)
      .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
    if (!row) throw notFound()
    return row
  }
  if ((await db.$count(cards, and(visibleCards(context), eq(cards.id, cardId ?? 0)))) === 0) throw notFound()
  return null
}

/** The article or the card within the caller's scope, locked, with the module and the target of its log entries. */
export const lockSubject = async (context: Context, { articleId, cardId }: SubjectKey) => {
  if (articleId) {
    const article = await lockArticle(context, articleId)
    return { article, module: 6, target: articleTarget(article) } as const
  }
  const [card] = await context.db
    .select()
    .from(cards)
    .where(and(visibleCards(context), eq(cards.id, cardId ?? 0)))
    .for('no key update')
  if (!card) throw notFound()
  return { article: null, module: 5, target: cardTarget(card) } as const
}
export type LinkSubject = Awaited<ReturnType<typeof lockSubject>>

export const entryOf = (
  { module, target }: LinkSubject,
  action: LogEntry['action'],
  summary: string,
): LogEntry => ({
  module,
  action,
  target,
  summary,
})
