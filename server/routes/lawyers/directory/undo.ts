import { and, eq, getTableColumns, sql } from 'drizzle-orm'

import {
  comparableValue,
  type DirectoryField,
  directoryFieldLabels,
  type DirectoryRow,
  type DirectoryRowResult,
} from '../../../../resources/domain/directory.ts'
import { ApiError, notFound } from '../../../context/apiError.ts'
import type { BatchKind } from '../../../context/batchKind.ts'
import type { Context } from '../../../context/context.ts'
import { directoryRuns } from '../../../db/tables.ts'
import { recordUndone } from '../../../services/imports/batches.ts'
import { findBatchPeople, mayUndo, removePeople, splitByUse } from '../undoImport.ts'
import { giveValues, lockPeople, obstacle, type Person, readPeople, valueOf } from './change.ts'
import { takeBackLinks } from './link.ts'

// One undo of everything that a comparison has applied: created people are removed by the rules of every import, and
// changed values go back where nobody has changed them since.

const kind = 'directory'
const { rows, lawyerIds: _ids, ...runColumns } = getTableColumns(directoryRuns)
/** A comparison with what of its rows an undo needs. */
const columns = {
  ...runColumns,
  rows: sql<RowOfUndo[]>`coalesce((select jsonb_agg(jsonb_build_object(
    'index', compared.row -> 'index', 'externalId', compared.row -> 'externalId', 'name', compared.row -> 'name'))
    from jsonb_array_elements(${rows}) as compared(row)), '[]')`,
}
type RowOfUndo = Pick<DirectoryRow, 'index' | 'externalId' | 'name'>
type Run = Omit<typeof directoryRuns.$inferSelect, 'rows' | 'lawyerIds'> & { rows: RowOfUndo[] }
type Change = DirectoryRowResult & { index: string; lawyerId: number }

const runOf = async (
  { db, firmId }: Context,
  batchId: number,
  isLocked = false,
): Promise<Run | undefined> => {
  const query = db
    .select(columns)
    .from(directoryRuns)
    .where(and(eq(directoryRuns.firmId, firmId), eq(directoryRuns.batchId, batchId)))
  const [run] = await (isLocked ? query.for('update') : query)
  return run
}

/** The people whom the batch has changed or linked, and who were not put back yet. */
const changesIn = (run: Run | undefined): Change[] =>
  Object.entries(run?.results ?? {}).flatMap(([index, result]) => {
    const { ok, lawyerId, changed, undone } = result
    return ok === 1 && changed && lawyerId !== undefined && undone !== 1
      ? [{ ...result, index, lawyerId }]
      : []
  })

/** Those of whom nothing but the link was made need no look at the person. */
const hasValues = ({ changed = [] }: Change) => changed.length > 0

type Plan = {
  change: Change
  person: Person | undefined
  target: Partial<Record<DirectoryField, string>>
  /** Why not all goes back. */
  reason: string | null
}

const labelsOf = (fields: readonly DirectoryField[]) =>
  fields.map(field => directoryFieldLabels[field]).join('、')

const planOf = async (context: Context, change: Change, person: Person | undefined): Promise<Plan> => {
  if (!person) return { change, person, target: {}, reason: '在回收站中' }
  const changed = change.changed ?? []
  const untouched = changed.filter(
    ({ field, after }) => comparableValue(field, valueOf(person, field)) === comparableValue(field, after),
  )
  const target = Object.fromEntries(untouched.map(({ field, before }) => [field, before]))
  const touched = changed.flatMap(it => (untouched.includes(it) ? [] : [it.field]))
  const reason = touched.length > 0 ? `之后又修改过：${labelsOf(touched)}` : null
  const inTheWay = untouched.length > 0 ? await obstacle(context, person, target) : null
  return inTheWay ? { change, person, target: {}, reason: inTheWay } : { change, person, target, reason }
}

const plansFor = async (context: Context, run: Run | undefined) => {
  const changes = changesIn(run).filter(hasValues)
  const people = await readPeople(
    context,
    changes.map(it => it.lawyerId),
  )
  const plans: Plan[] = []
  for (const change of changes.toSorted((a, b) => a.lawyerId - b.lawyerId))
    plans.push(await planOf(context, change, people.get(change.lawyerId)))
  return plans
}

const keptIn = (plans: readonly Plan[], run: Run | undefined) =>
  plans.flatMap(({ change, person, reason }) => {
    const name = person?.name ?? run?.rows.find(it => String(it.index) === change.index)?.name ?? ''
    return reason === null ? [] : [{ id: change.lawyerId, name, reason }]
  })

const previewUndo: BatchKind['previewUndo'] = async (context, { id, createdBy }) => {
  const people = await findBatchPeople(context, id, kind)
  const { kept, gone } = splitByUse(people)
  const run = await runOf(context, id)
  const plans = await plansFor(context, run)
  return {
    mayUndo: mayUndo(context, people) && isOwnOrRemover(context, createdBy) ? 1 : 0,
    removing: gone.map(({ id: personId, name }) => ({ id: personId, name })),
    restoring: plans.flatMap(({ person, target }) =>
      person && Object.keys(target).length > 0
        ? [{ id: person.id, name: person.name, fields: Object.keys(target) }]
        : [],
    ),
    kept: [...kept, ...keptIn(plans, run)],
  }
}

/** As with every import, whoever may remove people may undo the batches of others. */
const isOwnOrRemover = ({ caller }: Context, createdBy: string | null) =>
  caller.capabilities.has('lawyer.remove') || createdBy === `${caller.population}:${caller.id}`

const takeBack = (context: Context, run: Run, changes: readonly Change[]) => {
  const accounts = new Map(run.rows.map(it => [String(it.index), it.externalId]))
  return takeBackLinks(
    context,
    run,
    changes.flatMap(({ index, lawyerId, givenBefore = null, earlier = null }) => {
      const externalId = accounts.get(index)
      return externalId === undefined ? [] : [{ externalId, lawyerId, given: givenBefore, earlier }]
    }),
  )
}

const putBack = async (context: Context, run: Run, plans: readonly Plan[]) => {
  const undone = changesIn(run).filter(it => !hasValues(it))
  let restored = 0
  for (const { change, person, target, reason } of plans) {
    if (!person || (Object.keys(target).length === 0 && reason !== null)) continue
    await giveValues(context, person, target, '撤销通讯录同步')
    undone.push(change)
    if (Object.keys(target).length > 0) restored += 1
  }
  await takeBack(context, run, undone)
  const results = Object.fromEntries(
    undone.map(({ index }) => [index, { ...run.results[index]!, undone: 1 }]),
  )
  await context.db
    .update(directoryRuns)
    .set({ results: sql`${directoryRuns.results} || ${JSON.stringify(results)}::jsonb` })
    .where(and(eq(directoryRuns.firmId, context.firmId), eq(directoryRuns.id, run.id)))
  return { restored, isAny: undone.length > 0 }
}

const undo: BatchKind['undo'] = async (context, { id: batchId, createdBy }) => {
  const people = await findBatchPeople(context, batchId, kind, true)
  // The same order of locks as in applying: the people first, then the comparison.
  await lockPeople(
    context,
    changesIn(await runOf(context, batchId)).map(it => it.lawyerId),
  )
  const run = await runOf(context, batchId, true)
  const plans = await plansFor(context, run)
  const changes = changesIn(run)
  if (people.length === 0 && changes.length === 0) throw notFound()
  if (!mayUndo(context, people) || !isOwnOrRemover(context, createdBy))
    throw new ApiError('4030', '只有创建人和有权移除人员的管理员可以撤销')
  const { kept, gone } = splitByUse(people)
  const batchContext = { ...context, batch: { batchId, batchCount: gone.length + changes.length } }
  const { restored, isAny } = run ? await putBack(batchContext, run, plans) : { restored: 0, isAny: false }
  if (isAny) await recordUndone(context, batchId)
  await removePeople(context, batchId, gone)
  return { removed: gone.length, restored, kept: [...kept, ...keptIn(plans, run)] }
}

/** The batch kind of what was applied of a directory. */
export const directoryBatches: BatchKind = { previewUndo, undo }
