import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { actorOf } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import {
  articleDrafts,
  articles,
  cards,
  idempotencyKeys,
  lawyers,
  messages,
  reviewReminders,
  secondFactors,
  securityQuestions,
  sessions,
  transferRequests,
} from '../../db/tables.ts'
import { suspectFilesOf } from '../files/unusedFiles.ts'

// Rows that are deleted for good, with everything that is theirs alone; the log keeps that they were there. Foreign keys
// take along what belongs to one row alone (history, drafts, authors, requests, text messages).

/** Content that is there and names this person. */
export const naming = (lawyerId: SQL): SQL =>
  and(sql`${articles.lawyerIds} @> array[${lawyerId}]`, isNull(articles.deletedAt))!

export type Turn = Pick<Context, 'db' | 'firmId' | 'now'>

/** What both populations leave behind. */
export const deleteAccounts = async (turn: Turn, population: Population, ids: readonly number[]) => {
  const { db, firmId } = turn
  const of = [...ids]
  await suspectFilesOf(turn, population, ids)
  await db
    .delete(messages)
    .where(
      and(
        eq(messages.firmId, firmId),
        eq(messages.receiverType, population),
        inArray(messages.receiverId, of),
      ),
    )
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.firmId, firmId), eq(sessions.population, population), inArray(sessions.userId, of)),
    )
  const written = and(
    eq(articleDrafts.firmId, firmId),
    eq(articleDrafts.ownerPopulation, population),
    inArray(articleDrafts.ownerId, of),
  )!
  await db.delete(articleDrafts).where(written)
  await db
    .delete(securityQuestions)
    .where(
      and(
        eq(securityQuestions.firmId, firmId),
        eq(securityQuestions.population, population),
        inArray(securityQuestions.userId, of),
      ),
    )
  await db
    .delete(secondFactors)
    .where(
      and(
        eq(secondFactors.firmId, firmId),
        eq(secondFactors.population, population),
        inArray(secondFactors.userId, of),
      ),
    )
  const callers = of.map(id => actorOf({ population, id }))
  await db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.firmId, firmId), inArray(idempotencyKeys.caller, callers)))
}

/** What is in the bin may come back, and then names nobody who is gone. */
const removeAuthors = async ({ db, firmId }: Turn, ids: readonly number[]) => {
  const gone = sql`${sql.param([...ids])}::bigint[]`
  await db
    .update(articles)
    .set({
      lawyerIds: sql`array(select id from unnest(${articles.lawyerIds}) with ordinality as named(id, place)
      where id <> all(${gone}) order by place)`,
    })
    .where(
      and(eq(articles.firmId, firmId), isNotNull(articles.deletedAt), sql`${articles.lawyerIds} && ${gone}`),
    )
}

/** That somebody was reminded of what is gone. */
const deleteReminders = (
  { db, firmId }: Turn,
  kind: (typeof reviewReminders.$inferSelect)['kind'],
  ids: readonly number[],
) =>
  db
    .delete(reviewReminders)
    .where(
      and(
        eq(reviewReminders.firmId, firmId),
        eq(reviewReminders.kind, kind),
        inArray(reviewReminders.subjectId, [...ids]),
      ),
    )

export const deleteCards = async (turn: Turn, where: SQL) => {
  const { db, firmId } = turn
  const gone = await db
    .delete(cards)
    .where(and(eq(cards.firmId, firmId), where))
    .returning({ id: cards.id })
  await deleteReminders(
    turn,
    'card',
    gone.map(it => it.id),
  )
}

/** With everything that is theirs alone. */
export const deleteLawyers = async (turn: Turn, ids: readonly number[]) => {
  const { db, firmId } = turn
  await deleteCards(turn, inArray(cards.lawyerId, [...ids]))
  await deleteAccounts(turn, 2, ids)
  await removeAuthors(turn, ids)
  const asked = await db
    .delete(transferRequests)
    .where(and(eq(transferRequests.firmId, firmId), inArray(transferRequests.lawyerId, [...ids])))
    .returning({ id: transferRequests.id })
  await deleteReminders(
    turn,
    'transfer',
    asked.map(it => it.id),
  )
  await deleteReminders(turn, 'registration', ids)
  await db.delete(lawyers).where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...ids])))
}

/** With their history, their authors and what is being written on them. */
export const deleteArticles = async (turn: Turn, ids: readonly number[]) => {
  const { db, firmId } = turn
  for (const table of [articleDrafts, articles])
    await db.delete(table).where(and(eq(table.firmId, firmId), inArray(table.articleId, [...ids])))
  await deleteReminders(turn, 'article', ids)
}
