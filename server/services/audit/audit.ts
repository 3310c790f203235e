import { type LogAction, type LogModule, logActions } from '../../../resources/domain/logVocabulary.ts'
import {
  describeMasked,
  type Fields,
  firstCharacters,
  type ReferenceNames,
  stripUnstorable,
} from '../../../resources/kit/index.ts'
import { chinese, withoutContext } from '../../../resources/kit/translate.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Caller, Context, LoggedTarget } from '../../context/context.ts'
import { atEndOfWrite, type Database, type Db } from '../../db/connection/open.ts'
import type { LogDiff } from '../../db/tables.ts'
import { countWithin, networkOf } from '../limits/counters.ts'
import { noticesOf } from '../webhooks/notices.ts'
import { addToChain, hashedContent, type PreparedLogRow, type LogRow, contentColumns } from './logChain.ts'

/** A log entry as handlers describe it; the remaining columns come from the context. */
export type LogEntry = {
  module: LogModule
  action: LogAction
  target?: LoggedTarget
  diff?: LogDiff
  /** Generated from action, target and diff if omitted. */
  summary?: string
  reason?: string | null
  batchId?: number
  batchCount?: number
  result?: 0 | 1
  errorCode?: string
  /** The person as whom the operator looks or has looked at the product. */
  viewAsId?: number
  /** Performed by a job or by the operator's command, not by a person who is signed in. */
  isAutomatic?: true
}

type Origin = Pick<
  Context<Caller | null>,
  'caller' | 'firmId' | 'now' | 'requestId' | 'ip' | 'device' | 'batch' | 'restores' | 'proposal' | 'onLogged'
> & {
  reason?: string | null
}

type Values = Readonly<Record<string, unknown>>

/** The changed fields with readable values; sensitive values are masked. */
export const diffOf = (fields: Fields, before: Values, after: Values, names: ReferenceNames = {}): LogDiff =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [from, to] = [before[name], after[name]]
    if (!(name in after) || isSame(from, to) || JSON.stringify(from) === JSON.stringify(to)) return []
    const [a, b] = [from, to].map(value => describeMasked(chinese, field, value, name, names))
    return [{ field: name, label: field.label, before: a, after: b, masked: field.isSensitive ? 1 : 0 }]
  })

const actionLabel = (action: LogAction) => withoutContext(logActions.find(([it]) => it === action)![1])

/** Limits the length of a quoted value, and of its part before the first difference. */
const EXCERPT_LENGTH = 40
const EXCERPT_LEAD = 12

/** Excerpts of both values around their first difference: long texts often begin alike. */
const excerpts = (values: readonly unknown[]) => {
  const [before = [], after = []] = values.map(value => [...String(value)])
  const first = before.findIndex((char, index) => char !== after[index])
  const place = first < 0 ? before.length : first
  const start = Math.max(before.length, after.length) > EXCERPT_LENGTH ? Math.max(0, place - EXCERPT_LEAD) : 0
  return [before, after].map(chars => {
    const end = chars.length > start + EXCERPT_LENGTH ? '…' : ''
    return `${start > 0 ? '…' : ''}${chars.slice(start, start + EXCERPT_LENGTH).join('')}${end}`
  })
}

const updateSummary = (name: string, diff: LogDiff) => {
  const [only] = diff
  // Of a picture or a secret, the words for the old and the new value are the same.
  if (diff.length === 1 && only && only.before !== only.after) {
    const { label } = only
    const [before, after] = excerpts([only.before, only.after])
    return `将【${name}】的${label}由“${before}”改为“${after}”`
  }
  const labels = diff
    .slice(0, 4)
    .map(it => it.label)
    .join('、')
  return diff.length > 4 ? `修改【${name}】的${labels}等${diff.length}项` : `修改【${name}】的${labels}`
}

/** Complete sentences, so that they can be translated to the reader's language. */
export const logSummary = ({ action: code, target, diff = [], batchCount }: LogEntry) => {
  const action = actionLabel(code)
  if (!target) return batchCount ? `${action}共${batchCount}项` : action
  const { name } = target
  if (code === 'update' && diff.length > 0) return updateSummary(name, diff)
  if (code === 'leave') return batchCount ? `为${name}办理离所（同批共${batchCount}项）` : `为${name}办理离所`
  return batchCount ? `${action}【${name}】（同批共${batchCount}项）` : `${action}【${name}】`
}

const unimportantActions: readonly LogAction[] = ['login', 'logout']

const isChangeOfValues = ({ action, diff = [] }: LogEntry) =>
  (action === 'update' || action === 'config' || action === 'restore') && diff.length > 0

const restoringSummary = (
  name: string,
  label: string,
  count: number,
  from: NonNullable<Origin['restores']>,
) => {
  if ('version' in from)
    return count === 1
      ? `将【${name}】的${label}恢复为第${from.version}版的内容`
      : `将【${name}】的${label}等${count}项恢复为第${from.version}版的内容`
  return count === 1
    ? `将【${name}】的${label}恢复为${from.time}修改前的内容`
    : `将【${name}】的${label}等${count}项恢复为${from.time}修改前的内容`
}

/** The entry of a change that restores earlier values: says from where they come. */
const restoringEntry = (entry: LogEntry, from: NonNullable<Origin['restores']>): LogEntry => {
  const { target, diff = [] } = entry
  const [first] = diff
  if (!isChangeOfValues(entry) || !target || !first) return entry
  return {
    ...entry,
    action: 'restore',
    summary: restoringSummary(target.name, first.label, diff.length, from),
  }
}

/** Who did something: in a view the administrator who looks at the account, under a mandate the assistant with both names. */
const operatorOf = (caller: Caller | null) => {
  if (caller?.view) return { population: 1 as const, ...caller.view.viewer }
  return caller?.mandate ? { ...caller.mandate.assistant, name: caller.name } : caller
}

/** In whose place an assistant acted; empty for everybody else. */
const mandateDiff = (caller: Caller | null): LogDiff =>
  caller?.mandate
    ? [{ field: 'onBehalfOf', label: '代办', before: '', after: caller.mandate.lawyerName, masked: 0 }]
    : []

/** Who proposed what the operator has approved; empty for everything else. */
const proposalDiff = (proposal: Origin['proposal']): LogDiff =>
  proposal
    ? [
        {
          field: 'proposedBy',
          label: '代理建议',
          before: '',
          after: `智能体令牌【${proposal.tokenName}】（所有者：${proposal.ownerName}）`,
          masked: 0,
        },
      ]
    : []

const logRowOf = (
  { caller, firmId, now, requestId, ip, device, reason, proposal }: Origin,
  entry: LogEntry,
): LogRow => {
  const operator = operatorOf(caller)
  return {
    firmId,
    createdAt: now,
    logType: entry.isAutomatic ? 3 : entry.module === 1 ? 1 : 2,
    module: entry.module,
    action: entry.action,
    important: unimportantActions.includes(entry.action) && entry.result !== 0 ? 0 : 1,
    operatorType: operator?.population ?? null,
    operatorId: operator?.id ?? null,
    operatorName: operator?.name ?? (entry.isAutomatic ? '系统' : '未登录'),
    officeLevel: operator?.officeLevel ?? null,
    organizationId: operator?.organizationId ?? null,
    viewAsId: entry.viewAsId ?? (caller?.view ? caller.id : null),
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    targetName: entry.target?.name ?? null,
    // The office whose log contains this row permanently: a branch reads only the rows of its own office
    // (routes/logs/rows.ts).
    targetOrgId: entry.target?.organizationId ?? operator?.organizationId ?? null,
    summary: firstCharacters(entry.summary ?? logSummary(entry), 200),
    diff: [...mandateDiff(caller), ...proposalDiff(proposal), ...(entry.diff ?? [])],
    reason: entry.reason ?? reason ?? null,
    batchId: entry.batchId ?? null,
    batchCount: entry.batchCount ?? null,
    result: entry.result ?? 1,
    errorCode: entry.errorCode ?? null,
    ip,
    device,
    requestId,
  }
}

/** The row as the database will return it: the hash must cover exactly what can be read back. */
const asStored = (row: LogRow): LogRow => {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return stripUnstorable(value)
    if (Array.isArray(value)) return value.map(cleaned)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value ?? null
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, it]) =>
        it === undefined ? [] : [[stripUnstorable(name), cleaned(it)]],
      ),
    )
  }
  // Cleaning keeps the columns and the types of their values.
  return cleaned(row) as LogRow
}

const prepareRows = (origin: Origin, entries: readonly LogEntry[]): PreparedLogRow[] =>
  entries.map(given => {
    const entry = origin.restores === undefined ? given : restoringEntry(given, origin.restores)
    if (entry.target) origin.onLogged?.(entry.target)
    const row = asStored(logRowOf(origin, { ...entry, ...origin.batch }))
    const values: Values = { ...row, diff: JSON.stringify(row.diff) }
    return {
      firmId: row.firmId,
      notices: noticesOf(row, given),
      content: hashedContent(row),
      values: contentColumns.map(name => values[name] ?? null),
    }
  })

const addAtEnd = atEndOfWrite(addToChain)

/**
 * Logs within the transaction of the change; the rows are written right before COMMIT. The end of the firm's
 * chain must be the last lock of a transaction: held while waiting for another row, it would block everybody
 * who logs, or deadlock.
 */
export const appendLogEntries = (db: Db, origin: Origin, entries: readonly LogEntry[]): Promise<void> => {
  addAtEnd(db, prepareRows(origin, entries))
  return Promise.resolve()
}

/** Updates without a difference are not logged. */
const isEmpty = ({ action, diff }: LogEntry) =>
  (action === 'update' || action === 'config' || action === 'sort') && diff?.length === 0

export const log = async (context: Context<Caller | null>, ...entries: LogEntry[]) => {
  const events = entries.filter(entry => !isEmpty(entry))
  if (events.length > 0) await appendLogEntries(context.db, context, events)
}

/**
 * Logs together with the change, which saves a round trip. Only for transactions that lock nothing
 * afterwards.
 */
export const logWithChange = async (context: Context<Caller | null>, ...entries: LogEntry[]) => {
  const events = entries.filter(entry => !isEmpty(entry))
  if (events.length > 0) await addToChain(context.db, prepareRows(context, events))
}

/**
 * The number of denials of one person or network that are logged per hour: one row for each would let anybody
 * fill the log.
 */
const denialLimit = { most: 30, windowMs: 3_600_000 }

const countDenial = async (db: Db, { firmId, caller, ip, now }: Origin) => {
  const operator = operatorOf(caller)
  const callerKey = operator ? `${operator.population}:${operator.id}` : networkOf(ip)
  try {
    return await countWithin(db, `denied:${firmId}:${callerKey}`, denialLimit, now)
  } catch (error) {
    if (error instanceof ApiError && error.code === '4290') return null
    throw error
  }
}

/** A denial is logged in a transaction of its own, since the transaction of the call was rolled back. */
export const logDenial = (
  database: Database,
  { name, code, ...origin }: Origin & { name: string; code: string },
) =>
  database.write(origin.firmId, async db => {
    const count = await countDenial(db, origin)
    if (count === null) return
    const summary =
      count === denialLimit.most ? `拒绝访问 ${name}（次数过多，一小时内不再逐次记录）` : `拒绝访问 ${name}`
    await appendLogEntries(db, origin, [{ module: 1, action: 'denied', summary, result: 0, errorCode: code }])
  })
