import { and, eq, inArray, sql } from 'drizzle-orm'

import { admins as administrators } from '../../../resources/admins/index.ts'
import { lawyers as people } from '../../../resources/lawyers/index.ts'
import { receivers as resource } from '../../../resources/announcements.ts'
import { admins, announcements, lawyers, messages } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { readableText, containsInAny } from '../../records/search.ts'
import { visibleAnnouncements } from './handlers.ts'

/** The receivers of an announcement, unread first; the index of the message's batch serves the query. */
const list = listOf(resource.calls.page, {
  table: messages,
  key: messages.id,
  visibleWhere: context => {
    const announced = context.db
      .select({ id: announcements.id })
      .from(announcements)
      .where(visibleAnnouncements(context))
    return and(eq(messages.firmId, context.firmId), inArray(messages.batchId, announced))!
  },
  // PostgreSQL omits these joins from the count unless a name is searched for.
  joins: [
    {
      kind: 'left',
      table: lawyers,
      on: sql`${messages.receiverType} = 2 and ${lawyers.firmId} = ${messages.firmId}
        and ${lawyers.id} = ${messages.receiverId}`,
    },
    {
      kind: 'left',
      table: admins,
      on: sql`${messages.receiverType} = 1 and ${admins.firmId} = ${messages.firmId}
        and ${admins.id} = ${messages.receiverId}`,
    },
  ],
  search: (keyword, context) =>
    containsInAny(
      [
        readableText(context, lawyers.search, [[people.fields.mobile, lawyers.mobile]]),
        readableText(context, admins.search, [[administrators.fields.mobile, admins.mobile]]),
      ],
      keyword,
    )!,
  order: [sql`${messages.status}`],
  columns: {
    batchId: sql<number>`${messages.batchId}`.mapWith(Number),
    name: sql<string>`coalesce(${lawyers.name}, ${admins.name}, '')`,
    organizationId: sql<number | null>`coalesce(${lawyers.organizationId}, ${admins.organizationId})`.mapWith(
      Number,
    ),
  },
  sorts: {},
  conditions: {},
})

export const receiverHandlers: Handlers<typeof resource.calls> = { page: list.listing }
