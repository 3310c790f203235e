// TypeScript takes the keys of an object for strings, since a value may have more of them than its type says. What is
// written out as a literal has no more.

/** The keys of an object literal, typed as such. */
export const keysOf = <O extends object>(literal: O) => {
  const keys: Extract<keyof O, string>[] = []
  for (const key in literal) keys.push(key)
  return keys
}

/** Each key with its value; what is undefined is left out. */
export const entriesOf = <K extends string, V>(literal: { readonly [P in K]?: V }) => {
  const entries: [key: K, value: V][] = []
  for (const key in literal) {
    const value: V | undefined = literal[key]
    if (value !== undefined) entries.push([key, value])
  }
  return entries
}

/** A value for each of these keys. */
export const fromKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  // That every key is there is what the line says, and what no type of a list can say.
  Object.fromEntries(keys.map(key => [key, valueOf(key)])) as Record<K, V>

/** Whether something from outside is an object whose values may be looked at. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
