import { and, asc, count, eq, gt, gte, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'

import type { Runtime } from '../../context/runtime.ts'
import { isLockTimeout } from '../../db/connection/connectionErrors.ts'
import { type Database, type Db, openDatabase } from '../../db/connection/open.ts'
import { type LogPartition, logPartitions } from '../../db/rules/logMonths.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import { logs } from '../../db/tables.ts'
import { firmHasHold } from '../holds/holds.ts'
import type { Log } from '../../process/log.ts'
import { anchorLog } from './auditAnchors.ts'
import { archiveName } from './logArchive.ts'
import { chainLine } from './logChain.ts'
import {
  appendCheckpoint,
  checkpointOf,
  expireLogs,
  expirySummary,
  retentionStart,
  lockEndOfLog,
  type LogRetention,
  MAX_ROWS_PER_REMOVAL,
  removeLogRows,
} from './logExpiry.ts'

// Removes a month of the log that no firm keeps. For each firm the rows are archived and covered by a
// checkpoint; then the partition is dropped as a whole, which takes milliseconds regardless of its size.
// Between the two steps the rows still exist and are verified as such (auditChain.ts), so that an interrupted
// run can be repeated.

type Month = LogPartition & { to: Date }

/**
 * The time of a row is that of its call, while its position is assigned at COMMIT: around midnight rows of
 * two months alternate. Rows of the next month up to this many milliseconds are removed with the month
 * before.
 */
const MONTH_OVERLAP_MS = 10 * 60_000

/** Time limit for locking the partition's table, since everybody who logs waits meanwhile. */
const LOCK_TIMEOUT_MS = 1_000

type FirmLimit = { firmId: number; months: number | null; keepsAll: boolean; oldest: Date | null }

/**
 * The retention and the oldest row of each firm, from one statement for all. A suspended firm, and one of which something is held, keeps its log.
 */
const firmLimits = (database: Database, months: number | null): Promise<FirmLimit[]> =>
  database.write(null, async db => {
    await readEveryFirm(db.$client)
    const { rows } =
      await db.execute<FirmLimit>(sql`select firm.firm_id as "firmId", (firm.suspended_at is not null or ${firmHasHold(sql`firm.firm_id`)}) as "keepsAll",
        oldest.created_at as oldest,
        coalesce((select (value -> 'security' ->> 'logMonths')::int from firm_configs
          where firm_id = firm.firm_id and key = 'system'), ${months}::int) as months
      from firms as firm left join lateral
        (select created_at from logs where firm_id = firm.firm_id order by seq limit 1) as oldest on true`)
    return rows
  })

/** The time from which on a firm keeps its log. */
const retentionLimit = ({ months, keepsAll }: FirmLimit, now: Date): Date | null =>
  months === null || keepsAll ? null : retentionStart(now, months)

type LastRowInMonth = { firmId: number; last: number }

/** The firms with rows in a partition, and the number of the last one: two index look-ups for each firm. */
const lastRowsIn = async (db: Db, { name }: LogPartition): Promise<LastRowInMonth[]> => {
  await readEveryFirm(db.$client)
  const table = sql.identifier(name)
  const { rows } = await db.execute<LastRowInMonth>(sql`
    with recursive firm as (
      select min(firm_id) as id from ${table}
      union all
      select (select min(firm_id) from ${table} where firm_id > firm.id) from firm where firm.id is not null)
    select id as "firmId", (select max(seq)::float8 from ${table} where firm_id = firm.id) as last
    from firm where id is not null order by 1`)
  return rows
}

const inMonth = ({ from, to }: Month): SQL =>
  and(lt(logs.createdAt, to), from ? gte(logs.createdAt, from) : undefined)!

/**
 * The firm's rows up to its last one in this month that lie in other partitions; null if they are more than
 * the overlap around midnight.
 */
const rowsElsewhere = async (db: Db, month: Month, { firmId, last }: LastRowInMonth, after: number) => {
  const condition = and(gt(logs.seq, after), lte(logs.seq, last), not(inMonth(month)))!
  const later = new Date(month.to.getTime() + MONTH_OVERLAP_MS)
  const [found] = await db
    .select({ all: count(), later: sql<number>`count(*) filter (where ${gte(logs.createdAt, later)})::int` })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), condition))
  return !found || found.later > 0 || found.all > MAX_ROWS_PER_REMOVAL
    ? null
    : { which: condition, count: found.all }
}

type Expiry = { owner: Database; now: Date; retention: LogRetention }

/** Archives the rows after `after`; returns their number and the hash of the last one. */
const archiveThrough = async (
  { owner, retention }: Expiry,
  { firmId, last }: LastRowInMonth,
  after: number,
): Promise<{ rows: number; hash: string }> => {
  const archived = { rows: 0, seq: after, hash: '' }
  for (;;) {
    const rows = await owner.read(firmId, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.firmId, firmId), gt(logs.seq, archived.seq), lte(logs.seq, last)))
        .orderBy(asc(logs.seq))
        .limit(MAX_ROWS_PER_REMOVAL),
    )
    const [first, end] = [rows[0], rows.at(-1)]
    if (!first || !end) return archived
    await retention.archiveLog(firmId, archiveName(first.seq, end.seq), rows.map(chainLine).join(''))
    Object.assign(archived, { rows: archived.rows + rows.length, seq: end.seq, hash: end.hash })
  }
}

/**
 * Archives a firm's rows of a month and appends the checkpoint. Returns false if the rows cannot be removed
 * with the month.
 */
const sealMonth = async (
  expiry: Expiry,
  month: Month,
  end: LastRowInMonth,
  limit: FirmLimit,
): Promise<boolean> => {
  const { owner, now } = expiry
  const { firmId, last } = end
  const { after, elsewhere } = await owner.read(firmId, async db => {
    const { seq } = (await checkpointOf(db, firmId)) ?? { seq: 0 }
    return { after: seq, elsewhere: await rowsElsewhere(db, month, end, seq) }
  })
  if (after >= last) return true
  if (!elsewhere) return false
  const { rows, hash } = await archiveThrough(expiry, end, after)
  return owner.write(firmId, async db => {
    await lockEndOfLog(db, firmId)
    const { seq } = (await checkpointOf(db, firmId)) ?? { seq: 0 }
    // Another process has done this meanwhile.
    if (seq !== after) return seq >= last
    if (elsewhere.count > 0) await removeLogRows(db, firmId, elsewhere.which)
    const removal = { firmId, now, summary: expirySummary(limit.months!) }
    await appendCheckpoint(db, removal, { seq: last, hash, count: rows })
    return true
  })
}

/**
 * Drops a partition whose rows are all covered by checkpoints; returns false if a row was added since or the
 * lock timed out.
 */
const dropMonth = (owner: Database, month: Month, sealed: readonly LastRowInMonth[]): Promise<boolean> =>
  owner
    .write(null, async db => {
      await db.execute(sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`)
      await db.execute(sql`lock table only logs in access exclusive mode`)
      const ends = await lastRowsIn(db, month)
      const isSealed = ({ firmId, last }: LastRowInMonth) =>
        sealed.some(end => end.firmId === firmId && last <= end.last)
      if (!ends.every(isSealed)) return false
      await db.execute(sql`alter table logs detach partition ${sql.identifier(month.name)}`)
      await db.execute(sql`drop table ${sql.identifier(month.name)}`)
      return true
    })
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return false
      throw error
    })

/**
 * If a firm keeps the month, or its rows cannot be removed with it, the rows of the other firms are deleted.
 * A month in use waits for the next run, already archived and covered by checkpoints.
 */
const expireMonth = async (
  expiry: Expiry,
  month: Month,
  limits: ReadonlyMap<number, FirmLimit>,
): Promise<'gone' | 'waits' | 'stays'> => {
  const { owner, now, retention } = expiry
  const ends = await owner.read(null, db => lastRowsIn(db, month))
  const due = ends.filter(({ firmId }) => {
    const limit = limits.get(firmId)
    return limit && (retentionLimit(limit, now) ?? 0) >= month.to
  })
  if (due.length === ends.length) {
    let isSealed = true
    for (const end of due)
      isSealed = (await sealMonth(expiry, month, end, limits.get(end.firmId)!)) && isSealed
    if (isSealed) return (await dropMonth(owner, month, ends)) ? 'gone' : 'waits'
  }
  for (const { firmId } of due) await expireLogs(owner, firmId, now, { ...retention, until: month.to })
  return 'stays'
}

type Job = Pick<Runtime, 'database' | 'services' | 'now'> & { owner: pg.ClientConfig; log: Log }

/**
 * Job: removes rows beyond the retention from each firm's log and anchors the new end of the log outside the
 * database.
 */
export const expireLogsOfFirms = async ({
  database,
  services: { installation },
  owner: connection,
  now: clock,
  log,
}: Job): Promise<void> => {
  const now = clock()
  const limits = await firmLimits(database, installation.logMonths)
  const due = limits.filter(
    limit => limit.oldest && new Date(limit.oldest) < (retentionLimit(limit, now) ?? 0),
  )
  if (due.length === 0) return
  const youngest = new Date(Math.max(...due.map(limit => retentionLimit(limit, now)!.getTime())))
  const owner = await openDatabase({ connection, max: 1, log })
  try {
    const expiry = { owner, now, retention: installation }
    const byFirm = new Map(limits.map(limit => [limit.firmId, limit]))
    const partitions = await owner.read(null, db => logPartitions(db.$client))
    let isWaiting = false
    for (const { to, ...month } of partitions) {
      if (!to || to > youngest) continue
      const outcome = await expireMonth(expiry, { ...month, to }, byFirm)
      isWaiting ||= outcome === 'waits'
      log.info({ partition: month.name, outcome }, 'a month of the audit log has expired')
    }
    for (const { firmId } of due) {
      const removed = isWaiting ? 0 : await expireLogs(owner, firmId, now, installation)
      if (removed > 0)
        log.info({ firmId, removed }, 'expired rows of the audit log were archived and removed')
      await anchorLog(database, firmId)
    }
  } finally {
    await owner.close()
  }
}
