import app from '../resources/locales/en/app.json?url'
import entrance from '../resources/locales/en/entrance.json?url'
import places from '../resources/locales/en/places.json?url'
import hongKongApp from 'virtual:traditional/zh-HK/app'
import hongKongEntrance from 'virtual:traditional/zh-HK/entrance'
import hongKongPlaces from 'virtual:traditional/zh-HK/places'
import taiwanApp from 'virtual:traditional/zh-TW/app'
import taiwanEntrance from 'virtual:traditional/zh-TW/entrance'
import taiwanPlaces from 'virtual:traditional/zh-TW/places'

import { isPlainObject } from '../resources/kit/objects.ts'
import type { Language } from '../resources/kit/translate.ts'
import { languageOf } from '../resources/locales/catalogue.ts'
import { extensionTexts } from '../resources/locales/extensionTexts.ts'
import type { Texts } from '../resources/locales/plural.ts'
import { isChinese } from '../resources/locales/locales.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'

// This module is loaded with the first language other than Chinese.

type Part = 'entrance' | 'app'
type Files = Readonly<Record<Part, readonly string[]>>
/** The files of the sign-in page (`entrance`), and of the whole application. */
const filesOf = (early: string, others: string): Files => ({ entrance: [early], app: [early, others] })
const english = filesOf(entrance, app)
const traditional: Readonly<Record<string, { texts: Files; places: string }>> = {
  'zh-TW': { texts: filesOf(taiwanEntrance, taiwanApp), places: taiwanPlaces },
  'zh-HK': { texts: filesOf(hongKongEntrance, hongKongApp), places: hongKongPlaces },
}

/** Loaded texts by URL or name, with a reverse index from text to keys. */
const fetchedTexts = new Map<string, { texts: Texts; keys: ReadonlyMap<string, readonly string[]> }>()

const fetchTexts = async (url: string): Promise<Texts> => {
  const texts: Texts = fetchedTexts.get(url)?.texts ?? (await (await fetch(url)).json())
  if (!fetchedTexts.has(url)) fetchedTexts.set(url, { texts, keys: keysByText(texts) })
  return texts
}

const keysByText = (texts: Texts) => {
  const keys = new Map<string, string[]>()
  for (const [key, text] of Object.entries(texts)) keys.set(text, [...(keys.get(text) ?? []), key])
  return keys
}

/**
 * The firm's own texts, which take precedence over the product's. If they cannot be loaded, the product's texts are
 * shown.
 */
const fetchFirmTexts = async (locale: string, part: Part, version: unknown): Promise<Texts> => {
  if (!version) return {}
  const name = `${locale} ${part} ${String(version)}`
  const known = fetchedTexts.get(name)?.texts
  if (known) return known
  try {
    const answer = await send(bootstrapCalls.languageTexts, { locale, part })
    const entries = Object.entries(Object(isPlainObject(answer) && answer['texts']))
    const texts = Object.fromEntries(entries.map(([key, text]) => [key, String(text)]))
    fetchedTexts.set(name, { texts, keys: keysByText(texts) })
    return texts
  } catch {
    return {}
  }
}

/** The keys (Chinese texts) whose translation in a loaded language is this text, and the text itself. */
export const chineseKeysOf = (text: string): string[] => [
  text,
  ...[...fetchedTexts.values()].flatMap(({ keys }) => keys.get(text) ?? []),
]

/** Loads the English texts; null if that fails. */
export const loadEnglish = () => loadTexts(english.app).catch(() => null)

/** Loads the texts of every language, so that `chineseKeysOf` also finds those written elsewhere; a failure is no obstacle. */
export const loadTranslations = () =>
  Promise.all([
    loadEnglish(),
    ...Object.values(traditional).map(({ texts }) => loadTexts(texts.app).catch(() => null)),
  ])

/** Loads the names of provinces, cities and districts, which few pages need. */
export const loadPlaces = (locale: string) => fetchTexts(traditional[locale]?.places ?? places)

const loadTexts = async (files: readonly string[]): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(files.map(fetchTexts))))

/** The texts of extensions in this language, which `chineseKeysOf` finds like the product's. */
const textsOfExtensions = (locale: string): Texts => {
  const texts = extensionTexts[locale] ?? (isChinese(locale) ? {} : extensionTexts.english)
  fetchedTexts.set(`extensions ${locale}`, { texts, keys: keysByText(texts) })
  return texts
}

/**
 * Loads a language with its texts. `version` is that of the firm's own texts; undefined means that there are none.
 */
export const loadLanguage = async (locale: string, part: Part, version: unknown): Promise<Language> => {
  const chinese = traditional[locale]?.texts
  const [built, own] = await Promise.all([
    chinese ? loadTexts(chinese[part]) : isChinese(locale) ? {} : loadTexts(english[part]),
    fetchFirmTexts(locale, part, version),
  ])
  const texts = { ...textsOfExtensions(locale), ...built }
  return isChinese(locale) ? languageOf(locale, {}, { ...texts, ...own }) : languageOf(locale, texts, own)
}
