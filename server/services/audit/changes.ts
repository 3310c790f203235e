import { isDeepStrictEqual } from 'node:util'

import { isPlainObject } from '../../../resources/kit/objects.ts'

/** One differing value with its path, such as `global.cms.video` or `banners[1].title`. */
type Change = { path: string; before: unknown; after: unknown }

const partsOf = (value: unknown): Map<string, unknown> | null => {
  if (Array.isArray(value)) return new Map(value.map((it: unknown, at) => [`[${at}]`, it]))
  return isPlainObject(value) ? new Map(Object.entries(value).map(([name, it]) => [`.${name}`, it])) : null
}

/** The differences between two documents, value by value; a missing value is null. */
export const changesBetween = (before: unknown, after: unknown, path = ''): Change[] => {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  const noChanges = new Map<string, unknown>()
  const a = before == null ? noChanges : partsOf(before)
  const b = after == null ? noChanges : partsOf(after)
  // Texts and empty lists are compared as a whole.
  if (!a || !b || a.size + b.size === 0)
    return [{ path: path.replace(/^\./, ''), before: before ?? null, after: after ?? null }]
  return [...new Set([...a.keys(), ...b.keys()])].flatMap(part =>
    changesBetween(a.get(part), b.get(part), path + part),
  )
}
