import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'

import type { LogTargetName } from '../../../resources/domain/logTargets.ts'
import type { LogPortion, Services } from '../../context/services.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import { logForwards, logHeads, logs } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { RefusedRows } from '../integrations/logTargets.ts'
import { enqueue, type JobAttempt, RepeatLater } from '../jobs/queue.ts'
import { failureReason } from '../webhooks/failureReason.ts'
import { chainLine } from './logChain.ts'

// Forwards the log of each firm to a target outside the installation, in the order of its chain. A portion counts as
// forwarded when the target has acknowledged it and the position is stored; a process that is killed between the two
// sends the same rows again, with the same hashes.

/** Rows of a portion, and characters after which it takes no further row. */
const portionRows = 500
const portionLength = 500_000

type Options = Pick<Runtime, 'database' | 'now'> & {
  services: Pick<Services, 'logTargets'>
  log: Pick<Log, 'info' | 'warn'>
}
type Behind = { firmId: number; seq: number }

/** The firms whose log has rows that the target has not acknowledged, with the position of the last one that it has. */
const firmsBehind = (database: Database, target: LogTargetName): Promise<Behind[]> =>
  database.read(null, async db => {
    await readEveryFirm(db.$client)
    const forwarded = sql<number>`coalesce(${logForwards.seq}, 0)`.mapWith(Number)
    return db
      .select({ firmId: logHeads.firmId, seq: forwarded })
      .from(logHeads)
      .leftJoin(logForwards, and(eq(logForwards.firmId, logHeads.firmId), eq(logForwards.target, target)))
      .where(gt(logHeads.seq, forwarded))
      .orderBy(asc(logHeads.firmId))
  })

const nextPortion = (database: Database, { firmId, seq }: Behind): Promise<LogPortion | null> =>
  database.read(firmId, async db => {
    const rows = await db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, firmId), gt(logs.seq, seq)))
      .orderBy(asc(logs.seq))
      .limit(portionRows)
    let [lines, to] = ['', seq]
    for (const row of rows) {
      lines += chainLine(row)
      to = row.seq
      if (lines.length > portionLength) break
    }
    return rows[0] ? { firmId, from: rows[0].seq, to, lines } : null
  })

type Position = { seq: number; forwardedAt: Date | null; failingSince: Date | null; failure: string | null }

/** The position as a row of its table; none where the firm has no log, since it was deleted meanwhile. */
const positionRow = (db: Db, firmId: number, target: LogTargetName, position: Position) => {
  const time = (at: Date | null) => sql<Date | null>`${at?.toISOString() ?? null}::timestamptz`
  return db
    .select({
      firmId: logHeads.firmId,
      target: sql<LogTargetName>`${target}::text`.as('target'),
      seq: sql<number>`${position.seq}::bigint`.as('seq'),
      forwardedAt: time(position.forwardedAt).as('forwarded_at'),
      failingSince: time(position.failingSince).as('failing_since'),
      failure: sql<string | null>`${position.failure}::text`.as('failure'),
    })
    .from(logHeads)
    .where(eq(logHeads.firmId, firmId))
}

const storePosition = (
  { database, now }: Options,
  target: LogTargetName,
  { firmId, to: seq }: Pick<LogPortion, 'firmId' | 'to'>,
) => {
  const success = { seq, forwardedAt: now(), failingSince: null, failure: null }
  return database.write(firmId, db =>
    db
      .insert(logForwards)
      .select(positionRow(db, firmId, target, success))
      .onConflictDoUpdate({
        target: [logForwards.firmId, logForwards.target],
        set: success,
        setWhere: lt(logForwards.seq, seq),
      }),
  )
}

const storeFailure = ({ database, now }: Options, target: LogTargetName, firmId: number, failure: string) =>
  database.write(firmId, db =>
    db
      .insert(logForwards)
      .select(positionRow(db, firmId, target, { seq: 0, forwardedAt: null, failingSince: now(), failure }))
      .onConflictDoUpdate({
        target: [logForwards.firmId, logForwards.target],
        set: {
          failingSince: sql`coalesce(${logForwards.failingSince}, excluded.failing_since)`,
          failure,
        },
      }),
  )

type Outcome = 'forwarded' | 'empty' | 'refused' | 'unreachable'

const forwardPortion = async (
  options: Options,
  target: LogTargetName,
  behind: Behind,
  signal: AbortSignal | undefined,
): Promise<Outcome> => {
  const portion = await nextPortion(options.database, behind)
  if (!portion) return 'empty'
  const { firmId, from, to } = portion
  try {
    await options.services.logTargets[target]?.send(portion, signal)
  } catch (error) {
    // The process ends; another one sends the same rows.
    signal?.throwIfAborted()
    const cause = error instanceof Error && error.cause ? error.cause : error
    const reason = failureReason(cause)
    await storeFailure(options, target, firmId, reason)
    options.log.warn({ target, firmId, from, to, reason, err: cause }, 'the log could not be forwarded')
    return error instanceof RefusedRows && error.isAboutRows ? 'refused' : 'unreachable'
  }
  await storePosition(options, target, portion)
  options.log.info({ target, firmId, from, to }, 'rows of the log were forwarded')
  return 'forwarded'
}

/** Failures one after the other after which the target counts as unreachable for all firms, since each may take its whole timeout. */
const maxFailures = 3

/**
 * The job: forwards a portion of each firm in turn until the target has everything. A firm that fails or whose rows are
 * refused does not keep back the others. Refused rows are tried again by the next job, which is added within a minute;
 * after other failures the job itself is repeated, later each time.
 */
export const forwardLog = async (
  options: Options,
  { target }: { target: LogTargetName },
  { signal }: JobAttempt,
): Promise<void> => {
  // Without this target in its environment, a process leaves the rows to the others.
  if (!options.services.logTargets[target]) return
  const left = new Set<number>()
  let [failed, failedInRow] = [0, 0]
  for (;;) {
    const firms = (await firmsBehind(options.database, target)).filter(({ firmId }) => !left.has(firmId))
    if (firms.length === 0 || failedInRow >= maxFailures) break
    for (const firm of firms) {
      const outcome = await forwardPortion(options, target, firm, signal)
      if (outcome !== 'forwarded') left.add(firm.firmId)
      if (outcome === 'unreachable') failed += 1
      failedInRow = outcome === 'unreachable' ? failedInRow + 1 : 0
      if (failedInRow >= maxFailures) break
    }
  }
  if (failed > 0) throw new RepeatLater('the log could not be forwarded')
}

const hasJob = sql`select from graphile_worker._private_jobs as known
  where (attempts < max_attempts or locked_at is not null)`

/** Adds the job of each target that lacks rows and has no job, or one that is not tried again. */
export const addForwardingJobs = async (
  database: Database,
  targets: Services['logTargets'],
): Promise<void> => {
  for (const target of keysOf(targets)) {
    if ((await firmsBehind(database, target)).length === 0) continue
    const key = `forwardLog:${target}`
    await database.write(null, async db => {
      const { rowCount } = await db.execute(sql`${hasJob} and key = ${key}`)
      if (!rowCount) await enqueue(db, 'forwardLog', { target }, { key, queue: key })
    })
  }
}
