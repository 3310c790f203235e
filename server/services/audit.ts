import { createHash } from 'node:crypto'

import { asc, eq, sql } from 'drizzle-orm'

import {
  describe,
  type Fields,
  type LogAction,
  type LogModule,
  logActions,
  type Names,
} from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Database, Db } from '../db/open.ts'
import { type LogDiff, logHeads, logs } from '../db/tables.ts'

type Target = { type: string; id: number; name: string; organizationId: number | null }

/** What a handler says of what it did; the rest comes from the context. */
export type Entry = {
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

/** The fields whose value differs, as a person reads them; sensitive values are masked. */
export const diffOf = (fields: Fields, before: object, after: object, names: Names = {}): LogDiff =>
  Object.entries(fields).flatMap(([field, it]) => {
    const [from, to] = [before, after].map(row => (row as Record<string, unknown>)[field])
    if (!(field in after) || JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) return []
    const [a, b] = [from, to].map(value => describe(it, value, field, names))
    return [
      { field, label: it.label, before: a, after: b, masked: it.isSensitive ? (1 as const) : (0 as const) },
    ]
  })

const actionLabel = (action: LogAction) => logActions.find(([it]) => it === action)![1]

/** So much of a value is quoted, and so much of it before the place where it changed. */
const quoted = 40
const lead = 12

/** Both values around the first place where they differ: the beginnings of two long texts are often the same. */
const excerpts = (values: readonly unknown[]) => {
  const [before = [], after = []] = values.map(it => [...String(it)])
  const first = before.findIndex((char, index) => char !== after[index])
  const place = first < 0 ? before.length : first
  const start = Math.max(before.length, after.length) > quoted ? Math.max(0, place - lead) : 0
  return [before, after].map(chars => {
    const end = chars.length > start + quoted ? '…' : ''
    return `${start > 0 ? '…' : ''}${chars.slice(start, start + quoted).join('')}${end}`
  })
}

const summaryOf = ({ action, target, diff = [], batchCount }: Entry) => {
  const name = target ? `【${target.name}】` : ''
  const [only] = diff
  if (action === 'update' && diff.length === 1 && only) {
    const [before, after] = excerpts([only.before, only.after])
    return `将${name}的${only.label}由“${before}”改为“${after}”`
  }
  if (action === 'update' && diff.length > 1)
    return `修改${name}的${diff
      .slice(0, 4)
      .map(it => it.label)
      .join('、')}${diff.length > 4 ? `等${diff.length}项` : ''}`
  const batch = batchCount ? (target ? `(同批共${batchCount}项)` : `共${batchCount}项`) : ''
  return `${actionLabel(action)}${name}${batch}`
}

const unimportant: readonly LogAction[] = ['login', 'logout']

type Row = Omit<typeof logs.$inferInsert, 'seq' | 'prevHash' | 'hash' | 'id'>

const rowOf = ({ caller, firmId, now, requestId, ip, device, reason }: Origin, entry: Entry): Row => ({
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
  targetOrgId: entry.target?.organizationId ?? caller?.organizationId ?? null,
  summary: (entry.summary ?? summaryOf(entry)).slice(0, 200),
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

/** JSON whose keys are sorted: jsonb does not keep their order, and a hash must. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) =>
    it && typeof it === 'object' && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  )

const chained = (prevHash: string, seq: number, row: Row) =>
  createHash('sha256')
    .update(`${prevHash}\n${seq}\n${canonical({ ...row, createdAt: row.createdAt.toISOString() })}`)
    .digest('hex')

/** Appends to the firm's chain, in the transaction of what is logged: three statements for any number of rows. */
export const append = async (db: Db, origin: Origin, entries: readonly Entry[]) => {
  const { firmId } = origin
  const count = entries.length
  const [head] = await db
    .insert(logHeads)
    .values({ firmId, seq: count, hash: '' })
    .onConflictDoUpdate({ target: logHeads.firmId, set: { seq: sql`${logHeads.seq} + ${count}` } })
    .returning()
  let { hash } = head!
  const rows = entries.map((entry, index) => {
    const row = rowOf(origin, entry)
    const seq = head!.seq - count + index + 1
    const prevHash = hash
    hash = chained(prevHash, seq, row)
    return { ...row, seq, prevHash, hash }
  })
  await db.insert(logs).values(rows)
  await db.update(logHeads).set({ hash }).where(eq(logHeads.firmId, firmId))
}

export const log = (context: Context<Caller | null>, ...entries: Entry[]) =>
  append(context.db, context, entries)

/** A denial has its own row and its own transaction, since that of the call was rolled back. */
export const recordDenial = (
  database: Database,
  { name, code, ...origin }: Origin & { name: string; code: string },
) =>
  database.write(origin.firmId, db =>
    append(db, origin, [
      { module: 1, action: 'denied', summary: `拒绝访问 ${name}`, result: 0, errorCode: code },
    ]),
  )

/** Recomputes a firm's chain; answers the sequence number of the first row that does not fit, or null. */
export const verifyAudit = async (
  db: Db,
  firmId: number,
): Promise<{ checked: number; brokenAt: number | null }> => {
  const step = 5000
  let [hash, seq] = ['', 0]
  for (;;) {
    const rows = await db
      .select()
      .from(logs)
      .where(sql`${logs.firmId} = ${firmId} and ${logs.seq} > ${seq}`)
      .orderBy(asc(logs.seq))
      .limit(step)
    for (const { id: _, search: _search, seq: found, prevHash, hash: stored, ...row } of rows) {
      if (found !== seq + 1 || prevHash !== hash || chained(hash, found, row) !== stored)
        return { checked: seq, brokenAt: seq + 1 }
      ;[hash, seq] = [stored, found]
    }
    if (rows.length < step) break
  }
  const [head] = await db.select().from(logHeads).where(eq(logHeads.firmId, firmId))
  return { checked: seq, brokenAt: (head?.seq ?? 0) === seq ? null : seq + 1 }
}
