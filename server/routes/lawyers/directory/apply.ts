import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import { isApplicable } from '../../../../resources/domain/directory.ts'
import { lawyers as resource } from '../../../../resources/lawyers/index.ts'
import { ApiError, invalid, notFound } from '../../../context/apiError.ts'
import type { Context } from '../../../context/context.ts'
import { type Handlers, ownTransaction } from '../../../context/handlers.ts'
import { uniqueViolation } from '../../../db/connection/connectionErrors.ts'
import { directoryRuns } from '../../../db/tables.ts'
import { createBatch, recordOutcome } from '../../../services/imports/batches.ts'
import { readRows } from '../../../services/lawyers/batchChecks.ts'
import { isValid, prepareRows } from '../../../services/lawyers/create.ts'
import { configRow } from '../../../services/settings/configRows.ts'
import { systemSettingsFrom } from '../../../services/settings/systemConfig.ts'
import { type Chosen, chosenColumns, type ChosenRun, type Results } from './chosen.ts'
import { changeChosen, lockPeople } from './change.ts'
import { createChosen, type PreparedRows } from './create.ts'
import { isRun } from './read.ts'

type Calls = Handlers<typeof resource.calls>
type Input = z.output<(typeof resource.calls)['applyDirectory']['input']>

const outdated = () => new ApiError('4090', '比对结果刚刚被应用或更新，请刷新后再选')

/** The chosen rows that can still be applied; those that were applied meanwhile are left out. */
const chosenIn = ({ rows, results }: ChosenRun, chosen: Input['chosen']): Chosen[] => {
  const byIndex = new Map(rows.map(it => [it.index, it]))
  const wanted = new Map(chosen.map(it => [it.index, it.fields]))
  return [...wanted].map(([index, fields]) => {
    const row = byIndex.get(index)
    if (!row || !isApplicable(row)) throw invalid({ chosen: '所选的人不能应用，请刷新后再选' })
    if (results[index]?.ok === 1) throw outdated()
    const offered = row.differences.filter(it => (fields ? fields.includes(it.field) : it.isKept === 0))
    return { row, fields: offered.map(it => it.field) }
  })
}

const indexesOf = (chosen: Input['chosen']) => chosen.map(it => it.index)

/** Takes the comparison for this portion; of two who hold the same version, the second is refused. */
const takeRun = async (context: Context, { id, version, chosen }: Input): Promise<ChosenRun> => {
  const { db, firmId } = context
  const later = alias(directoryRuns, 'later')
  const hasLater = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.firmId, firmId), gt(later.id, id), inArray(later.state, [1, 2])))
  const [run] = await db
    .update(directoryRuns)
    .set({ version: sql`${directoryRuns.version} + 1` })
    .where(
      and(
        isRun(context, id),
        eq(directoryRuns.version, version),
        eq(directoryRuns.state, 2),
        notExists(hasLater),
      ),
    )
    .returning(chosenColumns(indexesOf(chosen)))
  if (!run) throw outdated()
  return run
}

const batchFor = async (context: Context, run: ChosenRun, count: number) => {
  const outcome = { source: 3, created: 0, failed: 0 } as const
  return run.batchId ?? createBatch(context, 'directory', count, outcome)
}

const store = async (context: Context, run: ChosenRun, batchId: number, results: Results) => {
  const ids = sql.param([...results.values()].flatMap(it => it.lawyerId ?? []))
  await context.db
    .update(directoryRuns)
    .set({
      batchId,
      results: sql`${directoryRuns.results} || ${JSON.stringify(Object.fromEntries(results))}::jsonb`,
      lawyerIds: sql`${directoryRuns.lawyerIds} || array(select id from unnest(${ids}::bigint[]) as named(id)
        where id <> all(${directoryRuns.lawyerIds}))`,
    })
    .where(isRun(context, run.id))
}

const applyPortion = async (
  context: Context,
  input: Input,
  planned: readonly Chosen[],
  prepared: PreparedRows,
) => {
  await lockPeople(
    context,
    planned.flatMap(({ row }) => row.lawyerId ?? []),
  )
  const run = await takeRun(context, input)
  const chosen = chosenIn(run, input.chosen)
  const batchId = await batchFor(context, run, chosen.length)
  const ofBatch = { ...context, batch: { batchId, batchCount: chosen.length } }
  const results: Results = new Map()
  const { created, passwords } = await createChosen(ofBatch, { run, batchId, prepared, results })
  await changeChosen(ofBatch, { run, chosen: chosen.filter(it => it.row.kind !== 'new'), results })
  const failed = chosen.flatMap(({ row: { index, name } }) => {
    const { ok, reason = '' } = results.get(index) ?? { ok: 0, reason: '没有应用' }
    return ok === 1 ? [] : [{ index, name, reason }]
  })
  await recordOutcome(context, batchId, { source: 3, created, failed: failed.length })
  await store(context, run, batchId, results)
  return {
    version: run.version,
    batchId,
    applied: chosen.length - failed.length,
    failed,
    passwords,
  }
}

const newPeople = async (context: Context, chosen: readonly Chosen[]): Promise<PreparedRows> => {
  const { database, firmId } = context
  const isNew = chosen.filter(({ row }) => row.kind === 'new')
  const { directory } = await database.read(firmId, async db =>
    systemSettingsFrom((await configRow(db, firmId, 'system')).value),
  )
  const rows = await readRows(
    context,
    isNew.map(({ row: { values } }) => ({
      ...values,
      organizationId: Number(values.organizationId),
      personType: directory.personType,
    })),
  )
  return { of: isNew.map(it => it.row), rows, prepared: await prepareRows(rows.filter(isValid)) }
}

/** Attempts of a portion whose numbers others take at the same time. */
const mostAttempts = 3

/**
 * Applies a portion again where somebody has just taken a number that one of its rows would have got: it finds the number then, and
 * leaves that row out instead of refusing all.
 */
const afterRaces = async <T>(apply: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; attempt < mostAttempts; attempt += 1)
    try {
      return await apply()
    } catch (error) {
      if (uniqueViolation(error) === undefined) throw error
    }
  return apply()
}

/**
 * Applies chosen rows exactly as they were compared. The passwords of new people are hashed before the transaction, as for
 * an import.
 */
export const applyDirectory: Calls['applyDirectory'] = ownTransaction(async (input, context) => {
  const { database, firmId, once } = context
  const [run] = await database.read(firmId, db =>
    db
      .select(chosenColumns(indexesOf(input.chosen)))
      .from(directoryRuns)
      .where(isRun(context, input.id)),
  )
  if (!run) throw notFound()
  // With another version it is either a repeated request, which is answered as before, or refused within the transaction.
  const planned = run.version === input.version ? chosenIn(run, input.chosen) : []
  const prepared = await newPeople(context, planned)
  const answer = await afterRaces(() =>
    database.write(firmId, db => once(db, () => applyPortion({ ...context, db }, input, planned, prepared))),
  )
  return resource.calls.applyDirectory.output.parse(answer)
})
