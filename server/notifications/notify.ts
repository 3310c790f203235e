import { type SQL, sql } from 'drizzle-orm'

import type { Population } from '../../resources/domain/role.ts'
import type { Caller, Context } from '../context/context.ts'
import { messages } from '../db/tables.ts'
import { type DecidingRight, reviewerIds } from '../services/directory/reviewers.ts'

/** A message to be sent; titles have up to 50 and contents up to 1,000 characters (domain.md §3.8). */
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

/** Everybody who may decide about something of this office. */
type Reviewers = { reviewing: DecidingRight; organizationId: number }
export type Receivers =
  | { population: Population; ids: readonly number[] }
  | Reviewers
  /** A query that selects population and id. */
  | { query: SQL }

export type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>

const queryOf = (sender: Sender, to: Receivers): SQL => {
  if ('query' in to) return to.query
  if ('ids' in to) return sql`select ${to.population}::int, unnest(${sql.param(to.ids)}::bigint[])`
  const { reviewing, organizationId } = to
  return sql`select 1, reviewer_id from ${reviewerIds(sender, reviewing, organizationId)} as reviewers(reviewer_id)`
}

const truncate = (text: string, max: number) => Array.from(text).slice(0, max).join('')

/**
 * Inserts the messages for any number of receivers with one statement, in the caller's transaction; returns
 * how many.
 */
export const notify = async (sender: Sender, notification: NewMessage, to: Receivers): Promise<number> => {
  const { caller, db, firmId, now } = sender
  const { type, title, content, level = 1 } = notification
  const { bizType = null, bizId = null, link = null, batchId = null } = notification
  const { rowCount } = await db.execute(sql`
    insert into ${messages} (firm_id, receiver_type, receiver_id, type, title, content, level, biz_type, biz_id, link,
      sender_name, batch_id, created_at)
    select ${firmId}::int, receiver.population, receiver.id, ${type}::int, ${truncate(title, 50)},
      ${truncate(content, 1000)}, ${level}::int, ${bizType}, ${bizId}::bigint, ${link}, ${caller?.name ?? null},
      ${batchId}::bigint, ${now.toISOString()}::timestamptz
    from (${queryOf(sender, to)}) as receiver(population, id)`)
  return rowCount ?? 0
}
