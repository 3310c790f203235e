import { lowerLabelsInSentence } from './english.ts'
import { formatsOf } from './formats.ts'
import { isChinese, isolatedIn } from './locales.ts'
import { polyglotFor, type Texts } from './plural.ts'
import { isPlainObject } from '../kit/objects.ts'
import { chinese, fillBlanks, type Language, type TextValues, withoutContext } from '../kit/translate.ts'

const blank = /%\{(\w+)\}/

/** Splits a text into the fixed pieces and the names of the placeholders between them. */
const partsOf = (key: string) => {
  const pieces = key.split(blank)
  return {
    key,
    fixed: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  }
}
type Parts = ReturnType<typeof partsOf>

/** Two adjacent placeholders can be separated only if the second is a number, as in 导出%{title}%{count}条. */
const splitTrailingNumber = (text: string) => {
  const [digits = ''] = /(?<!\d)\d+$/.exec(text) ?? []
  return [text.slice(0, text.length - digits.length), digits] as const
}

/** The values of the placeholders in a filled text; null if the text has another pattern. Runs in linear time. */
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
      const [before, number] = splitTrailingNumber(text)
      if (number === '') return null
      values[names[index - 1]!] = before
      values[names[index]!] = number
    } else values[names[index]!] = text
    from = to + piece.length
  }
  return values
}

const wordLength = ({ fixed }: Parts) => fixed.join('').length

/**
 * Order in which patterns are tried: more fixed characters first, then patterns with an action of the log, then fewer
 * placeholders.
 */
const byWords = (one: Parts, other: Parts) =>
  wordLength(other) - wordLength(one) ||
  Number(other.names.includes('action')) - Number(one.names.includes('action')) ||
  one.names.length - other.names.length

/**
 * A pattern with one fixed character may match by chance, so one of its values must be a known text. No value may
 * begin with a punctuation mark.
 */
const isLikely = (texts: Texts, parts: Parts, values: readonly string[]) =>
  !values.some(it => /^[：；，。、）】》”]/.test(it)) &&
  (wordLength(parts) > 1 || values.some(it => Object.hasOwn(texts, it)))

type Phrase = (key: string, values: TextValues) => string | undefined

/** Limits of the search: a longer text is not a sentence of the product, and one of more pieces is not a list of its words. */
const limits = { characters: 1000, pieces: 100, lookups: 200 }

const han = /\p{Script=Han}/u
const isSentence = (text: string) => text.length <= limits.characters && han.test(text)

/**
 * Translates the value of a placeholder, which may be a text, a state, or several sentences. A placeholder named in
 * the plural holds a list.
 */
const valueTranslator = (texts: Texts, phrase: Phrase, locale: string) => {
  const jointOf = (sign: string, other: string) => (isChinese(locale) ? sign : other)
  const oneForm = (value: string) =>
    Object.hasOwn(texts, `${value}@state`) ? phrase(`${value}@state`, {}) : phrase(value, {})
  const several = (value: string, sign: string, joint: string, isList: boolean) => {
    const pieces = value.split(sign)
    if (pieces.length > limits.pieces) return value
    const translated = pieces.map(piece => [piece, oneForm(piece)] as const)
    const isKnown = isList || translated.some(([, text]) => text !== undefined)
    return isKnown ? translated.map(([piece, text]) => text ?? piece).join(joint) : value
  }
  return (name: string, value: string) => {
    if (name === 'action') return phrase(`${value}@event`, {})
    if (value.includes('；') && !Object.hasOwn(texts, value))
      return several(value, '；', jointOf('；', '; '), false)
    return oneForm(value) ?? several(value, '、', jointOf('、', ', '), /s$|^join$/.test(name))
  }
}

/** The key of a sentence with its values, which are still in Chinese. */
type KeyedText = { key: string; values: Readonly<Record<string, string>> }

const isKeyedText = (value: unknown): value is KeyedText =>
  isPlainObject(value) &&
  typeof value['key'] === 'string' &&
  isPlainObject(value['values']) &&
  Object.values(value['values']).every(it => typeof it === 'string')

/** Selects the patterns that may match a sentence by its first and last character. */
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
 * Finds the key of a complete Chinese sentence, as schemas and stored messages contain it. A sentence that is not a
 * key itself is matched against the keys with placeholders. Returns undefined if none matches.
 */
export const keyFinder = (texts: Texts) => {
  const patterns = Object.keys(texts)
    .filter(key => blank.test(key) && withoutContext(key) === key)
    .map(partsOf)
    .filter(parts => wordLength(parts) > 0)
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

/**
 * The number that decides the plural form: the first number among the values. In a text that was filled elsewhere it
 * consists of digits.
 */
const countIn = (values: TextValues) => {
  const given = Object.values(values)
  return (
    given.find(it => typeof it === 'number') ?? given.find(it => typeof it === 'string' && /^\d+$/.test(it))
  )
}

/**
 * Removes the final full stop of a value that stands before a punctuation mark. An abbreviation keeps its stop before
 * a comma.
 */
const dropDoubleStops = (text: string, values: TextValues): TextValues => {
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

/**
 * Formats the numbers among the values for display; ids stay as they are. The plural form is decided by the
 * unformatted number.
 */
const formatNumbers = (values: TextValues, number: (value: number) => string): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, it]) => [
      name,
      typeof it === 'number' && !name.endsWith('Id') ? number(it) : it,
    ]),
  )

/** Keeps each text together that is inserted into a sentence, where the language needs that. A number has no direction. */
const isolatorFor = (locale: string) => {
  const isolate = isolatedIn(locale)
  const isWord = (value: unknown) => typeof value === 'string' && /\p{L}/u.test(value)
  return (values: TextValues): TextValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, it]) => [name, isWord(it) ? isolate(String(it)) : it]),
    )
}

/** A language with a catalogue of texts. */
type Catalogued = Language & {
  /** Translates a text; undefined if the catalogue lacks it. */
  readonly phrase: Phrase
  /** Translates a key with values as a server sends them. The values may be texts of the product too. */
  readonly sentence: (keyed: unknown) => string | undefined
}

/**
 * Limits how many sentences are looked up inside a requested one, because the author of a text decides how many it
 * seems to contain. Beyond the limit, look-ups answer undefined.
 */
const createLookupLimit = () => {
  let lookups = 0
  let isInside = false
  return (lookUp: () => string | undefined) => {
    if (isInside) return (lookups += 1) > limits.lookups ? undefined : lookUp()
    lookups = 0
    isInside = true
    try {
      return lookUp()
    } finally {
      isInside = false
    }
  }
}

/** Makes a language from English texts and the texts of its own catalogue, which take precedence. */
export const languageOf = (locale: string, english: Texts, own: Texts = {}): Catalogued => {
  const texts = { ...english, ...own }
  const formats = isChinese(locale) ? chinese.formats : formatsOf(locale)
  // Each catalogue uses the plural rules of its own language.
  const polyglots = { english: polyglotFor('en', english), own: polyglotFor(locale, own) }
  const labels = new Set(Object.values(texts))
  const known = new Map<string, string | undefined>()
  const withLookupLimit = createLookupLimit()
  const isolated = isolatorFor(locale)
  const phrase = (key: string, values: TextValues): string | undefined => {
    if (Object.hasOwn(texts, key)) {
      const count = countIn(values)
      const text = texts[key]!
      const isOwn = Object.hasOwn(own, key)
      const written = dropDoubleStops(
        text,
        isChinese(locale) ? values : formatNumbers(values, formats.number),
      )
      const shownValues = isolated(
        isOwn ? written : lowerLabelsInSentence(text, written, it => labels.has(it)),
      )
      return polyglots[isOwn ? 'own' : 'english'].t(
        key,
        count === undefined ? shownValues : { ...shownValues, smart_count: Number(count) },
      )
    }
    const plain = withoutContext(key)
    if (plain !== key) return phrase(plain, values)
    // Other texts are not cached.
    if (!isSentence(key) || Object.keys(values).length > 0) return undefined
    if (!known.has(key)) {
      if (known.size > 2000) known.clear()
      // Set before the search, so that a text that contains itself is not searched again.
      known.set(key, undefined)
      known.set(
        key,
        withLookupLimit(() => translateKeyed(findKey(key))),
      )
    }
    return known.get(key)
  }
  const findKey = keyFinder(texts)
  const translateValue = valueTranslator(texts, phrase, locale)
  const translateKeyed = (text: KeyedText | undefined) =>
    text &&
    phrase(
      text.key,
      Object.fromEntries(Object.entries(text.values).map(([name, it]) => [name, translateValue(name, it)])),
    )
  const sentence = (keyed: unknown) =>
    isKeyedText(keyed) ? withLookupLimit(() => translateKeyed(keyed)) : undefined
  const translate = (key: string, values: TextValues = {}) =>
    phrase(key, values) ?? fillBlanks(withoutContext(key), isolated(values))
  return { locale, formats, translate, phrase, sentence }
}
