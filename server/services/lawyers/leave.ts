import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'

import type { leavingContents } from '../../../resources/lawyers/calls.ts'
import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { admins, articles, cards, lawyers, logs, sessions } from '../../db/tables.ts'
import { saveAuthors } from '../articles/authors.ts'
import { hasPublicConsent } from '../articles/consent.ts'
import { articleTarget, columnsOf, contentOf } from '../articles/content.ts'
import { authorNames, contentDiff, type FoundReferences, referencesIn } from '../articles/references.ts'
import { type LogEntry, log } from '../audit/audit.ts'
import { cardTarget } from '../cards/content.ts'
import { endSessions } from '../identity/session.ts'
import type { Lawyer } from './values.ts'

// 办理离所: hides the public content of a person who leaves, and shows it again on return unless it was changed
// meanwhile. All rows that one departure changes get the same time, by which the return finds them.

/** Numbers of affected records, for the sentences on the screen. */
type LeavingCounts = {
  /** Cards that were shown. */
  cards: number
  /** Cards of any kind that waited for a review. */
  waiting: number
  /** Published articles with this person as the only author. */
  articles: number
  /** Scheduled articles with this person as the only author; they become drafts. */
  scheduled: number
  /** Articles with other authors too; they stay. */
  shared: number
  sessions: number
  /** Active administrator accounts with the same mobile number. */
  admins: number
}

/** What happens to the public and scheduled articles of which the person is the only author. */
export type LeavingContents = (typeof leavingContents)[number]

const isOwnCard = ({ firmId }: Context, id: number) =>
  and(eq(cards.firmId, firmId), eq(cards.lawyerId, id), isNull(cards.deletedAt))
const isArticleInState = ({ firmId }: Context, status: 2 | 5) =>
  and(eq(articles.firmId, firmId), eq(articles.status, status), isNull(articles.deletedAt))
const isOnlyAuthor = (id: number) => sql`${articles.lawyerIds} = ${sql.param([id])}::bigint[]`
const isCoauthor = (id: number) =>
  sql`${articles.lawyerIds} @> ${sql.param([id])}::bigint[] and cardinality(${articles.lawyerIds}) > 1`

/** The effects that leaving would have now. */
export const leavingCounts = async (context: Context, id: number): Promise<LeavingCounts> => {
  const { db, firmId, now } = context
  const isOwnCardOfPerson = isOwnCard(context, id)
  return {
    cards: await db.$count(cards, and(isOwnCardOfPerson, eq(cards.showStatus, 1))),
    waiting: await db.$count(cards, and(isOwnCardOfPerson, eq(cards.auditStatus, 1))),
    articles: await db.$count(articles, and(isArticleInState(context, 2), isOnlyAuthor(id))),
    scheduled: await db.$count(articles, and(isArticleInState(context, 5), isOnlyAuthor(id))),
    shared: await db.$count(
      articles,
      and(or(isArticleInState(context, 2), isArticleInState(context, 5)), isCoauthor(id)),
    ),
    sessions: await db.$count(
      sessions,
      and(
        eq(sessions.firmId, firmId),
        eq(sessions.population, 2),
        eq(sessions.userId, id),
        gt(sessions.expireAt, now),
      ),
    ),
    admins: await db.$count(
      admins,
      and(
        eq(admins.firmId, firmId),
        eq(admins.status, 1),
        isNull(admins.deletedAt),
        sql`${admins.mobile} = (select ${lawyers.mobile} from ${lawyers}
          where ${lawyers.firmId} = ${firmId} and ${lawyers.id} = ${id})`,
      ),
    ),
  }
}

const hideCards = async (context: Context, id: number): Promise<LogEntry[]> => {
  const { db } = context
  const shownCards = and(isOwnCard(context, id), sql`(${cards.showStatus} = 1 or ${cards.auditStatus} = 1)`)
  const cardsBefore = await db.select().from(cards).where(shownCards).for('update')
  if (cardsBefore.length === 0) return []
  await db
    .update(cards)
    .set({
      showStatus: 0,
      // The card of a person who left is not reviewed any more, so the submission is withdrawn.
      auditStatus: sql`case when ${cards.auditStatus} <> 1 then ${cards.auditStatus}
        when ${cards.published} is null then 0 else 2 end`,
      ...updatedColumns(context, cards),
    })
    .where(shownCards)
  return cardsBefore.flatMap(card => [
    ...(card.showStatus === 1 ? [{ module: 5, action: 'hide', target: cardTarget(card) } as const] : []),
    ...(card.auditStatus === 1 ? [{ module: 5, action: 'withdraw', target: cardTarget(card) } as const] : []),
  ])
}

const takeOffline = async (context: Context, id: number): Promise<LogEntry[]> => {
  const offlineArticles = await context.db
    .update(articles)
    .set({ status: 4, isTop: 0, topAt: null, revisionStatus: null, ...updatedColumns(context, articles) })
    .where(and(isArticleInState(context, 2), isOnlyAuthor(id)))
    .returning()
  return offlineArticles.map(article => ({ module: 6, action: 'offline', target: articleTarget(article) }))
}

/**
 * Withdraws scheduled articles. They keep their time for a return, but are not published (docs/domain.md §4: 5
 * changes to 0).
 */
const withdrawScheduled = async (context: Context, id: number): Promise<LogEntry[]> => {
  const withdrawnArticles = await context.db
    .update(articles)
    .set({ status: 0, ...updatedColumns(context, articles) })
    .where(and(isArticleInState(context, 5), isOnlyAuthor(id)))
    .returning()
  return withdrawnArticles.map(article => ({ module: 6, action: 'withdraw', target: articleTarget(article) }))
}

/** Stores the authors of articles whose `lawyerIds` were changed, and the search text with their names. */
const storeAuthors = async (
  context: Context,
  changedArticles: readonly (typeof articles.$inferSelect)[],
  references: FoundReferences,
) => {
  for (const article of changedArticles) {
    await saveAuthors(context, article.articleId, article)
    const content = contentOf(article)
    const { search } = await columnsOf(content, authorNames(references, content))
    await context.db
      .update(articles)
      .set({ search })
      .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, article.articleId)))
  }
}

/**
 * Gives the public and scheduled articles to another author. A change that waits beside a public article keeps its own
 * authors, if it names any.
 */
const moveArticles = async (context: Context, id: number, successorId: number): Promise<LogEntry[]> => {
  const isMoved = and(or(isArticleInState(context, 2), isArticleInState(context, 5)), isOnlyAuthor(id))
  const movedArticles = await context.db
    .update(articles)
    .set({ lawyerIds: [successorId], ...updatedColumns(context, articles) })
    .where(isMoved)
    .returning()
  const references = await referencesIn(context, [{ lawyerIds: [id, successorId] }])
  await storeAuthors(context, movedArticles, references)
  return movedArticles.map(article => ({
    module: 6,
    action: 'update',
    target: articleTarget(article),
    diff: contentDiff({ lawyerIds: [id] }, { lawyerIds: [successorId] }, references),
  }))
}

type Departure = { contents: LeavingContents; reason: string | undefined }

/** Hides the person's public content and ends the sessions; the log has a row for each. */
export const hidePublicContent = async (
  context: Context,
  { id, successorId }: Pick<Lawyer, 'id' | 'successorId'>,
  { contents, reason }: Departure,
) => {
  const counts = await leavingCounts(context, id)
  const isHiding = contents === 'hide'
  const entries = [
    ...(await hideCards(context, id)),
    ...(isHiding ? await takeOffline(context, id) : []),
    ...(isHiding ? await withdrawScheduled(context, id) : []),
    ...(contents === 'move' && successorId ? await moveArticles(context, id, successorId) : []),
  ]
  await endSessions(context.db, { firmId: context.firmId, population: 2, id })
  if (entries.length > 0) await log(context, ...entries.map(entry => ({ ...entry, reason: reason ?? null })))
  const others = counts.articles + counts.scheduled
  return isHiding
    ? counts
    : { ...counts, articles: 0, scheduled: 0, [contents === 'move' ? 'moved' : 'kept']: others }
}

/** The time and the request of the last departure; undefined where the log has none. */
const lastDeparture = async ({ db, firmId }: Context, id: number) => {
  const [row] = await db
    .select({ leftAt: logs.createdAt, requestId: logs.requestId })
    .from(logs)
    .where(
      and(
        eq(logs.firmId, firmId),
        eq(logs.targetType, 'lawyers'),
        eq(logs.targetId, id),
        eq(logs.action, 'leave'),
      ),
    )
    .orderBy(desc(logs.createdAt))
    .limit(1)
  return row
}

/** Takes the articles back from the successor that the departure gave to him, unless they were changed since. */
const takeBackArticles = async (
  context: Context,
  id: number,
  { ids, leftAt }: { ids: number[]; leftAt: Date },
): Promise<LogEntry[]> => {
  const isUnchanged = and(
    eq(articles.firmId, context.firmId),
    isNull(articles.deletedAt),
    inArray(articles.articleId, ids),
    eq(articles.updatedAt, leftAt),
  )
  const [known] = await context.db
    .select({ lawyerIds: articles.lawyerIds })
    .from(articles)
    .where(isUnchanged)
    .limit(1)
  if (!known) return []
  const returnedArticles = await context.db
    .update(articles)
    .set({ lawyerIds: [id], ...updatedColumns(context, articles) })
    .where(isUnchanged)
    .returning()
  const references = await referencesIn(context, [{ lawyerIds: [id, ...known.lawyerIds] }])
  await storeAuthors(context, returnedArticles, references)
  return returnedArticles.map(article => ({
    module: 6,
    action: 'update',
    target: articleTarget(article),
    diff: contentDiff({ lawyerIds: known.lawyerIds }, { lawyerIds: [id] }, references),
  }))
}

/** Shows the content again that the departure hid, unless it was changed since. */
export const restoreHiddenContent = async (context: Context, { id }: Lawyer, reason: string | undefined) => {
  const { db, firmId } = context
  const departure = await lastDeparture(context, id)
  if (!departure) return
  const { leftAt, requestId } = departure
  // Only cards that were shown before are shown again; a withdrawn draft stays a draft.
  const hiddenRecords = await db
    .select({ targetId: logs.targetId, targetType: logs.targetType, action: logs.action })
    .from(logs)
    .where(
      and(
        eq(logs.firmId, firmId),
        eq(logs.createdAt, leftAt),
        // Somebody else may have changed something at the same moment.
        eq(logs.requestId, requestId),
        inArray(logs.targetType, ['cards', 'articles']),
        inArray(logs.action, ['hide', 'offline', 'withdraw', 'update']),
      ),
    )
  const idsOf = (type: string, actions: readonly string[]) =>
    hiddenRecords.flatMap(it =>
      it.targetType === type && actions.includes(it.action) ? (it.targetId ?? []) : [],
    )
  const shownCards = await db
    .update(cards)
    .set({ showStatus: 1, ...updatedColumns(context, cards) })
    .where(
      and(isOwnCard(context, id), inArray(cards.id, idsOf('cards', ['hide'])), eq(cards.updatedAt, leftAt)),
    )
    .returning()
  const restoredArticles = await db
    .update(articles)
    .set({
      status: sql`case when ${articles.status} = 4 then 2 else 5 end`,
      ...updatedColumns(context, articles),
    })
    .where(
      and(
        eq(articles.firmId, firmId),
        isNull(articles.deletedAt),
        isOnlyAuthor(id),
        inArray(articles.articleId, idsOf('articles', ['offline', 'withdraw'])),
        // An article that has expired meanwhile stays offline, and one whose scheduled time has passed stays
        // a draft: nobody expects either to be published now.
        or(isNull(articles.expireAt), gt(articles.expireAt, context.now)),
        or(eq(articles.status, 4), and(eq(articles.status, 0), gt(articles.publishAt, context.now))),
        eq(articles.updatedAt, leftAt),
        hasPublicConsent(firmId),
      ),
    )
    .returning()
  const entries: LogEntry[] = [
    ...(await takeBackArticles(context, id, { ids: idsOf('articles', ['update']), leftAt })),
    ...shownCards.map(card => ({ module: 5, action: 'show', target: cardTarget(card) }) as const),
    ...restoredArticles.map(
      article => ({ module: 6, action: 'publish', target: articleTarget(article) }) as const,
    ),
  ]
  if (entries.length > 0) await log(context, ...entries.map(entry => ({ ...entry, reason: reason ?? null })))
}
