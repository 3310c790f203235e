import { parseJson } from '../domain/json.ts'
import { isPlainObject } from '../kit/objects.ts'
import type { Texts } from '../locales/plural.ts'

// Checks of a firm's own translation file (languages.ts), used by the server and the page.

/** Parses a translation file; null if it is not a JSON object of texts. */
export const textsFrom = (file: string): Texts | null => {
  try {
    const value: unknown = parseJson(file, { entries: 20_000 })
    if (!isPlainObject(value)) return null
    const texts: Record<string, string> = {}
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') return null
      texts[key] = text
    }
    return texts
  } catch {
    return null
  }
}

/** Names of the placeholders in a text. */
const blanksOf = (text: string) => new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!))

/** The error of a translated text; null if it may be shown. */
const faultIn = (key: string, text: string, english = ''): string | null => {
  const allowedBlanks = blanksOf(key)
  const has = blanksOf(text)
  const unknown = [...has].find(it => !allowedBlanks.has(it))
  if (unknown) return `没有变量${unknown}`
  // A placeholder that the English text omits, such as a count of one, may be omitted here too.
  const lacking = [...blanksOf(english)].find(it => !has.has(it))
  if (lacking) return `缺少变量${lacking}`
  if (text.length > 2000) return '译文最多2000个字'
  return /<[a-z!/]|(?![\n\t])\p{Cc}/iu.test(text) ? '只能填写纯文本，不能含有标记' : null
}

export type CheckedTexts = {
  /** Translated texts whose keys are known. */
  texts: Texts
  faults: readonly { key: string; fault: string }[]
  /** Number of keys that the product does not have. */
  unknown: number
}

/** Compares a translation file with the texts of the product. */
export const checkTexts = (given: Texts, english: Texts): CheckedTexts => {
  const known = Object.entries(given).filter(([key]) => Object.hasOwn(english, key))
  const filled = known.filter(([, text]) => text.trim() !== '')
  const faults = filled.flatMap(([key, text]) => {
    const fault = faultIn(key, text, english[key])
    return fault ? [{ key, fault }] : []
  })
  return { texts: Object.fromEntries(filled), faults, unknown: Object.keys(given).length - known.length }
}
