/** Remembers what `make` gave. */
const once = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

type Made<M> = { [K in keyof M]: M[K] extends () => infer T ? T : never }

/**
 * `plain` with values that are made when they are first asked for: schemas, since a browser that shows a list asks for
 * few of the thousands, and making them all was most of the start.
 */
export const lazily = <P extends object, M extends Record<string, () => unknown>>(plain: P, makers: M) => {
  const lazy = Object.entries(makers).map(
    ([name, make]) => [name, { get: once(make), enumerable: true, configurable: true }] as const,
  )
  // Getters that `plain` has are copied as such: a spread would call them.
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(plain), ...Object.fromEntries(lazy) },
  ) as Omit<P, keyof M> & Made<M>
}
