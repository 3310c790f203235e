import { and, asc, desc, eq, lte, min, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'

import type { Database, Db } from '../../db/connection/open.ts'
import { monthAfter } from '../../db/rules/logMonths.ts'
import { type LogDiff, logHeads, logs } from '../../db/tables.ts'
import type { Services } from '../../context/services.ts'
import { append } from './audit.ts'
import { archiveName } from './logArchive.ts'
import { chainLine } from './logChain.ts'
import { securityOf } from '../settings/systemConfig.ts'

// The firm says for how many months its log is kept (系统配置), or else the installation does. Older rows are written to an
// archive and removed from the beginning of the chain; a row at its end, signed like every other, says which was the last of
// them, so that the chain can be verified from there, and the archive up to there. A month that no firm keeps any longer goes
// with its partition (logMonthExpiry.ts); where some firms keep it, the rows of the others are deleted.

/** Rows that one transaction removes at most, since nobody can log until it ends. */
export const mostRows = 2_000

/** The beginning of the firm's month that lies so many months back: what is older goes, month by month. */
export const keptSince = (now: Date, months: number): Date => monthAfter(now, -months)

const checkpointShape = z.object({ seq: z.int().positive(), hash: z.string(), count: z.int().positive() })
/** The last row that was removed, and how many went with it. */
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

/** The newest row that tells of a removal, from which the chain is verified; null where nothing was ever removed. */
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

/** Up to `mostRows` rows at the beginning of the log that are older than `since`. */
const oldestBefore = async (db: Db, firmId: number, since: Date) => {
  const rows = await db
    .select()
    .from(logs)
    .where(eq(logs.firmId, firmId))
    .orderBy(asc(logs.seq))
    .limit(mostRows)
  const end = rows.findIndex(row => row.createdAt >= since)
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * By the tables' owner, since the server's login can't delete. The trigger that refuses it is off within the transaction
 * alone; whoever logs waits, first for the end of the chain, which is locked before the table.
 */
export const removeLogRows = async (db: Db, firmId: number, which: SQL) => {
  await db.execute(sql`alter table logs disable trigger append_only`)
  const { rowCount } = await db.delete(logs).where(and(eq(logs.firmId, firmId), which))
  await db.execute(sql`alter table logs enable trigger append_only`)
  return rowCount ?? 0
}
const removeUpTo = (db: Db, firmId: number, seq: number) => removeLogRows(db, firmId, lte(logs.seq, seq))

export const lockEndOfLog = (db: Db, firmId: number) =>
  db.select().from(logHeads).where(eq(logHeads.firmId, firmId)).for('update')

type Removal = { firmId: number; now: Date; summary: (count: number) => string }

/** Appends the row from which the chain is verified from now on. */
export const appendCheckpoint = (
  db: Db,
  { firmId, now, summary }: Removal,
  checkpoint: Checkpoint,
): Promise<void> => {
  const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
  const { count } = checkpoint
  return append(db, origin, [
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

/** Removes the rows up to this one, and appends the row that says so. */
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

/** Rows that an earlier run has archived and said to be removed, and whose partition could not go. */
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
      .limit(mostRows)
    const last = sealed.at(-1)
    return last ? removeUpTo(db, firmId, last.seq) : 0
  })

/** Rows are in the archive before they are removed; a removal that fails finds them there, and writes the same again. */
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
    const since = keptSince(now, limit)
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
 * Removes the log of a firm that is being deleted but for its last rows, portion by portion, and each time with the row that
 * says so: until the firm is gone, its log can be verified.
 */
export const shortenLog = async (owner: Database, firmId: number, now: Date): Promise<void> => {
  const summary = (count: number) => `律所正在删除，删除了${count}条日志`
  const shorten = () =>
    owner.write(firmId, async db => {
      await lockEndOfLog(db, firmId)
      const rows = await oldestBefore(db, firmId, new Date(8.64e15))
      if (rows.length < mostRows) return false
      await removePortion(db, { firmId, now, summary }, rows.at(-1)!)
      return true
    })
  while (await shorten()) continue
}

/** Removes the last rows and answers where the log had come to; null where there is none. Nothing may be logged for the firm afterwards. */
export const removeLog = async (db: Db, firmId: number): Promise<Pick<Checkpoint, 'seq' | 'hash'> | null> => {
  const [head] = await lockEndOfLog(db, firmId)
  if (!head) return null
  await removeUpTo(db, firmId, head.seq)
  return { seq: head.seq, hash: head.hash }
}

/**
 * Removes what is older than the firm's log is kept, portion by portion, each with the row that says so in one transaction;
 * answers how many rows went. `owner` is the login that owns the tables; `until` leaves what is younger for another time.
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
