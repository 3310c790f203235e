// TypeScript types the keys of an object as plain strings, since a value may have more keys than its type declares.
// An object literal has no further keys, which makes these functions safe for literals.

/** The keys of an object literal, with their literal types. */
export const keysOf = <O extends object>(literal: O) => {
  const keys: Extract<keyof O, string>[] = []
  for (const key in literal) keys.push(key)
  return keys
}

/** The entries of an object literal with typed keys; entries with the value undefined are omitted. */
export const entriesOf = <K extends string, V>(literal: { readonly [P in K]?: V }) => {
  const entries: [key: K, value: V][] = []
  for (const key in literal) {
    const value: V | undefined = literal[key]
    if (value !== undefined) entries.push([key, value])
  }
  return entries
}

/** An object with a value for each of these keys. */
export const fromKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  // The line above gives every key a value, which the type of `Object.fromEntries` cannot express.
  Object.fromEntries(keys.map(key => [key, valueOf(key)])) as Record<K, V>

/** Whether an unknown value is an object with named values: not null and not an array. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
