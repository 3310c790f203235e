/** What stands in a text's blanks, by name. */
export type Values = Readonly<Record<string, unknown>>

type Written<In> = (value: In) => string
/** How a language writes what is no text; Chinese, which has none, writes it as it is kept, `2026-03-08`. */
export type Formats = Readonly<
  Record<'day' | 'month' | 'typedDay' | 'typedMonth', Written<string>> &
    Record<'moment' | 'firmMoment' | 'time' | 'dayOfYear', Written<Date>> & { number: Written<unknown> }
> & { readonly compare: (one: string, other: string) => number }

export type Language = {
  /** BCP 47, such as `en-US`. */
  readonly locale: string
  readonly formats?: Formats
  /** A text of the product in this language; nothing where its catalogue has none. */
  readonly phrase: (key: string, values: Values) => string | undefined
  /** The same of what a server calls a key and its values, which may be texts of the product too. */
  readonly sentence?: (keyed: unknown) => string | undefined
}

export const chinese: Language = { locale: 'zh-CN', phrase: () => undefined }
let language = chinese
const listeners = new Set<() => void>()

/** `%{name}` gives way to the value; a name without a value stays, so that a test sees it. */
export const fill = (text: string, values: Values) =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (values[name] == null ? whole : String(values[name])))

/** Where one Chinese word needs two in another language, `@` and what it is there: `发布@event` reads 发布. */
export const withoutContext = (key: string) => key.replace(/(?<=\p{Script=Han})@[a-z]+$/u, '')

/**
 * A text of the product in the chosen language. Its key is the Chinese text, which is also what is shown where the
 * catalogue has nothing: `translate('已选 %{count} 人', { count })`. A word with several meanings names the one that is
 * not its usual one: `关闭` closes a dialog, `关闭@state` is what is not on. The label of a field has no such mark, since
 * its sentences (`请输入%{label}`) are made with it. A component takes it from `useTranslate`, to be drawn again.
 */
export const translate = (key: string, values: Values = {}): string =>
  language.phrase(key, values) ?? fill(withoutContext(key), values)

/** What a server says: by the key and values that it names, or else found among the texts. */
export const translateSaid = (said: string, keyed: unknown) => language.sentence?.(keyed) ?? translate(said)

export const readLocale = () => language.locale
export const readLanguage = () => language
export const readFormats = () => language.formats
export const setLanguage = (next: Language = chinese) => {
  language = next
  for (const listener of listeners) listener()
}

/** Returns how to stop that. */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const han = /\p{Script=Han}/u
const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (value instanceof Object && value.constructor === Object)

/** The value of an option, before its label, and what a setting is before anybody saves are the firm's, not texts. */
const isData = (owner: object, key: string, above: string) =>
  ['initial', 'calls'].includes(key) || (above === 'option' && key === '0' && Array.isArray(owner))

const seen = new WeakSet<object>()

const visit = (owner: object, above: string) => {
  if (seen.has(owner)) return
  seen.add(owner)
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    if (isData(owner, key, above)) continue
    if (typeof value === 'string' && han.test(value))
      Object.defineProperty(owner, key, { get: () => translate(value), enumerable: true, configurable: true })
    else if (isPlain(value)) visit(value, above === 'options' ? 'option' : key)
  }
}

/**
 * Declared data whose Chinese texts are read in the language chosen at that time, as if each were written
 * `translate('…')` where it is used. What is only a text, and no object, is translated where it is used.
 */
export const localized = <T extends object>(data: T): T => {
  visit(data, '')
  return data
}

/** Runs `read` synchronously with another language than the one that is shown; no subscriber is notified. */
export const readIn = <T>(other: Language, read: () => T): T => {
  const shown = language
  language = other
  try {
    return read()
  } finally {
    language = shown
  }
}

/**
 * What is declared of localized data, such as a copy of it: read in Chinese, whatever is shown by the time its module
 * is loaded, and localized itself.
 */
export const derived = <T extends object>(make: () => T): T => readIn(chinese, () => localized(make()))
