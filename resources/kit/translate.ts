import { firmClock } from './firmTime.ts'

/** What stands in a text's blanks, by name. */
export type TextValues = Readonly<Record<string, unknown>>

/**
 * A text of the product in one language. Its key is the Chinese text, which is also what is shown where the catalogue has
 * nothing: `translate('已选 %{count} 人', { count })`. A word with several meanings names the one that is not its usual one:
 * `关闭` closes a dialog, `关闭@state` is what is not on. The label of a field has no such mark, since its sentences
 * (`请输入%{label}`) are made with it. A component takes this function from react-admin's `useTranslate`; other functions
 * get it as an argument.
 */
export type Translate = (key: string, values?: TextValues) => string

/** What is to be said, worded when it is drawn: so it follows a change of the language. */
export type Sentence = (translate: Translate) => string

type Written<In> = (value: In) => string
/** How a language writes what is no text. */
export type Formats = Readonly<
  Record<'day' | 'month' | 'typedDay' | 'typedMonth', Written<string>> &
    Record<'moment' | 'firmMoment' | 'time' | 'dayOfYear', Written<Date>> & { number: Written<unknown> }
> & { readonly compare: (one: string, other: string) => number }

export type Language = {
  /** BCP 47, such as `en-US`. */
  readonly locale: string
  readonly formats: Formats
  readonly translate: Translate
}

/** `%{name}` gives way to the value; a name without a value stays, so that a test sees it. */
export const fill = (text: string, values: TextValues) =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (values[name] == null ? whole : String(values[name])))

/** Where one Chinese word needs two in another language, `@` and what it is there: `发布@event` reads 发布. */
export const withoutContext = (key: string) => key.replace(/(?<=\p{Script=Han})@[a-z]+$/u, '')

const asStored = (text: string) => text
/** A collator takes a millisecond to make, and few pages sort names. */
let collator: Intl.Collator | undefined

/** Chinese writes dates as they are stored, `2026-03-08`, and orders names by their sound. */
const chineseFormats: Formats = {
  day: asStored,
  month: asStored,
  typedDay: asStored,
  typedMonth: asStored,
  moment: at => firmClock(at).slice(0, 16),
  firmMoment: firmClock,
  time: at => firmClock(at).slice(11, 16),
  dayOfYear: at => firmClock(at).slice(5, 10),
  number: value => (typeof value === 'string' ? value : JSON.stringify(value)),
  compare: (one, other) => (collator ??= new Intl.Collator('zh-CN-u-co-pinyin')).compare(one, other),
}

/** The language of the declarations, which needs no catalogue. */
export const chinese: Language = {
  locale: 'zh-CN',
  formats: chineseFormats,
  translate: (key, values = {}) => fill(withoutContext(key), values),
}

// LEGACY
let language = chinese
/** The same in the language that is shown, read when it is called. */
export const translate: Translate = (key, values) => language.translate(key, values)
export const readLocale = () => language.locale
export const readFormats = () => language.formats
export const setLanguage = (next: Language = chinese) => {
  language = next
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
