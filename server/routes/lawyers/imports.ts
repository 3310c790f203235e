import { sql } from 'drizzle-orm'

import { imports as resource } from '../../../resources/lawyers/imports.ts'
import type { Handlers } from '../../context/handlers.ts'
import { batches, lawyers } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { latest } from '../../records/page.ts'
import { batchName, batchScope } from './batchScope.ts'
import { previewUndo, undoImport } from './undoImport.ts'

/** domain.md §4: 4 完成, 5 部分完成, 6 已撤销. */
const state = sql<4 | 5 | 6>`case when ${sql`${batches.undoneAt}`} is not null then 6
  when ${sql`${batches.failed}`} > 0 then 5 else 4 end`

const remaining = sql<number>`(${sql`select count(*)::int from ${lawyers}
  where ${lawyers.firmId} = ${batches.firmId} and ${lawyers.batchId} = ${batches.id}`})`

const list = listOf(resource.calls.page, {
  table: batches,
  key: batches.id,
  visibleWhere: batchScope,
  search: [batchName, batches.createdByName],
  order: [latest(batches.createdAt)],
  columns: {
    name: batchName,
    createdByName: sql<string>`coalesce(${sql`${batches.createdByName}`}, '')`,
    source: sql<1 | 2>`${batches.source}`,
    state,
    remaining,
  },
  sorts: {},
  conditions: { state: wanted => sql`(${state}) = ${wanted}` },
})

export const importHandlers: Handlers<typeof resource.calls> = {
  page: list.listing,
  preview: previewUndo,
  undo: undoImport,
}
