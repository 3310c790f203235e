import { isDeepStrictEqual } from 'node:util'

import { keysOf } from '../../../resources/kit/objects.ts'

/** A value as sent over the wire: dates as text, missing values as null. */
const wireValue = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

/**
 * The fields of a patch that differ from the current values: forms may send all fields, while rights are
 * required only for changed ones.
 */
export const changedFields = <R extends object>(current: R, patch: Partial<R>): Partial<R> => {
  const changed = { ...patch }
  // jsonb does not preserve the order of keys.
  for (const name of keysOf(patch))
    if (isDeepStrictEqual(wireValue(patch[name]), wireValue(current[name]))) delete changed[name]
  return changed
}
