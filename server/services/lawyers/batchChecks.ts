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
import { holdReferences } from '../directory/references.ts'

export type LawyerInput = z.output<typeof lawyerDraft>
export type CheckedLawyerRow = {
  index: number
  input: LawyerInput | null
  errors: FieldErrors
  hints: FieldErrors
}

/** Each row by itself, so that one mistake does not stop the others. */
const read = (list: readonly unknown[]): CheckedLawyerRow[] =>
  list.map((given, index) => {
    const { success, data, error } = lawyerDraft.safeParse(given)
    return success
      ? { index, input: data, errors: {}, hints: {} }
      : { index, input: null, errors: importRowErrors(error), hints: {} }
  })

const unique = { mobile: '手机号', licenseNumber: '执业证号', employeeNo: '工号' } as const
type Unique = keyof typeof unique
const uniqueNames = keysOf(unique)

const valuesOf = (inputs: readonly LawyerInput[], name: Unique) =>
  inputs.flatMap(it => (it[name] ? [it[name]] : []))

/** The offices that people may be put into, by id. */
const officesFor = async (context: Context, inputs: readonly LawyerInput[]) => {
  const { caller, db, firmId, scope } = context
  await holdReferences(context, { offices: inputs.map(it => it.organizationId) })
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

/** What the firm has already, deleted rows included: one query for all rows. */
const takenBy = async ({ db, firmId }: Context, inputs: readonly LawyerInput[]) => {
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
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), or(...conditions)))
  return (name: Unique, value: string) => rows.find(it => it[name] === value)
}

type Known = { offices: ReadonlyMap<number, string>; ownerOf: Awaited<ReturnType<typeof takenBy>> }

/** Who is in the bin still has his number; whoever may look there can bring him back. */
const takenSentence = (name: Unique, { deletedAt }: { deletedAt: Date | null }) =>
  deletedAt ? `该${unique[name]}属于回收站中的人员，请在回收站还原，不必重新创建` : `该${unique[name]}已存在`

const duplicatesIn = (rows: readonly CheckedLawyerRow[], name: Unique) => {
  const seen = new Map<string, number>()
  const doubles = new Map<CheckedLawyerRow, number>()
  for (const row of rows) {
    const value = row.input?.[name]
    if (!value) continue
    const first = seen.get(value)
    if (first === undefined) seen.set(value, row.index)
    else doubles.set(row, first)
  }
  return doubles
}

const checkRows = (rows: readonly CheckedLawyerRow[], { offices: places, ownerOf }: Known) => {
  for (const name of uniqueNames) {
    const doubles = duplicatesIn(rows, name)
    for (const row of rows) {
      const value = row.input?.[name]
      const first = doubles.get(row)
      if (first !== undefined) row.errors[name] ??= repeatedSentence(first + 1, unique[name])
      const owner = value && first === undefined ? ownerOf(name, value) : undefined
      if (owner) row.errors[name] ??= takenSentence(name, owner)
    }
  }
  for (const { input, errors } of rows)
    if (input && !places.has(input.organizationId)) errors['organizationId'] ??= '请选择所属律所'
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

/** Two of one name in one office may be one person, and may be two: it is said, and does not stand in the way. */
export const hintAtNamesakes = async (
  { db, firmId }: Context,
  rows: readonly CheckedLawyerRow[],
  places: ReadonlyMap<number, string>,
) => {
  const names = [...new Set(rows.flatMap(it => it.input?.name ?? []))]
  const found = await db
    .select({ name: lawyers.name, organizationId: lawyers.organizationId })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        isNull(lawyers.deletedAt),
        inArray(lawyers.name, names),
        // Only of offices that the caller may put people into.
        inArray(lawyers.organizationId, [...places.keys()]),
      ),
    )
  const keyOf = (it: { name: string; organizationId: number }) => `${it.organizationId}:${it.name}`
  const there = new Set(found.map(keyOf))
  for (const { input, hints } of rows) {
    const office = input && places.get(input.organizationId)
    if (input && there.has(keyOf(input))) hints['name'] = `${office ?? ''}已有同名人员，请核对是否重复`
  }
}

/** Every row with what is wrong with it by itself. */
export const readRows = async (context: Context, list: readonly unknown[]) => {
  const rows = read(list)
  await checkPasswords(context, rows)
  return rows
}

/** Adds what is wrong with the rows beside each other and in this firm; answers its offices for the log. */
export const checkInFirm = async (context: Context, rows: readonly CheckedLawyerRow[]) => {
  const inputs = rows.flatMap(it => it.input ?? [])
  if (inputs.length === 0) return new Map<number, string>()
  const places = await officesFor(context, inputs)
  checkRows(rows, { offices: places, ownerOf: await takenBy(context, inputs) })
  return places
}
