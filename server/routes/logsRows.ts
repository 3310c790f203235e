import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { Population } from '../../resources/kit/index.ts'
import type { logs as resource } from '../../resources/logs.ts'
import type { Context } from '../context.ts'
import { cards, logs } from '../db/tables.ts'
import { containing, latest, literal, searching } from '../page.ts'
import { within } from '../scope.ts'
import { iso } from '../stampColumns.ts'

type Calls = typeof resource.calls
export type Query = z.output<Calls['getPageList']['input']>
export type Filters = z.output<Calls['export']['input']> & Pick<Query, 'ids'>

export const rowColumns = {
  id: logs.id,
  createdAt: iso(logs.createdAt),
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
export const columns = { ...rowColumns, diff: logs.diff, device: logs.device, requestId: logs.requestId }

/** What the caller did, and what was done to him or to his cards; each of these has an index in the list's order. */
export const about = ({ caller, firmId }: Context): SQL[] => {
  const { population, id } = caller
  const hisCards = sql`(select ${cards.id} from ${cards} where ${cards.lawyerId} = ${id})`
  const ofFirm = eq(logs.firmId, firmId)
  const done = [
    and(ofFirm, eq(logs.operatorType, population), eq(logs.operatorId, id))!,
    and(ofFirm, eq(logs.targetType, population === 1 ? 'admins' : 'lawyers'), eq(logs.targetId, id))!,
  ]
  return population === 1
    ? done
    : [...done, and(ofFirm, eq(logs.targetType, 'cards'), inArray(logs.targetId, hisCards))!]
}

const settingsModule = 11

/** The operator sees the function settings and his own work, a lawyer himself, an administrator his scope. */
export const reach = (context: Context): SQL[] => {
  const { caller, firmId, scope } = context
  if (caller.isSystem)
    return [...about(context), and(eq(logs.firmId, firmId), eq(logs.module, settingsModule))!]
  if (scope === 'self') return about(context)
  return [within(context, { firm: logs.firmId, office: logs.targetOrgId })]
}

const dayAfter = (date: string) => new Date(new Date(`${date}T00:00:00+08:00`).getTime() + 86_400_000)
/** By the index over all that is searched, then in the one column. */
const named = (column: typeof logs.operatorName | typeof logs.targetName, name: string | null | undefined) =>
  name ? and(searching(logs.search, name), sql`${column} ilike ${`%${literal(name)}%`}`) : undefined

const doneBy = (population: Population, id: number | null | undefined) =>
  id ? and(eq(logs.operatorType, population), eq(logs.operatorId, id)) : undefined

/** All that is asked for but the words. */
const matching = (query: Filters) => {
  const { ids, logType, module, action, organizationId, operator, adminId, lawyerId } = query
  const { target, targetType, targetId, batchId, from, to, result } = query
  return and(
    // Whoever asks for sign-ins wants the ordinary ones too.
    module === 1 || logType === 1 || ids ? undefined : eq(logs.important, 1),
    ids ? inArray(logs.id, ids) : undefined,
    logType && eq(logs.logType, logType),
    module && eq(logs.module, module),
    action && eq(logs.action, action),
    organizationId ? eq(logs.targetOrgId, organizationId) : undefined,
    named(logs.operatorName, operator),
    doneBy(1, adminId),
    doneBy(2, lawyerId),
    named(logs.targetName, target),
    targetType ? eq(logs.targetType, targetType) : undefined,
    targetId ? eq(logs.targetId, targetId) : undefined,
    batchId ? eq(logs.batchId, batchId) : undefined,
    // Days of the firm, which is in China.
    from ? gte(logs.createdAt, new Date(`${from}T00:00:00+08:00`)) : undefined,
    to ? lt(logs.createdAt, dayAfter(to)) : undefined,
    result === undefined ? undefined : eq(logs.result, result),
  )
}

/** Of so many of the latest rows this many make a word frequent. */
const [looked, many] = [500, 50]

/**
 * What is asked for of the rows within reach. A frequent word is found sooner along the time: the index would name most
 * rows, and where it is not used, taking each text apart again is slow.
 */
export const askedOf = async (db: Context['db'], reached: readonly SQL[], query: Filters) => {
  const { keyword } = query
  const condition = matching(query)
  if (!keyword) return condition
  const latestRows = sql`select ${logs.search} from ${logs} where ${and(or(...reached), condition)} order by ${latest(logs.createdAt)} limit ${looked}`
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${latestRows}) as latest where search like ${`%${literal(keyword.toLowerCase())}%`}`,
  )
  const isFrequent = rows[0]!.found >= many
  return and(condition, isFrequent ? containing(logs.search, keyword) : searching(logs.search, keyword))
}

/** What was before or is after, as text: old rows may hold anything. */
export const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
