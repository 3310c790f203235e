import { fill, withoutContext } from '../resources/kit/translate.ts'
import { isPlain } from '../resources/kit/objects.ts'

/** The Chinese of a key and its values, or of several one by one; undefined for anything else. */
export const chineseOf = (told: unknown): string | undefined => {
  if (!isPlain(told)) return undefined
  const { key, values, joint, parts } = told
  if (Array.isArray(parts)) return parts.map(chineseOf).join(String(joint))
  return typeof key === 'string' && isPlain(values) ? fill(withoutContext(key), values) : undefined
}

/**
 * An answer as it was before the server said it in the language of the request: the screens say it in the language that
 * is chosen when they are drawn, which may change while the answer is kept. `keys` are by JSON pointer.
 */
export const neutral = (data: unknown, keys: unknown) => {
  if (!isPlain(keys)) return data
  for (const [pointer, told] of Object.entries(keys)) {
    const names = pointer
      .split('/')
      .slice(1)
      .map(it => it.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = names.pop()
    const owner = names.reduce<unknown>((it, name) => (isOwn(it, name) ? it[name] : undefined), data)
    const text = chineseOf(told)
    if (last !== undefined && text !== undefined && isOwn(owner, last)) owner[last] = text
  }
  return data
}

const isOwn = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
