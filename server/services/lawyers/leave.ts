import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'

import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { articles, cards, logs, sessions } from '../../db/tables.ts'
import { articleTarget } from '../articles/content.ts'
import { type LogEntry, log } from '../audit/audit.ts'
import { cardTarget } from '../cards/content.ts'
import { endSessions } from '../identity/session.ts'
import type { Lawyer } from './values.ts'

// 办理离所: what the public saw of somebody goes with him, and returns with him unless somebody changed it since. What was
// done at once shares its moment, by which a return finds it again.

/** How much is done, or would be: as numbers that the screen makes sentences of. */
type Receipt = {
  /** Cards that were shown. */
  cards: number
  /** Of them, and of the others, those that waited for a review. */
  waiting: number
  /** Published articles of which he is the only author. */
  articles: number
  /** Of these, the ones that were to appear later: drafts again. */
  scheduled: number
  /** Of which he is not the only author: they stay. */
  shared: number
  sessions: number
}

const hisCards = ({ firmId }: Context, id: number) =>
  and(eq(cards.firmId, firmId), eq(cards.lawyerId, id), isNull(cards.deletedAt))
const inState = ({ firmId }: Context, status: 2 | 5) =>
  and(eq(articles.firmId, firmId), eq(articles.status, status), isNull(articles.deletedAt))
const isHisAlone = (id: number) => sql`${articles.lawyerIds} = ${sql.param([id])}::bigint[]`
const isHisToo = (id: number) =>
  sql`${articles.lawyerIds} @> ${sql.param([id])}::bigint[] and cardinality(${articles.lawyerIds}) > 1`

/** What leaving would do now. */
export const consequencesOfLeaving = async (context: Context, id: number): Promise<Receipt> => {
  const { db, firmId, now } = context
  const own = hisCards(context, id)
  return {
    cards: await db.$count(cards, and(own, eq(cards.showStatus, 1))),
    waiting: await db.$count(cards, and(own, eq(cards.auditStatus, 1))),
    articles: await db.$count(articles, and(inState(context, 2), isHisAlone(id))),
    scheduled: await db.$count(articles, and(inState(context, 5), isHisAlone(id))),
    shared: await db.$count(articles, and(or(inState(context, 2), inState(context, 5)), isHisToo(id))),
    sessions: await db.$count(
      sessions,
      and(
        eq(sessions.firmId, firmId),
        eq(sessions.population, 2),
        eq(sessions.userId, id),
        gt(sessions.expireAt, now),
      ),
    ),
  }
}

const hideCards = async (context: Context, id: number): Promise<LogEntry[]> => {
  const { db } = context
  const shown = and(hisCards(context, id), sql`(${cards.showStatus} = 1 or ${cards.auditStatus} = 1)`)
  const before = await db.select().from(cards).where(shown).for('update')
  if (before.length === 0) return []
  await db
    .update(cards)
    .set({
      showStatus: 0,
      // Nobody decides about the card of somebody who left: his change is not handed in any more.
      auditStatus: sql`case when ${cards.auditStatus} <> 1 then ${cards.auditStatus}
        when ${cards.published} is null then 0 else 2 end`,
      ...updatedColumns(context, cards),
    })
    .where(shown)
  return before.flatMap(card => [
    ...(card.showStatus === 1 ? [{ module: 5, action: 'hide', target: cardTarget(card) } as const] : []),
    ...(card.auditStatus === 1 ? [{ module: 5, action: 'withdraw', target: cardTarget(card) } as const] : []),
  ])
}

const takeOffline = async (context: Context, id: number): Promise<LogEntry[]> => {
  const gone = await context.db
    .update(articles)
    .set({ status: 4, isTop: 0, topAt: null, revisionStatus: null, ...updatedColumns(context, articles) })
    .where(and(inState(context, 2), isHisAlone(id)))
    .returning()
  return gone.map(article => ({ module: 6, action: 'offline', target: articleTarget(article) }))
}

/** What was to appear keeps its hour, for a return, but no longer waits for it (domain.md §4: 5 goes on to 0). */
const unschedule = async (context: Context, id: number): Promise<LogEntry[]> => {
  const stopped = await context.db
    .update(articles)
    .set({ status: 0, ...updatedColumns(context, articles) })
    .where(and(inState(context, 5), isHisAlone(id)))
    .returning()
  return stopped.map(article => ({ module: 6, action: 'withdraw', target: articleTarget(article) }))
}

/** Hides what was public of him and ends his sessions; the log has a row for each. */
export const hideWhatIsPublic = async (context: Context, { id }: Lawyer, reason: string | undefined) => {
  const receipt = await consequencesOfLeaving(context, id)
  const entries = [
    ...(await hideCards(context, id)),
    ...(await takeOffline(context, id)),
    ...(await unschedule(context, id)),
  ]
  await endSessions(context.db, { firmId: context.firmId, population: 2, id })
  if (entries.length > 0) await log(context, ...entries.map(entry => ({ ...entry, reason: reason ?? null })))
  return receipt
}

/** When he left last; null where no log says so. */
const momentOfLeaving = async ({ db, firmId }: Context, id: number) => {
  const [row] = await db
    .select({ at: sql<Date>`max(${logs.createdAt})`.mapWith(logs.createdAt) })
    .from(logs)
    .where(
      and(
        eq(logs.firmId, firmId),
        eq(logs.targetType, 'lawyers'),
        eq(logs.targetId, id),
        eq(logs.action, 'leave'),
      ),
    )
  return row?.at ?? null
}

/** Shows again what leaving hid, as far as nobody touched it since. */
export const showWhatWasHidden = async (context: Context, { id }: Lawyer, reason: string | undefined) => {
  const { db, firmId } = context
  const moment = await momentOfLeaving(context, id)
  if (!moment) return
  // Of the cards those that were shown before; a draft that only waited stays a draft.
  const hidden = await db
    .select({ targetId: logs.targetId, targetType: logs.targetType, action: logs.action })
    .from(logs)
    .where(
      and(
        eq(logs.firmId, firmId),
        eq(logs.createdAt, moment),
        inArray(logs.targetType, ['cards', 'articles']),
        inArray(logs.action, ['hide', 'offline', 'withdraw']),
      ),
    )
  const idsOf = (type: string, actions: readonly string[]) =>
    hidden.flatMap(it => (it.targetType === type && actions.includes(it.action) ? (it.targetId ?? []) : []))
  const shown = await db
    .update(cards)
    .set({ showStatus: 1, ...updatedColumns(context, cards) })
    .where(
      and(hisCards(context, id), inArray(cards.id, idsOf('cards', ['hide'])), eq(cards.updatedAt, moment)),
    )
    .returning()
  const online = await db
    .update(articles)
    .set({
      status: sql`case when ${articles.status} = 4 then 2 else 5 end`,
      ...updatedColumns(context, articles),
    })
    .where(
      and(
        eq(articles.firmId, firmId),
        isNull(articles.deletedAt),
        isHisAlone(id),
        inArray(articles.articleId, idsOf('articles', ['offline', 'withdraw'])),
        // What has ended meanwhile stays offline, and one whose hour has passed a draft: nobody expects either to appear now.
        or(isNull(articles.expireAt), gt(articles.expireAt, context.now)),
        or(eq(articles.status, 4), and(eq(articles.status, 0), gt(articles.publishAt, context.now))),
        eq(articles.updatedAt, moment),
      ),
    )
    .returning()
  const entries: LogEntry[] = [
    ...shown.map(card => ({ module: 5, action: 'show', target: cardTarget(card) }) as const),
    ...online.map(article => ({ module: 6, action: 'publish', target: articleTarget(article) }) as const),
  ]
  if (entries.length > 0) await log(context, ...entries.map(entry => ({ ...entry, reason: reason ?? null })))
}
