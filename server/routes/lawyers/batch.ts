import type { z } from 'zod'

import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { recordOutcome } from '../../services/imports/batches.ts'
import {
  checkAgainstFirm,
  addNamesakeHints,
  readRows,
  type CheckedLawyerRow,
} from '../../services/lawyers/batchChecks.ts'
import {
  isValid,
  type PreparedLawyer,
  prepareRows,
  saveLawyers,
  conflictErrors,
} from '../../services/lawyers/create.ts'
import { sendInitialPasswords } from '../../services/integrations/initialPasswords.ts'

type Answer = OutputOf<(typeof resource.calls)['addList']>
type Input = z.output<(typeof resource.calls)['addList']['input']>

const hintsOf = ({ hints, known }: CheckedLawyerRow) => ({
  ...(Object.keys(hints).length > 0 && { hints }),
  ...(known.length > 0 && { known }),
})
const failedRow = (row: CheckedLawyerRow) => ({
  index: row.index,
  ok: 0 as const,
  errors: row.errors,
  ...hintsOf(row),
})

const dryRunAnswer = (rows: readonly CheckedLawyerRow[]): Answer => {
  const answers = rows.map(row =>
    isValid(row) ? { index: row.index, ok: 1 as const, ...hintsOf(row) } : failedRow(row),
  )
  const success = rows.filter(isValid).length
  return { batchId: null, success, failed: rows.length - success, rows: answers }
}

/**
 * The answer when the import is refused as a whole; a row without an error of its own names the rows that
 * have one.
 */
const refusedAnswer = (rows: readonly CheckedLawyerRow[]): Answer => {
  const invalidNumbers = rows.filter(row => !isValid(row)).map(({ index }) => index + 1)
  const lines = invalidNumbers.slice(0, 10).join('、')
  const mode =
    invalidNumbers.length > 10
      ? `第${lines}等行有误，全部正确才会创建，本行没有创建`
      : `第${lines}行有误，全部正确才会创建，本行没有创建`
  return {
    batchId: null,
    success: 0,
    failed: rows.length,
    rows: rows.map(row => failedRow(isValid(row) ? { ...row, errors: { mode } } : row)),
  }
}

const create = async (
  context: Context,
  parsedRows: readonly CheckedLawyerRow[],
  prepared: readonly PreparedLawyer[],
  {
    mode,
    source,
    batchId: existingBatchId,
    left: remainingCount,
  }: Pick<Input, 'mode' | 'source' | 'batchId' | 'left'>,
) => {
  const isAll = mode === 'all'
  // The checks against the firm are repeated when the transaction is run a second time, so they must not
  // change the parsed rows.
  const rows = parsedRows.map(row => ({ ...row, errors: { ...row.errors }, known: [] }))
  const offices = await checkAgainstFirm(context, rows)
  const validRows = prepared.filter(({ index }) => isValid(rows[index]!))
  if (validRows.length === 0 || (isAll && validRows.length < rows.length)) return refusedAnswer(rows)
  const { batchId, inserted } = await saveLawyers(context, validRows, isAll, offices, {
    source,
    batchId: existingBatchId,
  })
  await recordOutcome(context, batchId, {
    source,
    created: inserted.size,
    failed: rows.length - inserted.size + remainingCount,
  })
  const insertedLawyer = (row: CheckedLawyerRow) =>
    isValid(row) ? inserted.get(row.input.mobile) : undefined
  const passwords = validRows.flatMap(row => {
    const lawyer = insertedLawyer(row)
    if (!lawyer || row.initialPassword === null) return []
    const { id, name, mobile } = lawyer
    return [{ index: row.index, id, name, mobile, initialPassword: row.initialPassword }]
  })
  const isSent = await sendInitialPasswords(context, passwords)
  return {
    batchId,
    success: inserted.size,
    failed: rows.length - inserted.size,
    rows: rows.map(row => {
      const lawyer = insertedLawyer(row)
      if (lawyer) return { index: row.index, ok: 1 as const, id: lawyer.id }
      return failedRow(isValid(row) ? { ...row, errors: conflictErrors } : row)
    }),
    passwords: isSent ? [] : passwords,
  } satisfies Answer
}

/**
 * The passwords are hashed before the transaction begins: those of a long list take seconds, and a
 * transaction that waits for them would hold a connection and be ended by the database after ten seconds.
 */
export const addList: Handlers<typeof resource.calls>['addList'] = ownTransaction(
  async ({ list, dryRun, ...options }, context) => {
    const { database, firmId, once } = context
    const rows = await readRows(context, list)
    if (dryRun === 1) {
      // Changes nothing, but locks the referenced rows as the import would.
      await database.write(firmId, async db => {
        const places = await checkAgainstFirm({ ...context, db }, rows)
        await addNamesakeHints({ ...context, db }, rows, places)
      })
      return dryRunAnswer(rows)
    }
    const prepared = await prepareRows(rows.filter(isValid))
    const answer = await database.write(firmId, db =>
      once(db, () => create({ ...context, db }, rows, prepared, options)),
    )
    return resource.calls.addList.output.parse(answer)
  },
)
