import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Population } from '../../../resources/domain/role.ts'
import { actorOf } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import {
  articleDrafts,
  articleLawyers,
  articleRevisions,
  articles,
  cardDrafts,
  cardRevisions,
  cards,
  idempotencyKeys,
  lawyers,
  messages,
  reviewReminders,
  securityQuestions,
  sessions,
  textMessages,
  transferRequests,
} from '../../db/tables.ts'
import { suspectNamed, suspectOwned } from '../files/unusedFiles.ts'

// Rows that are deleted for good, with everything that is theirs alone; the log keeps that they were there.

/** Content that is there and names this person. */
export const naming = (lawyerId: SQL): SQL =>
  and(sql`${articles.lawyerIds} @> array[${lawyerId}]`, isNull(articles.deletedAt))!

export type Turn = Pick<Context, 'db' | 'firmId' | 'now'>

/** Rows with the files that they name. */
const deleteNaming = async <T extends PgTable>(turn: Turn, table: T, where: SQL) => {
  await suspectNamed(turn, table, where)
  return turn.db.delete(table).where(where).returning()
}

/** What both populations leave behind. */
export const deleteAccounts = async (turn: Turn, population: Population, ids: readonly number[]) => {
  const { db, firmId } = turn
  const of = [...ids]
  await suspectOwned(turn, population, ids)
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
  await deleteNaming(turn, articleDrafts, written)
  await db
    .delete(securityQuestions)
    .where(
      and(
        eq(securityQuestions.firmId, firmId),
        eq(securityQuestions.population, population),
        inArray(securityQuestions.userId, of),
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
    .delete(articleLawyers)
    .where(and(eq(articleLawyers.firmId, firmId), inArray(articleLawyers.lawyerId, [...ids])))
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
  const { firmId } = turn
  const gone = await deleteNaming(turn, cards, and(eq(cards.firmId, firmId), where)!)
  const ids = gone.map(it => it.id)
  const history = and(eq(cardRevisions.firmId, firmId), inArray(cardRevisions.cardId, ids))!
  await deleteNaming(turn, cardRevisions, history)
  await deleteReminders(turn, 'card', ids)
}

/** With everything that is theirs alone. */
export const deleteLawyers = async (turn: Turn, ids: readonly number[]) => {
  const { db, firmId } = turn
  await deleteCards(turn, inArray(cards.lawyerId, [...ids]))
  await deleteAccounts(turn, 2, ids)
  await removeAuthors(turn, ids)
  const written = and(eq(cardDrafts.firmId, firmId), inArray(cardDrafts.lawyerId, [...ids]))!
  await deleteNaming(turn, cardDrafts, written)
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
  await db
    .delete(textMessages)
    .where(and(eq(textMessages.firmId, firmId), inArray(textMessages.lawyerId, [...ids])))
  await deleteNaming(turn, lawyers, and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...ids]))!)
}

/** With their history, their authors and what is being written on them. */
export const deleteArticles = async (turn: Turn, ids: readonly number[]) => {
  for (const table of [articles, articleRevisions, articleLawyers, articleDrafts])
    await deleteNaming(turn, table, and(eq(table.firmId, turn.firmId), inArray(table.articleId, [...ids]))!)
  await deleteReminders(turn, 'article', ids)
}
