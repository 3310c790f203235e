import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { cards, cardVisits, visitMarks, visitSalts } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { stopLimits } from '../../process/stopLimits.ts'
import type { Visit, VisitQueue } from '../../context/services.ts'
import { visitorOf } from './visitQueue.ts'

/** Within this time a visitor counts once for what he does with a card. */
const countedOnceMs = 30 * 60_000
/** The number of visitors in half an hour beyond which a firm's visits are not counted: a flood, no visitors. */
const maxMarks = 20_000

const saltOf = async (db: Db, firmId: number, day: string): Promise<string> => {
  const isDay = and(eq(visitSalts.firmId, firmId), eq(visitSalts.day, day))
  const find = () => db.select({ salt: visitSalts.salt }).from(visitSalts).where(isDay)
  const [found] = await find()
  if (found) return found.salt
  // Another process may have made it since.
  const salt = randomBytes(32).toString('base64url')
  await db.insert(visitSalts).values({ firmId, day, salt }).onConflictDoNothing()
  const [made] = await find()
  return made!.salt
}

const inOrder = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => {
  const compare = new Intl.Collator('en').compare
  return rows.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}

/**
 * Marks the visitors, and returns the marks of those who had none. The rows of statements have the same order in each
 * process, so that two that store at the same time do not wait for each other in turn.
 */
const markVisitors = async (db: Db, firmId: number, day: string, visits: readonly Visit[], now: Date) => {
  const salt = await saltOf(db, firmId, day)
  const marks = visits.map(visit => ({
    firmId,
    visitor: createHmac('sha256', salt).update(visitorOf(visit)).digest('base64url').slice(0, 22),
    cardId: visit.cardId,
    kind: visit.kind,
    until: new Date(visit.at.getTime() + countedOnceMs),
  }))
  return db
    .insert(visitMarks)
    .values(inOrder(marks, ({ visitor, cardId, kind }) => `${visitor} ${cardId} ${kind}`))
    .onConflictDoUpdate({
      target: [visitMarks.firmId, visitMarks.visitor, visitMarks.cardId, visitMarks.kind],
      set: { until: sql`excluded.until` },
      setWhere: lte(visitMarks.until, now),
    })
    .returning({ cardId: visitMarks.cardId, kind: visitMarks.kind })
}

const addCounts = async (
  db: Db,
  firmId: number,
  day: string,
  counted: Awaited<ReturnType<typeof markVisitors>>,
) => {
  if (counted.length === 0) return
  const groups = Map.groupBy(counted, ({ cardId, kind }) => `${cardId} ${kind}`)
  const rows = [...groups].map(([, group]) => ({ firmId, day, ...group[0]!, count: group.length }))
  await db
    .insert(cardVisits)
    .values(inOrder(rows, ({ cardId, kind }) => `${cardId} ${kind}`))
    .onConflictDoUpdate({
      target: [cardVisits.firmId, cardVisits.cardId, cardVisits.day, cardVisits.kind],
      set: { count: sql`${cardVisits.count} + excluded.count` },
    })
}

/** The visits of cards that exist, which nobody purges before the transaction ends. */
const ofPresentCards = async (db: Db, firmId: number, visits: readonly Visit[]): Promise<Visit[]> => {
  const ids = [...new Set(visits.map(({ cardId }) => cardId))]
  const present = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), inArray(cards.id, ids), isNull(cards.deletedAt)))
    .orderBy(asc(cards.id))
    .for('key share')
  return visits.filter(({ cardId }) => present.some(({ id }) => id === cardId))
}

const isFlooded = async (db: Db, firmId: number): Promise<boolean> => {
  const beyond = await db
    .select({ cardId: visitMarks.cardId })
    .from(visitMarks)
    .where(eq(visitMarks.firmId, firmId))
    .offset(maxMarks)
    .limit(1)
  return beyond.length > 0
}

/** Removes marks of which the time is over, some each time, and the salts of days before. */
const removeExpired = async (db: Db, firmId: number, now: Date): Promise<void> => {
  await db.execute(sql`delete from visit_marks where firm_id = ${firmId} and ctid = any(array(select ctid from visit_marks
    where firm_id = ${firmId} and until <= ${now.toISOString()}::timestamptz limit 1000 for update skip locked))`)
  await db.delete(visitSalts).where(and(eq(visitSalts.firmId, firmId), lt(visitSalts.day, firmDay(now))))
}

const storeOfFirm = async (db: Db, firmId: number, visits: readonly Visit[], now: Date): Promise<void> => {
  const counted = (await isFlooded(db, firmId)) ? [] : await ofPresentCards(db, firmId, visits)
  for (const [day, group] of Map.groupBy(counted, ({ at }) => firmDay(at)))
    await addCounts(db, firmId, day, await markVisitors(db, firmId, day, group, now))
  await removeExpired(db, firmId, now)
}

/** Counts the visits that wait, in one transaction for each firm. Visits that cannot be stored now wait for the next time. */
export const storeVisits = async (database: Database, queue: VisitQueue, now: Date): Promise<void> => {
  const failures: unknown[] = []
  for (const [firmId, visits] of Map.groupBy(queue.take(), visit => visit.firmId)) {
    try {
      await database.write(firmId, db => storeOfFirm(db, firmId, visits, now))
    } catch (error) {
      failures.push(error)
      for (const visit of visits) queue.note(visit)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const INTERVAL_MS = 5_000

type Options = { database: Database; queue: VisitQueue; now: () => Date; log: Log }

/** Counts the visits that wait every few seconds; the returned function does it once more and ends. */
export const storeVisitsAtIntervals = ({ database, queue, now, log }: Options) => {
  let running = Promise.resolve()
  const storeOnce = () =>
    storeVisits(database, queue, now()).catch((error: unknown) =>
      log.warn({ err: error }, 'visits of cards could not be counted yet'),
    )
  const store = () => (running = running.then(storeOnce))
  const timer = setInterval(() => void store(), INTERVAL_MS).unref()
  return (): Promise<void> => {
    clearInterval(timer)
    return Promise.race([store(), delay(stopLimits.anchors, undefined, { ref: false })])
  }
}
