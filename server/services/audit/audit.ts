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
import type { Caller, Context } from '../../context/context.ts'
import { atEndOfWrite, type Database, type Db } from '../../db/connection/open.ts'
import type { LogDiff } from '../../db/tables.ts'
import { countWithin, networkOf } from '../limits/counters.ts'
import { addToChain, hashedContent, type Ready, type LogRow, toldColumns } from './logChain.ts'

// This file keeps promise Q43 of server/promises.md.

type Target = { type: string; id: number; name: string; organizationId: number | null }

/** What a handler says of what it did; the rest comes from the context. */
export type LogEntry = {
  module: LogModule
  action: LogAction
  target?: Target
  diff?: LogDiff
  /** Generated from action, target and diff when left out. */
  summary?: string
  reason?: string | null
  batchId?: number
  batchCount?: number
  result?: 0 | 1
  errorCode?: string
  /** Done by the clock, not by a person. */
  isAutomatic?: true
}

type Origin = Pick<Context<Caller | null>, 'caller' | 'firmId' | 'now' | 'requestId' | 'ip' | 'device'> & {
  reason?: string | null
}

type Values = Readonly<Record<string, unknown>>

/** The fields whose value differs, as a person reads them; sensitive values are masked. */
export const diffOf = (fields: Fields, before: Values, after: Values, names: ReferenceNames = {}): LogDiff =>
  Object.entries(fields).flatMap(([name, field]) => {
    const [from, to] = [before[name], after[name]]
    if (!(name in after) || isSame(from, to) || JSON.stringify(from) === JSON.stringify(to)) return []
    const [a, b] = [from, to].map(value => describeMasked(chinese, field, value, name, names))
    return [{ field: name, label: field.label, before: a, after: b, masked: field.isSensitive ? 1 : 0 }]
  })

const actionLabel = (action: LogAction) => withoutContext(logActions.find(([it]) => it === action)![1])

/** So much of a value is quoted, and so much of it before the place where it changed. */
const quoted = 40
const lead = 12

/** Both values around the first place where they differ: the beginnings of two long texts are often the same. */
const excerpts = (values: readonly unknown[]) => {
  const [before = [], after = []] = values.map(value => [...String(value)])
  const first = before.findIndex((char, index) => char !== after[index])
  const place = first < 0 ? before.length : first
  const start = Math.max(before.length, after.length) > quoted ? Math.max(0, place - lead) : 0
  return [before, after].map(chars => {
    const end = chars.length > start + quoted ? '…' : ''
    return `${start > 0 ? '…' : ''}${chars.slice(start, start + quoted).join('')}${end}`
  })
}

const updateSummary = (name: string, diff: LogDiff) => {
  const [only] = diff
  if (diff.length === 1 && only) {
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

/** Whole sentences, so that they can be told again in another language. */
export const logSummary = ({ action: code, target, diff = [], batchCount }: LogEntry) => {
  const action = actionLabel(code)
  if (!target) return batchCount ? `${action}共${batchCount}项` : action
  const { name } = target
  if (code === 'update' && diff.length > 0) return updateSummary(name, diff)
  if (code === 'leave') return batchCount ? `为${name}办理离所（同批共${batchCount}项）` : `为${name}办理离所`
  return batchCount ? `${action}【${name}】（同批共${batchCount}项）` : `${action}【${name}】`
}

const unimportant: readonly LogAction[] = ['login', 'logout']

const rowOf = ({ caller, firmId, now, requestId, ip, device, reason }: Origin, entry: LogEntry): LogRow => ({
  firmId,
  createdAt: now,
  logType: entry.isAutomatic ? 3 : entry.module === 1 ? 1 : 2,
  module: entry.module,
  action: entry.action,
  important: unimportant.includes(entry.action) && entry.result !== 0 ? 0 : 1,
  operatorType: caller?.population ?? null,
  operatorId: caller?.id ?? null,
  operatorName: caller?.name ?? (entry.isAutomatic ? '系统' : '未登录'),
  officeLevel: caller?.officeLevel ?? null,
  organizationId: caller?.organizationId ?? null,
  viewAsId: null,
  targetType: entry.target?.type ?? null,
  targetId: entry.target?.id ?? null,
  targetName: entry.target?.name ?? null,
  // Whose log the row stands in, for good: a branch reads the rows of its office and no others (routes/logs/rows.ts).
  targetOrgId: entry.target?.organizationId ?? caller?.organizationId ?? null,
  summary: firstCharacters(entry.summary ?? logSummary(entry), 200),
  diff: entry.diff ?? [],
  reason: entry.reason ?? reason ?? null,
  batchId: entry.batchId ?? null,
  batchCount: entry.batchCount ?? null,
  result: entry.result ?? 1,
  errorCode: entry.errorCode ?? null,
  ip,
  device,
  requestId,
})

/** As the database gives it back: what is hashed must be what can be read again, whoever wrote it. */
const stored = (row: LogRow): LogRow => {
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
  // The same columns with values of the same types.
  return cleaned(row) as LogRow
}

const readyRows = (origin: Origin, entries: readonly LogEntry[]): Ready[] =>
  entries.map(entry => {
    const row = stored(rowOf(origin, entry))
    const values: Values = { ...row, diff: JSON.stringify(row.diff) }
    return {
      firmId: row.firmId,
      content: hashedContent(row),
      values: toldColumns.map(name => values[name] ?? null),
    }
  })

const addAtEnd = atEndOfWrite(addToChain)

/**
 * Logs within the transaction of what is logged; the rows are written right before COMMIT. The end of the firm's chain is
 * the last lock of every transaction: held while waiting for another row, it would block everybody who logs, or deadlock.
 */
export const append = (db: Db, origin: Origin, entries: readonly LogEntry[]): Promise<void> => {
  addAtEnd(db, readyRows(origin, entries))
  return Promise.resolve()
}

/** A change that changed nothing is no event. */
const isEmpty = ({ action, diff }: LogEntry) =>
  (action === 'update' || action === 'config' || action === 'sort') && diff?.length === 0

export const log = async (context: Context<Caller | null>, ...entries: LogEntry[]) => {
  const events = entries.filter(entry => !isEmpty(entry))
  if (events.length > 0) await append(context.db, context, events)
}

/**
 * Logs together with the change, which saves a round trip. Only where the transaction locks nothing afterwards.
 */
export const logWithChange = async (context: Context<Caller | null>, ...entries: LogEntry[]) => {
  const events = entries.filter(entry => !isEmpty(entry))
  if (events.length > 0) await addToChain(context.db, readyRows(context, events))
}

/** So many denials of one person, or of one network, are logged each hour: a row each would let anybody fill the log. */
const denials = { most: 30, windowMs: 3_600_000 }

const countDenial = async (db: Db, { firmId, caller, ip, now }: Origin) => {
  const who = caller ? `${caller.population}:${caller.id}` : networkOf(ip)
  try {
    return await countWithin(db, `denied:${firmId}:${who}`, denials, now)
  } catch (error) {
    if (error instanceof ApiError && error.code === '4290') return null
    throw error
  }
}

/** A denial has its own row and its own transaction, since that of the call was rolled back. */
export const logDenial = (
  database: Database,
  { name, code, ...origin }: Origin & { name: string; code: string },
) =>
  database.write(origin.firmId, async db => {
    const count = await countDenial(db, origin)
    if (count === null) return
    const summary =
      count === denials.most ? `拒绝访问 ${name}（次数过多，一小时内不再逐次记录）` : `拒绝访问 ${name}`
    await append(db, origin, [{ module: 1, action: 'denied', summary, result: 0, errorCode: code }])
  })
