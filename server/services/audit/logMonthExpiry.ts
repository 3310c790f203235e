import { and, asc, count, eq, gt, gte, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'

import type { Runtime } from '../../context/runtime.ts'
import { isLockTimeout } from '../../db/connection/connectionErrors.ts'
import { type Database, type Db, openDatabase } from '../../db/connection/open.ts'
import { type LogPartition, logPartitions } from '../../db/rules/logMonths.ts'
import { logs } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { anchorLog } from './auditAnchors.ts'
import { archiveName } from './logArchive.ts'
import { chainLine } from './logChain.ts'
import {
  appendCheckpoint,
  checkpointOf,
  expireLogs,
  expirySummary,
  keptSince,
  lockEndOfLog,
  type LogRetention,
  mostRows,
  removeLogRows,
} from './logExpiry.ts'

// A month of the log that no firm keeps any longer. Firm by firm its rows are archived and the end of the chain says that they are
// removed; then the partition goes as a whole, which takes milliseconds however many rows it has. Between the two the rows
// are still there, and are verified as such (auditChain.ts): whatever ends the process, the next run goes on.

type Month = LogPartition & { to: Date }

/**
 * The time of a row is that of its call, and its place is given at COMMIT: around midnight rows of two months stand among each
 * other. So many milliseconds of the next month go with the one before.
 */
const overlapMs = 10 * 60_000

/** Milliseconds that the removal of a partition waits for those who use the log, while everybody else waits for it. */
const lockMs = 1_000

type FirmLimit = { firmId: number; months: number | null; isSuspended: boolean; oldest: Date | null }

/** How long each firm keeps its log and what its oldest row is, by one statement for all. A suspended firm loses nothing. */
const firmLimits = (database: Database, months: number | null): Promise<FirmLimit[]> =>
  database.write(null, async db => {
    await readEveryFirm(db)
    const { rows } =
      await db.execute<FirmLimit>(sql`select firm.firm_id as "firmId", firm.suspended_at is not null as "isSuspended",
        oldest.created_at as oldest,
        coalesce((select (value -> 'security' ->> 'logMonths')::int from firm_configs
          where firm_id = firm.firm_id and key = 'system'), ${months}::int) as months
      from firms as firm left join lateral
        (select created_at from logs where firm_id = firm.firm_id order by seq limit 1) as oldest on true`)
    return rows
  })

const readEveryFirm = (db: Db) => db.execute(sql`select set_config('app.every_firm', 'on', true)`)

/** From when on a firm keeps its log. */
const limitOf = ({ months, isSuspended }: FirmLimit, now: Date): Date | null =>
  months === null || isSuspended ? null : keptSince(now, months)

type EndInMonth = { firmId: number; last: number }

/** The firms that have rows in a partition, with the number of the last one: two look-ups in an index for each. */
const endsIn = async (db: Db, { name }: LogPartition): Promise<EndInMonth[]> => {
  await readEveryFirm(db)
  const table = sql.identifier(name)
  const { rows } = await db.execute<EndInMonth>(sql`
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

/** Rows up to the firm's last one in this month that are in other partitions; null where they are no overlap of minutes. */
const rowsElsewhere = async (db: Db, month: Month, { firmId, last }: EndInMonth, after: number) => {
  const which = and(gt(logs.seq, after), lte(logs.seq, last), not(inMonth(month)))!
  const later = new Date(month.to.getTime() + overlapMs)
  const [found] = await db
    .select({ all: count(), later: sql<number>`count(*) filter (where ${gte(logs.createdAt, later)})::int` })
    .from(logs)
    .where(and(eq(logs.firmId, firmId), which))
  return !found || found.later > 0 || found.all > mostRows ? null : { which, count: found.all }
}

type Expiry = { owner: Database; now: Date; retention: LogRetention }

/** Archives the rows behind `after`, and answers how many they are and the hash of the last. */
const archiveThrough = async (
  { owner, retention }: Expiry,
  { firmId, last }: EndInMonth,
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
        .limit(mostRows),
    )
    const [first, end] = [rows[0], rows.at(-1)]
    if (!first || !end) return archived
    await retention.archiveLog(firmId, archiveName(first.seq, end.seq), rows.map(chainLine).join(''))
    Object.assign(archived, { rows: archived.rows + rows.length, seq: end.seq, hash: end.hash })
  }
}

/** Archives a firm's rows of a month, and says in its log that they are removed. False where they can't go with the month. */
const sealMonth = async (
  expiry: Expiry,
  month: Month,
  end: EndInMonth,
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
    // Another process has done so meanwhile.
    if (seq !== after) return seq >= last
    if (elsewhere.count > 0) await removeLogRows(db, firmId, elsewhere.which)
    const removal = { firmId, now, summary: expirySummary(limit.months!) }
    await appendCheckpoint(db, removal, { seq: last, hash, count: rows })
    return true
  })
}

/** Removes a partition whose rows are all sealed; false where one was added since, or where it is in use for too long. */
const dropMonth = (owner: Database, month: Month, sealed: readonly EndInMonth[]): Promise<boolean> =>
  owner
    .write(null, async db => {
      await db.execute(sql`set local lock_timeout = ${sql.raw(String(lockMs))}`)
      await db.execute(sql`lock table only logs in access exclusive mode`)
      const ends = await endsIn(db, month)
      const isSealed = ({ firmId, last }: EndInMonth) =>
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
 * Where a firm keeps the month, or its rows can't go with it, the rows of the others are deleted. A month that is in use waits
 * for the next run, with its rows archived and sealed.
 */
const expireMonth = async (
  expiry: Expiry,
  month: Month,
  limits: ReadonlyMap<number, FirmLimit>,
): Promise<'gone' | 'waits' | 'stays'> => {
  const { owner, now, retention } = expiry
  const ends = await owner.read(null, db => endsIn(db, month))
  const due = ends.filter(({ firmId }) => {
    const limit = limits.get(firmId)
    return limit && (limitOf(limit, now) ?? 0) >= month.to
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

/** The job: removes what is older than it is kept from each firm's log, and writes down outside where that log now ends. */
export const expireLogsOfFirms = async ({
  database,
  services: { installation },
  owner: connection,
  now: clock,
  log,
}: Job): Promise<void> => {
  const now = clock()
  const limits = await firmLimits(database, installation.logMonths)
  const due = limits.filter(limit => limit.oldest && new Date(limit.oldest) < (limitOf(limit, now) ?? 0))
  if (due.length === 0) return
  const youngest = new Date(Math.max(...due.map(limit => limitOf(limit, now)!.getTime())))
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
      log.info({ partition: month.name, outcome }, 'the time of a month of the audit log is over')
    }
    for (const { firmId } of due) {
      const removed = isWaiting ? 0 : await expireLogs(owner, firmId, now, installation)
      if (removed > 0)
        log.info({ firmId, removed }, 'rows of the audit log were archived and removed after their time')
      await anchorLog(database, firmId)
    }
  } finally {
    await owner.close()
  }
}
