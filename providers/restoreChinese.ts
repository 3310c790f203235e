import { fillBlanks, withoutContext } from '../resources/kit/translate.ts'
import { isPlainObject } from '../resources/kit/objects.ts'

/** The Chinese text of a key with its values, or of several joined ones; undefined for anything else. */
export const chineseOf = (keyed: unknown): string | undefined => {
  if (!isPlainObject(keyed)) return undefined
  const { key, values, joint, parts } = keyed
  if (Array.isArray(parts)) return parts.map(chineseOf).join(String(joint))
  return typeof key === 'string' && isPlainObject(values)
    ? fillBlanks(withoutContext(key), values)
    : undefined
}

/**
 * Restores the Chinese texts of an answer that the server translated for the request. The screens translate when they
 * are drawn, so that a cached answer follows a change of the language. `keys` holds keys and values by JSON pointer.
 * Changes `data` in place.
 */
export const restoreChinese = (data: unknown, keys: unknown) => {
  if (!isPlainObject(keys)) return data
  for (const [pointer, keyed] of Object.entries(keys)) {
    const names = pointer
      .split('/')
      .slice(1)
      .map(it => it.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = names.pop()
    const owner = names.reduce<unknown>((it, name) => (isOwn(it, name) ? it[name] : undefined), data)
    const text = chineseOf(keyed)
    if (last !== undefined && text !== undefined && isOwn(owner, last)) owner[last] = text
  }
  return data
}

const isOwn = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
