import type { Identifier, UpdateParams } from 'ra-core'

import {
  type AnyEntity,
  type AnyRecord,
  type AnyResource,
  type AnySetting,
  isPlain,
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
/** Makes one declared call by its name, `positions.page`. */
export type SendCall = (name: string, input: object, options?: Options) => Promise<unknown>
/** react-admin's name for the call of `crud.remove`; `act` knows it too. */
export const removal = 'delete'

/** The id that react-admin knows the one record of a setting by; no call carries it. */
export const singletonId = 1

/** The error for a call that the declarations do not have. */
export const undeclared = (what: string) => new Error(`接口未定义：${what}`)

/** By its declared name, or `id`, as many a back-end calls every one. */
const idIn = (row: Readonly<Record<string, unknown>>, name: string) =>
  [row[name], row['id']].map(Number).find(it => it > 0) ?? NaN

/** Without the rows that no id tells apart, of which nothing could be done or drawn. */
const distinct = (records: readonly AnyRecord[]) => [
  ...new Map(records.filter(it => it.id > 0).map(it => [it.id, it])).values(),
]

/** Finds the calls of a resource by the keys that it declares them under. */
const callsIn =
  ({ name, calls }: AnyResource, call: SendCall) =>
  (key: string | undefined, verb: string) => {
    const found = key === undefined ? undefined : calls[key]
    if (!found) throw undeclared(`${name}.${key ?? verb}`)
    return {
      declared: found,
      make: (input: object, options?: Options) => call(`${name}.${key}`, input, options),
    }
  }

/** Reads and replaces the one record of a setting. */
export const settingClient = (setting: AnySetting, call: SendCall) => {
  const { crud, fields } = setting
  const callOf = callsIn(setting, call)
  const recordOf = (values: unknown): AnyRecord => ({ ...(isPlain(values) && values), id: singletonId })
  return {
    read: async (signal: AbortSignal | undefined) =>
      recordOf(await callOf(crud.one, 'one').make({}, { signal })),
    update: async ({ data, previousData }: Pick<UpdateParams, 'data' | 'previousData'>) => {
      const { declared, make } = callOf(crud.update, 'update')
      const names = Object.keys(fields).filter(name => hasParam(declared, name))
      const values = Object.fromEntries(names.map(name => [name, data[name] ?? null]))
      const input = { ...writeJson(fields, values), version: previousData.version }
      const answer = await make(input, { isSparse: true })
      return recordOf({ ...previousData, ...data, ...(isPlain(answer) && answer) })
    },
  }
}

/** An entity with the calls its verbs name, as far as the back-end serves them. */
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
    /** The rows come from another call than the one that pages and filters them. */
    canList: crud.list !== undefined && listKey !== undefined,
    isListedOtherwise: listKey !== crud.list,
    hasOne: crud.one !== undefined && isServed(calls[crud.one]!, additions),
    choosing: () => callOf(choices, 'choices'),
    action: (action: string) => {
      // Removing is offered without being declared as an action.
      if (action === removal && crud.remove)
        return { input: (record: AnyRecord) => idInput(record.id), make: callOf(crud.remove, action).make }
      const declared = actions[action]
      if (!declared) throw undeclared(`${name}.${action}`)
      return {
        // Its record is of this resource, whose fields only the declaration knows.
        input: declared.input as (record: AnyRecord) => object,
        make: callOf(declared.call, action).make,
      }
    },
    recordOf,
    recordsOf: (rows: readonly object[]) => distinct(rows.map(recordOf)),
    write: (values: object) => writeJson(fields, values),
  }
}

/** react-admin’s verbs for one entity, as its declared calls. */
export type EntityClient = ReturnType<typeof entityClient>
