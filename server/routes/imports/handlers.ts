import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { imports as resource } from '../../../resources/imports.ts'
import type { AnyResource, Call } from '../../../resources/kit/index.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { batches, batchRecords, lawyers } from '../../db/tables.ts'
import type { BatchKind } from '../../records/batchKind.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { batchName, batchScope } from './batchScope.ts'

/** What may be imported: its label, and the call that makes a batch, whose right and switch undoing it obeys. */
export type ImportKind = BatchKind & { label: string; call: Call; feature: AnyResource['feature'] }
type ImportKinds = Readonly<Record<string, ImportKind>>

/** domain.md §4: 4 完成, 5 部分完成, 6 已撤销. */
const state = sql<4 | 5 | 6>`case when ${sql`${batches.undoneAt}`} is not null then 6
  when ${sql`${batches.failed}`} > 0 then 5 else 4 end`

/** A batch has people or other records. */
const remaining = sql<number>`((${sql`select count(*)::int from ${lawyers}
  where ${lawyers.firmId} = ${batches.firmId} and ${lawyers.batchId} = ${batches.id}`})
  + (${sql`select count(*)::int from ${batchRecords}
  where ${batchRecords.firmId} = ${batches.firmId} and ${batchRecords.batchId} = ${batches.id}`}))`

const createdByName = sql<string>`coalesce(${sql`${batches.createdByName}`}, '')`

/** The context of a call with the reach of another right; null where the caller has not that right. */
const reaching = (context: Context, { call }: ImportKind): Context | null => {
  const scope = scopeOfCaller(context, call.who)
  return scope && { ...context, scope }
}

/** Batches of each kind that the caller may make himself. */
const visibleBatches = (kinds: ImportKinds) => (context: Context) =>
  or(
    ...Object.entries(kinds).flatMap(([name, kind]) => {
      const own = reaching(context, kind)
      return own ? [batchScope(own, name)] : []
    }),
    sql`false`,
  )!

const labelOf = (kinds: ImportKinds) => {
  const cases = Object.entries(kinds).map(([name, { label }]) => sql`when ${name} then ${label}`)
  return sql<string>`case ${sql`${batches.kind}`} ${sql.join(cases, sql` `)} else '' end`
}

/** A batch with its kind, for who has the right to that; throws where there is none, or where its switch is off. */
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
  const own = kind && reaching(context, kind)
  if (!batch || !own) throw notFound()
  if (!isSwitchedOn(kind.call, kind.feature, caller.population, switches.features)) throw new ApiError('4031')
  return { batch, kind, own }
}

/** 导入记录 of everything that may be imported. */
export const importHandlers = (kinds: ImportKinds): Handlers<typeof resource.calls> => ({
  page: listOf(resource.calls.page, {
    table: batches,
    key: batches.id,
    visibleWhere: visibleBatches(kinds),
    search: [batchName, batches.createdByName],
    order: [newestFirst(batches.createdAt)],
    columns: {
      name: batchName,
      kind: labelOf(kinds),
      createdByName,
      source: sql<1 | 2>`${batches.source}`,
      state,
      remaining,
    },
    sorts: {},
    conditions: { state: wanted => sql`(${state}) = ${wanted}` },
  }).listing,
  preview: async ({ batchId }, context) => {
    const { batch, kind, own } = await findBatch(kinds, context, batchId, visibleBatches(kinds)(context))
    const { name, createdByName } = batch
    return { name, createdByName, kind: kind.label, ...(await kind.foresee(own, batch)) }
  },
  undo: async ({ batchId }, context) => {
    const { batch, kind, own } = await findBatch(kinds, context, batchId)
    return kind.undo(own, batch)
  },
})
