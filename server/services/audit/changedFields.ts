import { isDeepStrictEqual } from 'node:util'

import { keysOf } from '../../../resources/kit/objects.ts'

/** As the wire has it: a moment is its text, and what is absent is null. */
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

/** The fields that a change really changes: a form may send all, and rights are asked for what differs. */
export const changedFields = <R extends object>(current: R, patch: Partial<R>): Partial<R> => {
  const changed = { ...patch }
  // jsonb keeps its keys in an order of its own.
  for (const name of keysOf(patch))
    if (isDeepStrictEqual(plain(patch[name]), plain(current[name]))) delete changed[name]
  return changed
}
