import type { I18nProvider } from 'ra-core'

import { type Messages, zh } from '../resources/locales/zh.ts'

const flatten = (tree: Messages, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

const sentences = new Map(flatten(zh))

/** `%{name}` gives way to the value; a name without a value stays, so that a test sees it. */
const filled = (sentence: string, values: Readonly<Record<string, unknown>>) =>
  sentence.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    values[name] == null ? whole : String(values[name]),
  )

/**
 * react-admin's own words in Chinese. 1 kB in place of node-polyglot's 23: one locale and one plural form need neither
 * plural rules nor a loader. A text that is not a key is already a sentence, and is shown as it is.
 */
export const i18nProvider: I18nProvider = {
  translate: (key, options = {}) => {
    const values = typeof options === 'number' ? { smart_count: options } : options
    return filled(sentences.get(key) ?? (typeof values._ === 'string' ? values._ : key), values)
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'zh-CN',
}
