import type { Identifier, UpdateParams } from 'ra-core'

import {
  type AnyEntity,
  type AnyRecord,
  type AnyResource,
  type AnySetting,
  isPlainObject,
} from '../resources/kit/index.ts'
import { type Additions, isServed, listKeyOf } from './backend/additions.ts'
import { hasParam } from './hasParam.ts'
import { writeJson } from './jsonFields.ts'

type Options = {
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  isSparse?: boolean
  isNeeded?: boolean
}
/** Makes one declared call by its full name, such as `positions.page`. */
export type SendCall = (name: string, input: object, options?: Options) => Promise<unknown>
/** The action name for removing a record, which react-admin and `act` use. */
export const removeActionName = 'delete'

/** The id of the only record of a setting in react-admin; it is never sent. */
export const singletonId = 1

/** The error for a call that is not declared. */
export const undeclaredError = (what: string) => new Error(`接口未定义：${what}`)

/** The id of a row under its declared name, or under `id`, which many back-ends use for every record. */
const idIn = (row: Readonly<Record<string, unknown>>, name: string) =>
  [row[name], row['id']].map(Number).find(it => it > 0) ?? NaN

/** Removes rows with missing or duplicate ids, which could not be shown or changed. */
const distinct = (records: readonly AnyRecord[]) => [
  ...new Map(records.filter(it => it.id > 0).map(it => [it.id, it])).values(),
]

/** Finds the calls of a resource by the keys under which they are declared. */
const callsIn =
  ({ name, calls }: AnyResource, call: SendCall) =>
  (key: string | undefined, verb: string) => {
    const found = key === undefined ? undefined : calls[key]
    if (!found) throw undeclaredError(`${name}.${key ?? verb}`)
    return {
      declared: found,
      make: (input: object, options?: Options) => call(`${name}.${key}`, input, options),
    }
  }

/** Reads and updates the only record of a setting. */
export const settingClient = (setting: AnySetting, call: SendCall) => {
  const { crud, fields } = setting
  const callOf = callsIn(setting, call)
  const recordOf = (values: unknown): AnyRecord => ({ ...(isPlainObject(values) && values), id: singletonId })
  return {
    read: async (signal: AbortSignal | undefined) =>
      recordOf(await callOf(crud.one, 'one').make({}, { signal })),
    update: async ({ data, previousData }: Pick<UpdateParams, 'data' | 'previousData'>) => {
      const { declared, make } = callOf(crud.update, 'update')
      const names = Object.keys(fields).filter(name => hasParam(declared, name))
      const values = Object.fromEntries(names.map(name => [name, data[name] ?? null]))
      const input = { ...writeJson(fields, values), version: previousData.version }
      const answer = await make(input, { isSparse: true })
      return recordOf({ ...previousData, ...data, ...(isPlainObject(answer) && answer) })
    },
  }
}

/** An entity with the calls of its verbs, as far as the back-end serves them. */
export const entityClient = (entity: AnyEntity, call: SendCall, additions: Additions) => {
  const { id, name, fields, crud, calls, actions, choices } = entity
  const listKey = listKeyOf(entity, additions)
  const idInput = (value: Identifier) => ({ [id]: Number(value) })
  const callOf = callsIn(entity, call)
  const recordOf = (row: object): AnyRecord => ({ ...row, id: idIn({ ...row }, id) })
  return {
    ...entity,
    idInput,
    verb: (verb: keyof AnyResource['crud']) => callOf(crud[verb], verb),
    listing: () => callOf(crud.list && listKey, 'list'),
    /**
     * Whether the list can be read; `isListedOtherwise` is true if another call than the declared list answers the
     * rows.
     */
    canList: crud.list !== undefined && listKey !== undefined,
    isListedOtherwise: listKey !== crud.list,
    hasOne: crud.one !== undefined && isServed(calls[crud.one]!, additions),
    choosing: () => callOf(choices, 'choices'),
    action: (action: string) => {
      // Removing needs no declared action.
      if (action === removeActionName && crud.remove)
        return { input: (record: AnyRecord) => idInput(record.id), make: callOf(crud.remove, action).make }
      const declared = actions[action]
      if (!declared) throw undeclaredError(`${name}.${action}`)
      return {
        // The record belongs to this resource; only its declaration knows the exact type.
        input: declared.input as (record: AnyRecord) => object,
        make: callOf(declared.call, action).make,
      }
    },
    recordOf,
    recordsOf: (rows: readonly object[]) => distinct(rows.map(recordOf)),
    write: (values: object) => writeJson(fields, values),
  }
}

/** The declared calls of one entity for react-admin's verbs. */
export type EntityClient = ReturnType<typeof entityClient>
