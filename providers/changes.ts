import { isPlain } from '../resources/kit/objects.ts'

/** Nothing was written: what a form leaves for "empty" differs by input, and none of it is a change. */
export const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === '<p></p>' ||
  (Array.isArray(value) && value.length === 0)

/** Whether two values of a field say the same. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((it, index) => isSame(it, other[index]))
  if (isPlain(one) && isPlain(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(key =>
      isSame(one[key], other[key]),
    )
  return Object.is(one, other)
}

/** The names among `names` whose values differ. */
export const changedNames = (
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) => names.filter(name => !isSame(before[name], after[name]))
