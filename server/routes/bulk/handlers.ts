import { and, eq, sql } from 'drizzle-orm'

import { bulkRuns as resource } from '../../../resources/bulk.ts'
import { bulkEdit, bulkLimit, rowEdit, sheetEdit } from '../../../resources/domain/bulk.ts'
import { undoReason } from '../../../resources/domain/logVocabulary.ts'
import { isMenuEntryOn } from '../../../resources/domain/menu.ts'
import { ApiError, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { bulkRuns } from '../../db/tables.ts'
import type { Answers, BulkKind, BulkKinds } from './kind.ts'
import { compareRows } from './rows.ts'
import { reportsOf, visibleRuns } from './report.ts'
import { addSheetRows, rowsToChange, type Compare, compareSheet, previewSheet, withSheet } from './sheet.ts'
import { addRecords, addUndoable, createRun, delayOf, undoableOf } from './runs.ts'

type Calls = typeof resource.calls
type Run = typeof bulkRuns.$inferSelect

/** Finds the action of an entity; throws if there is none or the caller may not use it. */
const wantedOf = (
  kinds: BulkKinds,
  context: Context,
  name: string,
  action: string,
  reason: string | null,
) => {
  if (!isMenuEntryOn('bulk', context.switches.features)) throw new ApiError('4031')
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  const as = kind && Object.hasOwn(kind.actions, action) ? kind.actions[action] : undefined
  if (!kind || !as) throw new ApiError('4000', '没有这项批量操作')
  as.permit(context, reason)
  return { kind, as }
}

/** The records that match the filter now; throws if there are none or more than `bulkLimit`. */
const recordsOf = async (kind: BulkKind, context: Context, filter: Answers) => {
  const records = await kind.freeze(context, kind.parseFilter(filter), bulkLimit + 1)
  if (records.length === 0) throw new ApiError('4000', '没有符合条件的记录')
  if (records.length > bulkLimit)
    throw new ApiError('4000', `一次最多处理${bulkLimit}条，请缩小筛选范围后再操作`)
  return records
}

const findRun = async (context: Context, id: number) => {
  const [run] = await context.db
    .select()
    .from(bulkRuns)
    .where(and(visibleRuns(context), eq(bulkRuns.id, id)))
  if (!run) throw notFound()
  return run
}

/** Finds the run and locks it until the transaction ends. */
const lockRun = async (context: Context, id: number) => {
  const where = and(eq(bulkRuns.firmId, context.firmId), eq(bulkRuns.id, id))
  await context.db.select({ id: bulkRuns.id }).from(bulkRuns).where(where).for('update')
  return findRun(context, id)
}

/** Rows read per statement for a preview, and rows that the preview shows. */
const [step, shown] = [200, 5]

const preview = (kinds: BulkKinds): Handlers<Calls>['preview'] =>
  ownTransaction(async ({ resource: name, filter, answers }, context) =>
    context.database.read(context.firmId, async db => {
      const own = { ...context, db }
      const { kind, as } = wantedOf(kinds, own, name, bulkEdit, null)
      const values = as.parse(answers)
      const names = Object.keys(values)
      const records = await recordsOf(kind, own, filter)
      const params = kind.paramsOf(filter)
      let changing = 0
      const rows: { id: number; name: string; before: Record<string, unknown> }[] = []
      for (let from = 0; from < records.length; from += step) {
        const ids = records.slice(from, from + step).map(({ id }) => id)
        const found = await kind.rows(own, params, ids)
        const changed = found.filter(row => as.changeOf!(row, values).isChanged)
        changing += changed.length
        for (const row of changed.slice(0, Math.max(0, shown - rows.length)))
          rows.push({
            id: row.id,
            name: kind.nameOf(row),
            before: Object.fromEntries(names.map(field => [field, row[field] ?? null])),
          })
      }
      return { total: records.length, changing, rows }
    }),
  )

/** The opposite of an action; throws if there is none or the caller may not use it. */
const undoOf = (
  kinds: BulkKinds,
  context: Context,
  { resource: name, action }: Pick<Run, 'resource' | 'action'>,
) => {
  const opposite = kinds[name]?.actions[action]?.undo
  if (opposite === undefined) throw new ApiError('4091', '这项操作不能撤销')
  return { ...wantedOf(kinds, context, opposite.resource, opposite.action, undoReason), opposite }
}
const mayUndo = (kinds: BulkKinds, context: Context, run: Run) => {
  try {
    undoOf(kinds, context, run)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
const undoableIn = async ({ db, firmId }: Context, id: number) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${undoableOf(firmId, id)}`,
  )
  return rows[0]!.count
}

/** Starts the run that undoes another one. */
const undoRun = async (kinds: BulkKinds, context: Context, id: number) => {
  const run = await lockRun(context, id)
  if (run.state === 1) throw wrongState(run.state, [2, 3], '操作还在进行，请等待完成或先停止')
  const { kind, as, opposite } = undoOf(kinds, context, run)
  const total = await undoableIn(context, id)
  const [later] = await context.db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(and(eq(bulkRuns.firmId, context.firmId), eq(bulkRuns.undoes, id)))
  if (later || run.undoes !== null) throw new ApiError('4091', '这项操作已经撤销过')
  if (total === 0) throw new ApiError('4091', '没有可以撤销的记录')
  const undoing = await createRun(context, {
    ...opposite,
    kind,
    as,
    answers: as.asksReason ? { reason: undoReason } : {},
    params: kind.paramsOf(run.params),
    reason: undoReason,
    total,
    undoes: id,
  })
  await addUndoable(context, undoing, id)
  return { id: undoing }
}

/** Seconds until the first record is processed. */
const secondsUntilStart = (
  kinds: BulkKinds,
  { resource: name, action, undoes, createdAt }: Run,
  now: Date,
) => {
  const as = kinds[name]?.actions[action]
  const seconds = as ? delayOf({ as, undoes: undoes ?? undefined }) : 0
  return Math.max(0, Math.ceil((createdAt.getTime() - now.getTime()) / 1_000) + seconds)
}

/** Starts a run in which each record gets values of its own. */
const startRows = async (
  kinds: BulkKinds,
  context: Context,
  { name, action, compare }: { name: string; action: string; compare: Compare },
) => {
  const { kind, as } = wantedOf(kinds, context, name, action, null)
  const rows = rowsToChange(await compare(context, withSheet(kind), as))
  const id = await createRun(context, {
    resource: name,
    action,
    kind,
    as,
    answers: {},
    params: {},
    reason: null,
    total: rows.length,
  })
  await addSheetRows(context, id, rows)
  return { id, rows: [] }
}

/** Rows are tried one by one in transactions of their own, which are rolled back. */
const compareOrStart = async (
  kinds: BulkKinds,
  context: Context,
  dryRun: 0 | 1,
  wanted: { name: string; action: string; compare: Compare },
) => {
  const { database, firmId, once } = context
  if (dryRun === 0) {
    const answer = await database.write(firmId, db =>
      once(db, () => startRows(kinds, { ...context, db }, wanted)),
    )
    return resource.calls.sheet.output.parse(answer)
  }
  const { compared, as } = await database.read(firmId, async db => {
    const own = { ...context, db }
    const { kind, as } = wantedOf(kinds, own, wanted.name, wanted.action, null)
    return { as, compared: await wanted.compare(own, withSheet(kind), as) }
  })
  return { id: null, rows: await previewSheet(context, as, compared) }
}

/** What a run did to each record, and whether the caller may undo it. */
const report =
  (kinds: BulkKinds, read: ReturnType<typeof reportsOf>['read']): Handlers<Calls>['one'] =>
  async ({ id }, context) => {
    const run = await findRun(context, id)
    const answer = await read(context, and(visibleRuns(context), eq(bulkRuns.id, id))!)
    const isOpen = run.state !== 1 && answer.undoes === null && answer.undoneBy === null
    const isUndoable = isOpen && mayUndo(kinds, context, run)
    return {
      ...answer,
      startsIn: run.state === 1 ? secondsUntilStart(kinds, run, context.now) : 0,
      answers: { ...run.answers, ...(run.reason !== null && { reason: run.reason }) },
      undoable: isUndoable ? await undoableIn(context, id) : 0,
    }
  }

/** Handlers of the bulk actions of all entities. */
export const bulkRunHandlers = (kinds: BulkKinds): Handlers<Calls> => {
  const { list, read } = reportsOf(kinds)
  return {
    page: list.listing,
    sheet: ownTransaction(({ resource: name, dryRun, ...sheet }, context) =>
      compareOrStart(kinds, context, dryRun, {
        name,
        action: sheetEdit,
        compare: (own, kind) => compareSheet(own, kind, sheet),
      }),
    ),
    rows: ownTransaction(({ resource: name, dryRun, lines }, context) =>
      compareOrStart(kinds, context, dryRun, {
        name,
        action: rowEdit,
        compare: (own, kind, as) => compareRows(own, kind, as, lines),
      }),
    ),
    one: report(kinds, read),
    start: async ({ resource: name, action, filter, answers, reason = null }, context) => {
      // Values of single records do not belong to a filter.
      if (action === sheetEdit || action === rowEdit) throw new ApiError('4000', '没有这项批量操作')
      const { kind, as } = wantedOf(kinds, context, name, action, reason)
      const parsed = as.parse(answers)
      const records = await recordsOf(kind, context, filter)
      const id = await createRun(context, {
        resource: name,
        action,
        kind,
        as,
        answers: parsed,
        params: kind.paramsOf(filter),
        reason,
        total: records.length,
      })
      await addRecords(context, id, records)
      return { id }
    },
    preview: preview(kinds),
    stop: async ({ id }, context) => {
      const run = await lockRun(context, id)
      wantedOf(kinds, context, run.resource, run.action, run.reason)
      if (run.state !== 1) throw wrongState(run.state, [1], '操作已经结束')
      await context.db
        .update(bulkRuns)
        .set({ state: 3, finishedAt: context.now })
        .where(and(eq(bulkRuns.firmId, context.firmId), eq(bulkRuns.id, id)))
      return { id }
    },
    undo: ({ id }, context) => undoRun(kinds, context, id),
  }
}
