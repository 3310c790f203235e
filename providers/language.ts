import { type Language, setLanguage } from '../resources/kit/translate.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { identityOf, readUser } from './session.ts'
import { defaultLocale, directionOf, isChinese, isLocale } from '../resources/locales/locales.ts'

const key = 'tenant-admin/locale'

type Person = Parameters<typeof identityOf>[0]

const keyOfPerson = (person: Person) => `${key}/${identityOf(person)}`

/** What somebody chose here, until it shows or is not to be had. */
let chosen: string | null = null

/** What is being chosen, of the person who is signed in, of whoever used this browser last, of the firm. */
export const wantedLocale = (person: Person | null, firmLocale?: unknown): string => {
  const own = person && localStorage.getItem(keyOfPerson(person))
  return String([chosen, own, localStorage.getItem(key), firmLocale].find(isLocale) ?? defaultLocale)
}

/** Remembers a language once `show` has shown it; rejects as that does. */
export const chooseLocale = async (person: Person | null, locale: string, show: () => Promise<boolean>) => {
  chosen = locale
  try {
    if (!(await show())) return
    localStorage.setItem(key, locale)
    if (person) localStorage.setItem(keyOfPerson(person), locale)
  } finally {
    if (chosen === locale) chosen = null
  }
}

/** The sign-in page has few texts; the application has all of them. */
type Part = 'entrance' | 'app'

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

const show = (locale: string) => {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

type Shown = { locale: string; part: Part; version?: unknown }
let shown: Shown = { locale: defaultLocale, part: 'app' }

const load = async (locale: string, part: Part, version: unknown): Promise<Language> => {
  if (isChinese(locale) && !version) return { locale, phrase: () => undefined }
  return (await import('./catalogues.ts')).loadLanguage(locale, part, version)
}

const isShown = (locale: string, part: Part) =>
  shown.locale === locale &&
  shown.version === versions[locale] &&
  (shown.part === part || shown.part === 'app')

type Choice = { locale: string; part: Part; done: Promise<boolean> }
/** While it loads. The last choice counts, however long an earlier one takes. */
let latest: Choice | null = null

const choose = async (locale: string, part: Part, isLatest: () => boolean): Promise<boolean> => {
  const version = versions[locale]
  try {
    const language = await load(locale, part, version)
    // The same with more of its texts, for the application, is the same choice.
    if (!isLatest()) return latest?.locale === locale ? latest.done : false
    // What the firm has of its own may have become known meanwhile.
    if (version !== versions[locale]) return choose(locale, part, isLatest)
    shown = { locale, part, version }
    show(locale)
    setLanguage(language)
  } catch (error) {
    if (!isLatest()) return latest?.locale === locale ? latest.done : false
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
  if (latest?.locale === locale && latest.part === part) return latest.done
  latest = null
  if (isShown(locale, part)) return Promise.resolve(true)
  const choice: Choice = {
    locale,
    part,
    done: choose(locale, part, () => latest === choice),
  }
  return (latest = choice).done
}

let following: AbortController | undefined

/** As it was chosen in another tab; `show` is asked for it until somebody else follows. */
export const followLanguage = (
  show: () => unknown = () => changeLocale(wantedLocale(readUser())).catch(() => {}),
) => {
  following?.abort()
  following = new AbortController()
  const { signal } = following
  window.addEventListener('storage', it => void (it.key?.startsWith(key) && show()), { signal })
}
