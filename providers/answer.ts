// Helpers for answers that are read before the declarations, whose schemas read all other answers, are loaded.

/** The value at a path within an answer; undefined if there is none. */
export const valueAt = (answer: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    answer,
  )

/** The text at a path within an answer; empty if there is none. */
export const textAt = (answer: unknown, ...path: readonly string[]): string => {
  const found = valueAt(answer, ...path)
  return typeof found === 'string' ? found : ''
}
