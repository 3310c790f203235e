import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Db } from '../../db/connection/open.ts'
import { cardCampaigns, cards, lawyers, reviewReminders } from '../../db/tables.ts'
import { notifyConfirmationDue } from '../../notifications/confirmations.ts'
import { dayOf } from '../messages/dailyRun.ts'
import type { Sender } from '../../notifications/notify.ts'

// 请确认名片信息: the firm asks its lawyers from time to time whether their published cards are still right.

/** When the firm last asked; null where it never did. */
const askedAt = (firmId: number) =>
  sql`(select max(${cardCampaigns.startedAt}) from ${cardCampaigns} where ${cardCampaigns.firmId} = ${firmId})`

/** Published cards of people who can sign in and confirm them. */
const isConfirmable = (firmId: number): SQL =>
  and(
    eq(cards.firmId, firmId),
    isNull(cards.deletedAt),
    sql`${cards.published} is not null`,
    sql`${cards.lawyerId} in (select ${lawyers.id} from ${lawyers} where ${lawyers.firmId} = ${firmId} and ${lawyers.status} = 1)`,
  )!

/** The number of cards that their lawyers would be asked to confirm. */
export const countConfirmable = (db: Db, firmId: number) => db.$count(cards, isConfirmable(firmId))

/** 1 待确认, 2 已确认; a card created after the request needs no confirmation. */
export const confirmStateCondition = (state: 1 | 2, firmId: number): SQL =>
  and(
    isConfirmable(firmId),
    sql`${cards.createdAt} < ${askedAt(firmId)}`,
    state === 1
      ? sql`coalesce(${cards.confirmedAt} < ${askedAt(firmId)}, true)`
      : sql`${cards.confirmedAt} >= ${askedAt(firmId)}`,
  )!

/** The state of a row of cards that is joined with its lawyer. */
export const confirmState = (firmId: number) =>
  sql<1 | 2 | null>`(case when ${cards.published} is null or ${lawyers.status} <> 1
    or ${cards.createdAt} >= ${askedAt(firmId)} then null
    when ${cards.confirmedAt} >= ${askedAt(firmId)} then 2 when ${askedAt(firmId)} is not null then 1 end)`

/** Records that these lawyers are reminded today; returns how many had not been reminded yet. */
const takeReminders = async (db: Db, firmId: number, now: Date, ids: SQL) => {
  const { rowCount } = await db.execute(sql`
    insert into ${reviewReminders} (firm_id, kind, subject_id, since, sent_at)
    select distinct ${firmId}::int, 'confirm', id, ${dayOf(now).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from (${ids}) as person(id) on conflict do nothing`)
  return rowCount ?? 0
}

/** Reminds one lawyer; false if he was reminded today. */
export const remindOfConfirmation = async (sender: Sender, lawyerId: number): Promise<boolean> => {
  const { db, firmId, now } = sender
  if ((await takeReminders(db, firmId, now, sql`select ${lawyerId}::bigint`)) === 0) return false
  await notifyConfirmationDue(sender, { population: 2, ids: [lawyerId] })
  return true
}

/**
 * Asks the lawyers of all published cards to confirm them; returns the number of cards, or null if the firm has
 * asked today.
 */
export const askForConfirmation = async (sender: Sender): Promise<number | null> => {
  const { caller, db, firmId, now } = sender
  const concerned = isConfirmable(firmId)
  const count = await countConfirmable(db, firmId)
  const inserted = await db
    .insert(cardCampaigns)
    .values({
      firmId,
      startedOn: firmDay(now),
      startedAt: now,
      cards: count,
      createdByName: caller?.name ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: cardCampaigns.startedOn })
  if (inserted.length === 0) return null
  await takeReminders(db, firmId, now, sql`select ${cards.lawyerId} from ${cards} where ${concerned}`)
  await notifyConfirmationDue(sender, {
    query: sql`select 2, ${reviewReminders.subjectId} from ${reviewReminders}
      where ${reviewReminders.firmId} = ${firmId} and ${reviewReminders.kind} = 'confirm'
        and ${reviewReminders.since} = ${dayOf(now).toISOString()} and ${reviewReminders.sentAt} = ${now.toISOString()}`,
  })
  return count
}
