import { isPlainObject } from '../kit/objects.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isPlainObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/**
 * Whether a form value is empty. Inputs represent an empty value in different ways, and a change from one of them to
 * another is no change.
 */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === '<p></p>' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isBlank))

/** Whether two values of a field are equal. Empty values are equal, and the order of keys does not matter. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((it, index) => isSame(it, other[index]))
  if (isRecord(one) && isRecord(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(key =>
      isSame(one[key], other[key]),
    )
  return Object.is(one, other)
}
