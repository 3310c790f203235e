import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'

import { rightSwitches } from '../../../resources/domain/rights.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { cardRevisions, cards, lawyers } from '../../db/tables.ts'
import { notifyCardEffective, notifyEffectConflict } from '../../notifications/cards.ts'
import { appendLogEntries, type LogEntry } from '../audit/audit.ts'
import { cardTarget, changedSince } from '../cards/content.ts'
import { cardDiff, choiceNames } from '../cards/diff.ts'
import { revisionFacts } from '../cards/history.ts'
import { effectOf, nothingScheduled, scheduledFieldsOf } from '../cards/scheduled.ts'

/** Cards per transaction. */
const mostCards = 100

type Card = typeof cards.$inferSelect

/** The cards whose change is due, locked with their lawyers, in the order of locks (services/lawyers/lock.ts). */
const lockDueCards = async (db: Db, firmId: number, now: Date): Promise<Card[]> => {
  const isDue = and(isNotNull(cards.effectiveAt), lte(cards.effectiveAt, now), isNull(cards.deletedAt))
  const rows = await db
    .select({ card: cards })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .where(and(eq(cards.firmId, firmId), isDue))
    .orderBy(asc(cards.lawyerId), asc(cards.id))
    .limit(mostCards)
    .for('no key update', { of: [lawyers, cards] })
  return rows.map(({ card }) => card)
}

/** Writes the public version of one card with a revision for its history. */
const publish = async (db: Db, card: Card, published: Card['published'], now: Date) => {
  const { firmId, id, content, scheduled } = card
  const version = card.version + 1
  await db
    .update(cards)
    .set({
      ...nothingScheduled,
      published,
      publishedAt: now,
      publishedVersion: version,
      changedFields: changedSince(content, published),
      version,
      updatedAt: now,
    })
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  const byName = scheduled?.byName ?? null
  const facts = revisionFacts('administrator', card, { content, published })
  await db
    .insert(cardRevisions)
    .values({ firmId, cardId: id, version, kind: 'effect', content, facts, at: now, byName })
}

const publishDueCards = async (db: Db, firmId: number, now: Date): Promise<number> => {
  const dueCards = await lockDueCards(db, firmId, now)
  if (dueCards.length === 0) return 0
  const switches = { features: {}, rights: { ...rightSwitches }, miniProgram: {} }
  const sender = { caller: null, db, firmId, now, switches }
  const contents = dueCards.flatMap(({ published, scheduled }) => [published ?? {}, scheduled?.patch ?? {}])
  const names = await choiceNames(db, firmId, contents)
  const entries: LogEntry[] = []
  for (const card of dueCards) {
    const { scheduled } = card
    const change = scheduled ?? { patch: {}, before: {}, byId: 0, byName: '' }
    const { published, conflicts } = effectOf(card.published, change)
    await publish(db, card, published, now)
    entries.push({
      module: 5,
      action: 'publish',
      target: cardTarget(card),
      diff: cardDiff(card.published ?? {}, published, names, card.language),
      reason: '到生效日期自动发布',
      isAutomatic: true,
    })
    await notifyCardEffective(sender, card, scheduledFieldsOf(scheduled))
    if (conflicts.length > 0) await notifyEffectConflict(sender, card, conflicts, change.byId)
  }
  const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
  await appendLogEntries(db, origin, entries)
  return dueCards.length
}

/**
 * Publishes the approved changes of cards whose day has come, each with its revision, log row and message, in transactions
 * of up to a hundred cards: one that fails or is killed changes nothing and runs again.
 */
export const runCardEffects = async (database: Database, firmId: number, now: Date): Promise<number> => {
  let total = 0
  for (let count = mostCards; count === mostCards; total += count)
    count = await database.write(firmId, db => publishDueCards(db, firmId, now))
  return total
}
