import type { I18nProvider } from 'ra-core'

import { readLocale, translate } from '../resources/kit/translate.ts'
import type { Messages } from '../resources/locales/zh.ts'
import { changeLocale } from './language.ts'

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

/**
 * react-admin's own keys stand for Chinese sentences, which are the keys of every other text. A text that is no key of
 * react-admin is already a sentence.
 */
export const i18nProvider: I18nProvider = {
  translate: (key, options = {}) => {
    const values = typeof options === 'number' ? { smart_count: options } : options
    return translate(sentences.get(key) ?? (typeof values._ === 'string' ? values._ : key), values)
  },
  changeLocale: async locale => void (await changeLocale(locale)),
  getLocale: readLocale,
}
