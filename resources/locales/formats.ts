import { firmZone } from '../kit/firmTime.ts'
import type { Formats } from '../kit/translate.ts'
import { directionOf } from './locales.ts'

/** A day has no time zone. Noon in UTC is the same day in every zone. */
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(atNoon(text).getTime())

/** Creates a formatter at its first use; creating one takes a millisecond, and a page needs few. */
const lazily = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

const han = /\p{Script=Han}/u
const pinyin = lazily(() => new Intl.Collator('zh-CN-u-co-pinyin'))

/**
 * Formats dates and numbers and compares names for the readers of a language. Every language uses Latin digits and
 * the Gregorian calendar, whatever is usual in its country, because people copy and type numbers here and compare
 * them with documents.
 */
export const formatsOf = (locale: string): Formats => {
  const tag = `${locale}-u-nu-latn-ca-gregory`
  const dates = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(tag, options))
  const figures = { year: 'numeric', month: '2-digit', timeZone: 'UTC' } as const
  const days = dates({ dateStyle: 'medium', timeZone: 'UTC' })
  const months = dates({ year: 'numeric', month: 'short', timeZone: 'UTC' })
  const typedDays = dates({ ...figures, day: '2-digit' })
  const typedMonths = dates(figures)
  const short = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: firmZone })
  const atFirm = dates({ dateStyle: 'medium', timeStyle: 'medium', timeZone: firmZone })
  const times = dates({ timeStyle: 'short', timeZone: firmZone })
  const daysOfYear = dates({ month: 'short', day: 'numeric', timeZone: firmZone })
  // Digits are grouped from 10,000 on, so that a year is not.
  const numbers = lazily(() => new Intl.NumberFormat(tag, { useGrouping: 'min2', maximumFractionDigits: 20 }))
  // Isolates a date in a right-to-left sentence, which would otherwise reorder its parts: 25/11/2026 ،2:40.
  const isolated = (text: string) => (directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text)
  const order = lazily(() => new Intl.Collator(locale))
  const said = (format: () => Intl.DateTimeFormat, text: string, day = text) =>
    isDay(day) ? format().format(atNoon(day)) : text
  // A date to be typed has no direction marks; if its month is not a number, the stored text is used.
  const typed = (text: string, kept: string) =>
    /\p{L}/u.test(text) ? kept : text.replaceAll(/[\u200e\u200f]/g, '')
  return {
    day: text => isolated(said(days, text)),
    month: text => isolated(said(months, text, `${text}-01`)),
    typedDay: text => typed(said(typedDays, text), text),
    typedMonth: text => typed(said(typedMonths, text, `${text}-01`), text),
    moment: at => isolated(short().format(at)),
    firmMoment: at => isolated(atFirm().format(at)),
    time: at => isolated(times().format(at)),
    dayOfYear: at => isolated(daysOfYear().format(at)),
    number: value => (typeof value === 'number' ? numbers().format(value) : String(value)),
    // Chinese names are sorted by pinyin, since other languages have no order for them.
    compare: (one, other) => (han.test(one) || han.test(other) ? pinyin() : order()).compare(one, other),
  }
}
