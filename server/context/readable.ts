import type { z } from 'zod'

import { scopeFor } from '../../resources/domain/permissions.ts'
import type { Capability, Scope } from '../../resources/domain/rights.ts'
import {
  type Fields,
  masked,
  outputTraits,
  type OutputTraits,
  traitsOf,
  type Who,
} from '../../resources/kit/index.ts'
import { walksOf } from './answerWalk.ts'
import type { Caller, Context } from './context.ts'

// Promise Q20 (server/promises.md).

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

type Restricted = Pick<OutputTraits, 'kind' | 'readableBy' | 'revealedTo'>

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
  const { kind, readableBy } = field
  if (!isOneOf(asking, readableBy) || (kind && traitsOf({ kind }).isPicture)) return null
  return starred(value)
}

/** What of the values of a schema is not for everybody. */
const restrictedIn = walksOf<Asking>(schema => {
  const traits = outputTraits.get(schema)
  if (!traits?.readableBy && !traits?.revealedTo && !traits?.isJson) return null
  return (value, _, asking) => {
    const readable = readableValue(asking, traits, value)
    // As the text of its JSON (specification, section 3).
    return traits.isJson && readable != null ? JSON.stringify(readable) : readable
  }
})

/** What a call answers, as far as the caller may read it. */
export const readableAnswer = (asking: Asking, schema: z.ZodType, answer: unknown) => {
  const walk = restrictedIn(schema)
  return walk ? walk(answer, { at: '', owner: {} }, asking) : answer
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
