import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { createdColumns } from '../../context/actor.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'
import { writeAdditionalFields } from '../../db/additionalFields.ts'
import { diffOf, type LogEntry, log } from '../audit/audit.ts'
import { refuseMissingAdditions } from '../directory/missingReferences.ts'
import { createBatch, increaseBatchCount } from '../imports/batches.ts'
import { hashPassword, randomPassword } from '../identity/passwords.ts'
import { checkAgainstFirm, type LawyerInput, readRows, type CheckedLawyerRow } from './batchChecks.ts'
import { newCodeKey } from './codeKey.ts'
import { lawyerKeys } from '../directory/nameKeys.ts'
import { lawyerNamesFor, practiceFor, lawyerTarget } from './values.ts'

type CheckedRow = CheckedLawyerRow & { input: LawyerInput }
export type PreparedLawyer = CheckedRow & { passwordHash: string; initialPassword: string | null }
type InsertedLawyer = { id: number; name: string; mobile: string; organizationId: number }

export const isValid = <R extends CheckedLawyerRow>(row: R): row is R & CheckedRow =>
  row.input !== null && Object.keys(row.errors).length === 0

const prepare = async (row: CheckedRow): Promise<PreparedLawyer> => {
  const initialPassword = row.input.password ? null : randomPassword()
  return { ...row, initialPassword, passwordHash: await hashPassword(row.input.password ?? initialPassword!) }
}

/** Hashes two passwords at a time, so that people who sign in meanwhile get their turn in between. */
export const prepareRows = async (rows: readonly CheckedRow[]) => {
  const prepared: PreparedLawyer[] = []
  for (let start = 0; start < rows.length; start += 2)
    prepared.push(...(await Promise.all(rows.slice(start, start + 2).map(prepare))))
  return prepared
}

/** The source of the rows, and the batch that they continue. */
type BatchOrigin = {
  source: 1 | 2
  batchId?: number | undefined
  /** The rows are in the count of the batch already. */
  isCounted?: true
}

type RowOrigin = { source: 1 | 2; batchId: number }

const valuesOf = (
  { input, passwordHash }: PreparedLawyer,
  context: Context,
  { batchId, source }: RowOrigin,
) => {
  const { password: _, isRegisteredPartner, ...rest } = input
  const values = {
    ...rest,
    ...lawyerNamesFor(rest),
    ...practiceFor(rest),
    isRegisteredPartner: isRegisteredPartner ?? 0,
  }
  return {
    ...values,
    ...createdColumns(context),
    ...lawyerKeys(values),
    codeKey: newCodeKey(),
    passwordHash,
    // The person who wrote the password down knows it, so it must be changed.
    mustChangePwd: 1 as const,
    batchId,
    source,
  }
}

export const conflictErrors = { mobile: '该手机号、执业证号或工号刚刚被他人使用，请核对后重试' }

/**
 * Inserts all rows with one statement. A row that conflicts with one created since the check is skipped by
 * the unique indexes and reported; with `isAll`, such a conflict refuses all rows.
 */
const insertRows = async (
  context: Context,
  rows: readonly PreparedLawyer[],
  origin: RowOrigin,
  isAll: boolean,
) => {
  for (const { input } of rows) await refuseMissingAdditions(context, resource.fields, input)
  const inserted = await context.db
    .insert(lawyers)
    .values(rows.map(row => valuesOf(row, context, origin)))
    .onConflictDoNothing()
    .returning({
      id: lawyers.id,
      name: lawyers.name,
      mobile: lawyers.mobile,
      organizationId: lawyers.organizationId,
    })
  if (isAll && inserted.length < rows.length) throw new ApiError('4092', conflictErrors.mobile)
  const byMobile = new Map(inserted.map(lawyer => [lawyer.mobile, lawyer]))
  for (const { input } of rows) {
    const lawyer = byMobile.get(input.mobile)
    if (lawyer) await writeAdditionalFields(context, lawyers, lawyer, input)
  }
  return byMobile
}

type OfficeNames = ReadonlyMap<number, string>

const entryOf = (
  { input }: PreparedLawyer,
  lawyer: InsertedLawyer,
  batch: Pick<LogEntry, 'batchId' | 'batchCount'>,
  officeNames: OfficeNames,
) => {
  const { password: _, ...values } = input
  const diff = diffOf(resource.fields, {}, values, { organizationId: officeNames })
  return { module: 4, action: 'create', target: lawyerTarget(lawyer), diff, ...batch } satisfies LogEntry
}

export const saveLawyers = async (
  context: Context,
  rows: readonly PreparedLawyer[],
  isAll: boolean,
  officeNames: OfficeNames,
  { source, batchId: existingBatchId, isCounted }: BatchOrigin = { source: 1 },
) => {
  const batchId = existingBatchId ?? (await createBatch(context, 'lawyers', rows.length))
  if (existingBatchId !== undefined && !isCounted)
    await increaseBatchCount(context, existingBatchId, rows.length)
  const inserted = await insertRows(context, rows, { batchId, source }, isAll)
  const entries = rows.flatMap(row => {
    const lawyer = inserted.get(row.input.mobile)
    return lawyer ? [entryOf(row, lawyer, { batchId, batchCount: inserted.size }, officeNames)] : []
  })
  if (entries.length > 0) await log(context, ...entries)
  return { batchId, inserted }
}

const refuseErrors = ({ errors }: CheckedLawyerRow, path: string) => {
  if (Object.keys(errors).length > 0)
    throw invalid(
      Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [`${path}.${name}`, sentence])),
    )
}

/**
 * Checks one person and hashes the password, before the transaction that creates the lawyer; errors are
 * reported below `path`.
 */
export const prepareLawyer = async (context: Context, given: object, path: string) => {
  const [row] = await readRows(context, [given])
  refuseErrors(row!, path)
  const [prepared] = await prepareRows([row!].filter(isValid))
  return prepared!
}

/** Creates the person within the caller's transaction; returns the id. */
export const createLawyer = async (context: Context, prepared: PreparedLawyer, path: string) => {
  const row = { ...prepared, errors: {}, known: [] }
  const officeNames = await checkAgainstFirm(context, [row])
  refuseErrors(row, path)
  const { inserted } = await saveLawyers(context, [row], true, officeNames)
  return inserted.get(row.input.mobile)!.id
}
