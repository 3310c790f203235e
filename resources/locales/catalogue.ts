import { inSentence } from './english.ts'
import { formatsOf } from './formats.ts'
import { isChinese } from './locales.ts'
import { polyglotFor, type Texts } from './plural.ts'
import { isPlain } from '../kit/objects.ts'
import { chinese, fill, type Language, type TextValues, withoutContext } from '../kit/translate.ts'

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
const valuesIn = (sentence: string, { fixed, names }: Parts): Record<string, string> | null => {
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

const wordsOf = ({ fixed }: Parts) => fixed.join('').length

/** The wordiest first; of two that say as much the one with fewer blanks, and before both what the log calls an action. */
const byWords = (one: Parts, other: Parts) =>
  wordsOf(other) - wordsOf(one) ||
  Number(other.names.includes('action')) - Number(one.names.includes('action')) ||
  one.names.length - other.names.length

/** A few words fit by chance: then a value has to be a text, too, and none begins with a stop. */
const isLikely = (texts: Texts, parts: Parts, values: readonly string[]) =>
  !values.some(it => /^[：；，。、）】》”]/.test(it)) &&
  (wordsOf(parts) > 1 || values.some(it => Object.hasOwn(texts, it)))

type Phrase = (key: string, values: TextValues) => string | undefined

/** Longer is no sentence of the product; more pieces are no list of its words. */
const most = { characters: 1000, pieces: 100, lookups: 200 }

const han = /\p{Script=Han}/u
const isSentence = (text: string) => text.length <= most.characters && han.test(text)

/** What stands in a blank may be a text, a state, several sentences; a blank named in the plural is a list. */
const fillerOf = (texts: Texts, phrase: Phrase, locale: string) => {
  const jointOf = (sign: string, other: string) => (isChinese(locale) ? sign : other)
  const one = (value: string) =>
    Object.hasOwn(texts, `${value}@state`) ? phrase(`${value}@state`, {}) : phrase(value, {})
  const several = (value: string, sign: string, joint: string, isList: boolean) => {
    const pieces = value.split(sign)
    if (pieces.length > most.pieces) return value
    const said = pieces.map(it => [it, one(it)] as const)
    const isKnown = isList || said.some(([, text]) => text !== undefined)
    return isKnown ? said.map(([it, text]) => text ?? it).join(joint) : value
  }
  return (name: string, value: string) => {
    if (name === 'action') return phrase(`${value}@event`, {})
    if (value.includes('；') && !Object.hasOwn(texts, value))
      return several(value, '；', jointOf('；', '; '), false)
    return one(value) ?? several(value, '、', jointOf('、', ', '), /s$|^join$/.test(name))
  }
}

/** A sentence by its key; what stands in its blanks is as it was said, in Chinese. */
type KeyedText = { key: string; values: Readonly<Record<string, string>> }

const isKeyedText = (value: unknown): value is KeyedText =>
  isPlain(value) &&
  typeof value['key'] === 'string' &&
  isPlain(value['values']) &&
  Object.values(value['values']).every(it => typeof it === 'string')

/** Those of the patterns that may fit a sentence, by how it begins and ends. */
const patternsNear = (patterns: readonly Parts[]) => {
  const ends = patterns.map(({ fixed }) => [fixed[0]!.slice(0, 1), fixed.at(-1)!.slice(-1)] as const)
  const [first, last] = [new Set(ends.map(([it]) => it)), new Set(ends.map(([, it]) => it))]
  const known = new Map<string, readonly Parts[]>()
  return (sentence: string) => {
    const [from, to] = [sentence.slice(0, 1), sentence.slice(-1)]
    const key = `${first.has(from) ? from : ' '}${last.has(to) ? to : ' '}`
    const found =
      known.get(key) ??
      patterns.filter((_, at) => ['', from].includes(ends[at]![0]) && ['', to].includes(ends[at]![1]))
    known.set(key, found)
    return found
  }
}

/**
 * The schemas and what is stored say whole Chinese sentences. One that is no key itself is found again among the keys
 * with blanks.
 */
export const keyFinder = (texts: Texts) => {
  const patterns = Object.keys(texts)
    .filter(key => blank.test(key) && withoutContext(key) === key)
    .map(partsOf)
    .filter(parts => wordsOf(parts) > 0)
    .toSorted(byWords)
  const near = patternsNear(patterns)
  const isSaid = (parts: Parts, values: Readonly<Record<string, string>>) =>
    isLikely(texts, parts, Object.values(values)) &&
    (values['action'] === undefined || Object.hasOwn(texts, `${values['action']}@event`)) &&
    (!texts[parts.key]!.includes('||||') || countIn(values) !== undefined)
  return (sentence: string): KeyedText | undefined => {
    if (!isSentence(sentence)) return undefined
    if (Object.hasOwn(texts, sentence)) return { key: sentence, values: {} }
    for (const parts of near(sentence)) {
      const values = valuesIn(sentence, parts)
      if (values && isSaid(parts, values)) return { key: parts.key, values }
    }
  }
}

/** Plural forms follow the first number among the values; in what was filled elsewhere it is written in digits. */
const countIn = (values: TextValues) => {
  const given = Object.values(values)
  return (
    given.find(it => typeof it === 'number') ?? given.find(it => typeof it === 'string' && /^\d+$/.test(it))
  )
}

/** A sentence put before a full stop or a comma brings none of its own; an abbreviation keeps it before the comma. */
const unstopped = (text: string, values: TextValues): TextValues => {
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

/** What counts keeps its figures for the plural; what is shown is written as the language writes numbers. */
const inFigures = (values: TextValues, number: (value: number) => string): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, it]) => [
      name,
      typeof it === 'number' && !name.endsWith('Id') ? number(it) : it,
    ]),
  )

/** A language whose texts stand in a catalogue. */
type Catalogued = Language & {
  /** A text of the product in this language; undefined where its catalogue has none. */
  readonly phrase: Phrase
  /** The same of what a server calls a key and its values, which may be texts of the product too. */
  readonly sentence: (keyed: unknown) => string | undefined
}

/** English, with the texts of a language of its own over it, as far as there are any. */
export const languageOf = (locale: string, english: Texts, own: Texts = {}): Catalogued => {
  const texts = { ...english, ...own }
  const formats = isChinese(locale) ? chinese.formats : formatsOf(locale)
  // Each with the plurals of the language it is written in.
  const polyglots = { english: polyglotFor('en', english), own: polyglotFor(locale, own) }
  const labels = new Set(Object.values(texts))
  const known = new Map<string, string | undefined>()
  /** Sentences looked for within the one that is asked for: whoever writes it decides how many it seems to hold. */
  let lookups = 0
  let isInside = false
  const bounded = (say: () => string | undefined) => {
    if (isInside) return (lookups += 1) > most.lookups ? undefined : say()
    lookups = 0
    isInside = true
    try {
      return say()
    } finally {
      isInside = false
    }
  }
  const phrase = (key: string, values: TextValues): string | undefined => {
    if (Object.hasOwn(texts, key)) {
      const count = countIn(values)
      const text = texts[key]!
      const isOwn = Object.hasOwn(own, key)
      const written = unstopped(text, isChinese(locale) ? values : inFigures(values, formats.number))
      const said = isOwn ? written : inSentence(text, written, it => labels.has(it))
      return polyglots[isOwn ? 'own' : 'english'].t(
        key,
        count === undefined ? said : { ...said, smart_count: Number(count) },
      )
    }
    const plain = withoutContext(key)
    if (plain !== key) return phrase(plain, values)
    // What is none is not remembered either.
    if (!isSentence(key) || Object.keys(values).length > 0) return undefined
    if (!known.has(key)) {
      if (known.size > 2000) known.clear()
      // Set first: a text inside itself is not looked for again.
      known.set(key, undefined)
      known.set(
        key,
        bounded(() => said(find(key))),
      )
    }
    return known.get(key)
  }
  const find = keyFinder(texts)
  const filled = fillerOf(texts, phrase, locale)
  const said = (text: KeyedText | undefined) =>
    text &&
    phrase(
      text.key,
      Object.fromEntries(Object.entries(text.values).map(([name, it]) => [name, filled(name, it)])),
    )
  const sentence = (keyed: unknown) => (isKeyedText(keyed) ? bounded(() => said(keyed)) : undefined)
  const translate = (key: string, values: TextValues = {}) =>
    phrase(key, values) ?? fill(withoutContext(key), values)
  return { locale, formats, translate, phrase, sentence }
}
