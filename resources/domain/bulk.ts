import type { Action, AnyEntity, Field } from '../kit/index.ts'
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
