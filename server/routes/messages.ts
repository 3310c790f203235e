import { and, eq, inArray, sql } from 'drizzle-orm'

import { messages as resource } from '../../resources/messages.ts'
import type { Context } from '../context.ts'
import { messages } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, literal, offsetOf, ordering, pageAnswer } from '../page.ts'
import { missing } from '../refusal.ts'
import { iso } from '../stampColumns.ts'

type Calls = typeof resource.calls

const columns = {
  id: messages.id,
  type: messages.type,
  title: messages.title,
  content: messages.content,
  level: messages.level,
  status: messages.status,
  senderName: messages.senderName,
  bizType: messages.bizType,
  bizId: messages.bizId,
  link: messages.link,
  readAt: iso(messages.readAt),
  createdAt: iso(messages.createdAt),
}

/** Nobody reads another's messages, whatever his rights. */
export const own = ({ caller, firmId }: Context) =>
  and(
    eq(messages.firmId, firmId),
    eq(messages.receiverType, caller.population),
    eq(messages.receiverId, caller.id),
  )!

const page: Handlers<Calls>['page'] = async (query, context) => {
  const { db } = context
  const { keyword, status, type, level, ids } = query
  const where = and(
    own(context),
    status === undefined ? undefined : eq(messages.status, status),
    type && eq(messages.type, type),
    level && eq(messages.level, level),
    ids ? inArray(messages.id, ids) : undefined,
    // One person's messages are few enough to be read through.
    keyword
      ? sql`(${messages.title} || ' ' || ${messages.content}) ilike ${`%${literal(keyword)}%`}`
      : undefined,
  )
  const unreadFirst = [sql`${messages.status}`, latest(messages.createdAt)]
  const records = await db
    .select(columns)
    .from(messages)
    .where(where)
    .orderBy(...ordering(query, { createdAt: messages.createdAt }, unreadFirst, messages.id))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`from ${messages} where ${where}`), query)
}

const getUnReadStatistics: Handlers<Calls>['getUnReadStatistics'] = async (_, context) => {
  const rows = await context.db
    .select({ type: messages.type, unread: sql<number>`count(*)::int` })
    .from(messages)
    .where(and(own(context), eq(messages.status, 0)))
    .groupBy(messages.type)
  const unread = new Map(rows.map(it => [it.type, it.unread]))
  return {
    total: rows.reduce((sum, it) => sum + it.unread, 0),
    types: resource.fields.type.options.map(([type, typeName]) => ({
      type,
      typeName,
      unread: unread.get(type) ?? 0,
    })),
  }
}

/** Reading marks as read; the first time stays the time of reading. */
const one: Handlers<Calls>['one'] = async ({ id }, context) => {
  const [row] = await context.db
    .update(messages)
    .set({ status: 1, readAt: sql`coalesce(${messages.readAt}, ${context.now.toISOString()}::timestamptz)` })
    .where(and(own(context), eq(messages.id, id)))
    .returning(columns)
  if (!row) throw missing()
  return row
}

const readAll: Handlers<Calls>['readAll'] = async ({ type }, context) => {
  const rows = await context.db
    .update(messages)
    .set({ status: 1, readAt: context.now })
    .where(and(own(context), eq(messages.status, 0), type ? eq(messages.type, type) : undefined))
    .returning({ id: messages.id })
  return { count: rows.length }
}

export const messageHandlers: Handlers<Calls> = { page, getUnReadStatistics, one, readAll }
