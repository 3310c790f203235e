import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { announcements as resource } from '../../resources/announcements.ts'
import type { Context } from '../context.ts'
import { announcements, batches, messages, offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, offsetOf, ordering, pageAnswer, searching } from '../page.ts'
import { missing, Refusal } from '../refusal.ts'
import { within } from '../scope.ts'
import { searchText } from '../searchText.ts'
import { log } from '../services/audit.ts'
import { iso } from '../stampColumns.ts'
import { type Audience, audienceOf, peopleOf } from './announcementsPeople.ts'

type Calls = typeof resource.calls

/** Of them so many have read it, by the index alone. In full names: inside, `id` would be the message's. */
const readBy = sql<number>`(select count(*)::int from messages
  where messages.firm_id = announcements.firm_id and messages.batch_id = announcements.id and messages.status = 1)`

const columns = {
  batchId: announcements.id,
  title: announcements.title,
  content: announcements.content,
  level: announcements.level,
  audience: announcements.audience,
  organizationIds: announcements.organizationIds,
  lawyerIds: announcements.lawyerIds,
  adminIds: announcements.adminIds,
  readState: sql<string>`${readBy} || '/' || ${announcements.sent} || ' 已读'`,
  createdBy: announcements.createdByName,
  createdAt: iso(announcements.createdAt),
}

/** A branch sees what was announced in it. */
export const reach = (context: Context) =>
  within(context, { firm: announcements.firmId, office: announcements.organizationId })

const page: Handlers<Calls>['page'] = async (query, context) => {
  const { db } = context
  const { keyword, ids, level, audience } = query
  const where = and(
    reach(context),
    searching(announcements.search, keyword),
    ids ? inArray(announcements.id, ids) : undefined,
    level && eq(announcements.level, level),
    audience && eq(announcements.audience, audience),
  )
  const { createdAt } = announcements
  const records = await db
    .select(columns)
    .from(announcements)
    .where(where)
    .orderBy(...ordering(query, { createdAt }, [latest(createdAt)], announcements.id))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`from ${announcements} where ${where}`), query)
}

const one: Handlers<Calls>['one'] = async ({ batchId }, context) => {
  const [row] = await context.db
    .select(columns)
    .from(announcements)
    .where(and(reach(context), eq(announcements.id, batchId)))
  if (!row) throw missing()
  return row
}

const count: Handlers<Calls>['count'] = async (input, context) => {
  const people = await peopleOf(context, audienceOf(input))
  const { rows } = await context.db.execute<{ count: number }>(sql`select count(*)::int as count ${people}`)
  return { count: rows[0]!.count }
}

type Announcement = z.output<Calls['announce']['input']>

/** One statement, however many there are. The operator's notices are the system's (domain.md §3.8). */
const deliver = async (context: Context, input: Announcement, people: SQL, batchId: number) => {
  const { db, firmId, caller, now } = context
  const type = caller.isSystem ? 1 : 7
  const { rowCount } = await db.execute(sql`
    insert into ${messages} (firm_id, receiver_type, receiver_id, type, title, content, level, biz_type, biz_id,
      sender_name, batch_id, created_at)
    select ${firmId}::int, person.population, person.id, ${type}::int, ${input.title}, ${input.content},
      ${input.level}::int, 'announcement', ${batchId}::bigint, ${caller.name}, ${batchId}::bigint,
      ${now.toISOString()}::timestamptz ${people}`)
  return rowCount ?? 0
}

const keep = (context: Context, input: Announcement, to: Audience, batchId: number, sent: number) => {
  const { db, firmId, caller, now } = context
  const { title, content, level } = input
  return db.insert(announcements).values({
    ...to,
    id: batchId,
    firmId,
    title,
    content,
    level,
    organizationId: caller.organizationId,
    createdAt: now,
    createdByName: caller.name,
    sent,
    search: searchText(title, content, caller.name),
  })
}

/** Whom it went to, as the log says it. */
const wordsFor = async ({ db, firmId }: Context, { audience, organizationIds }: Audience, sent: number) => {
  if (audience !== 2) return `${audience === 1 ? '全部人员,共' : ''}${sent}人`
  const rows = await db
    .select({ name: offices.name })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), inArray(offices.organizationId, organizationIds)))
    .limit(3)
  const names = rows.map(it => it.name).join('、')
  return `${names}${organizationIds.length > 3 ? `等${organizationIds.length}家律所` : ''}的${sent}人`
}

const announce: Handlers<Calls>['announce'] = async (input, context) => {
  const { db, firmId, now, caller } = context
  const to = audienceOf(input)
  const people = await peopleOf(context, to)
  const [batch] = await db
    .insert(batches)
    .values({ firmId, kind: 'messages.announce', count: 0, createdAt: now, createdByName: caller.name })
    .returning({ id: batches.id })
  const batchId = batch!.id
  const sent = await deliver(context, input, people, batchId)
  if (sent === 0) throw new Refusal('4000', '所选范围内没有可以收到公告的人')
  await db.update(batches).set({ count: sent }).where(eq(batches.id, batchId))
  await keep(context, input, to, batchId, sent)
  await log(context, {
    module: 12,
    action: 'announce',
    target: { type: 'announcements', id: batchId, name: input.title, organizationId: caller.organizationId },
    summary: `发布公告【${input.title}】给${await wordsFor(context, to, sent)}`,
    batchId,
    batchCount: sent,
  })
  return { batchId, count: sent }
}

export const announcementHandlers: Handlers<Calls> = { page, one, count, announce }
