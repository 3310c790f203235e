import { and, eq, sql } from 'drizzle-orm'

import { bulkDelay } from '../../../resources/domain/bulk.ts'
import type { Answers, BulkAction, BulkKind } from './kind.ts'
import type { Context } from '../../context/context.ts'
import type { FrozenRow } from '../../context/handlers.ts'
import { ApiError } from '../../context/apiError.ts'
import { bulkRuns } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { createBatch } from '../../services/imports/batches.ts'
import { enqueueBulkRun } from '../../services/jobs/bulkJobs.ts'
import { lockFirm } from '../../services/limits/lockFirm.ts'

/** Maximum number of running bulk actions per person. */
const mostAtWork = 3

const refuseMore = async (context: Context) => {
  const { db, firmId, caller } = context
  await lockFirm(context)
  const own = and(
    eq(bulkRuns.firmId, firmId),
    eq(bulkRuns.state, 1),
    eq(bulkRuns.population, caller.population),
    eq(bulkRuns.userId, caller.id),
  )
  if ((await db.$count(bulkRuns, own)) >= mostAtWork)
    throw new ApiError('4091', `您已有${mostAtWork}个批量操作在进行，请等待完成后再试`)
}

type NewRun = {
  resource: string
  action: string
  kind: BulkKind
  as: BulkAction
  answers: Answers
  params: Answers
  reason: string | null
  total: number
  /** Id of the run that this one undoes. */
  undoes?: number | undefined
}

/** Seconds before the first record is processed: none if the action can be undone, or undoes another one. */
export const delayOf = ({ as, undoes }: Pick<NewRun, 'as' | 'undoes'>) =>
  as.undo === undefined && undoes === undefined ? bulkDelay : 0

/** Stores a run with its batch, its log row and its job. The caller adds the records. */
export const createRun = async (context: Context, { kind, as, total, undoes, ...run }: NewRun) => {
  const { db, firmId, caller, now, requestId, ip, device } = context
  await refuseMore(context)
  const id = await createBatch(context, 'bulk', total)
  await db.insert(bulkRuns).values({
    ...run,
    answers: { ...run.answers },
    params: { ...run.params },
    id,
    firmId,
    state: 1,
    total,
    ...(undoes !== undefined && { undoes }),
    population: caller.population,
    userId: caller.id,
    organizationId: caller.organizationId,
    createdByName: caller.name,
    requestId,
    ip,
    device,
    createdAt: now,
  })
  await log(context, {
    module: kind.logModule,
    action: undoes === undefined ? 'bulk' : 'bulkUndo',
    summary:
      undoes === undefined
        ? `批量操作“${as.label}”：${kind.label}，共${total}项`
        : `撤销批量操作“${as.label}”：${kind.label}，共${total}项`,
    reason: run.reason,
    batchId: id,
    batchCount: total,
  })
  await enqueueBulkRun(db, firmId, id, delayOf({ as, undoes }))
  return id
}

/** Adds the records in the order of their list, with their present versions. */
export const addRecords = ({ db, firmId }: Context, runId: number, records: readonly FrozenRow[]) =>
  db.execute(sql`with added as (insert into bulk_rows (firm_id, run_id, position, record_id, name, version)
    select ${firmId}, ${runId}, ordinality, (item ->> 'id')::bigint, coalesce(item ->> 'name', ''), (item ->> 'version')::int
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality as listed(item, ordinality)
    returning 1) select count(*) from added`)

/** FROM and WHERE of the records of a run that can be undone. */
export const undoableOf = (firmId: number, runId: number) =>
  sql`from bulk_rows where firm_id = ${firmId} and run_id = ${runId} and state = 1 and version_after is not null`

/** Adds the records of a run that can be undone, with the values to restore and the version that they must have. */
export const addUndoable = ({ db, firmId }: Context, runId: number, undoes: number) =>
  db.execute(sql`with added as (insert into bulk_rows (firm_id, run_id, position, record_id, name, version, answers)
    select firm_id, ${runId}, row_number() over (order by position), record_id, name, version_after, before
    ${undoableOf(firmId, undoes)} returning 1) select count(*) from added`)
