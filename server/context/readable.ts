import { scopeFor } from '../../resources/domain/permissions.ts'
import type { Capability, Scope } from '../../resources/domain/rights.ts'
import { type Fields, maskMiddle, type OutputTraits, kindOf, type Who } from '../../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'

// The field options `readableBy` and `revealedTo` apply to every answer: the engine's serializers
// apply `readableValue`, and conflicts, logs, revisions and exports use the other functions of this file.

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
  if (!isOneOf(reader, readableBy) || (kind && kindOf({ kind }).isPicture)) return null
  return maskText(value)
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
