import { and, eq, inArray, or, sql } from 'drizzle-orm'

import type { receivers as resource } from '../../resources/announcements.ts'
import { admins, announcements, lawyers, messages } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, literal, offsetOf, ordering, pageAnswer } from '../page.ts'
import { iso } from '../stampColumns.ts'
import { reach } from './announcements.ts'

type Calls = typeof resource.calls

const isLawyer = and(eq(messages.receiverType, 2), eq(lawyers.id, messages.receiverId))
const isAdmin = and(eq(messages.receiverType, 1), eq(admins.id, messages.receiverId))

const columns = {
  id: messages.id,
  batchId: sql<number>`${messages.batchId}`.mapWith(Number),
  name: sql<string>`coalesce(${lawyers.name}, ${admins.name}, '')`,
  receiverType: messages.receiverType,
  organizationId: sql<number | null>`coalesce(${lawyers.organizationId}, ${admins.organizationId})`.mapWith(
    Number,
  ),
  status: messages.status,
  readAt: iso(messages.readAt),
}

/** Whom an announcement reached; the index of its batch has them, the unread first. */
const page: Handlers<Calls>['page'] = async (query, context) => {
  const { db, firmId } = context
  const { keyword, ids, batchId, status, receiverType } = query
  const announced = db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(reach(context), batchId ? eq(announcements.id, batchId) : undefined))
  const like = keyword && `%${literal(keyword.toLowerCase())}%`
  const where = and(
    eq(messages.firmId, firmId),
    inArray(messages.batchId, announced),
    ids ? inArray(messages.id, ids) : undefined,
    status === undefined ? undefined : eq(messages.status, status),
    receiverType && eq(messages.receiverType, receiverType),
    like ? or(sql`${lawyers.search} like ${like}`, sql`${admins.search} like ${like}`) : undefined,
  )
  const unreadFirst = [sql`${messages.status}`]
  const records = await db
    .select(columns)
    .from(messages)
    .leftJoin(lawyers, isLawyer)
    .leftJoin(admins, isAdmin)
    .where(where)
    .orderBy(...ordering(query, { readAt: messages.readAt }, unreadFirst, messages.id))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const people = sql`left join ${lawyers} on ${isLawyer} left join ${admins} on ${isAdmin}`
  const total = await countUpTo(db, sql`from ${messages} ${like ? people : sql``} where ${where}`)
  return pageAnswer(records, total, query)
}

export const receiverHandlers: Handlers<Calls> = { page }
