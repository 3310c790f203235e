/** Calls `make` once and remembers its result. */
const once = <T>(make: () => T) => {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

type LazyValues<M> = { [K in keyof M]: M[K] extends () => infer T ? T : never }

/**
 * Adds properties whose values are made at their first use. A browser that shows a list uses few of the thousands of
 * schemas, and making all of them took most of the start-up time.
 */
export const withLazyProperties = <P extends object, M extends Record<string, () => unknown>>(
  plain: P,
  makers: M,
) => {
  const lazy = Object.entries(makers).map(
    ([name, make]) => [name, { get: once(make), enumerable: true, configurable: true }] as const,
  )
  // Copies descriptors, because a spread would call the getters of `plain`.
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(plain), ...Object.fromEntries(lazy) },
  ) as Omit<P, keyof M> & LazyValues<M>
}
