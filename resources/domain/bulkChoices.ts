import { type AnyEntity, type Field, kindOf } from '../kit/index.ts'
import { bulkFieldsOf } from './bulk.ts'

type Values = Readonly<Record<string, unknown>>

/** The parts that a bulk edit changes one by one, such as the visibility of a single contact; null for other fields. */
const partsOf = (field: Field | undefined) =>
  field && kindOf(field).isChosenByParts && 'fields' in field ? (field.fields ?? null) : null

/** The fields of `bulkEdit` that are changed part by part. */
export const fieldsWithParts = (entity: AnyEntity) =>
  Object.entries(bulkFieldsOf(entity)).flatMap(([name, field]) => (partsOf(field) ? [name] : []))

/**
 * The property with which the call for one record takes the changed parts of a field; a part of null is removed. The
 * others stay, in the working copy and in what is public alike.
 */
export const partsProperty = (name: string) => `${name}Parts`

/** What a bulk edit can change: a field, or one part of the field `of`. */
export type BulkChoice = { field: Field; of?: Field }

/** The fields of `bulkEdit` as they are chosen: a field with parts is replaced by these (`visibility/mobile`). */
export const bulkChoicesOf = (entity: AnyEntity): Record<string, BulkChoice> =>
  Object.fromEntries(
    Object.entries(bulkFieldsOf(entity)).flatMap(([name, field]) => {
      const parts = Object.entries(partsOf(field) ?? {})
      if (parts.length === 0) return [[name, { field }] as const]
      return parts.map(([part, own]) => [`${name}/${part}`, { field: own, of: field }] as const)
    }),
  )

/** Values by the names of `bulkChoicesOf`. */
export const splitIntoChoices = (entity: AnyEntity, values: Values) => {
  const divided = fieldsWithParts(entity)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      divided.includes(name)
        ? Object.entries(value ?? {}).map(
            ([part, own]: [string, unknown]) => [`${name}/${part}`, own] as const,
          )
        : [[name, value] as const],
    ),
  )
}

/** The answers of a bulk edit from values by the names of `bulkChoicesOf`. */
export const joinChoices = (values: Values) => {
  const answers: Record<string, unknown> = {}
  for (const [choice, value] of Object.entries(values)) {
    const at = choice.indexOf('/')
    if (at < 0) answers[choice] = value
    else {
      const [name, part] = [choice.slice(0, at), choice.slice(at + 1)]
      answers[name] = { ...Object(answers[name]), [part]: value }
    }
  }
  return answers
}
