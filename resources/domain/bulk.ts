import type { Action, AnyEntity, Field } from '../kit/index.ts'
import { demandsOf, isCapability } from './rights.ts'

/** So many records a bulk action takes at once. */
export const bulkLimit = 10_000

/** The name of the action that changes the fields of `bulkEdit`. */
export const bulkEdit = 'bulkEdit'

/**
 * Actions that can be taken on all records of a filter. One that answers a secret, or asks for the password, is taken on
 * records that somebody has looked at.
 */
const isForAll = ({ calls }: AnyEntity, { on, shows, dialog, call }: Action<never>) => {
  const { who } = calls[call]!
  const needsPassword = isCapability(who) && demandsOf(who).needsPassword
  return on.includes('bulk') && !shows && !dialog && !needsPassword
}

/** The fields that can be changed in many records at once, by their names. */
export const bulkFieldsOf = ({ bulkEdit: names = [], fields }: AnyEntity): Record<string, Field> =>
  Object.fromEntries(names.map(name => [name, fields[name]!]))

/** What can be done with all records of a filter, by the names of the actions. */
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
