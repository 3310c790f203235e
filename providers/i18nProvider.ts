import type { I18nProvider } from 'ra-core'

import type { Language } from '../resources/kit/translate.ts'
import { listLocales } from '../resources/locales/names.ts'

let hostText: (key: string) => string | undefined = () => undefined
let loading: Promise<void> | undefined

/**
 * Loads react-admin's own messages, and the words of the declarations by the keys under which it looks them up. They are
 * separate from the first screen, because no list uses them.
 */
export const loadHostTexts = () =>
  (loading ??= import('./hostTexts.ts').then(texts => {
    hostText = texts.hostText
  })).catch((error: unknown) => {
    loading = undefined
    throw error
  })

/** react-admin's i18nProvider with the current language and the available ones. */
export type AppI18nProvider = I18nProvider & {
  language: Language
  /** Stores the versions of the firm's own texts by language, and loads those of the current language. */
  offerLanguages: (offered: unknown) => Promise<void>
  /** Whether the language has texts of its own; other languages show English. */
  hasTexts: (locale: string) => boolean
}

/**
 * react-admin's i18nProvider for one language. A change of the language creates another provider, so that all
 * components that translate render again. The keys of react-admin are replaced by Chinese sentences, which are
 * the keys of all other texts. Any other key already is a sentence.
 */
export const i18nProviderOf = (
  language: Language,
  changes: Pick<AppI18nProvider, 'changeLocale' | 'offerLanguages' | 'hasTexts'>,
): AppI18nProvider => ({
  ...changes,
  language,
  translate: (key, options = {}) => {
    // A label may be missing for a value that only another back-end knows.
    if (typeof key !== 'string') return ''
    const values = typeof options === 'number' ? { smart_count: options } : options
    return language.translate(hostText(key) ?? (typeof values._ === 'string' ? values._ : key), values)
  },
  getLocale: () => language.locale,
  getLocales: listLocales,
})
