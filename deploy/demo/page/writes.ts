import { z } from 'zod'

import { resources } from '../../../resources/index.ts'
import { type AnyEntity, type AnyResource, type Call, isEntity } from '../../../resources/kit/index.ts'
import { isReading, listCallOf } from '../lists.ts'
import { type CallRecording, inputKey, type Values } from '../recording.ts'
import { Refusal } from './refusal.ts'
import type { DemoStore } from './store.ts'

// Writes of the demo: react-admin's verbs change the recorded answers of this visit, and everything else is refused.

type Source = { store: DemoStore; account: string }
type Stored = Record<string, unknown>
type Verb = 'create' | 'update' | 'remove'
export type DeclaredWrite = { resource: AnyResource; verb: Verb }

const verbs = ['create', 'update', 'remove'] as const

/** The resource and the verb that a call serves. */
export const writeOf = ({ method, path }: Call): DeclaredWrite | undefined =>
  resources
    .flatMap(resource => verbs.map(verb => ({ resource, verb })))
    .find(({ resource, verb }) => {
      const call = resource.calls[resource.crud[verb] ?? '']
      return call?.method === method && call.path === path
    })

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All objects in a recorded answer. */
const objectsIn = function* (value: unknown): Generator<Stored> {
  if (Array.isArray(value)) for (const it of value) yield* objectsIn(it)
  else if (isStored(value)) {
    yield value
    for (const it of Object.values(value)) yield* objectsIn(it)
  }
}

/** The recorded answers of all reading calls of a resource. */
const answersOf = ({ store, account }: Source, { calls }: AnyResource): Promise<CallRecording[]> =>
  Promise.all(
    Object.values(calls)
      .filter(isReading)
      .map(it => store.answersOf(account, it.path)),
  )

/** The copies of one record in the answers of a resource. */
const copiesOf = async (source: Source, entity: AnyEntity, id: unknown) => {
  const answers = await answersOf(source, entity)
  return answers
    .flatMap(it => [...objectsIn(Object.values(it))])
    .filter(it => it[entity.id] === id && 'version' in it)
}

const changeCopy = (copy: Stored, values: Values) => {
  for (const [name, value] of Object.entries(values)) if (name in copy) copy[name] = value
}

/** The part of a record that the declared answer of a write has. */
const answerOf = ({ output }: Call, record: Values) =>
  output instanceof z.ZodObject
    ? Object.fromEntries(Object.entries(record).filter(([name]) => name in output.shape))
    : {}

const isGiven = (value: unknown) => value !== undefined && value !== null

const refuseStale = (copy: Stored, version: unknown) => {
  if (typeof version === 'number' && version !== copy['version']) throw new Refusal('4090')
}

/** Changes a record in all answers; undefined where the call does more than that. */
const updateRecord = async (source: Source, entity: AnyEntity, call: Call, input: Values) => {
  const { [entity.id]: id, version, ...values } = input
  const copies = await copiesOf(source, entity, id)
  const [first] = copies
  if (!first) throw new Refusal('4040')
  // What no copy of the record holds is an order to the server, such as to submit it.
  const isOrder = ([name, value]: [string, unknown]) => isGiven(value) && !copies.some(it => name in it)
  if (Object.entries(values).some(isOrder)) return undefined
  refuseStale(first, version)
  const next = { ...values, version: Number(first['version']) + 1, updatedAt: new Date().toISOString() }
  for (const copy of copies) {
    changeCopy(copy, next)
    if (isStored(copy['published'])) changeCopy(copy['published'], values)
  }
  return answerOf(
    call,
    copies.reduce<Values>((all, it) => ({ ...it, ...all }), {}),
  )
}

const removeRecord = async (source: Source, entity: AnyEntity, input: Values) => {
  const { [entity.id]: id, ...orders } = input
  if (Object.values(orders).some(isGiven)) return undefined
  const isOther = (it: unknown) => !(isStored(it) && it[entity.id] === id)
  const copies = await copiesOf(source, entity, id)
  if (copies.some(it => Number(it['useCount'] ?? 0) > 0)) throw new Refusal('4093')
  for (const answers of await answersOf(source, entity))
    for (const [key, answer] of Object.entries(answers)) {
      if ('rows' in answer) answer.rows = answer.rows.filter(({ row }) => isOther(row))
      else if (Array.isArray(answer.data)) answer.data = answer.data.filter(isOther)
      else if (!isOther(answer.data)) delete answers[key]
    }
  return {}
}

const emptyValue = (value: unknown) => {
  if (typeof value === 'number') return 0
  return Array.isArray(value) ? [] : null
}

/** Adds a record that looks like the others; undefined where the declaration does not accept what the input makes of it. */
const createRecord = async ({ store, account }: Source, entity: AnyEntity, call: Call, input: Values) => {
  const [list, one] = [listCallOf(entity), entity.calls[entity.crud.one ?? '']]
  const found = list && (await store.answersOf(account, list.path))[inputKey({})]
  const template = found && 'rows' in found ? found.rows[0]?.row : undefined
  if (!one || !found || !('rows' in found) || !template) return undefined
  const now = new Date().toISOString()
  const own = Object.keys(template).filter(name => name !== entity.id)
  const isOrder = ([name, value]: [string, unknown]) => isGiven(value) && !own.includes(name)
  if (Object.entries(input).some(isOrder)) return undefined
  const id = Math.max(...found.rows.map(({ row }) => Number(row[entity.id]))) + 1
  const record: Stored = {
    ...Object.fromEntries(Object.entries(template).map(([name, value]) => [name, emptyValue(value)])),
    ...input,
    ...Object.fromEntries(['createdAt', 'updatedAt'].filter(it => it in template).map(it => [it, now])),
    version: 1,
    [entity.id]: id,
  }
  if (!one.output.safeParse(record).success) return undefined
  found.rows.unshift({ row: record })
  const records = await store.answersOf(account, one.path)
  records[inputKey({ [entity.id]: id })] = { data: { ...record } }
  return answerOf(call, record)
}

/** Replaces the only record of a setting. */
const updateSetting = async ({ store, account }: Source, { calls, crud }: AnyResource, input: Values) => {
  const answers = await store.answersOf(account, calls[crud.one ?? '']?.path ?? '')
  const answer = answers[inputKey({})]
  if (!answer || !('data' in answer) || !isStored(answer.data)) return undefined
  refuseStale(answer.data, input['version'])
  answer.data = { ...answer.data, ...input, version: Number(answer.data['version']) + 1 }
  return answer.data
}

/** Makes the write, and answers as the call does; undefined where the demo does not make it. */
export const performWrite = async (
  source: Source,
  { resource, verb }: DeclaredWrite,
  call: Call,
  input: Values,
): Promise<unknown> => {
  if (!isEntity(resource)) return verb === 'update' ? updateSetting(source, resource, input) : undefined
  if (verb === 'update') return updateRecord(source, resource, call, input)
  return verb === 'create'
    ? createRecord(source, resource, call, input)
    : removeRecord(source, resource, input)
}
