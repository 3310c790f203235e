import { and, asc, eq, type SQL, sql } from 'drizzle-orm'

import { bulkRows as rowsResource, bulkRuns as resource } from '../../../resources/bulk.ts'
import { firmZone } from '../../../resources/kit/firmTime.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { bulkRows, bulkRuns } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst, recordReader } from '../../records/page.ts'
import { scopeCondition } from '../../records/scope.ts'
import type { BulkKinds } from './kind.ts'

/** Runs that the caller may see: a lawyer's own, and those started by administrators of a branch for that branch. */
export const visibleRuns = (context: Context): SQL => {
  const { caller, firmId } = context
  const scope = scopeOfCaller(context, 'admin')
  if (scope)
    return scopeCondition({ ...context, scope }, { firm: bulkRuns.firmId, office: bulkRuns.organizationId })
  return and(
    eq(bulkRuns.firmId, firmId),
    eq(bulkRuns.population, caller.population),
    eq(bulkRuns.userId, caller.id),
  )!
}

const rowsInState = (firmId: number, state: 0 | 1 | 2 | 3) => sql<number>`(select count(*)::int from bulk_rows
  where bulk_rows.firm_id = ${firmId} and bulk_rows.run_id = ${bulkRuns.id}
    and bulk_rows.state = ${sql.raw(String(state))})`

const undoneBy = (firmId: number) =>
  sql<number | null>`(select later.id from bulk_runs as later
  where later.firm_id = ${firmId} and later.undoes = ${bulkRuns.id})`.mapWith(id => Number(id))

/** The states as numbered by the field `state` of the declaration. */
const stateOf = (firmId: number) => sql<
  1 | 2 | 3 | 4 | 5
>`(case when ${bulkRuns.state} = 1 then 1 when ${undoneBy(firmId)} is not null then 5
  when ${bulkRuns.state} = 3 then 4 when ${rowsInState(firmId, 1)} < ${bulkRuns.total} then 3 else 2 end)`

const startedAt = sql<string>`to_char(${bulkRuns.createdAt} at time zone ${sql.raw(`'${firmZone}'`)}, 'YYYY-MM-DD HH24:MI')`

/** The declared labels of the stored names of entity and action. */
const labelsOf = (kinds: BulkKinds) => {
  const named = (column: SQL, pairs: readonly (readonly [string, string])[]) =>
    sql<string>`(case ${sql.join(
      pairs.map(([name, label]) => sql`when ${column} = ${name} then ${label}`),
      sql` `,
    )} else '' end)`
  const entries = Object.entries(kinds)
  const action = named(
    sql`${bulkRuns.resource} || '.' || ${bulkRuns.action}`,
    entries.flatMap(([name, { actions }]) =>
      Object.entries(actions).map(([key, { label }]) => [`${name}.${key}`, label] as const),
    ),
  )
  return {
    kind: named(
      sql`${bulkRuns.resource}`,
      entries.map(([name, { label }]) => [name, label] as const),
    ),
    action: sql<string>`(case when ${bulkRuns.undoes} is not null then '撤销' else ${action} end)`,
  }
}

/** The list of bulk actions, and the report of one of them. */
export const reportsOf = (kinds: BulkKinds) => {
  const labels = labelsOf(kinds)
  const computed = ({ firmId }: Context) => ({
    ...labels,
    name: startedAt,
    state: stateOf(firmId),
    done: rowsInState(firmId, 1),
    skipped: rowsInState(firmId, 2),
    failed: rowsInState(firmId, 3),
  })
  const list = listOf(resource.calls.page, {
    table: bulkRuns,
    key: bulkRuns.id,
    visibleWhere: visibleRuns,
    search: [startedAt, bulkRuns.createdByName],
    order: [newestFirst(bulkRuns.createdAt)],
    columns: computed,
    sorts: {},
    conditions: {},
  })
  const read = recordReader(resource.calls.one.output, bulkRuns, context => ({
    ...computed(context),
    actionName: sql<string>`${bulkRuns.action}`,
    answers: bulkRuns.answers,
    waiting: rowsInState(context.firmId, 0),
    startsIn: sql<number>`0`,
    undoneBy: undoneBy(context.firmId),
    undoes: sql<number | null>`${bulkRuns.undoes}`.mapWith(Number),
    undoable: sql<number>`0`,
  }))
  return { list, read }
}

/** The results by record, for callers who may see the action. */
export const bulkRowHandlers: Handlers<typeof rowsResource.calls> = {
  page: listOf(rowsResource.calls.page, {
    table: bulkRows,
    key: bulkRows.position,
    visibleWhere: (context, { runId }) => {
      const isVisible = sql`exists (select from ${bulkRuns} where ${and(
        visibleRuns(context),
        eq(bulkRuns.id, runId ?? 0),
      )})`
      return and(eq(bulkRows.firmId, context.firmId), eq(bulkRows.runId, runId ?? 0), isVisible)!
    },
    search: [bulkRows.name],
    order: [asc(bulkRows.position)],
    columns: {},
    sorts: {},
    conditions: {},
  }).listing,
}
