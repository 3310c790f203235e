import { and, asc, desc, eq, lte, min, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import type { Database, Db } from '../../db/connection/open.ts'
import { monthAfter } from '../../db/rules/logMonths.ts'
import { announceRemoval } from '../../db/rules/rules.ts'
import { type LogDiff, logHeads, logs } from '../../db/tables.ts'
import type { Services } from '../../context/services.ts'
import { appendLogEntries } from './audit.ts'
import { archiveName } from './logArchive.ts'
import { chainLine } from './logChain.ts'
import { securityOf } from '../settings/systemConfig.ts'

// The firm sets how many months its log is kept (系统配置), otherwise the installation does. Older rows are
// archived and removed from the beginning of the chain. A signed row at its end, the checkpoint, names the
// last removed row, so that the remaining chain can be verified from there and the archive up to there. A
// month that no firm keeps is removed with its partition (logMonthExpiry.ts); in other months the rows of
// single firms are deleted.

/** Rows that one transaction removes at most, since nobody can log until it ends. */
export const MAX_ROWS_PER_REMOVAL = 2_000

/**
 * The beginning of the month, in the firm's time zone, that lies this many months back; older rows are
 * removed by whole months.
 */
export const retentionStart = (now: Date, months: number): Date => monthAfter(now, -months)

const checkpointShape = z.object({ seq: z.int().positive(), hash: z.string(), count: z.int().positive() })
/** The last removed row and the number of rows removed with it. */
export type Checkpoint = z.output<typeof checkpointShape>

const labels = { seq: '最后删除的序号', hash: '其校验值', count: '删除条数' } as const

const diffOf = (checkpoint: Checkpoint): LogDiff =>
  (['seq', 'hash', 'count'] as const).map(field => ({
    field,
    label: labels[field],
    before: null,
    after: checkpoint[field],
    masked: 0,
  }))

/** The newest checkpoint, from which the chain is verified; null if nothing was ever removed. */
export const checkpointOf = async (db: Pick<Db, 'select'>, firmId: number): Promise<Checkpoint | null> => {
  const [row] = await db
    .select({ diff: logs.diff })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), eq(logs.action, 'expire')))
    .orderBy(desc(logs.seq))
    .limit(1)
  if (!row) return null
  const values = Object.fromEntries(row.diff.map(({ field, after }) => [field, after]))
  return checkpointShape.safeParse(values).data ?? null
}

/** Up to `MAX_ROWS_PER_REMOVAL` rows at the beginning of the log that are older than `since`. */
const oldestBefore = async (db: Db, firmId: number, since: Date) => {
  const rows = await db
    .select()
    .from(logs)
    .where(eq(logs.firmId, firmId))
    .orderBy(asc(logs.seq))
    .limit(MAX_ROWS_PER_REMOVAL)
  const end = rows.findIndex(row => row.createdAt >= since)
  return end === -1 ? rows : rows.slice(0, end)
}

/** Requires the tables' owner, since the server's login cannot delete. Other firms log meanwhile. */
export const removeLogRows = async (db: Db, firmId: number, which: SQL) => {
  await announceRemoval(db.$client, true)
  const { rowCount } = await db.delete(logs).where(and(eq(logs.firmId, firmId), which))
  await announceRemoval(db.$client, false)
  return rowCount ?? 0
}
const removeUpTo = (db: Db, firmId: number, seq: number) => removeLogRows(db, firmId, lte(logs.seq, seq))

export const lockEndOfLog = (db: Db, firmId: number) =>
  db.select().from(logHeads).where(eq(logHeads.firmId, firmId)).for('update')

type Removal = { firmId: number; now: Date; summary: (count: number) => string }

/** Appends the checkpoint from which the chain is verified from now on. */
export const appendCheckpoint = (
  db: Db,
  { firmId, now, summary }: Removal,
  checkpoint: Checkpoint,
): Promise<void> => {
  const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
  const { count } = checkpoint
  return appendLogEntries(db, origin, [
    {
      module: 11,
      action: 'expire',
      summary: summary(count),
      diff: diffOf(checkpoint),
      batchCount: count,
      isAutomatic: true,
    },
  ])
}

/** Removes the rows up to this one and appends the checkpoint. */
const removePortion = async (
  db: Db,
  removal: Removal,
  { seq, hash }: Pick<Checkpoint, 'seq' | 'hash'>,
): Promise<number> => {
  const count = await removeUpTo(db, removal.firmId, seq)
  await appendCheckpoint(db, removal, { seq, hash, count })
  return count
}

export type LogRetention = Pick<Services['installation'], 'logMonths' | 'archiveLog'>

export const expirySummary = (logMonths: number) => (count: number) =>
  `删除了超过${logMonths}个月的${count}条日志`

/**
 * Removes rows that an earlier run archived and covered by a checkpoint, but whose partition could not be
 * dropped.
 */
const removeSealed = (owner: Database, firmId: number): Promise<number> =>
  owner.write(firmId, async db => {
    await lockEndOfLog(db, firmId)
    const checkpoint = await checkpointOf(db, firmId)
    if (!checkpoint) return 0
    const sealed = await db
      .select({ seq: logs.seq })
      .from(logs)
      .where(and(eq(logs.firmId, firmId), lte(logs.seq, checkpoint.seq)))
      .orderBy(asc(logs.seq))
      .limit(MAX_ROWS_PER_REMOVAL)
    const last = sealed.at(-1)
    return last ? removeUpTo(db, firmId, last.seq) : 0
  })

/** Rows are archived before they are removed; a repeated run after a failure archives the same rows again. */
const expirePortion = async (
  owner: Database,
  firmId: number,
  now: Date,
  { logMonths: months, archiveLog, until }: LogRetention & { until?: Date },
): Promise<number> => {
  const sealed = await removeSealed(owner, firmId)
  if (sealed > 0) return sealed
  const { logMonths, rows } = await owner.read(firmId, async db => {
    const limit = (await securityOf(db, firmId)).logMonths ?? months
    if (limit === null) return { logMonths: 0, rows: [] }
    const since = retentionStart(now, limit)
    return {
      logMonths: limit,
      rows: await oldestBefore(db, firmId, until && until < since ? until : since),
    }
  })
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  await archiveLog(firmId, archiveName(first.seq, last.seq), rows.map(chainLine).join(''))
  return owner.write(firmId, async db => {
    await lockEndOfLog(db, firmId)
    const [oldest] = await db
      .select({ seq: min(logs.seq) })
      .from(logs)
      .where(eq(logs.firmId, firmId))
    // Another process has removed these rows meanwhile.
    if (oldest?.seq !== first.seq) return 0
    return removePortion(db, { firmId, now, summary: expirySummary(logMonths) }, last)
  })
}

/**
 * Removes the log of a firm in deletion except for its last rows, in portions with a checkpoint each: its log
 * can be verified until the firm is deleted.
 */
export const shortenLog = async (owner: Database, firmId: number, now: Date): Promise<void> => {
  const summary = (count: number) => `律所正在删除，删除了${count}条日志`
  const shorten = () =>
    owner.write(firmId, async db => {
      await lockEndOfLog(db, firmId)
      const rows = await oldestBefore(db, firmId, new Date(8.64e15))
      if (rows.length < MAX_ROWS_PER_REMOVAL) return false
      await removePortion(db, { firmId, now, summary }, rows.at(-1)!)
      return true
    })
  while (await shorten()) continue
}

/**
 * Removes the last rows and returns the end of the log; null if there was none. Nothing may be logged for the
 * firm afterwards.
 */
export const removeLog = async (db: Db, firmId: number): Promise<Pick<Checkpoint, 'seq' | 'hash'> | null> => {
  const [head] = await lockEndOfLog(db, firmId)
  if (!head) return null
  await removeUpTo(db, firmId, head.seq)
  return { seq: head.seq, hash: head.hash }
}

/**
 * Removes rows beyond the retention of the firm's log in portions, each with its checkpoint in one
 * transaction; returns the number of removed rows. `owner` is the login that owns the tables; `until`
 * excludes rows after this time.
 */
export const expireLogs = async (
  owner: Database,
  firmId: number,
  now: Date,
  retention: LogRetention & { until?: Date },
): Promise<number> => {
  let removed = 0
  for (;;) {
    const count = await expirePortion(owner, firmId, now, retention)
    removed += count
    if (count === 0) return removed
  }
}
