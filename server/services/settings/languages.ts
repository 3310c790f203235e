import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { keyFinder, languageOf } from '../../../resources/locales/catalogue.ts'
import { extensionTexts } from '../../../resources/locales/extensionTexts.ts'
import type { Texts } from '../../../resources/locales/plural.ts'
import { fillBlanks, type TextValues } from '../../../resources/kit/translate.ts'
import type { ServedLanguage } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRow } from './configRows.ts'

const textsIn = (name: string): Texts => {
  const file = join(import.meta.dirname, '../../../resources/locales/en', `${name}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

let english: { entrance: Texts; all: Texts } | undefined
/** The product's English texts, read at the first use. */
export const englishTexts = () => {
  if (english) return english
  const entrance = textsIn('entrance')
  return (english = { entrance, all: { ...entrance, ...textsIn('app'), ...extensionTexts.english } })
}

const readSentences = () => {
  const { all } = englishTexts()
  return { find: keyFinder(all), english: languageOf('en', all) }
}
let sentences: ReturnType<typeof readSentences> | undefined

/**
 * English, for texts that stay English in every interface language, such as the choices of an English card.
 */
export const englishLanguage = () => (sentences ??= readSentences()).english

/** The translation key of a sentence of the server, with the values of its placeholders. */
export const sentenceKey = (sentence: string) => (sentences ??= readSentences()).find(sentence)

type Keyed = NonNullable<ReturnType<typeof sentenceKey>>
/** Texts of several lines, sentences or words are keyed one by one, with the separator between them. */
export type TextKeys = Keyed | { joint: string; parts: Keyed[] }

const cache = new Map<string, { told: TextKeys; english: string } | undefined>()
const cacheLimits = { remembered: 2000, pieces: 100 }

/**
 * A word's meaning as a state is preferred to the command with the same name, since answers report states.
 */
const keyOfText = (text: string) =>
  Object.hasOwn(englishTexts().all, `${text}@state`)
    ? { key: `${text}@state`, values: {} }
    : sentenceKey(text)

const keysOfParts = (text: string, joint: string): TextKeys | undefined => {
  const pieces = text.split(joint)
  if (pieces.length === 1 || pieces.length > cacheLimits.pieces) return undefined
  const partKeys = pieces.map(keyOfText)
  const isKeyed =
    joint === '、' ? partKeys.every(it => it !== undefined) : partKeys.some(it => it !== undefined)
  return isKeyed
    ? { joint, parts: partKeys.map((it, at) => it ?? { key: pieces[at]!, values: {} }) }
    : undefined
}

const inEnglish = (textKeys: TextKeys): string =>
  'parts' in textKeys
    ? textKeys.parts.map(inEnglish).join({ '、': ', ', '；': '; ' }[textKeys.joint] ?? textKeys.joint)
    : ((sentences ??= readSentences()).english.sentence?.(textKeys) ??
      fillBlanks(textKeys.key, textKeys.values))

/**
 * The translation keys of a server text with its English; undefined where it is not a text of the product.
 * Results are cached.
 */
export const translationOf = (text: string) => {
  if (!cache.has(text)) {
    if (cache.size >= cacheLimits.remembered) cache.clear()
    const textKeys =
      keyOfText(text) ?? keysOfParts(text, '\n') ?? keysOfParts(text, '；') ?? keysOfParts(text, '、')
    cache.set(text, textKeys && { told: textKeys, english: inEnglish(textKeys) })
  }
  return cache.get(text)
}

/**
 * A server text in the requested language; Chinese where the English catalogue lacks it. A secret must be
 * passed as a value, because whole sentences are cached.
 */
export const phraseIn = (language: ServedLanguage, key: string, values: TextValues = {}) =>
  (language === 'en' ? (sentences ??= readSentences()).english.phrase(key, values) : undefined) ??
  fillBlanks(key, values)

/** A text that the server worded, in the requested language. */
export const translateText = (language: ServedLanguage, text: string) =>
  language === 'en' ? (translationOf(text)?.english ?? text) : text

/** The key of the index: for each language with own texts of the firm, their number and version. */
export const indexKey = 'languages'
type LanguageIndex = Readonly<Record<string, { count: number; version: number }>>
const isEntry = (value: unknown): value is LanguageIndex[string] =>
  typeof value === 'object' && value !== null && 'count' in value && 'version' in value

export const indexFrom = (value: Record<string, unknown> = {}): LanguageIndex =>
  Object.fromEntries(
    Object.entries(value).flatMap(([locale, it]) => (isEntry(it) && it.count > 0 ? [[locale, it]] : [])),
  )

export const textsKey = (locale: string) => `language:${locale}`

/** The firm's own texts in a language, with the version and time of their last change. */
export const ownTexts = async (db: Db, firmId: number, locale: string) => {
  const { value, ...row } = await configRow(db, firmId, textsKey(locale))
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(Object(value['texts'])))
    if (typeof text === 'string') texts[key] = text
  return { ...row, texts }
}
