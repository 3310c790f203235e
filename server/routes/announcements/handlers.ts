import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { announcements as resource } from '../../../resources/announcements.ts'
import type { Context } from '../../context/context.ts'
import { announcements, batches, offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst, recordReader } from '../../records/page.ts'
import { ApiError } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'
import { searchText } from '../../db/lists/searchText.ts'
import { createBatch } from '../../services/imports/batches.ts'
import { log } from '../../services/audit/audit.ts'
import { notifyAudience } from '../../notifications/announcements.ts'
import { type Audience, audienceOf, receiversQuery } from './audience.ts'

type Calls = typeof resource.calls

/**
 * The number of receivers who have read it, from the index alone. Columns are written with their table,
 * because the inner table's `id` would shadow the announcement's.
 */
const readCountSql = (firmId: number) => sql<number>`(select count(*)::int from messages
  where messages.firm_id = ${firmId} and messages.batch_id = announcements.id and messages.status = 1)`

const computedColumns = ({ firmId }: Context) => ({
  batchId: announcements.id,
  readState: sql<string>`${readCountSql(firmId)} || '/' || ${announcements.sent} || ' 已读'`,
})

/** A branch sees the announcements made by its own office. */
export const visibleAnnouncements = (context: Context) =>
  scopeCondition(context, { firm: announcements.firmId, office: announcements.organizationId })

const list = listOf(resource.calls.page, {
  table: announcements,
  key: announcements.id,
  visibleWhere: visibleAnnouncements,
  search: announcements.search,
  order: [newestFirst(announcements.createdAt)],
  columns: computedColumns,
  sorts: {},
  conditions: {},
})

const read = recordReader(resource.calls.one.output, announcements, computedColumns)

const one: Handlers<Calls>['one'] = ({ batchId }, context) =>
  read(context, and(visibleAnnouncements(context), eq(announcements.id, batchId))!)

const count: Handlers<Calls>['count'] = async (input, context) => {
  const people = await receiversQuery(context, audienceOf(input))
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${people}) as person`,
  )
  return { count: rows[0]!.count }
}

type Announcement = z.output<Calls['announce']['input']>

const saveAnnouncement = (
  context: Context,
  input: Announcement,
  to: Audience,
  batchId: number,
  sent: number,
) => {
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

/** The summary of the announcement and its receivers for the log. */
const summaryOf = async (
  { db, firmId }: Context,
  title: string,
  { audience, organizationIds }: Audience,
  sent: number,
) => {
  if (audience === 1) return `发布公告【${title}】给全部人员，共${sent}人`
  if (audience !== 2) return `发布公告【${title}】给${sent}人`
  const rows = await db
    .select({ name: offices.name })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), inArray(offices.organizationId, organizationIds)))
    .limit(3)
  const names = rows.map(it => it.name).join('、')
  return organizationIds.length > 3
    ? `发布公告【${title}】给${names}等${organizationIds.length}家律所的${sent}人`
    : `发布公告【${title}】给${names}的${sent}人`
}

const announce: Handlers<Calls>['announce'] = async (input, context) => {
  const { db, caller, firmId } = context
  const to = audienceOf(input)
  const people = await receiversQuery(context, to)
  const batchId = await createBatch(context, 'messages.announce', 0)
  const sent = await notifyAudience(context, input, batchId, people)
  if (sent === 0) throw new ApiError('4000', '所选范围内没有可以收到公告的人，请重新选择')
  await db
    .update(batches)
    .set({ count: sent })
    .where(and(eq(batches.firmId, firmId), eq(batches.id, batchId)))
  await saveAnnouncement(context, input, to, batchId, sent)
  await log(context, {
    module: 12,
    action: 'announce',
    target: { type: 'announcements', id: batchId, name: input.title, organizationId: caller.organizationId },
    summary: await summaryOf(context, input.title, to, sent),
    batchId,
    batchCount: sent,
  })
  return { batchId, count: sent }
}

export const announcementHandlers: Handlers<Calls> = { page: list.listing, one, count, announce }
