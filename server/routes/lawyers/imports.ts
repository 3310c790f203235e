import { and, eq, sql } from 'drizzle-orm'

import { imports as resource } from '../../../resources/lawyers/imports.ts'
import { actorOf } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { batches, lawyers } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { latest } from '../../records/page.ts'
import { scoped } from '../../records/scope.ts'
import { undoImport } from './undoImport.ts'

/** A branch sees what was imported by its own people. */
const visibleWhere = (context: Context) =>
  and(
    scoped(context, { firm: batches.firmId, office: batches.organizationId }),
    eq(batches.kind, 'lawyers'),
    // Those of earlier releases say nothing of what came of them.
    sql`${batches.source} is not null`,
  )!

/** domain.md §4: 4 完成, 5 部分完成, 6 已撤销. */
const state = sql<4 | 5 | 6>`case when ${sql`${batches.undoneAt}`} is not null then 6
  when ${sql`${batches.failed}`} > 0 then 5 else 4 end`

const remaining = sql<number>`(${sql`select count(*)::int from ${lawyers}
  where ${lawyers.firmId} = ${batches.firmId} and ${lawyers.batchId} = ${batches.id}`})`

const name = sql<string>`to_char(${sql`${batches.createdAt}`} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`

const list = listOf(resource.calls.page, {
  table: batches,
  key: batches.id,
  visibleWhere,
  search: [name, batches.createdByName],
  order: [latest(batches.createdAt)],
  columns: ({ caller }) => ({
    name,
    createdByName: sql<string>`coalesce(${sql`${batches.createdByName}`}, '')`,
    source: sql<1 | 2>`${batches.source}`,
    state,
    remaining,
    isOwn: sql<0 | 1>`(${sql`${batches.createdBy}`} = ${actorOf(caller)})::int`,
  }),
  sorts: {},
  conditions: { state: wanted => sql`(${state}) = ${wanted}` },
})

export const importHandlers: Handlers<typeof resource.calls> = { page: list.page, undo: undoImport }
