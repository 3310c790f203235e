import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { keyFinder, languageOf, type Texts } from '../../resources/locales/catalogue.ts'
import { fill, type Values } from '../../resources/kit/translate.ts'
import type { ServedLanguage } from '../context/context.ts'
import type { Db } from '../db/open.ts'
import { configRow } from './configRows.ts'

const textsIn = (name: string): Texts => {
  const file = join(import.meta.dirname, '../../resources/locales/en', `${name}.json`)
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

/** The key of a sentence of the server, and what stands in its blanks. */
export const keyOf = (sentence: string) => (sentences ??= readSentences()).find(sentence)

/**
 * A text of the server in the language that was asked for; in Chinese where the English catalogue has nothing. What is
 * secret comes as a value: whole sentences are remembered.
 */
export const sayIn = (language: ServedLanguage, key: string, values: Values = {}) =>
  (language === 'en' ? (sentences ??= readSentences()).english.phrase(key, values) : undefined) ??
  fill(key, values)

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
