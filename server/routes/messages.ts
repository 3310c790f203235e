import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { messages as resource } from '../../resources/messages.ts'
import type { Context } from '../context.ts'
import { batches, messages, offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, literal, offsetOf, ordering, pageAnswer } from '../page.ts'
import { missing } from '../refusal.ts'
import { within } from '../scope.ts'
import { log } from '../services/audit.ts'
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

type Announcement = z.output<Calls['announce']['input']>

/** The offices named, or all within reach; one that is out of reach is not there. */
const officesFor = async (context: Context, { organizationIds }: Announcement) => {
  const wanted = [...new Set(organizationIds)]
  const rows = await context.db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(
      and(
        within(context, { firm: offices.firmId, office: offices.organizationId }),
        sql`${offices.deletedAt} is null`,
        wanted.length > 0 ? inArray(offices.organizationId, wanted) : undefined,
      ),
    )
  if (rows.length < Math.max(1, wanted.length)) throw missing()
  return rows
}

/** To everybody who works in these offices, lawyers and administrators, but not to the sender. */
const deliver = (
  { db, firmId, caller, now }: Context,
  { title, content, level }: Announcement,
  officeIds: readonly number[],
  batchId: number,
) => {
  // The operator's notices are the system's, the firm's are announcements (domain.md §3.8).
  const type = caller.isSystem ? 1 : 7
  return db.execute(sql`
    insert into messages (firm_id, receiver_type, receiver_id, type, title, content, level, sender_name, batch_id,
      created_at)
    select ${firmId}::int, person.population, person.id, ${type}::int, ${title}, ${content}, ${level}::int,
      ${caller.name}, ${batchId}::bigint, ${now.toISOString()}::timestamptz
    from (
      select 2 as population, id, firm_id, organization_id from lawyers where status = 1 and deleted_at is null
      union all
      select 1, id, firm_id, organization_id from admins
        where status = 1 and is_system = 0 and deleted_at is null and id <> ${caller.id}
    ) as person
    where person.firm_id = ${firmId} and person.organization_id = any(${sql.param(officeIds)}::bigint[])`)
}

const announce: Handlers<Calls>['announce'] = async (input, context) => {
  const { db, firmId, now, caller } = context
  const found = await officesFor(context, input)
  const [batch] = await db
    .insert(batches)
    .values({ firmId, kind: 'messages.announce', count: 0, createdAt: now, createdByName: caller.name })
    .returning({ id: batches.id })
  const batchId = batch!.id
  const sent = await deliver(
    context,
    input,
    found.map(it => it.id),
    batchId,
  )
  const count = sent.rowCount ?? 0
  await db.update(batches).set({ count }).where(eq(batches.id, batchId))
  await log(context, {
    module: 12,
    action: 'announce',
    target: { type: 'messages', id: batchId, name: input.title, organizationId: null },
    summary: `发布公告【${input.title}】给${found.length}家机构的${count}人`,
    batchId,
    batchCount: count,
  })
  return { batchId, count }
}

export const messageHandlers: Handlers<Calls> = { page, getUnReadStatistics, one, readAll, announce }
