import { type SQL, sql } from 'drizzle-orm'

import { firstCharacters } from '../../resources/kit/index.ts'
import type { Population } from '../../resources/domain/role.ts'
import type { Caller, Context } from '../context/context.ts'
import { admins, firmConfigs, lawyers, messageMirrors, messages } from '../db/tables.ts'
import { addMirrorJob } from '../services/messages/mirrors.ts'
import { cardOf, type DecidingRight, reviewerIds, type Work } from '../services/directory/reviewers.ts'

/** A message to be sent; titles have up to 50 and contents up to 1,000 characters (docs/domain.md §3.8). */
export type NewMessage = {
  type: 1 | 2 | 3 | 4 | 5 | 6 | 7
  title: string
  content: string
  level?: 1 | 2
  /** The record that the message is about, and the route that shows it. */
  bizType?: string
  bizId?: number
  link?: string
  /** The announcement of which the message is a copy. */
  batchId?: number
}

/** Everybody who may decide about something of this office, about a card of this lawyer, or about an article of these authors. */
type Reviewers = {
  reviewing: DecidingRight
  organizationId: number
  lawyerId?: number
  authorIds?: readonly number[]
}
export type Receivers =
  | { population: Population; ids: readonly number[] }
  | Reviewers
  /** A query that selects population and id. */
  | { query: SQL }

export type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>

const workOf = ({ lawyerId, authorIds }: Reviewers): Work | undefined => {
  if (lawyerId !== undefined) return cardOf(sql`${lawyerId}::bigint`)
  return authorIds && { owners: sql`${sql.param(authorIds)}::bigint[]` }
}

const queryOf = (sender: Sender, to: Receivers): SQL => {
  if ('query' in to) return to.query
  if ('ids' in to) return sql`select ${to.population}::int, unnest(${sql.param(to.ids)}::bigint[])`
  const { reviewing, organizationId } = to
  return sql`select 1, reviewer_id from ${reviewerIds(sender, reviewing, organizationId, workOf(to))} as reviewers(reviewer_id)`
}

/** Whether a list of message types in JSON, such as a preference, contains the type. */
const includesType = (list: SQL, type: number) => sql`${list} @> ${JSON.stringify(type)}::jsonb`

/**
 * The mirrors of messages that a statement stores as `sent`: a mail for each receiver who wants it, a message of the firm's
 * application in 企业微信 for each receiver, and one text for the firm's group if an administrator is among the receivers;
 * each only for types that the firm has chosen. A job sends them after the transaction.
 */
const mirrorsOf = ({ firmId, now }: Sender, { type, link }: NewMessage, title: string) => {
  const wants = (table: SQL) => sql`exists (select from ${table} as person where person.firm_id = ${firmId}
    and person.id = sent.receiver_id and person.email is not null and ${includesType(sql`person.prefs -> 'mailTypes'`, type)})`
  const rest = sql`${type}::int, ${title}, ${link ?? null}, ${now.toISOString()}::timestamptz`
  return sql`
    chosen as (select value from ${firmConfigs} where ${firmConfigs.firmId} = ${firmId} and ${firmConfigs.key} = 'reminderSet'),
    mirrors as (
      insert into ${messageMirrors} (firm_id, channel, population, user_id, type, title, link, created_at, message_id)
      select ${firmId}::int, 'mail', sent.receiver_type, sent.receiver_id, ${rest}, null::bigint from sent, chosen
      where ${includesType(sql`chosen.value -> 'mailTypes'`, type)}
        and case when sent.receiver_type = 1 then ${wants(sql`${admins}`)} else ${wants(sql`${lawyers}`)} end
      union all select ${firmId}::int, 'wecom', sent.receiver_type, sent.receiver_id, ${rest}, sent.id from sent, chosen
        where ${includesType(sql`chosen.value -> 'wecomTypes'`, type)}
      union all select ${firmId}::int, 'robot', null, null, ${rest}, null from chosen
      where ${includesType(sql`chosen.value -> 'robotTypes'`, type)} and exists (select from sent where receiver_type = 1)
      returning firm_id, id, channel),
    queued as (select ${addMirrorJob(sql`firm_id`, sql`id`, sql`channel`)} from mirrors)`
}

/**
 * Inserts the messages for any number of receivers with one statement, in the caller's transaction; returns
 * how many.
 */
export const notify = async (sender: Sender, notification: NewMessage, to: Receivers): Promise<number> => {
  const { caller, db, firmId, now } = sender
  const { type, content, level = 1 } = notification
  const { bizType = null, bizId = null, link = null, batchId = null } = notification
  const title = firstCharacters(notification.title, 50)
  const { rows } = await db.execute<{ count: number }>(sql`
    with sent as (
      insert into ${messages} (firm_id, receiver_type, receiver_id, type, title, content, level, biz_type, biz_id, link,
        sender_name, batch_id, created_at)
      select ${firmId}::int, receiver.population, receiver.id, ${type}::int, ${title},
        ${firstCharacters(content, 1000)}, ${level}::int, ${bizType}, ${bizId}::bigint, ${link}, ${caller?.name ?? null},
        ${batchId}::bigint, ${now.toISOString()}::timestamptz
      from (${queryOf(sender, to)}) as receiver(population, id)
      returning id, receiver_type, receiver_id),
    ${mirrorsOf(sender, notification, title)}
    select count(*)::int as count, (select count(*) from queued) as jobs from sent`)
  return rows[0]!.count
}
