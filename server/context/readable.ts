import type { z } from 'zod'

import { scopeFor } from '../../resources/domain/permissions.ts'
import type { Capability, Scope } from '../../resources/domain/rights.ts'
import {
  type Fields,
  maskMiddle,
  outputTraits,
  type OutputTraits,
  traitsOf,
  type Who,
} from '../../resources/kit/index.ts'
import { cachedAnswerWalks } from './answerWalk.ts'
import type { Caller, Context } from './context.ts'

// The field options `readableBy` and `revealedTo` apply to every answer: the engine passes each answer
// through `readableAnswer`, and conflicts, logs, revisions and exports use the other functions of this file.

export type Reader = Pick<Context<Caller | null>, 'caller' | 'switches'> & {
  /** Whether the caller has asked for whole values of fields that are revealed on request. */
  isRevealed?: boolean
}

/** How far the caller's right reaches; null without the right. */
export const scopeOfCaller = ({ caller, switches }: Reader, who: Who): Scope | null => {
  const holder = caller && {
    ...caller,
    hasCapability: (capability: Capability) => caller.capabilities.has(capability),
  }
  return scopeFor(who, holder, switches.rights)
}

type ReadRestrictions = Pick<OutputTraits, 'kind' | 'readableBy' | 'revealedTo' | 'isRevealedOnRequest'>

const isOneOf = (reader: Reader, who: Who | undefined) =>
  who === undefined || scopeOfCaller(reader, who) !== null

/** Whether the caller sees the value neither hidden nor masked. In a view of another account it stays masked. */
export const mayRead = (reader: Reader, { readableBy, revealedTo }: ReadRestrictions) =>
  isOneOf(reader, readableBy) &&
  (revealedTo === undefined || (!reader.caller?.view && isOneOf(reader, revealedTo)))

/** Whether an answer shows the value whole: the caller may read it, and has asked for it where that is logged. */
export const isShownWhole = (reader: Reader, field: ReadRestrictions) =>
  mayRead(reader, field) &&
  (!field.isRevealedOnRequest || reader.isRevealed === true || reader.caller?.population === 2)

/** Masks texts with asterisks; any other value becomes null. */
const maskText = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(maskText) : typeof value === 'string' ? maskMiddle(value) : null

/** A value as the caller may read it. A picture's address cannot be masked, so it is hidden. */
export const readableValue = (reader: Reader, field: ReadRestrictions, value: unknown) => {
  if (isShownWhole(reader, field)) return value
  const { kind, readableBy } = field
  if (!isOneOf(reader, readableBy) || (kind && traitsOf({ kind }).isPicture)) return null
  return maskText(value)
}

/** Replaces the values within a schema that not everybody may read. */
const restrictedIn = cachedAnswerWalks<Reader>(schema => {
  const traits = outputTraits.get(schema)
  if (!traits?.readableBy && !traits?.revealedTo && !traits?.isJson) return null
  return (value, _, reader) => {
    const readable = readableValue(reader, traits, value)
    // Fields of JSON travel as text (specification, section 3).
    return traits.isJson && readable != null ? JSON.stringify(readable) : readable
  }
})

/** The answer of a call, reduced to what the caller may read. */
export const readableAnswer = (reader: Reader, schema: z.ZodType, answer: unknown) => {
  const walk = restrictedIn(schema)
  return walk ? walk(answer, { at: '', owner: {} }, reader) : answer
}

type Change = { field: string; before?: unknown; after?: unknown }

/** Changes of these fields, reduced to what the caller may read; the same list where that is everything. */
export const readableChanges = <C extends Change>(reader: Reader, fields: Fields, changes: C[]): C[] => {
  const isReadable = ({ field: name }: C) => {
    const field = fields[name]
    return !field || isShownWhole(reader, field)
  }
  if (changes.every(isReadable)) return changes
  return changes.flatMap(change => {
    if (isReadable(change)) return [change]
    const field = fields[change.field]!
    if (!isOneOf(reader, field.readableBy)) return []
    const [before, after] = [change.before, change.after].map(
      value => readableValue(reader, field, value) ?? '',
    )
    return [{ ...change, before, after }]
  })
}
