import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { imports as resource } from '../../../resources/imports.ts'
import type { AnyResource, Call } from '../../../resources/kit/index.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { batches, batchRecords, lawyers } from '../../db/tables.ts'
import type { BatchKind } from '../../context/batchKind.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { batchName, batchScope } from './batchScope.ts'

/**
 * A kind of batch with its label and the call that creates it; undoing needs the right and the feature switch
 * of that call.
 */
export type ImportKind = BatchKind & { label: string; call: Call; feature: AnyResource['feature'] }
type ImportKinds = Readonly<Record<string, ImportKind>>

/** The state (docs/domain.md §4): 4 完成, 5 部分完成, 6 已撤销. */
const batchState = sql<4 | 5 | 6>`case when ${sql`${batches.undoneAt}`} is not null then 6
  when ${sql`${batches.failed}`} > 0 then 5 else 4 end`

/** The number of people or records of the batch that still exist. */
const remaining = (firmId: number) => sql<number>`((${sql`select count(*)::int from ${lawyers}
  where ${lawyers.firmId} = ${firmId} and ${lawyers.batchId} = ${batches.id}`})
  + (${sql`select count(*)::int from ${batchRecords}
  where ${batchRecords.firmId} = ${firmId} and ${batchRecords.batchId} = ${batches.id}`}))`

const createdByName = sql<string>`coalesce(${sql`${batches.createdByName}`}, '')`

/** The context with the scope of the creating call; null where the caller lacks that right. */
const withKindScope = (context: Context, { call }: ImportKind): Context | null => {
  const scope = scopeOfCaller(context, call.who)
  return scope && { ...context, scope }
}

/** Batches of every kind that the caller may create. */
const visibleBatches = (kinds: ImportKinds) => (context: Context) =>
  or(
    ...Object.entries(kinds).flatMap(([name, kind]) => {
      const kindContext = withKindScope(context, kind)
      return kindContext ? [batchScope(kindContext, name)] : []
    }),
    sql`false`,
  )!

const labelOf = (kinds: ImportKinds) => {
  const cases = Object.entries(kinds).map(
    ([name, { label }]) => sql`when ${sql`${batches.kind}`} = ${name} then ${label}`,
  )
  return sql<string>`case ${sql.join(cases, sql` `)} else '' end`
}

/**
 * Finds a batch with its kind; throws where it does not exist, the caller lacks the right, or its feature is
 * switched off.
 */
const findBatch = async (kinds: ImportKinds, context: Context, batchId: number, visible?: SQL) => {
  const { db, firmId, caller, switches } = context
  const [batch] = await db
    .select({
      id: batches.id,
      kind: batches.kind,
      createdBy: batches.createdBy,
      name: batchName,
      createdByName,
    })
    .from(batches)
    .where(and(eq(batches.firmId, firmId), eq(batches.id, batchId), visible))
  const kind = batch && kinds[batch.kind]
  const kindContext = kind && withKindScope(context, kind)
  if (!batch || !kindContext) throw notFound()
  if (!isSwitchedOn(kind.call, kind.feature, caller.population, switches.features)) throw new ApiError('4031')
  return { batch, kind, own: kindContext }
}

/** The handlers of 导入记录, for everything that can be imported. */
export const importHandlers = (kinds: ImportKinds): Handlers<typeof resource.calls> => ({
  page: listOf(resource.calls.page, {
    table: batches,
    key: batches.id,
    visibleWhere: visibleBatches(kinds),
    search: [batchName, batches.createdByName],
    order: [newestFirst(batches.createdAt)],
    columns: ({ firmId }) => ({
      name: batchName,
      kind: labelOf(kinds),
      createdByName,
      source: sql<1 | 2 | 3>`${batches.source}`,
      state: batchState,
      remaining: remaining(firmId),
    }),
    sorts: {},
    conditions: { state: wanted => sql`(${batchState}) = ${wanted}` },
  }).listing,
  preview: async ({ batchId }, context) => {
    const {
      batch,
      kind,
      own: kindContext,
    } = await findBatch(kinds, context, batchId, visibleBatches(kinds)(context))
    const { name, createdByName } = batch
    return { name, createdByName, kind: kind.label, ...(await kind.previewUndo(kindContext, batch)) }
  },
  undo: async ({ batchId }, context) => {
    const { batch, kind, own: kindContext } = await findBatch(kinds, context, batchId)
    return kind.undo(kindContext, batch)
  },
})
