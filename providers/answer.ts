// For answers that are read before the declarations, whose schemas read all others, have arrived.

/** A value within an answer; undefined where there is none. */
export const valueAt = (answer: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    answer,
  )

/** A text within an answer; empty where there is none. */
export const textAt = (answer: unknown, ...path: readonly string[]): string => {
  const found = valueAt(answer, ...path)
  return typeof found === 'string' ? found : ''
}
