import app from '../resources/locales/en/app.json?url'
import entrance from '../resources/locales/en/entrance.json?url'
import places from '../resources/locales/en/places.json?url'
import { isPlain } from '../resources/kit/objects.ts'
import type { Language } from '../resources/kit/translate.ts'
import { languageOf } from '../resources/locales/catalogue.ts'
import type { Texts } from '../resources/locales/plural.ts'
import { isChinese } from '../resources/locales/locales.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'

// Loaded with the first language that is not Chinese.

/** The sign-in page has few texts; the application has all of them. */
const parts = { entrance: [entrance], app: [entrance, app] }
type Part = keyof typeof parts

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
export const loadEnglish = () => loadTexts('app').catch(() => null)

/** Provinces, cities and districts, which only who sees one of them needs. */
export const loadPlaces = () => fetchTexts(places)

const loadTexts = async (part: Part): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(parts[part].map(fetchTexts))))

/** A language with its texts; `version` is that of the firm's own, which there are none of without it. */
export const loadLanguage = async (locale: string, part: Part, version: unknown): Promise<Language> => {
  const [english, own] = await Promise.all([
    isChinese(locale) ? {} : loadTexts(part),
    fetchOwn(locale, part, version),
  ])
  return languageOf(locale, english, own)
}
