import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { createdColumns } from '../../context/actor.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'
import { diffOf, type LogEntry, log } from '../audit/audit.ts'
import { createBatch, growBatch } from '../imports/batches.ts'
import { hashPassword, randomPassword } from '../identity/passwords.ts'
import { checkInFirm, type LawyerInput, readRows, type CheckedLawyerRow } from './batchChecks.ts'
import { newCodeKey } from './codeKey.ts'
import { lawyerSearch, namesFor, practiceFor, lawyerTarget } from './values.ts'

type Checked = CheckedLawyerRow & { input: LawyerInput }
export type Prepared = Checked & { passwordHash: string; initialPassword: string | null }
type Inserted = { id: number; name: string; mobile: string; organizationId: number }

export const isValid = <R extends CheckedLawyerRow>(row: R): row is R & Checked =>
  row.input !== null && Object.keys(row.errors).length === 0

const prepare = async (row: Checked): Promise<Prepared> => {
  const initialPassword = row.input.password ? null : randomPassword()
  return { ...row, initialPassword, passwordHash: await hashPassword(row.input.password ?? initialPassword!) }
}

/** Two at a time: people who sign in meanwhile get their turn between them. */
export const prepareAll = async (rows: readonly Checked[]) => {
  const prepared: Prepared[] = []
  for (let start = 0; start < rows.length; start += 2)
    prepared.push(...(await Promise.all(rows.slice(start, start + 2).map(prepare))))
  return prepared
}

/** Where the rows come from, and the batch that they go on with. */
type Origin = { source: 1 | 2; batchId?: number | undefined }

const valuesOf = (
  { input, passwordHash }: Prepared,
  context: Context,
  { batchId, source }: Required<Origin>,
) => {
  const { password: _, isRegisteredPartner, ...rest } = input
  const values = {
    ...rest,
    ...namesFor(rest),
    ...practiceFor(rest),
    isRegisteredPartner: isRegisteredPartner ?? 0,
  }
  return {
    ...values,
    ...createdColumns(context),
    search: lawyerSearch(values),
    codeKey: newCodeKey(),
    passwordHash,
    // Whoever wrote the password down for him knows it.
    mustChangePwd: 1 as const,
    batchId,
    source,
  }
}

export const takenErrors = { mobile: '该手机号、执业证号或工号刚刚已被使用，请核对' }

/**
 * One statement for all. A row that somebody else created since the check is left out by the unique rules, and reported; a
 * batch of all or none is then none.
 */
const insert = async (
  context: Context,
  rows: readonly Prepared[],
  origin: Required<Origin>,
  isAll: boolean,
) => {
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
  if (isAll && inserted.length < rows.length) throw new ApiError('4092', takenErrors.mobile)
  return new Map(inserted.map(lawyer => [lawyer.mobile, lawyer]))
}

type Places = ReadonlyMap<number, string>

const entryOf = (
  { input }: Prepared,
  lawyer: Inserted,
  batch: Pick<LogEntry, 'batchId' | 'batchCount'>,
  places: Places,
) => {
  const { password: _, ...values } = input
  const diff = diffOf(resource.fields, {}, values, { organizationId: places })
  return { module: 4, action: 'create', target: lawyerTarget(lawyer), diff, ...batch } satisfies LogEntry
}

export const saveLawyers = async (
  context: Context,
  rows: readonly Prepared[],
  isAll: boolean,
  places: Places,
  { source, batchId: begun }: Origin = { source: 1 },
) => {
  const batchId = begun ?? (await createBatch(context, 'lawyers', rows.length))
  if (begun !== undefined) await growBatch(context, begun, rows.length)
  const inserted = await insert(context, rows, { batchId, source }, isAll)
  const entries = rows.flatMap(row => {
    const lawyer = inserted.get(row.input.mobile)
    return lawyer ? [entryOf(row, lawyer, { batchId, batchCount: inserted.size }, places)] : []
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

/** Checks one person and hashes his password, before the transaction that creates him; errors are reported below `path`. */
export const prepareLawyer = async (context: Context, given: object, path: string) => {
  const [row] = await readRows(context, [given])
  refuseErrors(row!, path)
  const [prepared] = await prepareAll([row!].filter(isValid))
  return prepared!
}

/** Creates the person within the caller's transaction; returns his id. */
export const createLawyer = async (context: Context, prepared: Prepared, path: string) => {
  const row = { ...prepared, errors: {} }
  const places = await checkInFirm(context, [row])
  refuseErrors(row, path)
  const { inserted } = await saveLawyers(context, [row], true, places)
  return inserted.get(row.input.mobile)!.id
}
