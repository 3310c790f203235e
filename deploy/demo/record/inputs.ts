import { z } from 'zod'

import { resources } from '../../../resources/index.ts'
import { type Call, isEntity } from '../../../resources/kit/index.ts'
import type { RecordedRow, Values } from '../recording.ts'

/** Rows that were listed, by the path of the call that listed them. */
export type Listed = Map<string, readonly RecordedRow[]>

type Value = string | number

const inputSchema = z.object({
  required: z.array(z.string()).default([]),
  properties: z
    .record(z.string(), z.object({ enum: z.array(z.union([z.string(), z.number()])).optional() }))
    .default({}),
})

/** The inputs that a call needs, each with its values where the declaration lists them. */
const neededInputs = ({ input }: Call) => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const { required, properties } = inputSchema.parse(schema)
  return required.map(name => ({ name, values: properties[name]?.enum }))
}

/** Whether a call can be made without any input. */
export const isAskedPlainly = (call: Call): boolean => neededInputs(call).length === 0

const valuesIn = (rows: readonly RecordedRow[], name: string): Value[] =>
  rows.flatMap(({ row }) => {
    const value = row[name]
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [value] : []
  })

const entitiesWith = (call: Call) =>
  resources.filter(isEntity).filter(({ calls }) => Object.values(calls).some(it => it.path === call.path))

/** Ids of the records that a call is about: of the rows of the entity that declares it. */
const ownIds = (call: Call, listed: Listed): Value[] =>
  entitiesWith(call).flatMap(({ id, crud, calls }) =>
    valuesIn(listed.get(calls[crud.list ?? '']?.path ?? '') ?? [], id),
  )

/** The resources whose records have a name for their id that other rows use too. */
const foreignIds = (name: string, listed: Listed): Value[] =>
  name === 'id' ? [] : [...listed.values()].flatMap(rows => valuesIn(rows, name))

/** Values of one parameter of a call. */
const valuesFor = (call: Call, name: string, listed: Listed): Value[] => {
  const isOwnId = name === 'id' || entitiesWith(call).some(({ id }) => id === name)
  return [...new Set(isOwnId ? ownIds(call, listed) : foreignIds(name, listed))]
}

const most = 400

/** Every combination of the values that a call needs. */
export const neededCombinations = (call: Call, listed: Listed): Values[] =>
  neededInputs(call)
    .reduce<Values[]>(
      (inputs, { name, values }) => {
        const found = values ?? valuesFor(call, name, listed)
        return inputs.flatMap(input => found.map(value => ({ ...input, [name]: value })))
      },
      [{}],
    )
    .slice(0, most)
