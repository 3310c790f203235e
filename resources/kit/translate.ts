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

/** A language as a page needs it: its texts, and how it writes dates and numbers. */
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
export const withoutContext = (key: string) => key.replace(/(?<=[\p{Script=Han}”])@[a-z]+$/u, '')

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
