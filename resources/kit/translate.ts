import { firmClock } from './firmTime.ts'

/** Values for the placeholders of a text, by name. */
export type TextValues = Readonly<Record<string, unknown>>

/**
 * Translates a text of the product. The key is the Chinese text, which is also shown if the catalogue lacks it:
 * `translate('已选 %{count} 人', { count })`. For a word with several meanings, the key of the less usual meaning has a
 * suffix: `关闭` closes a dialog, `关闭@state` is a state. Field labels have no suffix, because sentences such as
 * `请输入%{label}` are built with them. Components get this function from react-admin's `useTranslate`, other functions
 * as an argument.
 */
export type Translate = (key: string, values?: TextValues) => string

/** A message that is translated when it is drawn, so that it follows a change of the language. */
export type Sentence = (translate: Translate) => string

type Formatter<In> = (value: In) => string
/** How a language formats dates and numbers, and compares names. */
export type Formats = Readonly<
  Record<'day' | 'month' | 'typedDay' | 'typedMonth', Formatter<string>> &
    Record<'moment' | 'firmMoment' | 'time' | 'dayOfYear', Formatter<Date>> & {
      /** `digits`: how many decimal places are shown at least. */
      number: (value: unknown, digits?: number) => string
    }
> & { readonly compare: (one: string, other: string) => number }

/** A language with its texts and its formats for dates and numbers. */
export type Language = {
  /** BCP 47, such as `en-US`. */
  readonly locale: string
  readonly formats: Formats
  readonly translate: Translate
}

/** Replaces `%{name}` by the value of that name. A placeholder without a value stays, so that a test notices it. */
export const fillBlanks = (text: string, values: TextValues) =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => (values[name] == null ? whole : String(values[name])))

/** Removes the suffix that tells the meanings of one Chinese word apart: `发布@event` is read as 发布. */
export const withoutContext = (key: string) => key.replace(/(?<=[\p{Script=Han}”])@[a-z]+$/u, '')

const asStored = (text: string) => text
/** Created at first use: a collator takes a millisecond to create, and few pages sort names. */
let collator: Intl.Collator | undefined

/** In Chinese, dates are written as they are stored (`2026-03-08`), and names are sorted by pinyin. */
const chineseFormats: Formats = {
  day: asStored,
  month: asStored,
  typedDay: asStored,
  typedMonth: asStored,
  moment: at => firmClock(at).slice(0, 16),
  firmMoment: firmClock,
  time: at => firmClock(at).slice(11, 16),
  dayOfYear: at => firmClock(at).slice(5, 10),
  number: (value, digits) => {
    if (typeof value === 'string') return value
    const isPadded =
      typeof value === 'number' && digits !== undefined && Number(value.toFixed(digits)) === value
    return isPadded ? value.toFixed(digits) : JSON.stringify(value)
  },
  compare: (one, other) => (collator ??= new Intl.Collator('zh-CN-u-co-pinyin')).compare(one, other),
}

/** The language of the declarations, which needs no catalogue. */
export const chinese: Language = {
  locale: 'zh-CN',
  formats: chineseFormats,
  translate: (key, values = {}) => fillBlanks(withoutContext(key), values),
}
