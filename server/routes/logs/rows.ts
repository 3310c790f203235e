import { and, eq, getTableColumns, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import { isWorded } from '../../../resources/domain/change.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { resources } from '../../../resources/index.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { logs as resource } from '../../../resources/logs.ts'
import type { Context } from '../../context/context.ts'
import { isShownWhole, readableChanges } from '../../context/readable.ts'
import type { AgeConditions } from '../../db/lists/source.ts'
import { monthAfter } from '../../db/rules/logMonths.ts'
import { cards, type LogDiff, logs } from '../../db/tables.ts'
import {
  containsCondition,
  unindexedContains,
  indexedCandidates,
  indexedContains,
} from '../../records/search.ts'
import { conditionsFor } from '../../records/conditions.ts'
import { scopeCondition } from '../../records/scope.ts'
import { isoTimestamp } from '../../records/columns.ts'
import { logSummary } from '../../services/audit/audit.ts'
import { miniProgramFields } from '../../services/settings/miniProgram.ts'
import { miniProgramKey } from '../../services/settings/miniProgramKey.ts'

type Calls = typeof resource.calls
export type LogQuery = z.output<Calls['getPageList']['input']>
export type LogFilters = Partial<Omit<LogQuery, 'pageNum' | 'pageSize' | 'sortField' | 'sortOrder'>>

export const rowColumns = {
  id: logs.id,
  createdAt: isoTimestamp(logs.createdAt),
  logType: logs.logType,
  module: sql<z.input<Calls['one']['output']>['module']>`${logs.module}`,
  action: sql<z.input<Calls['one']['output']>['action']>`${logs.action}`,
  important: logs.important,
  operatorType: logs.operatorType,
  operatorId: logs.operatorId,
  operatorName: logs.operatorName,
  officeLevel: sql<1 | 2 | 3 | 4 | null>`${logs.officeLevel}`,
  organizationId: logs.organizationId,
  viewAsId: logs.viewAsId,
  targetType: logs.targetType,
  targetId: logs.targetId,
  targetName: logs.targetName,
  targetOrgId: logs.targetOrgId,
  summary: logs.summary,
  reason: logs.reason,
  batchId: logs.batchId,
  batchCount: logs.batchCount,
  result: logs.result,
  errorCode: logs.errorCode,
  ip: logs.ip,
}
export const logColumns = { ...rowColumns, diff: logs.diff, device: logs.device, requestId: logs.requestId }

/**
 * Conditions for what the caller did, and for what was done to the caller or the caller's cards; each has an
 * index in the list's order.
 */
export const ownLogConditions = ({ caller, firmId }: Context): SQL[] => {
  const { population, id } = caller
  const ownCards = sql`(select ${cards.id} from ${cards} where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${id})`
  const isOfFirm = eq(logs.firmId, firmId)
  const ownConditions = [
    and(isOfFirm, eq(logs.operatorType, population), eq(logs.operatorId, id))!,
    and(isOfFirm, eq(logs.targetType, population === 1 ? 'admins' : 'lawyers'), eq(logs.targetId, id))!,
  ]
  return population === 1
    ? ownConditions
    : [...ownConditions, and(isOfFirm, eq(logs.targetType, 'cards'), inArray(logs.targetId, ownCards))!]
}

const fieldsOf = new Map<string, Fields>([
  ...resources.map(it => [it.name, it.fields] as const),
  [miniProgramKey, miniProgramFields],
])
/** Whether the product has worded the values of this change. */
export const isWordedIn = ({ targetType }: { targetType: string | null }, field: string) =>
  isWorded(fieldsOf.get(targetType ?? ''), field)

/** Fields whose changes the caller may not read; a field that the log masks for everybody may stay. */
const hiddenFrom = (context: Context) =>
  resources.flatMap(({ name: targetType, fields }) =>
    Object.entries<Field>(fields).flatMap(([field, it]) =>
      isShownWhole(context, it) || (it.isSensitive && !it.readableBy) ? [] : [{ targetType, field }],
    ),
  )

/** Whether a row has a change that the caller may not read. */
const isUnreadable = (context: Context) =>
  or(
    ...hiddenFrom(context).map(
      ({ targetType, field }) =>
        sql`(${logs.targetType} = ${targetType} and ${logs.diff} @> ${JSON.stringify([{ field }])}::jsonb)`,
    ),
  )

/** The changes of rows with unreadable fields; a list reads no others, since changes may be long. */
export const unreadableDiff = (context: Context) =>
  sql<LogDiff>`case when ${isUnreadable(context) ?? sql`false`} then ${logs.diff} else '[]'::jsonb end`

type LogRow = Pick<
  typeof logs.$inferSelect,
  'targetType' | 'targetName' | 'summary' | 'diff' | 'batchCount'
> & {
  action: z.input<Calls['one']['output']>['action']
}

/** A row without changes that the caller may not read; its summary is made from the remaining changes. */
export const readableRow = <R extends LogRow>(context: Context, row: R): R => {
  const { targetType, targetName, action, batchCount } = row
  const diff = readableChanges(context, fieldsOf.get(targetType ?? '') ?? {}, row.diff)
  if (diff === row.diff) return row
  const target = { type: '', id: 0, name: targetName ?? '', organizationId: null }
  const summary = logSummary({ module: 1, action, diff, target, ...(batchCount && { batchCount }) })
  return { ...row, diff, summary }
}

const settingsModule = 11

/**
 * The operator sees the function settings and the operator's own actions, a lawyer the own ones, an
 * administrator those in scope.
 */
export const visibleLogs = (context: Context): SQL[] => {
  const { caller, firmId, scope } = context
  if (caller.isSystem)
    return [...ownLogConditions(context), and(eq(logs.firmId, firmId), eq(logs.module, settingsModule))!]
  if (scope === 'self') return ownLogConditions(context)
  return [scopeCondition(context, { firm: logs.firmId, office: logs.targetOrgId })]
}

/**
 * Most names are stored in the form in which they are searched, so the comparison without folding is tried
 * first.
 */
const nameContains = (column: PgColumn, name: string) =>
  or(containsCondition(column, name), unindexedContains(column, name))!

/** The index over all searched columns gives candidates, which are then compared in the one column. */
const nameCondition = (column: PgColumn) => (name: string) =>
  and(indexedCandidates(logs.search, name), nameContains(column, name))

const operatorCondition = (population: Population) => (id: number) =>
  and(eq(logs.operatorType, population), eq(logs.operatorId, id))

const conditions = conditionsFor(resource.calls.getAdminLogPageList.filters, getTableColumns(logs), {
  operator: nameCondition(logs.operatorName),
  target: nameCondition(logs.targetName),
  adminId: operatorCondition(1),
  lawyerId: operatorCondition(2),
})

/** Whether the query uses the search index. */
export const isSearch = ({ keyword, operator, target }: LogFilters) => Boolean(keyword || operator || target)

/** The conditions of the query, without those of the caller's scope. */
export const filterConditions = (context: Context, query: LogFilters): SQL | undefined => {
  const { ids, logType, module, not: turned, keyword } = query
  // A query for sign-ins includes the ordinary ones, which other lists omit.
  const asksForSignIns =
    (module?.includes(1) && !turned?.includes('module')) ||
    (logType?.includes(1) && !turned?.includes('logType'))
  const includesOrdinary = asksForSignIns || ids
  // A search must not find rows by words that the caller may not read.
  const unreadable = keyword ? isUnreadable(context) : undefined
  return and(
    includesOrdinary ? undefined : eq(logs.important, 1),
    ids && inArray(logs.id, ids),
    ...conditions(query, context),
    unreadable && not(unreadable),
    indexedContains(logs.search, keyword),
  )
}

/** A value before or after a change as text; old rows may contain values of any type. */
export const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/**
 * Divides the log into the newest months (this one, the last one and those to come) and all before. A requested
 * page or record is nearly always among the newest, and planning a statement about all partitions takes
 * milliseconds.
 */
export const logAge = (now: Date): AgeConditions => {
  const since = monthAfter(now, -1)
  return { recent: gte(logs.createdAt, since), older: lt(logs.createdAt, since) }
}

/** For a list that begins with the newest rows; undefined if its order or its filters begin elsewhere. */
export const pageAge = (
  { now }: Context,
  { sortField, sortOrder, from, to, ids }: LogQuery,
): AgeConditions | undefined => {
  const isNewestFirst = sortField === undefined || sortOrder === 'desc'
  return isNewestFirst && from == null && to == null && !ids ? logAge(now) : undefined
}
