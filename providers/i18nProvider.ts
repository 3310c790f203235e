import type { I18nProvider } from 'ra-core'

import type { Language } from '../resources/kit/translate.ts'
import { listLocales } from '../resources/locales/names.ts'
import type { Messages } from '../resources/locales/zh.ts'

const flatten = (tree: Messages, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

let sentences: ReadonlyMap<string, string> = new Map()
let loading: Promise<void> | undefined

/** react-admin's own sentences; no list says one, so they are not part of what the first screen waits for. */
export const loadHostTexts = () =>
  (loading ??= import('../resources/locales/zh.ts').then(({ zh }) => {
    sentences = new Map(flatten(zh))
  })).catch((error: unknown) => {
    loading = undefined
    throw error
  })

/** react-admin’s i18nProvider with the language that is shown and those that can be chosen. */
export type AppI18nProvider = I18nProvider & {
  language: Language
  /** Takes which languages have texts of the firm's own, and loads those of the language that is shown. */
  offerLanguages: (offered: unknown) => Promise<void>
  /** Whether there are texts in this language; the others read English. */
  hasTexts: (locale: string) => boolean
}

/**
 * react-admin's i18nProvider for one language; another language is another provider, so that whatever has translated with
 * it is drawn anew. react-admin's own keys stand for Chinese sentences, which are the keys of every other text. A text
 * that is no key of react-admin is already a sentence.
 */
export const i18nProviderOf = (
  language: Language,
  changes: Pick<AppI18nProvider, 'changeLocale' | 'offerLanguages' | 'hasTexts'>,
): AppI18nProvider => ({
  ...changes,
  language,
  translate: (key, options = {}) => {
    // A table of texts has none for a value that only another back-end knows.
    if (typeof key !== 'string') return ''
    const values = typeof options === 'number' ? { smart_count: options } : options
    return language.translate(sentences.get(key) ?? (typeof values._ === 'string' ? values._ : key), values)
  },
  getLocale: () => language.locale,
  getLocales: listLocales,
})
