import app from '../resources/locales/en/app.json?url'
import entrance from '../resources/locales/en/entrance.json?url'
import { type Language, setLanguage } from '../resources/kit/translate.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { send } from './request.ts'
import { identityOf, readUser } from './session.ts'
import { defaultLocale, directionOf, isChinese, isLocale } from '../resources/locales/locales.ts'
import type { Texts } from '../resources/locales/catalogue.ts'

const key = 'tenant-admin/locale'

type Person = Parameters<typeof identityOf>[0]

const keyOfPerson = (person: Person) => `${key}/${identityOf(person)}`

/** Of the person who is signed in, of whoever used this browser last, of the firm. */
export const wantedLocale = (person: Person | null, firmLocale?: unknown): string => {
  const own = person && localStorage.getItem(keyOfPerson(person))
  return String([own, localStorage.getItem(key), firmLocale].find(isLocale) ?? defaultLocale)
}

export const rememberLocale = (person: Person | null, locale: string) => {
  localStorage.setItem(key, locale)
  if (person) localStorage.setItem(keyOfPerson(person), locale)
}

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

const versionsKey = 'tenant-admin/languages'

const readVersions = (): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(localStorage.getItem(versionsKey) ?? '{}'))
  } catch {
    return {}
  }
}
/** Languages with texts of the firm's own, by what conf.app said here last, so that a page need not wait for it. */
let versions = readVersions()

export const offerLanguages = (told: unknown) => {
  versions = isPlain(told) ? told : {}
  localStorage.setItem(versionsKey, JSON.stringify(versions))
}

/** The firm's own, over those that the product has; without them it is shown as if there were none. */
const fetchOwn = async (locale: string, part: Part): Promise<Texts> => {
  const version = versions[locale]
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

const loadTexts = async (part: Part): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(parts[part].map(fetchTexts))))

const show = (locale: string) => {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

type Shown = { locale: string; part: Part; texts: Texts; version?: unknown }
let shown: Shown = { locale: defaultLocale, part: 'app', texts: {} }

/** The key of a text as it is shown now; nothing where it is no text of the product. */
export const keyOf = (text: string) =>
  Object.keys(shown.texts).length === 0 ? text : Object.keys(shown.texts).find(it => shown.texts[it] === text)

const load = async (locale: string, part: Part): Promise<[Texts, Language]> => {
  if (isChinese(locale) && !versions[locale]) return [{}, { locale, phrase: () => undefined }]
  const [english, own, catalogue] = await Promise.all([
    isChinese(locale) ? {} : loadTexts(part),
    fetchOwn(locale, part),
    import('../resources/locales/catalogue.ts'),
  ])
  return [{ ...english, ...own }, catalogue.languageOf(locale, english, own)]
}

const isShown = (locale: string, part: Part) =>
  shown.locale === locale &&
  shown.version === versions[locale] &&
  (shown.part === part || shown.part === 'app')

type Choice = { locale: string; part: Part; version: unknown; done: Promise<boolean> }
/** While it loads. The last choice counts, however long an earlier one takes. */
let latest: Choice | null = null

const choose = async (locale: string, part: Part, isLatest: () => boolean) => {
  const version = versions[locale]
  try {
    const [texts, language] = await load(locale, part)
    if (!isLatest()) return false
    shown = { locale, part, texts, version }
    show(locale)
    setLanguage(language)
  } catch (error) {
    if (!isLatest()) return false
    latest = null
    throw error
  }
  latest = null
  return true
}

/**
 * Shows the product in this language: in English where there is no catalogue, in Chinese where its readers read that.
 * When the catalogue cannot be had the language stays as it is, and the error is thrown; false when another was chosen
 * meanwhile.
 */
export const changeLocale = (locale: string, part: Part = 'app'): Promise<boolean> => {
  const version = versions[locale]
  if (latest?.locale === locale && latest.part === part && latest.version === version) return latest.done
  latest = null
  if (isShown(locale, part)) return Promise.resolve(true)
  const choice: Choice = { locale, part, version, done: choose(locale, part, () => latest === choice) }
  return (latest = choice).done
}

/** As it was chosen in another tab. */
export const followLanguage = () =>
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed?.startsWith(key)) void changeLocale(wantedLocale(readUser())).catch(() => {})
  })
