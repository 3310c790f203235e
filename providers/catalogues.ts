import app from '../resources/locales/en/app.json?url'
import entrance from '../resources/locales/en/entrance.json?url'
import places from '../resources/locales/en/places.json?url'
import hongKongApp from 'virtual:traditional/zh-HK/app'
import hongKongEntrance from 'virtual:traditional/zh-HK/entrance'
import hongKongPlaces from 'virtual:traditional/zh-HK/places'
import taiwanApp from 'virtual:traditional/zh-TW/app'
import taiwanEntrance from 'virtual:traditional/zh-TW/entrance'
import taiwanPlaces from 'virtual:traditional/zh-TW/places'

import { isPlain } from '../resources/kit/objects.ts'
import type { Language } from '../resources/kit/translate.ts'
import { languageOf } from '../resources/locales/catalogue.ts'
import type { Texts } from '../resources/locales/plural.ts'
import { isChinese } from '../resources/locales/locales.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'

// Loaded with the first language that is not that of the keys.

type Part = 'entrance' | 'app'
type Files = Readonly<Record<Part, readonly string[]>>
/** The sign-in page has few texts; the application has all of them. */
const filesOf = (early: string, others: string): Files => ({ entrance: [early], app: [early, others] })
const english = filesOf(entrance, app)
const traditional: Readonly<Record<string, { texts: Files; places: string }>> = {
  'zh-TW': { texts: filesOf(taiwanEntrance, taiwanApp), places: taiwanPlaces },
  'zh-HK': { texts: filesOf(hongKongEntrance, hongKongApp), places: hongKongPlaces },
}

/** Texts by where they came from, and for each the keys of a text. */
const fetched = new Map<string, { texts: Texts; keys: ReadonlyMap<string, readonly string[]> }>()

const fetchTexts = async (url: string): Promise<Texts> => {
  const texts: Texts = fetched.get(url)?.texts ?? (await (await fetch(url)).json())
  if (!fetched.has(url)) fetched.set(url, { texts, keys: keysByText(texts) })
  return texts
}

const keysByText = (texts: Texts) => {
  const keys = new Map<string, string[]>()
  for (const [key, text] of Object.entries(texts)) keys.set(text, [...(keys.get(text) ?? []), key])
  return keys
}

/** The firm's own, over those that the product has; without them it is shown as if there were none. */
const fetchOwn = async (locale: string, part: Part, version: unknown): Promise<Texts> => {
  if (!version) return {}
  const name = `${locale} ${part} ${String(version)}`
  const known = fetched.get(name)?.texts
  if (known) return known
  try {
    const answer = await send(bootstrapCalls.languageTexts, { locale, part })
    const entries = Object.entries(Object(isPlain(answer) && answer['texts']))
    const texts = Object.fromEntries(entries.map(([key, text]) => [key, String(text)]))
    fetched.set(name, { texts, keys: keysByText(texts) })
    return texts
  } catch {
    return {}
  }
}

/** The texts, in Chinese, that read so in one of the languages which this page has loaded. */
export const keysIn = (text: string): string[] => [
  text,
  ...[...fetched.values()].flatMap(({ keys }) => keys.get(text) ?? []),
]

/** For what was written in English elsewhere; without it only the languages shown here are known. */
export const loadEnglish = () => loadTexts(english.app).catch(() => null)

/** Provinces, cities and districts, which only who sees one of them needs. */
export const loadPlaces = (locale: string) => fetchTexts(traditional[locale]?.places ?? places)

const loadTexts = async (files: readonly string[]): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(files.map(fetchTexts))))

/** A language with its texts; `version` is that of the firm's own, which there are none of without it. */
export const loadLanguage = async (locale: string, part: Part, version: unknown): Promise<Language> => {
  const chinese = traditional[locale]?.texts
  const [built, own] = await Promise.all([
    chinese ? loadTexts(chinese[part]) : isChinese(locale) ? {} : loadTexts(english[part]),
    fetchOwn(locale, part, version),
  ])
  return isChinese(locale) ? languageOf(locale, {}, { ...built, ...own }) : languageOf(locale, built, own)
}
