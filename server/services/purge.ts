import { and, eq, inArray, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Context } from '../context/context.ts'
import type { Database } from '../db/open.ts'
import {
  admins,
  articleDrafts,
  articleLawyers,
  articleRevisions,
  articles,
  cardDrafts,
  cardRevisions,
  cards,
  lawyers,
  messages,
  sessions,
  transferRequests,
} from '../db/tables.ts'
import type { Population } from '../../resources/domain/role.ts'
import { target as articleTarget } from './articles/content.ts'
import { append, type Entry } from './audit.ts'
import { target as cardTarget } from './cards/content.ts'
import { target as lawyerTarget } from './lawyers/values.ts'
import { suspectNamed, suspectOwned } from './unusedFiles.ts'

// What was deleted can be restored for 30 days (domain.md §0); then it goes for good. The log keeps that it was there.

const DAY_MS = 24 * 3_600_000
const keptDays = 30
/** So many of a kind at once: the transaction stays short, the next turn takes the others. */
const most = 100

/** Content that is there and names this person. */
export const naming = (lawyerId: SQL): SQL =>
  and(sql`${articles.lawyerIds} @> array[${lawyerId}]`, isNull(articles.deletedAt))!

type Turn = Pick<Context, 'db' | 'firmId' | 'now'>

/** Rows with the files that they name. */
const deleteNaming = async <T extends PgTable>(turn: Turn, table: T, where: SQL) => {
  await suspectNamed(turn, table, where)
  return turn.db.delete(table).where(where).returning()
}

/** What both populations leave behind. */
const deleteAccounts = async (turn: Turn, population: Population, ids: readonly number[]) => {
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
}

const deleteCards = async (turn: Turn, where: SQL) => {
  const { firmId } = turn
  const gone = await deleteNaming(turn, cards, and(eq(cards.firmId, firmId), where)!)
  const ids = gone.map(it => it.id)
  const history = and(eq(cardRevisions.firmId, firmId), inArray(cardRevisions.cardId, ids))!
  await deleteNaming(turn, cardRevisions, history)
  return gone
}

/** With everything that is theirs alone. */
export const deleteLawyers = async (turn: Turn, ids: readonly number[]) => {
  const { db, firmId } = turn
  await deleteCards(turn, inArray(cards.lawyerId, [...ids]))
  await deleteAccounts(turn, 2, ids)
  const written = and(eq(cardDrafts.firmId, firmId), inArray(cardDrafts.lawyerId, [...ids]))!
  await deleteNaming(turn, cardDrafts, written)
  await db
    .delete(transferRequests)
    .where(and(eq(transferRequests.firmId, firmId), inArray(transferRequests.lawyerId, [...ids])))
  await deleteNaming(turn, lawyers, and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...ids]))!)
}

type Due = Turn & { until: Date }

const purgeArticles = async ({ until, ...turn }: Due): Promise<Entry[]> => {
  const { db, firmId } = turn
  const due = await db
    .select({ id: articles.articleId })
    .from(articles)
    .where(and(eq(articles.firmId, firmId), isNotNull(articles.deletedAt), lte(articles.deletedAt, until)))
    .limit(most)
    .for('update')
  if (due.length === 0) return []
  const ids = due.map(it => it.id)
  const gone = await deleteNaming(
    turn,
    articles,
    and(eq(articles.firmId, firmId), inArray(articles.articleId, ids))!,
  )
  for (const table of [articleRevisions, articleLawyers, articleDrafts])
    await deleteNaming(turn, table, and(eq(table.firmId, firmId), inArray(table.articleId, ids))!)
  return gone.map(it => ({ module: 6, action: 'purge', target: articleTarget(it) }))
}

/** Those that went into the bin with somebody go with him. */
const purgeCards = async ({ until, ...turn }: Due): Promise<Entry[]> => {
  const { db, firmId } = turn
  const isWithPerson = sql`exists (select from ${lawyers} where ${lawyers.id} = ${cards.lawyerId}
    and ${lawyers.deletedAt} is not null)`
  const due = await db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        eq(cards.firmId, firmId),
        isNotNull(cards.deletedAt),
        lte(cards.deletedAt, until),
        not(isWithPerson),
      ),
    )
    .limit(most)
    .for('update')
  if (due.length === 0) return []
  const gone = await deleteCards(
    turn,
    inArray(
      cards.id,
      due.map(it => it.id),
    ),
  )
  return gone.map(it => ({ module: 5, action: 'purge', target: cardTarget(it) }))
}

/** But for those whom some content still names: they stay in the bin until somebody has settled it. */
const purgeLawyers = async ({ until, ...turn }: Due): Promise<Entry[]> => {
  const { db, firmId } = turn
  const isNamed = sql`exists (select from ${articles} where ${articles.firmId} = ${lawyers.firmId} and ${naming(sql`${lawyers.id}`)})`
  const due = await db
    .select()
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        isNotNull(lawyers.deletedAt),
        lte(lawyers.deletedAt, until),
        not(isNamed),
      ),
    )
    .orderBy(lawyers.id)
    .limit(most)
    .for('update', { of: lawyers })
  if (due.length === 0) return []
  await deleteLawyers(
    turn,
    due.map(it => it.id),
  )
  return due.map(it => ({ module: 4, action: 'purge', target: lawyerTarget(it) }))
}

const purgeAdmins = async ({ until, ...turn }: Due): Promise<Entry[]> => {
  const { db, firmId } = turn
  const due = db
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), isNotNull(admins.deletedAt), lte(admins.deletedAt, until)))
    .limit(most)
  const gone = await db
    .delete(admins)
    .where(and(eq(admins.firmId, firmId), inArray(admins.id, due)))
    .returning()
  if (gone.length === 0) return []
  await deleteAccounts(
    turn,
    1,
    gone.map(it => it.id),
  )
  return gone.map(({ id, name, organizationId }) => ({
    module: 3,
    action: 'purge',
    target: { type: 'admins', id, name, organizationId },
  }))
}

/** Deletes for good what has been in the bin for 30 days; answers how much. */
export const runPurge = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const turn = { db, firmId, now, until: new Date(now.getTime() - keptDays * DAY_MS) }
    // A person after what names him and what is his.
    const entries = [
      ...(await purgeArticles(turn)),
      ...(await purgeCards(turn)),
      ...(await purgeLawyers(turn)),
      ...(await purgeAdmins(turn)),
    ]
    if (entries.length === 0) return 0
    const origin: Parameters<typeof append>[1] & Pick<Context, 'now'> = {
      caller: null,
      firmId,
      now,
      requestId: 'clock',
      ip: '',
      device: '',
      reason: `删除满${keptDays}天`,
    }
    await append(
      db,
      origin,
      entries.map(entry => ({ ...entry, isAutomatic: true })),
    )
    return entries.length
  })
