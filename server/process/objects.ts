// TypeScript takes the keys of an object for strings, since a value may have more of them than its type says. What is
// written out as a literal has no more.

export const keysOf = <O extends object>(literal: O) => Object.keys(literal) as (keyof O & string)[]

/** A value for each of these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, valueOf(key)])) as Record<K, V>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
