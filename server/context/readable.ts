import { z } from 'zod'

import { scopeFor } from '../../resources/domain/permissions.ts'
import type { Capability, Scope } from '../../resources/domain/rights.ts'
import { type Field, type Fields, isPlain, masked, readersOf, type Who } from '../../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'

// What a field says of who may read it (`readableBy`, `revealedTo`) holds for every answer: the engine passes what a
// call answers through `readableAnswer`, conflicts, logs, revisions and exports pass through the rest.

export type Asking = Pick<Context<Caller | null>, 'caller' | 'switches'>

/** How far the caller's right to this reaches; null where he has none. */
export const scopeOfCaller = ({ caller, switches }: Asking, who: Who): Scope | null => {
  const holder = caller && {
    ...caller,
    hasCapability: (capability: Capability) => caller.capabilities.has(capability),
  }
  return scopeFor(who, holder, switches.rights)
}

type Restricted = Pick<Field, 'readableBy' | 'revealedTo'>

const isOneOf = (asking: Asking, who: Who | undefined) =>
  who === undefined || scopeOfCaller(asking, who) !== null

/** Neither hidden nor masked. */
export const mayRead = (asking: Asking, { readableBy, revealedTo }: Restricted) =>
  isOneOf(asking, readableBy) && isOneOf(asking, revealedTo)

/** Texts in stars; of anything else nothing. */
const starred = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(starred) : typeof value === 'string' ? masked(value) : null

/** A value as the caller may read it. An address of a picture is no text to show in stars. */
export const readableValue = (asking: Asking, field: Restricted, value: unknown) => {
  if (mayRead(asking, field)) return value
  if (!isOneOf(asking, field.readableBy) || 'frame' in field) return null
  return starred(value)
}

type Filter = (value: unknown, asking: Asking) => unknown

const filterOfShape = (shape: Readonly<Record<string, z.core.$ZodType>>): Filter | null => {
  const filters = Object.entries(shape).flatMap(([name, schema]) => {
    const filter = filterOf(schema)
    return filter ? [[name, filter] as const] : []
  })
  if (filters.length === 0) return null
  return (value, asking) =>
    isPlain(value)
      ? {
          ...value,
          ...Object.fromEntries(
            filters.flatMap(([name, filter]) => (name in value ? [[name, filter(value[name], asking)]] : [])),
          ),
        }
      : value
}

/** What of the values of a schema is not for everybody; null where all of it is. */
const filterOf = (schema: z.core.$ZodType): Filter | null => {
  const readers = readersOf.get(schema)
  if (readers)
    return (value, asking) => {
      const readable = readableValue(asking, readers, value)
      // As the text of its JSON (specification, section 3).
      return readers.isJson && readable != null ? JSON.stringify(readable) : readable
    }
  if (schema instanceof z.ZodObject) return filterOfShape(schema.shape)
  if (schema instanceof z.ZodArray) {
    const element = filterOf(schema.element)
    return (
      element && ((value, asking) => (Array.isArray(value) ? value.map(it => element(it, asking)) : value))
    )
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return filterOf(schema.unwrap())
  return null
}

const filters = new WeakMap<z.ZodType, { filter: Filter | null }>()

/** What a call answers, as far as the caller may read it. */
export const readableAnswer = (asking: Asking, schema: z.ZodType, answer: unknown) => {
  const known = filters.get(schema) ?? { filter: filterOf(schema) }
  filters.set(schema, known)
  return known.filter ? known.filter(answer, asking) : answer
}

type Change = { field: string; before?: unknown; after?: unknown }

/** Changes of these fields, as far as the caller may read them; the same list where he may read all of it. */
export const readableChanges = <C extends Change>(asking: Asking, fields: Fields, changes: C[]): C[] => {
  const isReadable = ({ field: name }: C) => {
    const field = fields[name]
    return !field || mayRead(asking, field)
  }
  if (changes.every(isReadable)) return changes
  return changes.flatMap(change => {
    if (isReadable(change)) return [change]
    const field = fields[change.field]!
    if (!isOneOf(asking, field.readableBy)) return []
    const [before, after] = [change.before, change.after].map(
      value => readableValue(asking, field, value) ?? '',
    )
    return [{ ...change, before, after }]
  })
}
