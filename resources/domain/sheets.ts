import { z } from 'zod'

import { type AnyEntity, type Call, type Field, kindOf } from '../kit/index.ts'
import { demandsOf, isCapability } from './rights.ts'

/** Headings of the columns that identify a record in an exported list. */
export const sheetKeys = { id: '记录编号', version: '记录版本' } as const

/** How a row of a spreadsheet differs from its record; the interface has the positions of these words. */
export const sheetStates = ['same', 'change', 'conflict', 'error'] as const
export type SheetState = (typeof sheetStates)[number]

/** Whether a call for several records can give each of them a value of this field. */
const isGivenByRow = (field: Field) => {
  const { sheetForm, isGivenByRow: isGiven = false } = kindOf(field)
  return sheetForm !== null || isGiven
}
/** Line breaks do not survive a spreadsheet. */
const hasLines = (field: Field) => 'isMultiline' in field && field.isMultiline

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {}
const rowShapeOf = (list: Call | undefined) => {
  const { records } = shapeOf(list?.output)
  return records instanceof z.ZodArray ? shapeOf(records.element) : {}
}

/** Fields of a record's row that the call for one record takes, by name. Empty where that call demands more. */
const changeableFieldsOf = (entity: AnyEntity): Record<string, Field> => {
  const { calls, crud, fields } = entity
  const update = calls[crud.update ?? '']
  if (!update || (isCapability(update.who) && Object.values(demandsOf(update.who)).some(Boolean))) return {}
  const [row, input] = [rowShapeOf(calls[crud.list ?? '']), shapeOf(update.input)]
  if (!('version' in input) || !('version' in row)) return {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in row && name in input))
}

/**
 * The fields that a call for several records can give values of their own: plain values and pictures. The id says which
 * record is meant, and the state has actions of its own.
 */
export const rowFieldsOf = (entity: AnyEntity): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(changeableFieldsOf(entity)).filter(
      ([name, field]) => isGivenByRow(field) && name !== entity.id && name !== 'status',
    ),
  )

/**
 * The fields that can be changed in an exported list and brought back: those of a row that the form or bulk edit offers
 * and that the call for one record takes. Empty where that call demands a reason or the password.
 */
export const sheetFieldsOf = (entity: AnyEntity): Record<string, Field> => {
  const { form, bulkEdit: more = [], exports } = entity
  if (!exports) return {}
  const fields = changeableFieldsOf(entity)
  const isReadable = (field: Field | undefined) =>
    field && kindOf(field).sheetForm !== null && !hasLines(field)
  const offered = [...new Set([...Object.values(form).flat(), ...more])]
  return Object.fromEntries(
    offered.filter(name => isReadable(fields[name])).map(name => [name, fields[name]!]),
  )
}
