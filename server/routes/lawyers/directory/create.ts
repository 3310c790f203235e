import type { DirectoryRow } from '../../../../resources/domain/directory.ts'
import type { Context } from '../../../context/context.ts'
import { sendInitialPasswords } from '../../../services/integrations/initialPasswords.ts'
import { checkAgainstFirm, type CheckedLawyerRow } from '../../../services/lawyers/batchChecks.ts'
import {
  conflictErrors,
  isValid,
  type PreparedLawyer,
  saveLawyers,
} from '../../../services/lawyers/create.ts'
import type { ChosenRun, Results } from './chosen.ts'
import { linkPeople } from './link.ts'

/** New people, parsed and with hashed passwords; `of` has the rows of the comparison in the same order. */
export type PreparedRows = {
  of: readonly DirectoryRow[]
  rows: readonly CheckedLawyerRow[]
  prepared: readonly PreparedLawyer[]
}

type Portion = {
  run: ChosenRun
  batchId: number
  prepared: PreparedRows
  results: Results
}

/** Creates the chosen people as an import does, and notes whom the directory knows them as. */
export const createChosen = async (context: Context, { run, batchId, prepared: given, results }: Portion) => {
  if (given.rows.length === 0) return { created: 0, passwords: [] }
  // The checks are repeated when the transaction is run a second time, so they must not change the parsed rows.
  const rows = given.rows.map(row => ({ ...row, errors: { ...row.errors }, known: [] }))
  const offices = await checkAgainstFirm(context, rows)
  const valid = given.prepared.filter(({ index }) => isValid(rows[index]!))
  const { inserted } =
    valid.length > 0
      ? await saveLawyers(context, valid, false, offices, { source: 2, batchId, isCounted: true })
      : { inserted: new Map<string, never>() }
  const passwords = []
  const links = []
  for (const [position, row] of rows.entries()) {
    const { index, externalId, values } = given.of[position]!
    const lawyer = isValid(row) ? inserted.get(row.input.mobile) : undefined
    if (!lawyer) {
      const [reason = conflictErrors.mobile] = Object.values(row.errors)
      results.set(index, { ok: 0, reason })
      continue
    }
    links.push({ externalId, lawyerId: lawyer.id, given: values })
    results.set(index, { ok: 1, lawyerId: lawyer.id })
    const initialPassword = valid.find(it => it.index === position)?.initialPassword
    if (initialPassword)
      passwords.push({ id: lawyer.id, name: lawyer.name, mobile: lawyer.mobile, initialPassword })
  }
  await linkPeople(context, run, links)
  const isSent = await sendInitialPasswords(context, passwords)
  return { created: inserted.size, passwords: isSent ? [] : passwords }
}
