import { and, eq, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'

import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { lawyerDraft } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { lawyers, offices } from '../../db/tables.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { enabledOffices } from '../offices/enabled.ts'
import { passwordErrorIn } from '../passwords.ts'
import { requireFirm } from '../signIn.ts'

export type LawyerInput = z.output<typeof lawyerDraft>
export type Row = { index: number; input: LawyerInput | null; errors: FieldErrors }

const errorsOf = ({ issues }: z.ZodError): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    for (const name of names)
      errors[name] ??= issue.code === 'unrecognized_keys' ? '不接受的字段' : issue.message
  }
  return errors
}

/** Each row by itself, so that one mistake does not stop the others. */
const read = (list: readonly unknown[]): Row[] =>
  list.map((given, index) => {
    const { success, data, error } = lawyerDraft.safeParse(given)
    return success ? { index, input: data, errors: {} } : { index, input: null, errors: errorsOf(error) }
  })

const unique = { mobile: '手机号', licenseNumber: '执业证号', employeeNo: '工号' } as const
type Unique = keyof typeof unique
const uniqueNames = keysOf(unique)

const valuesOf = (inputs: readonly LawyerInput[], name: Unique) =>
  inputs.flatMap(it => (it[name] ? [it[name]] : []))

/** The offices that people may be put into, by id. */
const officesFor = async ({ caller, db, firmId, scope }: Context, inputs: readonly LawyerInput[]) => {
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
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), or(...conditions)))
  return (name: Unique, value: string) => rows.some(it => it[name] === value)
}

type Known = { offices: ReadonlyMap<number, string>; isTaken: (name: Unique, value: string) => boolean }

const duplicatesIn = (rows: readonly Row[], name: Unique) => {
  const seen = new Map<string, number>()
  const doubles = new Map<Row, number>()
  for (const row of rows) {
    const value = row.input?.[name]
    if (!value) continue
    const first = seen.get(value)
    if (first === undefined) seen.set(value, row.index)
    else doubles.set(row, first)
  }
  return doubles
}

const checkRows = (rows: readonly Row[], { offices: places, isTaken }: Known) => {
  for (const name of uniqueNames) {
    const doubles = duplicatesIn(rows, name)
    for (const row of rows) {
      const value = row.input?.[name]
      const first = doubles.get(row)
      if (first !== undefined) row.errors[name] ??= `与第${first + 1}行的${unique[name]}重复`
      else if (value && isTaken(name, value)) row.errors[name] ??= `该${unique[name]}已存在`
    }
  }
  for (const { input, errors } of rows)
    if (input && !places.has(input.organizationId)) errors['organizationId'] ??= '请选择所属律所'
}

const checkPasswords = async (context: Context, rows: readonly Row[]) => {
  if (!rows.some(it => it.input?.password)) return
  const firm = await requireFirm(context)
  for (const { input, errors } of rows) {
    if (!input?.password) continue
    const error = passwordErrorIn(firm, input.password, { mobile: input.mobile })
    if (error) errors['password'] ??= error
  }
}

/** Every row with what is wrong with it by itself. */
export const readRows = async (context: Context, list: readonly unknown[]) => {
  const rows = read(list)
  await checkPasswords(context, rows)
  return rows
}

/** Adds what is wrong with the rows beside each other and in this firm; answers its offices for the log. */
export const checkInFirm = async (context: Context, rows: readonly Row[]) => {
  const inputs = rows.flatMap(it => it.input ?? [])
  if (inputs.length === 0) return new Map<number, string>()
  const places = await officesFor(context, inputs)
  checkRows(rows, { offices: places, isTaken: await takenBy(context, inputs) })
  return places
}
