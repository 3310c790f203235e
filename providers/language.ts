import { chinese, type Language } from '../resources/kit/translate.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { type AppI18nProvider, i18nProviderOf } from './i18nProvider.ts'
import { identityKeyOf, readUser } from './session.ts'
import { defaultLocale, directionOf, isBuiltIn, isLocale } from '../resources/locales/locales.ts'

const key = 'tenant-admin/locale'
const versionsKey = 'tenant-admin/languages'

type Person = Parameters<typeof identityKeyOf>[0]

const keyOfPerson = (person: Person) => `${key}/${identityKeyOf(person)}`

/** The locale chosen by this person or by the last user of this browser; otherwise that of the firm. */
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

/** The sign-in page loads few texts (`entrance`), the application all of them. */
type Part = 'entrance' | 'app'
type Shown = { locale: string; part: Part; version: unknown }

const loadLanguage = async ({ locale, part, version }: Shown): Promise<Language> => {
  if (locale === defaultLocale && !version) return chinese
  const catalogues = await import('./catalogues.ts')
  return catalogues.loadLanguage(locale, part, version)
}

/** Loads languages and passes only the last requested one to `onLoaded`, even if an earlier one takes longer. */
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
      // A request for the same language with more texts does not cancel this one.
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

/** Versions of the firm's own texts by locale, stored from the last conf.app, so that a page need not wait for it. */
const createVersions = () => {
  let versions = readVersions()
  return {
    of: (locale: string) => versions[locale],
    offer: (offered: unknown) => {
      versions = isPlainObject(offered) ? offered : {}
      localStorage.setItem(versionsKey, JSON.stringify(versions))
    },
  }
}

type Changes = Parameters<typeof i18nProviderOf>[1]

/** Holds the i18nProvider of the current language, a new object for each language. */
const createProviderStore = (changes: Changes) => {
  const prerendered = i18nProviderOf(chinese, changes)
  let provider: AppI18nProvider = prerendered
  const listeners = new Set<() => void>()
  return {
    readProvider: () => provider,
    /** The sign-in page is prerendered in Chinese and hydrated in Chinese before another language is shown. */
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

/** Creates the language state of one page. */
export const createLanguage = () => {
  /** The locale that the user chose here, until it is shown or cannot be loaded. */
  let chosen: string | null = null
  let chosenAtSignIn: string | null = null
  let part: Part = 'entrance'
  const versions = createVersions()
  const load = createLoader(language => store.write(language), versions.of)
  const wantedLocale = (firmLocale?: unknown) => chosen ?? storedLocale(readUser(), firmLocale)
  /**
   * Shows this language. Without a catalogue it shows English, or Chinese for readers of Chinese. If loading fails
   * the language stays and the promise rejects. Resolves to false if another language was chosen meanwhile.
   */
  const showLocale = (locale: string) => load(locale, part)
  /** Shows a locale and stores it as the user's choice; rejects as `showLocale` does. */
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
    /** The locale chosen before sign-in in this document; it is newer than the one stored in the account. */
    readChosenAtSignIn: () => chosenAtSignIn,
    /** Loads the texts of the whole application from now on. */
    enterApp: () => {
      part = 'app'
    },
    /** Follows a choice of language in another tab. */
    followTabs: () =>
      window.addEventListener('storage', event => {
        if (event.key?.startsWith(key)) void showLocale(wantedLocale()).catch(() => {})
      }),
  }
}

/** The language state of a page: see `createLanguage`. */
export type AppLanguage = ReturnType<typeof createLanguage>
