import { chinese, type Language } from '../resources/kit/translate.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { type AppI18nProvider, i18nProviderOf } from './i18nProvider.ts'
import { identityKeyOf, readUser } from './session.ts'
import { defaultLocale, directionOf, isBuiltIn, isLocale } from '../resources/locales/locales.ts'

const key = 'tenant-admin/locale'
const versionsKey = 'tenant-admin/languages'

type Person = Parameters<typeof identityKeyOf>[0]

const keyOfPerson = (person: Person) => `${key}/${identityKeyOf(person)}`

/** The locale that was chosen here, by this person or by whoever used this browser last; else that of the firm. */
const storedLocale = (person: Person | null, firmLocale: unknown): string => {
  const own = person && localStorage.getItem(keyOfPerson(person))
  return String([own, localStorage.getItem(key), firmLocale].find(isLocale) ?? defaultLocale)
}

const storeLocale = (person: Person | null, locale: string) => {
  localStorage.setItem(key, locale)
  if (person) localStorage.setItem(keyOfPerson(person), locale)
}

const readVersions = (): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(localStorage.getItem(versionsKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** The sign-in page has few texts; the application has all of them. */
type Part = 'entrance' | 'app'
type Shown = { locale: string; part: Part; version: unknown }

const loadLanguage = async ({ locale, part, version }: Shown): Promise<Language> => {
  if (locale === defaultLocale && !version) return chinese
  const catalogues = await import('./catalogues.ts')
  return catalogues.loadLanguage(locale, part, version)
}

/**
 * Loads languages one after the other and hands the last that was asked for to `onLoaded`, however long an earlier one
 * takes.
 */
const createLoader = (onLoaded: (language: Language) => void, versionOf: (locale: string) => unknown) => {
  let shown: Shown = { locale: defaultLocale, part: 'app', version: undefined }
  type Wanted = { locale: string; part: Part; done: Promise<boolean> }
  let latest: Wanted | null = null

  const isShown = (locale: string, part: Part) =>
    shown.locale === locale &&
    shown.version === versionOf(locale) &&
    (shown.part === part || shown.part === 'app')

  const loadLatest = async (locale: string, part: Part, isLatest: () => boolean): Promise<boolean> => {
    const wanted = { locale, part, version: versionOf(locale) }
    try {
      const language = await loadLanguage(wanted)
      // The same with more of its texts, for the application, is the same choice.
      if (!isLatest()) return latest?.locale === locale ? latest.done : false
      // The firm's own texts may have changed while the catalogue was loading.
      if (wanted.version !== versionOf(locale)) return loadLatest(locale, part, isLatest)
      shown = wanted
      onLoaded(language)
    } catch (error) {
      if (!isLatest()) return latest?.locale === locale ? latest.done : false
      latest = null
      throw error
    }
    latest = null
    return true
  }

  return (locale: string, part: Part): Promise<boolean> => {
    if (latest?.locale === locale && latest.part === part) return latest.done
    latest = null
    if (isShown(locale, part)) return Promise.resolve(true)
    const wanted: Wanted = { locale, part, done: loadLatest(locale, part, () => latest === wanted) }
    return (latest = wanted).done
  }
}

/** Versions of the firm's own texts by locale, kept from the last conf.app, so that a page need not wait for that call. */
const createVersions = () => {
  let versions = readVersions()
  return {
    of: (locale: string) => versions[locale],
    offer: (offered: unknown) => {
      versions = isPlain(offered) ? offered : {}
      localStorage.setItem(versionsKey, JSON.stringify(versions))
    },
  }
}

type Changes = Parameters<typeof i18nProviderOf>[1]

/** The i18nProvider of the language that is shown: another object for every language. */
const createProviderStore = (changes: Changes) => {
  const prerendered = i18nProviderOf(chinese, changes)
  let provider: AppI18nProvider = prerendered
  const listeners = new Set<() => void>()
  return {
    readProvider: () => provider,
    /** The sign-in page is prerendered in Chinese, and hydrated as such before another language shows. */
    readPrerendered: () => prerendered,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write: (language: Language) => {
      document.documentElement.lang = language.locale
      document.documentElement.dir = directionOf(language.locale)
      provider = i18nProviderOf(language, changes)
      for (const listener of listeners) listener()
    },
  }
}

/** The language of one page: which is shown, which is wanted, and how to change it. */
export const createLanguage = () => {
  /** What somebody chose here, until it shows or cannot be had. */
  let chosen: string | null = null
  let chosenAtSignIn: string | null = null
  let part: Part = 'entrance'
  const versions = createVersions()
  const load = createLoader(language => store.write(language), versions.of)
  const wantedLocale = (firmLocale?: unknown) => chosen ?? storedLocale(readUser(), firmLocale)
  /**
   * Shows the product in this language: in English where there is no catalogue, in Chinese where its readers read that.
   * When the catalogue cannot be had the language stays as it is, and the error is thrown; false when another was chosen
   * meanwhile.
   */
  const showLocale = (locale: string) => load(locale, part)
  /** Remembers a locale once it shows; rejects as `showLocale` does. */
  const chooseLocale = async (locale: string) => {
    chosen = locale
    chosenAtSignIn = readUser() ? null : locale
    try {
      if (await showLocale(locale)) storeLocale(readUser(), locale)
    } finally {
      if (chosen === locale) chosen = null
    }
  }
  const store = createProviderStore({
    changeLocale: chooseLocale,
    hasTexts: locale => isBuiltIn(locale) || Boolean(versions.of(locale)),
    offerLanguages: async offered => {
      versions.offer(offered)
      await showLocale(store.readProvider().getLocale())
    },
  })
  const { readProvider, readPrerendered, subscribe } = store
  return {
    readProvider,
    readPrerendered,
    subscribe,
    chooseLocale,
    showLocale,
    wantedLocale,
    offerLanguages: versions.offer,
    /** What was chosen in this document before anybody was signed in: later than what any account keeps. */
    readChosenAtSignIn: () => chosenAtSignIn,
    /** From now on the texts of the whole application are loaded. */
    enterApp: () => {
      part = 'app'
    },
    /** Follows what is chosen in another tab. */
    followTabs: () =>
      window.addEventListener('storage', event => {
        if (event.key?.startsWith(key)) void showLocale(wantedLocale()).catch(() => {})
      }),
  }
}

/** The language that is shown, how it is changed, and which texts are loaded. */
export type AppLanguage = ReturnType<typeof createLanguage>
