import type { z } from 'zod'

import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { recordOutcome } from '../../services/imports/batches.ts'
import {
  checkInFirm,
  hintAtNamesakes,
  readRows,
  type CheckedLawyerRow,
} from '../../services/lawyers/batchChecks.ts'
import {
  isValid,
  type Prepared,
  prepareAll,
  saveLawyers,
  takenErrors,
} from '../../services/lawyers/create.ts'
import { sendInitialPasswords } from '../../services/integrations/initialPasswords.ts'

type Answer = OutputOf<(typeof resource.calls)['addList']>
type Input = z.output<(typeof resource.calls)['addList']['input']>

const hintsOf = ({ hints }: CheckedLawyerRow) => (Object.keys(hints).length > 0 ? { hints } : {})
const failedRow = (row: CheckedLawyerRow) => ({
  index: row.index,
  ok: 0 as const,
  errors: row.errors,
  ...hintsOf(row),
})

const tried = (rows: readonly CheckedLawyerRow[]): Answer => {
  const answers = rows.map(row =>
    isValid(row) ? { index: row.index, ok: 1 as const, ...hintsOf(row) } : failedRow(row),
  )
  const success = rows.filter(isValid).length
  return { batchId: null, success, failed: rows.length - success, rows: answers }
}

/** A row without a fault of its own says whose it is. */
const refused = (rows: readonly CheckedLawyerRow[]): Answer => {
  const wrong = rows.filter(row => !isValid(row)).map(({ index }) => index + 1)
  const lines = wrong.slice(0, 10).join('、')
  const mode =
    wrong.length > 10
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
  read: readonly CheckedLawyerRow[],
  prepared: readonly Prepared[],
  { mode, source, batchId: begun, left }: Pick<Input, 'mode' | 'source' | 'batchId' | 'left'>,
) => {
  const isAll = mode === 'all'
  // What is wrong in the firm is found anew when the transaction is run a second time.
  const rows = read.map(row => ({ ...row, errors: { ...row.errors } }))
  const offices = await checkInFirm(context, rows)
  const right = prepared.filter(({ index }) => isValid(rows[index]!))
  if (right.length === 0 || (isAll && right.length < rows.length)) return refused(rows)
  const { batchId, inserted } = await saveLawyers(context, right, isAll, offices, {
    source,
    batchId: begun,
  })
  await recordOutcome(context, batchId, {
    source,
    created: inserted.size,
    failed: rows.length - inserted.size + left,
  })
  const made = (row: CheckedLawyerRow) => (isValid(row) ? inserted.get(row.input.mobile) : undefined)
  const passwords = right.flatMap(row => {
    const lawyer = made(row)
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
      const lawyer = made(row)
      if (lawyer) return { index: row.index, ok: 1 as const, id: lawyer.id }
      return failedRow(isValid(row) ? { ...row, errors: takenErrors } : row)
    }),
    passwords: isSent ? [] : passwords,
  } satisfies Answer
}

/**
 * Hashed before the transaction begins: the passwords of a long list take seconds, and a transaction that waits for them
 * holds a connection, and is ended by the database after ten.
 */
export const addList: Handlers<typeof resource.calls>['addList'] = ownTransaction(
  async ({ list, dryRun, ...how }, context) => {
    const { database, firmId, once } = context
    const rows = await readRows(context, list)
    if (dryRun === 1) {
      // Changes nothing, but locks what the rows refer to, as the import would.
      await database.write(firmId, async db => {
        const places = await checkInFirm({ ...context, db }, rows)
        await hintAtNamesakes({ ...context, db }, rows, places)
      })
      return tried(rows)
    }
    const prepared = await prepareAll(rows.filter(isValid))
    const answer = await database.write(firmId, db =>
      once(db, () => create({ ...context, db }, rows, prepared, how)),
    )
    return resource.calls.addList.output.parse(answer)
  },
)
