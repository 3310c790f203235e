/** What stands in a text's blanks. */
export type Values = Readonly<Record<string, unknown>>
/** A text in the chosen language; nothing where the catalogue has none. */
type Phrase = (key: string, values: Values) => string | undefined
export type Language = { readonly locale: string; readonly phrase: Phrase }

const chinese: Language = { locale: 'zh-CN', phrase: () => undefined }
let language = chinese
const listeners = new Set<() => void>()

/** `%{name}` gives way to the value; a name without a value stays, so that a test sees it. */
export const fill = (text: string, values: Values) =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (values[name] == null ? whole : String(values[name])))

/**
 * A text of the product in the chosen language. Its key is the Chinese text, which is also what is shown where the
 * catalogue has nothing: `translate('已选 %{count} 人', { count })`. A component takes it from `useTranslate`, which
 * draws it again when the language changes.
 */
export const translate = (key: string, values: Values = {}): string =>
  language.phrase(key, values) ?? fill(key, values)

export const readLocale = () => language.locale

export const setLanguage = (next: Language = chinese) => {
  language = next
  for (const listener of listeners) listener()
}

/** Calls back when the language has changed; returns how to stop that. */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
