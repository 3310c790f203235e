import { parseJson } from '../domain/json.ts'
import { isPlain } from '../kit/objects.ts'
import type { Texts } from '../locales/plural.ts'

// What a firm's own file of translations (languages.ts) may hold; the server and the page check it alike.

/** What a file of translations holds; null where it is none. */
export const textsFrom = (file: string): Texts | null => {
  try {
    const value: unknown = parseJson(file, { entries: 20_000 })
    if (!isPlain(value)) return null
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

/** Its names are those of the values that the product fills in. */
const blanksOf = (text: string) => new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!))

/** What is wrong with a text that was brought for a key; nothing where it may be shown. */
const faultIn = (key: string, text: string, english = ''): string | null => {
  const may = blanksOf(key)
  const has = blanksOf(text)
  const unknown = [...has].find(it => !may.has(it))
  if (unknown) return `没有变量${unknown}`
  // What English can do without, such as a count of one, may be left out.
  const lacking = [...blanksOf(english)].find(it => !has.has(it))
  if (lacking) return `缺少变量${lacking}`
  if (text.length > 2000) return '译文最多2000个字'
  return /<[a-z!/]|(?![\n\t])\p{Cc}/iu.test(text) ? '只能是文字，不能有标记' : null
}

export type Checked = {
  /** What can be shown: known texts that are translated. */
  texts: Texts
  faults: readonly { key: string; fault: string }[]
  /** Keys that the product does not have. */
  unknown: number
}

/** A file of translations held against the texts that there are. */
export const checkTexts = (given: Texts, english: Texts): Checked => {
  const known = Object.entries(given).filter(([key]) => Object.hasOwn(english, key))
  const filled = known.filter(([, text]) => text.trim() !== '')
  const faults = filled.flatMap(([key, text]) => {
    const fault = faultIn(key, text, english[key])
    return fault ? [{ key, fault }] : []
  })
  return { texts: Object.fromEntries(filled), faults, unknown: Object.keys(given).length - known.length }
}
