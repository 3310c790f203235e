import { and, eq, sql } from 'drizzle-orm'

import { messages as resource } from '../../../resources/messages.ts'
import { messages } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { columnsToSelect } from '../../records/columns.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { ownMessages } from '../../services/messages/messages.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import type { Context } from '../../context/context.ts'
import { setPreference } from '../../services/identity/preference.ts'
import { notFound } from '../../context/apiError.ts'

type Calls = typeof resource.calls

const list = listOf(resource.calls.page, {
  table: messages,
  key: messages.id,
  visibleWhere: ownMessages,
  // Without a search index, because one person's messages are few.
  search: [messages.title, messages.content],
  // Unread first.
  order: [sql`${messages.status}`, newestFirst(messages.createdAt)],
  columns: {},
  sorts: {},
  conditions: {},
})

const getUnReadStatistics: Handlers<Calls>['getUnReadStatistics'] = async (_, context) => {
  const rows = await context.db
    .select({ type: messages.type, unread: sql<number>`count(*)::int` })
    .from(messages)
    .where(and(ownMessages(context), eq(messages.status, 0)))
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

/** Marks the message as read; the first time is kept. */
const readMessage: Handlers<Calls>['one'] = async ({ id }, context) => {
  const [row] = await context.db
    .update(messages)
    .set({ status: 1, readAt: sql`coalesce(${messages.readAt}, ${context.now.toISOString()}::timestamptz)` })
    .where(and(ownMessages(context), eq(messages.id, id)))
    .returning(columnsToSelect(resource.calls.one.output, messages, {}))
  if (!row) throw notFound()
  return row
}

const readAll: Handlers<Calls>['readAll'] = async ({ type }, context) => {
  const rows = await context.db
    .update(messages)
    .set({ status: 1, readAt: context.now })
    .where(and(ownMessages(context), eq(messages.status, 0), type ? eq(messages.type, type) : undefined))
    .returning({ id: messages.id })
  return { count: rows.length }
}

/** Only types that the firm allows are offered, and none where no mails can be sent. */
const mailChoiceOf = async ({ db, firmId, caller, services }: Context) => {
  const table = caller.population === 1 ? sql`admins` : sql`lawyers`
  const { rows } = await db.execute<{ types: unknown; has: 0 | 1 }>(sql`
    select prefs -> 'mailTypes' as types, (email is not null)::int as has from ${table}
    where firm_id = ${firmId} and id = ${caller.id}`)
  const { mailTypes } = await settingOf(db, firmId, 'reminderSet')
  const wanted = resource.calls.chooseMail.input.safeParse({ types: rows[0]?.types ?? [] })
  return {
    types: wanted.data?.types ?? [],
    offered: services.mirrors.isMailOn ? (mailTypes ?? []) : [],
    hasAddress: rows[0]?.has ?? (0 as const),
  }
}

export const messageHandlers: Handlers<Calls> = {
  page: list.listing,
  getUnReadStatistics,
  one: readMessage,
  readAll,
  mailChoice: async (_, context) => mailChoiceOf(context),
  chooseMail: async ({ types }, context) => {
    await setPreference({ name: 'mailTypes', value: [...new Set(types)] }, context)
    return mailChoiceOf(context)
  },
}
