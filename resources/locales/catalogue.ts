import Polyglot from 'node-polyglot'

import type { Language, Values } from '../kit/translate.ts'

/** Chinese text to the text of another language, in Polyglot's words: `%{name}`, and plural forms between `||||`. */
export type Texts = Readonly<Record<string, string>>

const blank = /%\{(\w+)\}/

/** What stands between the blanks of a text, and the names of the blanks. */
const partsOf = (key: string) => {
  const pieces = key.split(blank)
  return {
    key,
    fixed: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  }
}
type Parts = ReturnType<typeof partsOf>

/** What stands in the blanks of a text that was filled elsewhere; nothing where it is another text. Linear. */
const valuesIn = (sentence: string, { fixed, names }: Parts): Values | null => {
  const [first = '', ...rest] = fixed
  const last = rest.at(-1) ?? ''
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null
  const values: Record<string, string> = {}
  let from = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const to = isLast ? sentence.length - piece.length : sentence.indexOf(piece, from)
    if (to < from) return null
    values[names[index]!] = sentence.slice(from, to)
    from = to + piece.length
  }
  return values
}

const wordsOf = ({ fixed }: Parts) => fixed.join('').length

/**
 * The server, the schemas and what is stored say whole Chinese sentences. One that is no key itself is found again among
 * the keys with blanks, the wordiest first; what stood in its blanks may be texts of the product too, one or several.
 */
const recognizer = (texts: Texts, phrase: (key: string, values: Values) => string | undefined) => {
  const patterns = Object.keys(texts)
    .filter(key => blank.test(key))
    .map(partsOf)
    .filter(parts => wordsOf(parts) > 1)
    .toSorted((one, other) => wordsOf(other) - wordsOf(one))
  const inside = (value: string) =>
    value
      .split('、')
      .map(it => phrase(it, {}) ?? it)
      .join(', ')
  return (sentence: string) => {
    for (const parts of patterns) {
      const values = valuesIn(sentence, parts)
      if (values)
        return phrase(
          parts.key,
          Object.fromEntries(Object.entries(values).map(([name, it]) => [name, inside(String(it))])),
        )
    }
  }
}

/** Plural forms follow the first number among the values. */
const countIn = (values: Values) =>
  Object.values(values).find(it => typeof it === 'number' || (typeof it === 'string' && /^\d+$/.test(it)))

const han = /\p{Script=Han}/u

export const languageOf = (locale: string, texts: Texts): Language => {
  const polyglot = new Polyglot({ locale, phrases: { ...texts }, allowMissing: true })
  const known = new Map<string, string | undefined>()
  const phrase = (key: string, values: Values): string | undefined => {
    if (Object.hasOwn(texts, key)) {
      const count = countIn(values)
      return polyglot.t(key, count === undefined ? values : { ...values, smart_count: Number(count) })
    }
    if (!han.test(key) || Object.keys(values).length > 0) return undefined
    if (!known.has(key)) {
      if (known.size > 2000) known.clear()
      // Set first: a text inside itself is not looked for again.
      known.set(key, undefined)
      known.set(key, recognize(key))
    }
    return known.get(key)
  }
  const recognize = recognizer(texts, phrase)
  return { locale, phrase }
}
