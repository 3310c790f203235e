import { firmZone } from '../kit/firmTime.ts'
import type { Formats } from '../kit/translate.ts'
import { directionOf } from './locales.ts'

/** A day has no zone: it is the same day wherever it is read. */
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(atNoon(text).getTime())

/** Each of them costs a millisecond to make, and a page needs few. */
const lazily = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

const han = /\p{Script=Han}/u
const pinyin = lazily(() => new Intl.Collator('zh-CN-u-co-pinyin'))

/**
 * Dates, numbers and order as the readers of a language expect them. Every language has Latin digits and the firm's
 * calendar, whatever is usual in its country: numbers are copied here, typed, and compared with documents.
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
  // Signs between digits from 10,000 on, so that a year has none.
  const numbers = lazily(() => new Intl.NumberFormat(tag, { useGrouping: 'min2', maximumFractionDigits: 20 }))
  // A sentence of another direction would take a moment to pieces: 25/11/2026 ،2:40.
  const isolated = (text: string) => (directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text)
  const order = lazily(() => new Intl.Collator(locale))
  const said = (format: () => Intl.DateTimeFormat, text: string, day = text) =>
    isDay(day) ? format().format(atNoon(day)) : text
  // No marks of a language written from the right, which nobody types; and figures, or else as it is kept.
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
    // Chinese names by their sound: other languages have no order for them.
    compare: (one, other) => (han.test(one) || han.test(other) ? pinyin() : order()).compare(one, other),
  }
}
