import { firmZone } from '../kit/firmTime.ts'
import type { Formats } from '../kit/translate.ts'
import { isolatedIn } from './locales.ts'

/** A day has no time zone. Noon in UTC is the same day in every zone. */
const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(atNoon(text).getTime())

/** Creates a formatter at its first use; creating one takes a millisecond, and a page needs few. */
const lazily = <T>(make: () => T) => {
  let cached: T | undefined
  return () => (cached ??= make())
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
  // By the decimal places that are shown at least. Digits are grouped from 10,000 on, so that a year is not.
  const numbers = Array.from({ length: 21 }, (_, minimumFractionDigits) =>
    lazily(
      () =>
        new Intl.NumberFormat(tag, { useGrouping: 'min2', minimumFractionDigits, maximumFractionDigits: 20 }),
    ),
  )
  const isolate = isolatedIn(locale)
  const order = lazily(() => new Intl.Collator(locale))
  const formatDay = (format: () => Intl.DateTimeFormat, text: string, day = text) =>
    isDay(day) ? format().format(atNoon(day)) : text
  // A date to be typed has no direction marks; if its month is not a number, the stored text is used.
  const typeable = (text: string, stored: string) =>
    /\p{L}/u.test(text) ? stored : text.replaceAll(/[\u200e\u200f]/g, '')
  return {
    day: text => isolate(formatDay(days, text)),
    month: text => isolate(formatDay(months, text, `${text}-01`)),
    typedDay: text => typeable(formatDay(typedDays, text), text),
    typedMonth: text => typeable(formatDay(typedMonths, text, `${text}-01`), text),
    moment: at => isolate(short().format(at)),
    firmMoment: at => isolate(atFirm().format(at)),
    time: at => isolate(times().format(at)),
    dayOfYear: at => isolate(daysOfYear().format(at)),
    number: (value, digits = 0) =>
      typeof value === 'number' ? numbers[digits]!().format(value) : String(value),
    // Chinese names are sorted by pinyin, since other languages have no order for them.
    compare: (one, other) => (han.test(one) || han.test(other) ? pinyin() : order()).compare(one, other),
  }
}
