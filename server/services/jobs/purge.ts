import { and, eq, inArray, isNotNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { LogModule } from '../../../resources/domain/logVocabulary.ts'
import { binDays } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { admins, articles, cards, lawyers } from '../../db/tables.ts'
import { articleTarget } from '../articles/content.ts'
import { appendLogEntries, type LogEntry } from '../audit/audit.ts'
import { cardTarget } from '../cards/content.ts'
import {
  deleteAccounts,
  deleteArticles,
  deleteCards,
  deleteLawyers,
  namesLawyer,
  type DeletionContext,
} from '../lawyers/deletion.ts'
import { heldAdmin, heldArticle, heldCard, type HeldCondition, heldPerson } from '../holds/holds.ts'
import { lawyerTarget } from '../lawyers/values.ts'

// A removed row can be restored for some days (`binDays`); then it is deleted for good.

const DAY_MS = 24 * 3_600_000
/** Rows of one table per run: the transaction stays short, and the next run takes the others. */
const rowsPerRun = 100

type BinTable = PgTable & Record<'firmId' | 'deletedAt', PgColumn>
type Target = NonNullable<LogEntry['target']>

/** A table with removed rows, and how they are deleted for good. */
export type Bin<T extends BinTable = BinTable> = {
  table: T
  key: PgColumn
  module: LogModule
  target: (row: T['$inferSelect']) => Target
  /** Selects up to a hundred rows by their id and locks them until the transaction ends. */
  lock: (db: Db, where: SQL) => Promise<T['$inferSelect'][]>
  /**
   * Condition for rows that stay in the bin beyond their time, until the records that depend on them are
   * settled.
   */
  waits?: (firmId: number) => SQL
  /** Condition for rows that are held and stay until the hold ends; without it no table has a bin. */
  held: HeldCondition
  /** Deletes these rows with everything that belongs only to them. */
  destroy: (purgeContext: DeletionContext, ids: readonly number[]) => Promise<void>
}

export const lawyersBin: Bin<typeof lawyers> = {
  table: lawyers,
  key: lawyers.id,
  module: 4,
  lock: (db, where) =>
    db.select().from(lawyers).where(where).orderBy(lawyers.id).limit(rowsPerRun).for('update'),
  target: lawyerTarget,
  held: heldPerson,
  waits: firmId => sql`exists (select from ${articles} where ${articles.firmId} = ${firmId}
    and ${namesLawyer(sql`${lawyers.id}`)})`,
  destroy: deleteLawyers,
}

export const cardsBin: Bin<typeof cards> = {
  table: cards,
  key: cards.id,
  module: 5,
  lock: (db, where) => db.select().from(cards).where(where).orderBy(cards.id).limit(rowsPerRun).for('update'),
  target: cardTarget,
  // Cards of a person in the bin are deleted together with the person.
  held: heldCard,
  waits:
    firmId => sql`exists (select from ${lawyers} where ${lawyers.firmId} = ${firmId} and ${lawyers.id} = ${cards.lawyerId}
    and ${lawyers.deletedAt} is not null)`,
  destroy: (purgeContext, ids) => deleteCards(purgeContext, inArray(cards.id, [...ids])),
}

export const articlesBin: Bin<typeof articles> = {
  table: articles,
  key: articles.articleId,
  module: 6,
  lock: (db, where) =>
    db.select().from(articles).where(where).orderBy(articles.articleId).limit(rowsPerRun).for('update'),
  target: articleTarget,
  held: heldArticle,
  destroy: deleteArticles,
}

/** Removed administrators cannot be restored; they are kept for 30 days so that their names are known. */
const adminsBin: Bin<typeof admins> = {
  table: admins,
  key: admins.id,
  module: 3,
  lock: (db, where) =>
    db.select().from(admins).where(where).orderBy(admins.id).limit(rowsPerRun).for('update'),
  target: ({ id, name, organizationId }) => ({ type: 'admins', id, name, organizationId }),
  held: heldAdmin,
  destroy: async (purgeContext, ids) => {
    await deleteAccounts(purgeContext, 1, ids)
    await purgeContext.db
      .delete(admins)
      .where(and(eq(admins.firmId, purgeContext.firmId), inArray(admins.id, [...ids])))
  },
}

const purgeDueRows = async <T extends BinTable>(
  purgeContext: DeletionContext,
  bin: Bin<T>,
): Promise<LogEntry[]> => {
  const { db, firmId, now } = purgeContext
  const { table, module, target, lock, waits, held, destroy } = bin
  const cutoff = new Date(now.getTime() - binDays * DAY_MS)
  const isFree = not(held(sql`${firmId}`))
  const isDue = and(
    eq(table.firmId, firmId),
    isNotNull(table.deletedAt),
    lte(table.deletedAt, cutoff),
    waits && not(waits(firmId)),
    isFree,
  )!
  const locked = await lock(db, isDue)
  // Asked again once they are locked, since a hold may have been placed while the lock was waited for.
  const rows =
    locked.length === 0
      ? []
      : await lock(
          db,
          and(
            isDue,
            inArray(
              bin.key,
              locked.map(row => target(row).id),
            ),
          )!,
        )
  if (rows.length === 0) return []
  const targets = rows.map(row => target(row))
  await destroy(
    purgeContext,
    targets.map(it => it.id),
  )
  return targets.map(it => ({ module, action: 'purge', target: it }))
}

/** Deletes rows for good that have been in the bin for 30 days; returns how many. */
export const runPurge = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const purgeContext = { db, firmId, now }
    // People are deleted after the articles that name them and their own cards.
    const entries = [
      ...(await purgeDueRows(purgeContext, articlesBin)),
      ...(await purgeDueRows(purgeContext, cardsBin)),
      ...(await purgeDueRows(purgeContext, lawyersBin)),
      ...(await purgeDueRows(purgeContext, adminsBin)),
    ]
    if (entries.length === 0) return 0
    const origin: Parameters<typeof appendLogEntries>[1] & Pick<Context, 'now'> = {
      caller: null,
      firmId,
      now,
      requestId: 'clock',
      ip: '',
      device: '',
      reason: `删除满${binDays}天`,
    }
    await appendLogEntries(
      db,
      origin,
      entries.map(entry => ({ ...entry, isAutomatic: true })),
    )
    return entries.length
  })
