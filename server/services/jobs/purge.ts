import { and, eq, inArray, isNotNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { LogModule } from '../../../resources/domain/logVocabulary.ts'
import { binDays } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { admins, articles, cards, lawyers } from '../../db/tables.ts'
import { articleTarget } from '../articles/content.ts'
import { append, type LogEntry } from '../audit/audit.ts'
import { cardTarget } from '../cards/content.ts'
import {
  deleteAccounts,
  deleteArticles,
  deleteCards,
  deleteLawyers,
  naming,
  type Turn,
} from '../lawyers/deletion.ts'
import { lawyerTarget } from '../lawyers/values.ts'

// What was removed can be restored for some days (`binDays`); then it goes for good.

const DAY_MS = 24 * 3_600_000
/** So many of a kind at once: the transaction stays short, the next turn takes the others. */
const most = 100

type BinTable = PgTable & Record<'firmId' | 'deletedAt', PgColumn>
type Target = NonNullable<LogEntry['target']>

/** Removed rows of one table, and how they go for good. */
export type Bin<T extends BinTable = BinTable> = {
  table: T
  key: PgColumn
  module: LogModule
  target: (row: T['$inferSelect']) => Target
  /** Up to a hundred rows by their id, locked until the transaction ends. */
  lock: (db: Db, where: SQL) => Promise<T['$inferSelect'][]>
  /** Of these rows: they stay in the bin beyond their time, until somebody has settled what holds them. */
  isHeld?: SQL
  /** Deletes these rows with everything that is theirs alone. */
  destroy: (turn: Turn, ids: readonly number[]) => Promise<void>
}

export const lawyersBin: Bin<typeof lawyers> = {
  table: lawyers,
  key: lawyers.id,
  module: 4,
  lock: (db, where) => db.select().from(lawyers).where(where).orderBy(lawyers.id).limit(most).for('update'),
  target: lawyerTarget,
  isHeld: sql`exists (select from ${articles} where ${articles.firmId} = ${lawyers.firmId}
    and ${naming(sql`${lawyers.id}`)})`,
  destroy: deleteLawyers,
}

export const cardsBin: Bin<typeof cards> = {
  table: cards,
  key: cards.id,
  module: 5,
  lock: (db, where) => db.select().from(cards).where(where).orderBy(cards.id).limit(most).for('update'),
  target: cardTarget,
  // Cards of somebody in the bin go with him.
  isHeld: sql`exists (select from ${lawyers} where ${lawyers.id} = ${cards.lawyerId}
    and ${lawyers.deletedAt} is not null)`,
  destroy: (turn, ids) => deleteCards(turn, inArray(cards.id, [...ids])),
}

export const articlesBin: Bin<typeof articles> = {
  table: articles,
  key: articles.articleId,
  module: 6,
  lock: (db, where) =>
    db.select().from(articles).where(where).orderBy(articles.articleId).limit(most).for('update'),
  target: articleTarget,
  destroy: deleteArticles,
}

/** Nobody restores an administrator; he stays 30 days so that his name is known. */
const adminsBin: Bin<typeof admins> = {
  table: admins,
  key: admins.id,
  module: 3,
  lock: (db, where) => db.select().from(admins).where(where).orderBy(admins.id).limit(most).for('update'),
  target: ({ id, name, organizationId }) => ({ type: 'admins', id, name, organizationId }),
  destroy: async (turn, ids) => {
    await deleteAccounts(turn, 1, ids)
    await turn.db.delete(admins).where(and(eq(admins.firmId, turn.firmId), inArray(admins.id, [...ids])))
  },
}

const purgeDue = async <T extends BinTable>(turn: Turn, bin: Bin<T>): Promise<LogEntry[]> => {
  const { db, firmId, now } = turn
  const { table, module, target, lock, isHeld, destroy } = bin
  const until = new Date(now.getTime() - binDays * DAY_MS)
  const rows = await lock(
    db,
    and(
      eq(table.firmId, firmId),
      isNotNull(table.deletedAt),
      lte(table.deletedAt, until),
      isHeld && not(isHeld),
    )!,
  )
  if (rows.length === 0) return []
  const targets = rows.map(row => target(row))
  await destroy(
    turn,
    targets.map(it => it.id),
  )
  return targets.map(it => ({ module, action: 'purge', target: it }))
}

/** Deletes for good what has been in the bin for 30 days; answers how much. */
export const runPurge = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const turn = { db, firmId, now }
    // A person after what names him and what is his.
    const entries = [
      ...(await purgeDue(turn, articlesBin)),
      ...(await purgeDue(turn, cardsBin)),
      ...(await purgeDue(turn, lawyersBin)),
      ...(await purgeDue(turn, adminsBin)),
    ]
    if (entries.length === 0) return 0
    const origin: Parameters<typeof append>[1] & Pick<Context, 'now'> = {
      caller: null,
      firmId,
      now,
      requestId: 'clock',
      ip: '',
      device: '',
      reason: `删除满${binDays}天`,
    }
    await append(
      db,
      origin,
      entries.map(entry => ({ ...entry, isAutomatic: true })),
    )
    return entries.length
  })
