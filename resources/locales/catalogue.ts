import Polyglot from 'node-polyglot'

import { type Language, type Values, withoutContext } from '../kit/translate.ts'

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

/** Of two blanks side by side the second is a number: 导出%{title}%{count}条. */
const sideBySide = (text: string) => {
  const [digits = ''] = /(?<!\d)\d+$/.exec(text) ?? []
  return [text.slice(0, text.length - digits.length), digits] as const
}

/** What stands in the blanks of a text that was filled elsewhere; nothing where it is another text. Linear. */
const valuesIn = (sentence: string, { fixed, names }: Parts): Values | null => {
  const [first = '', ...rest] = fixed
  const last = rest.at(-1) ?? ''
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null
  const values: Record<string, string> = {}
  let from = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    if (piece === '' && !isLast) continue
    const to = isLast ? sentence.length - piece.length : sentence.indexOf(piece, from)
    if (to < from) return null
    const text = sentence.slice(from, to)
    if (index > 0 && rest[index - 1] === '') {
      const [before, number] = sideBySide(text)
      if (number === '') return null
      values[names[index - 1]!] = before
      values[names[index]!] = number
    } else values[names[index]!] = text
    from = to + piece.length
  }
  return values
}

/** The blank of an action of the log, which is said as what has happened. */
const actionOf = ({ action }: Values) => (typeof action === 'string' ? `${action}@event` : null)

const wordsOf = ({ fixed }: Parts) => fixed.join('').length

/**
 * The server, the schemas and what is stored say whole Chinese sentences. One that is no key itself is found again among
 * the keys with blanks, the wordiest first; what stood in its blanks may be texts of the product too, one or several.
 */
const recognizer = (texts: Texts, phrase: (key: string, values: Values) => string | undefined) => {
  const patterns = Object.keys(texts)
    .filter(key => blank.test(key))
    .map(partsOf)
    .filter(parts => wordsOf(parts) > 0 && withoutContext(parts.key) === parts.key)
    .toSorted((one, other) => wordsOf(other) - wordsOf(one))
  const listed = (value: string, sign: string, joint: string) => {
    const said = value.split(sign).map(it => [it, phrase(it, {})] as const)
    return said.some(([, text]) => text !== undefined)
      ? said.map(([it, text]) => text ?? it).join(joint)
      : value
  }
  const inside = (value: string) =>
    phrase(value, {}) ?? (value.includes('；') ? listed(value, '；', '; ') : listed(value, '、', ', '))
  return (sentence: string) => {
    for (const parts of patterns) {
      const values = valuesIn(sentence, parts)
      if (!values) continue
      if (wordsOf(parts) < 2 && !Object.values(values).some(it => Object.hasOwn(texts, String(it)))) continue
      const event = actionOf(values)
      if (event !== null && !Object.hasOwn(texts, event)) continue
      const said = Object.entries(values).map(([name, it]) => [name, inside(String(it))])
      return phrase(parts.key, {
        ...Object.fromEntries(said),
        ...(event !== null && { action: phrase(event, {}) }),
      })
    }
  }
}

/** Plural forms follow the first number among the values; in what was filled elsewhere it is written in digits. */
const countIn = (values: Values) => {
  const given = Object.values(values)
  return (
    given.find(it => typeof it === 'number') ?? given.find(it => typeof it === 'string' && /^\d+$/.test(it))
  )
}

/** A sentence put before a full stop or a comma brings none of its own; an abbreviation keeps it before the comma. */
const unstopped = (text: string, values: Values): Values => {
  const before = new Map([...text.matchAll(/%\{(\w+)\}([.;,)])/g)].map(([, name, sign]) => [name, sign]))
  if (before.size === 0) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, it]) => {
      const sign = before.get(name)
      const isKept =
        sign === undefined || typeof it !== 'string' || (sign !== '.' && /\b(nos?|etc)\.$/.test(it))
      return [name, isKept ? it : it.replace(/\.$/, '')]
    }),
  )
}

const han = /\p{Script=Han}/u

export const languageOf = (locale: string, texts: Texts): Language => {
  const polyglot = new Polyglot({ locale, phrases: { ...texts }, allowMissing: true })
  const known = new Map<string, string | undefined>()
  const phrase = (key: string, values: Values): string | undefined => {
    if (Object.hasOwn(texts, key)) {
      const count = countIn(values)
      const said = unstopped(texts[key]!, values)
      return polyglot.t(key, count === undefined ? said : { ...said, smart_count: Number(count) })
    }
    const plain = withoutContext(key)
    if (plain !== key) return phrase(plain, values)
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
