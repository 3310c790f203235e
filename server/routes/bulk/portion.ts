import { and, eq, not, sql } from 'drizzle-orm'

import { bulkMessageAfter } from '../../../resources/domain/bulk.ts'
import { ApiError, ValidationError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Services } from '../../context/services.ts'
import { isStatementTimeout } from '../../db/connection/connectionErrors.ts'
import {
  type Database,
  type Db,
  isDatabaseDown,
  isLockTimeout,
  isTransactionConflict,
} from '../../db/connection/open.ts'
import { bulkRows, bulkRuns } from '../../db/tables.ts'
import { notifyBulkFinished } from '../../notifications/bulk.ts'
import type { Log } from '../../process/log.ts'
import { contextInNameOf } from '../../services/identity/inNameOf.ts'
import { enqueueBulkRun } from '../../services/jobs/bulkJobs.ts'
import type { Answers, BulkAction, BulkKinds, Row } from './kind.ts'

// Each record is changed and marked as done in one transaction, so that a process may be killed at any time: a committed
// record is not processed again, and an uncommitted one is processed by the next job.

type Options = { database: Database; services: Services; log: Log; now: () => Date; kinds: BulkKinds }
type Run = typeof bulkRuns.$inferSelect
type RunRow = typeof bulkRows.$inferSelect
type Which = { firmId: number; id: number }

/** Milliseconds after which a job yields to others; far below the age at which a job counts as abandoned. */
const PORTION_MS = 15_000

const here = ({ firmId, id }: Which) => and(eq(bulkRuns.firmId, firmId), eq(bulkRuns.id, id))!
const rowAt = ({ firmId, runId, position }: RunRow) =>
  and(eq(bulkRows.firmId, firmId), eq(bulkRows.runId, runId), eq(bulkRows.position, position))!

/** Locks the next waiting record that no other job has locked, until the transaction ends. */
const claim = async (db: Db, which: Which) => {
  const [run] = await db
    .select()
    .from(bulkRuns)
    .where(and(here(which), eq(bulkRuns.state, 1)))
    // A request to stop waits for the record that is being processed.
    .for('key share')
  if (!run) return null
  const [row] = await db
    .select()
    .from(bulkRows)
    .where(and(eq(bulkRows.firmId, which.firmId), eq(bulkRows.runId, which.id), eq(bulkRows.state, 0)))
    .orderBy(bulkRows.position)
    .limit(1)
    .for('update', { skipLocked: true })
  return row ? { run, row } : null
}

/** The person who started the run, with the present rights; null if the account can no longer be used. */
const contextOf = (
  options: Options,
  db: Db,
  { firmId, population, userId, id, total, requestId, ip, device, reason }: Run,
): Promise<Context | null> =>
  contextInNameOf(
    options,
    db,
    { firmId, population, id: userId },
    { requestId, ip, device, reason, batch: { batchId: id, batchCount: total } },
  )

const skip = (message: string) => new ApiError('4091', message)

/** The values that an edit overwrites; throws if the record has the new values already. */
const overwritten = (row: Row, { changeOf }: BulkAction, answers: Answers) => {
  if (!changeOf) return null
  const { before, isChanged } = changeOf(row, answers)
  if (!isChanged) throw skip('已是所选的内容')
  return before
}

/** A published record with a pending change has two values of such a field, so restoring one is impossible. */
const hasWaitingChange = ({ changedFields }: Row, before: Answers | null) =>
  before !== null && Array.isArray(changedFields) && changedFields.some(name => String(name) in before)

const take = async (
  context: Context,
  kinds: BulkKinds,
  { resource, params, action, answers, undoes }: Run,
  row: RunRow,
) => {
  const kind = kinds[resource]!
  const as = kind.actions[action]!
  const own = row.answers ?? answers
  as.permit(context, context.reason)
  const [record] = await kind.rows(context, params, [row.recordId])
  if (!record) throw skip('已不在您的管理范围内，或已被删除')
  // The rows of a recycle bin do not contain the version.
  const present = record['version'] ?? (await kind.versionOf(context, params, row.recordId))
  if (row.version !== null && Number(present) !== row.version)
    throw skip(undoes === null ? '选中后已被修改，请核对后再操作' : '操作后又被修改，没有撤销')
  if (!as.isOffered(record)) throw skip(`当前状态不能${as.label}`)
  const before = overwritten(record, as, own)
  await as.perform(record, own, context)
  const found = as.undo ? kinds[as.undo.resource]! : kind
  const version = await found.versionOf(context, found.paramsOf(params), row.recordId)
  return {
    name: kind.nameOf(record),
    before,
    versionAfter: hasWaitingChange(record, before) ? null : version,
  }
}

const skippedCodes = ['4040', '4090', '4091']

/** The result of a record for an error; rethrows errors that do not concern the record. */
const failureOf = (error: unknown, { log }: Options, { runId, recordId }: RunRow) => {
  if (error instanceof ValidationError)
    return { state: 3, message: Object.values(error.errors).join('；') } as const
  if (error instanceof ApiError)
    return { state: skippedCodes.includes(error.code) ? 2 : 3, message: error.message } as const
  if (isTransactionConflict(error) || isLockTimeout(error))
    return { state: 3, message: '数据正在被他人修改，这次没有保存，请稍后重试' } as const
  // If the database does not answer at all, the result of the record cannot be stored either, which ends the job.
  if (isStatementTimeout(error))
    return { state: 3, message: '数据库处理时间过长，这次没有保存，请稍后重试' } as const
  if (isDatabaseDown(error)) throw error
  log.error({ err: error, runId, recordId }, 'a record of a bulk action failed')
  return { state: 3, message: '系统错误，请稍后重试' } as const
}

/** Skips the waiting records, because the person who started the run may no longer change them. */
const giveUp = (db: Db, { firmId, id }: Run) =>
  db
    .update(bulkRows)
    .set({ state: 2, message: '操作人的账号已不能使用' })
    .where(and(eq(bulkRows.firmId, firmId), eq(bulkRows.runId, id), eq(bulkRows.state, 0)))

/** Processes one record; returns whether there may be another. */
const takeNext = async (options: Options, which: Which): Promise<boolean> => {
  const { database, kinds, now } = options
  let begun: RunRow | undefined
  try {
    return await database.write(which.firmId, async db => {
      begun = undefined
      const next = await claim(db, which)
      if (!next) return false
      const { run, row } = next
      const context = await contextOf(options, db, run)
      if (!context || !kinds[run.resource]?.actions[run.action]) {
        await giveUp(db, run)
        return true
      }
      begun = row
      const outcome = await take(context, kinds, run, row)
      await db
        .update(bulkRows)
        .set({ ...outcome, state: 1, doneAt: context.now })
        .where(rowAt(row))
      return true
    })
  } catch (error) {
    const row = begun
    if (!row) throw error
    const failure = failureOf(error, options, row)
    await database.write(which.firmId, db =>
      db
        .update(bulkRows)
        .set({ ...failure, doneAt: now() })
        .where(and(rowAt(row), eq(bulkRows.state, 0))),
    )
    return true
  }
}

type Counts = { done: number; skipped: number; failed: number }

/** Sends the message about the end of a run that took long enough for its person to do something else meanwhile. */
const notifyStarter = async (options: Options, db: Db, run: Run) => {
  const { id, firmId, createdAt, finishedAt, total, undoes } = run
  if (finishedAt === null || finishedAt.getTime() - createdAt.getTime() < bulkMessageAfter * 1_000) return
  const kind = options.kinds[run.resource]
  const context = kind && (await contextOf(options, db, run))
  if (!context) return
  const { rows } = await db.execute<Counts>(sql`select count(*) filter (where state = 1)::int as done,
      count(*) filter (where state = 2)::int as skipped, count(*) filter (where state = 3)::int as failed
    from bulk_rows where firm_id = ${firmId} and run_id = ${id}`)
  const action = undoes === null ? kind.actions[run.action]!.label : '撤销'
  await notifyBulkFinished(context, { id, action, kind: kind.label, total, ...rows[0]! })
}

/** Marks the run as finished unless a record is waiting, which includes one that another job is processing. */
const finish = (options: Options, which: Which, now: Date) =>
  options.database.write(which.firmId, async db => {
    const isWaiting = sql`exists (select from bulk_rows where bulk_rows.firm_id = ${which.firmId}
      and run_id = ${which.id} and bulk_rows.state = 0)`
    const [run] = await db
      .update(bulkRuns)
      .set({ state: 2, finishedAt: now })
      .where(and(here(which), eq(bulkRuns.state, 1), not(isWaiting)))
      .returning()
    if (run) await notifyStarter(options, db, run)
  })

/** Processes records of a run for a limited time, and adds a job for the rest. */
export const bulkRunner =
  (options: Options) =>
  async (which: Which, signal?: AbortSignal): Promise<void> => {
    const { database } = options
    const until = Date.now() + PORTION_MS
    while (await takeNext(options, which)) {
      if (Date.now() < until && !signal?.aborted) continue
      await database.write(which.firmId, db => enqueueBulkRun(db, which.firmId, which.id))
      return
    }
    await finish(options, which, options.now())
  }
