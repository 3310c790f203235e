import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { actorOf } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import {
  articleDrafts,
  articles,
  cards,
  directoryRuns,
  holds,
  idempotencyKeys,
  lawyers,
  messages,
  privacyRequests,
  passkeys,
  reviewReminders,
  secondFactors,
  securityQuestions,
  sessions,
  transferRequests,
} from '../../db/tables.ts'
import { markFilesOfAccounts } from '../files/unusedFiles.ts'

// Deletes rows for good, with everything that belongs only to them; the log keeps a record. Foreign keys also
// delete rows that belong to a single row (history, drafts, authors, requests, text messages).

/** Condition for existing articles that name this person. */
export const namesLawyer = (lawyerId: SQL): SQL =>
  and(sql`${articles.lawyerIds} @> array[${lawyerId}]`, isNull(articles.deletedAt))!

export type DeletionContext = Pick<Context, 'db' | 'firmId' | 'now'>

/** The register keeps that a request was made and answered, without the person and the texts. */
const anonymiseRequests = ({ db, firmId }: DeletionContext, population: Population, ids: readonly number[]) =>
  db
    .update(privacyRequests)
    .set({
      status: sql`case when ${privacyRequests.status} = 0 then 1 else ${privacyRequests.status} end`,
      userId: null,
      name: '已删除的人员',
      content: '',
      response: null,
      createdBy: null,
      createdByName: null,
      updatedByName: null,
    })
    .where(
      and(
        eq(privacyRequests.firmId, firmId),
        eq(privacyRequests.population, population),
        inArray(privacyRequests.userId, [...ids]),
      ),
    )

/** Deletes the rows that administrators and lawyers alike leave behind. */
export const deleteAccounts = async (
  context: DeletionContext,
  population: Population,
  ids: readonly number[],
) => {
  const { db, firmId } = context
  const idList = [...ids]
  await markFilesOfAccounts(context, population, ids)
  await db
    .delete(messages)
    .where(
      and(
        eq(messages.firmId, firmId),
        eq(messages.receiverType, population),
        inArray(messages.receiverId, idList),
      ),
    )
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.firmId, firmId), eq(sessions.population, population), inArray(sessions.userId, idList)),
    )
  const isOwnDraft = and(
    eq(articleDrafts.firmId, firmId),
    eq(articleDrafts.ownerPopulation, population),
    inArray(articleDrafts.ownerId, idList),
  )!
  await db.delete(articleDrafts).where(isOwnDraft)
  await db
    .delete(securityQuestions)
    .where(
      and(
        eq(securityQuestions.firmId, firmId),
        eq(securityQuestions.population, population),
        inArray(securityQuestions.userId, idList),
      ),
    )
  await db
    .delete(secondFactors)
    .where(
      and(
        eq(secondFactors.firmId, firmId),
        eq(secondFactors.population, population),
        inArray(secondFactors.userId, idList),
      ),
    )
  await anonymiseRequests(context, population, idList)
  await db
    .delete(passkeys)
    .where(
      and(eq(passkeys.firmId, firmId), eq(passkeys.population, population), inArray(passkeys.userId, idList)),
    )
  const callers = idList.map(id => actorOf({ population, id }))
  await db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.firmId, firmId), inArray(idempotencyKeys.caller, callers)))
}

/** Removes the people from articles in the bin, which may be restored. */
const removeAuthors = async ({ db, firmId }: DeletionContext, ids: readonly number[]) => {
  const deletedIds = sql`${sql.param([...ids])}::bigint[]`
  await db
    .update(articles)
    .set({
      lawyerIds: sql`array(select id from unnest(${articles.lawyerIds}) with ordinality as named(id, place)
      where id <> all(${deletedIds}) order by place)`,
    })
    .where(
      and(
        eq(articles.firmId, firmId),
        isNotNull(articles.deletedAt),
        sql`${articles.lawyerIds} && ${deletedIds}`,
      ),
    )
}

/** Deletes the records of sent reminders about these rows. */
const deleteReminders = (
  { db, firmId }: DeletionContext,
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

export const deleteCards = async (context: DeletionContext, where: SQL) => {
  const { db, firmId } = context
  const deletedIds = await db
    .delete(cards)
    .where(and(eq(cards.firmId, firmId), where))
    .returning({ id: cards.id })
  await deleteReminders(
    context,
    'card',
    deletedIds.map(it => it.id),
  )
}

/** Removes the rows about these people from comparisons with the firm's directory, and what became of the rows. */
const forgetInComparisons = async ({ db, firmId }: DeletionContext, ids: readonly number[]) => {
  const deletedIds = sql`${sql.param([...ids])}::bigint[]`
  await db
    .update(directoryRuns)
    .set({
      // The results are unpacked once, not for each row: both may have twenty thousand.
      rows: sql`coalesce((with forgotten as (select done.key from jsonb_each(${directoryRuns.results}) as done
          where (done.value ->> 'lawyerId')::bigint = any(${deletedIds}))
        select jsonb_agg(compared.row) from jsonb_array_elements(${directoryRuns.rows}) as compared(row)
        where ((compared.row ->> 'lawyerId')::bigint = any(${deletedIds})) is not true
          and compared.row ->> 'index' not in (select key from forgotten)
          and not exists (select from jsonb_array_elements(compared.row -> 'candidates') as candidate
            where (candidate ->> 'id')::bigint = any(${deletedIds}))), '[]')`,
      results: sql`coalesce((select jsonb_object_agg(done.key, done.value) from jsonb_each(${directoryRuns.results}) as done
        where ((done.value ->> 'lawyerId')::bigint = any(${deletedIds})) is not true), '{}')`,
      lawyerIds: sql`array(select id from unnest(${directoryRuns.lawyerIds}) as named(id) where id <> all(${deletedIds}))`,
    })
    .where(and(eq(directoryRuns.firmId, firmId), sql`${directoryRuns.lawyerIds} && ${deletedIds}`))
}

/** Deletes lawyers with everything that belongs only to them. */
export const deleteLawyers = async (context: DeletionContext, ids: readonly number[]) => {
  const { db, firmId } = context
  await deleteCards(context, inArray(cards.lawyerId, [...ids]))
  await deleteAccounts(context, 2, ids)
  await removeAuthors(context, ids)
  const deletedRequests = await db
    .delete(transferRequests)
    .where(and(eq(transferRequests.firmId, firmId), inArray(transferRequests.lawyerId, [...ids])))
    .returning({ id: transferRequests.id })
  await deleteReminders(
    context,
    'transfer',
    deletedRequests.map(it => it.id),
  )
  await deleteReminders(context, 'registration', ids)
  await db
    .update(holds)
    .set({ targetName: '已删除的人员' })
    .where(and(eq(holds.firmId, firmId), eq(holds.kind, 1), inArray(holds.targetId, [...ids])))
  await forgetInComparisons(context, ids)
  await db.delete(lawyers).where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...ids])))
}

/** Deletes articles with their history, authors and drafts. */
export const deleteArticles = async (context: DeletionContext, ids: readonly number[]) => {
  const { db, firmId } = context
  for (const table of [articleDrafts, articles])
    await db.delete(table).where(and(eq(table.firmId, firmId), inArray(table.articleId, [...ids])))
  await deleteReminders(context, 'article', ids)
}
