import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'

import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { lawyerDraft } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { importRowErrors, repeatedSentence } from '../imports/fieldErrors.ts'
import { lawyers, offices } from '../../db/tables.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { enabledOffices } from '../offices/enabled.ts'
import { passwordErrorIn } from '../identity/passwords.ts'
import { requireFirm } from '../identity/signIn.ts'
import { lockReferences } from '../directory/references.ts'

export type LawyerInput = z.output<typeof lawyerDraft>
/** A person who is there already and may be the one of a row. */
type KnownPerson = {
  id: number
  name: string
  officeName: string
  version: number
  by: ('mobile' | 'licenseNumber' | 'name')[]
}
export type CheckedLawyerRow = {
  index: number
  input: LawyerInput | null
  errors: FieldErrors
  hints: FieldErrors
  /** The people in the caller's scope with the same mobile, licence number, or name and office. */
  known: KnownPerson[]
}

/** Parses each row separately, so that one mistake does not hide the others. */
const parseRows = (list: readonly unknown[]): CheckedLawyerRow[] =>
  list.map((given, index) => {
    const { success, data, error } = lawyerDraft.safeParse(given)
    return success
      ? { index, input: data, errors: {}, hints: {}, known: [] }
      : { index, input: null, errors: importRowErrors(error), hints: {}, known: [] }
  })

const uniqueLabels = { mobile: '手机号', licenseNumber: '执业证号', employeeNo: '工号' } as const
type Unique = keyof typeof uniqueLabels
const uniqueNames = keysOf(uniqueLabels)

const valuesOf = (inputs: readonly LawyerInput[], name: Unique) =>
  inputs.flatMap(it => (it[name] ? [it[name]] : []))

/** The offices to which the caller may assign people, by id. */
const officesFor = async (context: Context, inputs: readonly LawyerInput[]) => {
  const { caller, db, firmId, scope } = context
  await lockReferences(context, { offices: inputs.map(it => it.organizationId) })
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(
      and(
        enabledOffices(firmId),
        inArray(offices.organizationId, [...new Set(inputs.map(it => it.organizationId))]),
        scope === 'all' ? undefined : eq(offices.organizationId, caller.organizationId),
      ),
    )
  return new Map(rows.map(it => [it.id, it.name]))
}

/** The columns that name a known person. */
const knownColumns = {
  id: lawyers.id,
  name: lawyers.name,
  version: lawyers.version,
  organizationId: lawyers.organizationId,
  officeName: offices.name,
}
const isTheirOffice = and(
  eq(offices.firmId, lawyers.firmId),
  eq(offices.organizationId, lawyers.organizationId),
)
type Known = {
  id: number
  name: string
  version: number
  organizationId: number
  officeName: string | null
  deletedAt: Date | null
}

/** Names the person in the row; people outside the caller's scope and in the bin stay unnamed. */
const addKnown = (
  { caller, scope }: Context,
  { known }: CheckedLawyerRow,
  person: Known,
  by: KnownPerson['by'][number],
) => {
  const { id, name, version, officeName, organizationId, deletedAt } = person
  if (deletedAt || (scope !== 'all' && organizationId !== caller.organizationId)) return
  const before = known.find(it => it.id === id)
  if (before) before.by.push(by)
  else known.push({ id, name, version, officeName: officeName ?? '', by: [by] })
}

/** Finds existing owners of the unique values, including deleted rows, with one query for all rows. */
const findOwners = async ({ db, firmId }: Context, inputs: readonly LawyerInput[]) => {
  const conditions = uniqueNames.flatMap(name => {
    const values = valuesOf(inputs, name)
    return values.length > 0 ? [inArray(lawyers[name], values)] : []
  })
  const rows = await db
    .select({
      mobile: lawyers.mobile,
      licenseNumber: lawyers.licenseNumber,
      employeeNo: lawyers.employeeNo,
      deletedAt: lawyers.deletedAt,
      ...knownColumns,
    })
    .from(lawyers)
    .leftJoin(offices, isTheirOffice)
    .where(and(eq(lawyers.firmId, firmId), or(...conditions)))
  return (name: Unique, value: string) => rows.find(it => it[name] === value)
}

type FirmFacts = { offices: ReadonlyMap<number, string>; ownerOf: Awaited<ReturnType<typeof findOwners>> }

/** A person in the bin still has the unique values, and can be restored by those who may see the bin. */
const takenMessage = (name: Unique, { deletedAt }: { deletedAt: Date | null }) =>
  deletedAt
    ? `该${uniqueLabels[name]}属于回收站中的人员，请在回收站还原，不必重新创建`
    : `该${uniqueLabels[name]}已存在`

const repeatedRows = (rows: readonly CheckedLawyerRow[], name: Unique) => {
  const seen = new Map<string, number>()
  const duplicates = new Map<CheckedLawyerRow, number>()
  for (const row of rows) {
    const value = row.input?.[name]
    if (!value) continue
    const firstIndex = seen.get(value)
    if (firstIndex === undefined) seen.set(value, row.index)
    else duplicates.set(row, firstIndex)
  }
  return duplicates
}

const checkRows = (
  context: Context,
  rows: readonly CheckedLawyerRow[],
  { offices: officeNames, ownerOf }: FirmFacts,
) => {
  for (const name of uniqueNames) {
    const duplicates = repeatedRows(rows, name)
    for (const row of rows) {
      const value = row.input?.[name]
      const firstIndex = duplicates.get(row)
      if (firstIndex !== undefined) row.errors[name] ??= repeatedSentence(firstIndex + 1, uniqueLabels[name])
      const owner = value && firstIndex === undefined ? ownerOf(name, value) : undefined
      if (owner) row.errors[name] ??= takenMessage(name, owner)
      if (owner && name !== 'employeeNo') addKnown(context, row, owner, name)
    }
  }
  for (const { input, errors } of rows)
    if (input && !officeNames.has(input.organizationId)) errors['organizationId'] ??= '请选择所属律所'
}

const checkPasswords = async (context: Context, rows: readonly CheckedLawyerRow[]) => {
  if (!rows.some(it => it.input?.password)) return
  const firm = await requireFirm(context)
  for (const { input, errors } of rows) {
    if (!input?.password) continue
    const error = passwordErrorIn(firm, input.password, { mobile: input.mobile })
    if (error) errors['password'] ??= error
  }
}

/**
 * Adds a hint where the office already has a person with the same name, who may or may not be the same
 * person; a hint does not prevent the creation.
 */
export const addNamesakeHints = async (
  context: Context,
  rows: readonly CheckedLawyerRow[],
  officeNames: ReadonlyMap<number, string>,
) => {
  const { db, firmId } = context
  const names = [...new Set(rows.flatMap(it => it.input?.name ?? []))]
  const namesakes = await db
    .select({ ...knownColumns, deletedAt: lawyers.deletedAt })
    .from(lawyers)
    .leftJoin(offices, isTheirOffice)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        isNull(lawyers.deletedAt),
        inArray(lawyers.name, names),
        // Only offices to which the caller may assign people.
        inArray(lawyers.organizationId, [...officeNames.keys()]),
      ),
    )
  const keyOf = (it: { name: string; organizationId: number }) => `${it.organizationId}:${it.name}`
  for (const row of rows) {
    const { input, hints } = row
    const same = input ? namesakes.filter(it => keyOf(it) === keyOf(input)) : []
    const office = input && officeNames.get(input.organizationId)
    if (same.length > 0) hints['name'] = `${office ?? ''}已有同名人员，请核对是否重复`
    for (const person of same) addKnown(context, row, person, 'name')
  }
}

/** Parses and checks every row on its own. */
export const readRows = async (context: Context, list: readonly unknown[]) => {
  const rows = parseRows(list)
  await checkPasswords(context, rows)
  return rows
}

/** Adds errors between the rows and against the firm's data; returns its offices for the log. */
export const checkAgainstFirm = async (context: Context, rows: readonly CheckedLawyerRow[]) => {
  const inputs = rows.flatMap(it => it.input ?? [])
  if (inputs.length === 0) return new Map<number, string>()
  const officeNames = await officesFor(context, inputs)
  checkRows(context, rows, { offices: officeNames, ownerOf: await findOwners(context, inputs) })
  return officeNames
}
