import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { keyFinder, languageOf } from '../../../resources/locales/catalogue.ts'
import type { Texts } from '../../../resources/locales/plural.ts'
import { fill, type TextValues } from '../../../resources/kit/translate.ts'
import type { ServedLanguage } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRow } from './configRows.ts'

const textsIn = (name: string): Texts => {
  const file = join(import.meta.dirname, '../../../resources/locales/en', `${name}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

let english: { entrance: Texts; all: Texts } | undefined
/** The texts that there are, in English; read when they are first needed. */
export const englishTexts = () => {
  if (english) return english
  const entrance = textsIn('entrance')
  return (english = { entrance, all: { ...entrance, ...textsIn('app') } })
}

const readSentences = () => {
  const { all } = englishTexts()
  return { find: keyFinder(all), english: languageOf('en', all) }
}
let sentences: ReturnType<typeof readSentences> | undefined

/** English, for texts that stay English in every interface language, such as the choices of an English card. */
export const englishLanguage = () => (sentences ??= readSentences()).english

/** The key of a sentence of the server, and what stands in its blanks. */
export const keyOf = (sentence: string) => (sentences ??= readSentences()).find(sentence)

type Keyed = NonNullable<ReturnType<typeof keyOf>>
/** Several lines, sentences or words are told one by one, with what stands between them. */
export type Told = Keyed | { joint: string; parts: Keyed[] }

const known = new Map<string, { told: Told; english: string } | undefined>()
const most = { remembered: 2000, pieces: 100 }

/** A state rather than the command of that name: what was done is told, and what holds. */
const one = (text: string) =>
  Object.hasOwn(englishTexts().all, `${text}@state`) ? { key: `${text}@state`, values: {} } : keyOf(text)

const several = (text: string, joint: string): Told | undefined => {
  const pieces = text.split(joint)
  if (pieces.length === 1 || pieces.length > most.pieces) return undefined
  const found = pieces.map(one)
  const isTold = joint === '、' ? found.every(it => it !== undefined) : found.some(it => it !== undefined)
  return isTold ? { joint, parts: found.map((it, at) => it ?? { key: pieces[at]!, values: {} }) } : undefined
}

const inEnglish = (told: Told): string =>
  'parts' in told
    ? told.parts.map(inEnglish).join({ '、': ', ', '；': '; ' }[told.joint] ?? told.joint)
    : ((sentences ??= readSentences()).english.sentence?.(told) ?? fill(told.key, told.values))

/** What the server worded, by its keys, and in English; nothing where it is no text of the product. Remembered. */
export const tell = (text: string) => {
  if (!known.has(text)) {
    if (known.size >= most.remembered) known.clear()
    const told = one(text) ?? several(text, '\n') ?? several(text, '；') ?? several(text, '、')
    known.set(text, told && { told, english: inEnglish(told) })
  }
  return known.get(text)
}

/**
 * A text of the server in the language that was asked for; in Chinese where the English catalogue has nothing. What is
 * secret comes as a value: whole sentences are remembered.
 */
export const sayIn = (language: ServedLanguage, key: string, values: TextValues = {}) =>
  (language === 'en' ? (sentences ??= readSentences()).english.phrase(key, values) : undefined) ??
  fill(key, values)

/** What the server worded, in the language that was asked for. */
export const tellIn = (language: ServedLanguage, text: string) =>
  language === 'en' ? (tell(text)?.english ?? text) : text

/** Of each language with texts of the firm's own: how many, and their version. */
export const indexKey = 'languages'
type LanguageIndex = Readonly<Record<string, { count: number; version: number }>>
const isEntry = (value: unknown): value is LanguageIndex[string] =>
  typeof value === 'object' && value !== null && 'count' in value && 'version' in value

export const indexFrom = (value: Record<string, unknown> = {}): LanguageIndex =>
  Object.fromEntries(
    Object.entries(value).flatMap(([locale, it]) => (isEntry(it) && it.count > 0 ? [[locale, it]] : [])),
  )

export const textsKey = (locale: string) => `language:${locale}`

/** The firm's own texts in a language, with what is known of their last change. */
export const ownTexts = async (db: Db, firmId: number, locale: string) => {
  const { value, ...row } = await configRow(db, firmId, textsKey(locale))
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(Object(value['texts'])))
    if (typeof text === 'string') texts[key] = text
  return { ...row, texts }
}
