import type { Action, AnyEntity, Field, FieldKind } from '../kit/index.ts'
import { demandsOf, isCapability } from './rights.ts'

/** Maximum number of records of a bulk action. */
export const bulkLimit = 10_000

/** Seconds before a bulk action begins that cannot be undone; it can be stopped until then. */
export const bulkDelay = 10

/** Seconds that a bulk action must take for the person who started it to get a message at its end. */
export const bulkMessageAfter = 30

/** Name of the action that changes the fields declared in `bulkEdit`. */
export const bulkEdit = 'bulkEdit'

/** Name of the action that applies a changed spreadsheet; each record gets the values of its own row. */
export const sheetEdit = 'sheetEdit'

/** Name of the action that gives several records values of their own. */
export const rowEdit = 'rowEdit'

/**
 * Whether an action is offered for all records of a filter. An action that answers a secret or asks for the password is
 * offered for selected rows only.
 */
const isForAll = ({ calls }: AnyEntity, { on, shows, dialog, call }: Action<never>) => {
  const { who } = calls[call]!
  const needsPassword = isCapability(who) && demandsOf(who).needsPassword
  return on.includes('bulk') && !shows && !dialog && !needsPassword
}

/** The fields of `bulkEdit` by name. */
export const bulkFieldsOf = ({ bulkEdit: names = [], fields }: AnyEntity): Record<string, Field> =>
  Object.fromEntries(names.map(name => [name, fields[name]!]))

/** Kinds whose value has declared parts, each of which is chosen by itself. */
const isChosenByParts: Readonly<Partial<Record<FieldKind, true>>> = { custom: true }

/** The parts that a bulk edit changes one by one, such as the visibility of a single contact; null for other fields. */
const partsOf = (field: Field | undefined) =>
  field && isChosenByParts[field.kind] && 'fields' in field ? (field.fields ?? null) : null

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
export const splitIntoChoices = (entity: AnyEntity, values: Readonly<Record<string, unknown>>) => {
  const fields = bulkFieldsOf(entity)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      partsOf(fields[name])
        ? Object.entries(value ?? {}).map(
            ([part, own]: [string, unknown]) => [`${name}/${part}`, own] as const,
          )
        : [[name, value] as const],
    ),
  )
}

/** The answers of a bulk edit from values by the names of `bulkChoicesOf`. */
export const joinChoices = (values: Readonly<Record<string, unknown>>) => {
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

/** The values that a record gets by a bulk edit: a field with parts keeps those that were not chosen. */
export const valuesAfterEdit = (
  entity: AnyEntity,
  record: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, unknown>>,
) => {
  const fields = bulkFieldsOf(entity)
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) =>
      partsOf(fields[name]) && value !== null && value !== undefined
        ? [name, { ...Object(record[name]), ...Object(value) }]
        : [name, value],
    ),
  )
}

/** The actions offered for all records of a filter, by name; `bulkEdit` is one of them. */
export const bulkActionsOf = (entity: AnyEntity): Record<string, Action<never>> => {
  const { id, crud, actions } = entity
  const edit: Action<never> | undefined =
    entity.bulkEdit && crud.update !== undefined
      ? {
          call: crud.update,
          label: '批量修改',
          on: ['bulk'],
          input: (record: Readonly<Record<string, unknown>>) => ({
            [id]: record[id],
            version: record['version'],
          }),
        }
      : undefined
  return {
    ...Object.fromEntries(Object.entries(actions).filter(([, action]) => isForAll(entity, action))),
    ...(edit && { [bulkEdit]: edit }),
  }
}
