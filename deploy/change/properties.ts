import type { Fields } from '../../resources/kit/index.ts'

// What is said of a subject, in the forms that two versions of the declarations are compared in.

/** Names in order, with the labels that a person knows them by. */
type Ordered = { readonly inOrder: readonly string[]; readonly labels: Readonly<Record<string, string>> }
/** A value that is compared: a word, words whose order does not matter, or names in order. */
export type Value = string | number | boolean | readonly string[] | Ordered
/** Properties by what they say in a sentence. */
export type Properties = Readonly<Record<string, Value>>
/** Subjects of one sort by their names. */
export type Subjects = Readonly<Record<string, Properties>>

const sourceOf = (value: unknown) => String(value).replaceAll(/\s+/g, ' ')

/** A property as a value that can be compared; undefined if it says nothing. */
const valueOf = (value: unknown): Value | undefined => {
  if (value === undefined || value === null || value === false) return undefined
  if (typeof value === 'string' || typeof value === 'number' || value === true) return value
  if (typeof value === 'function' || value instanceof RegExp) return sourceOf(value)
  if (Array.isArray(value) && value.length === 0) return undefined
  if (Array.isArray(value) && value.every(it => typeof it === 'string')) return value
  return JSON.stringify(value, (_, part) =>
    typeof part === 'function' || part instanceof RegExp ? sourceOf(part) : part,
  )
}

/** What is said, without what says nothing. */
export const properties = (named: Readonly<Record<string, unknown>>): Properties =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, given]) => {
      const value = isOrdered(given) ? given : valueOf(given)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const isOrdered = (value: unknown): value is Ordered =>
  typeof value === 'object' && value !== null && 'inOrder' in value

/** Names in order, of which those of fields have a label. */
export const inOrder = (names: readonly string[] | undefined, fields: Fields = {}): Ordered | undefined =>
  names?.length
    ? {
        inOrder: names,
        labels: Object.fromEntries(names.flatMap(name => (fields[name] ? [[name, fields[name].label]] : []))),
      }
    : undefined
