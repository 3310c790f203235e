import { momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { toHalfWidth } from '../../../resources/kit/index.ts'
import { isDay, readDay, readMonth } from '../../../resources/kit/readDay.ts'
import type { Formats } from '../../../resources/kit/translate.ts'
import { firmTime } from './dates.ts'

const twoDigits = (number: string) => String(number).padStart(2, '0')

const withTime = /^(\S+?)(?:日?\s+|T)(\d{1,2})[::时](\d{1,2})(?::00)?分?$/

const withoutSpaces = (text: string) => toHalfWidth(text).replaceAll(/[\s\u200e\u200f]+/g, '')

const yearLastDay = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\.?$/
const yearLastMonth = /^(\d{1,2})[-/.](\d{4})$/

/** Parses a date with the year last, with day and month in the order of the language: 08.03.2026, 03/08/2026. */
const parseYearLast = (text: string, formats: Formats) => {
  const [whole = '', ...figures] = yearLastDay.exec(text) ?? []
  const [first, second, year] = figures
  // The order is taken from how the language formats 8 March 2026.
  const sample = formats.typedDay('2026-03-08')
  if (!sample.includes('2026') || sample.startsWith('2026')) return null
  return sample.indexOf('03') < sample.indexOf('08')
    ? [whole, year, first, second]
    : [whole, year, second, first]
}

/** Converts a typed date to `YYYY-MM-DD`, in the notations of `readDay` and with the year last. */
export const parseDay = (typedText: string, formats: Formats): string | null => {
  const read = readDay(typedText)
  if (read !== null) return read
  const [, year, month, day] = parseYearLast(withoutSpaces(typedText), formats) ?? []
  if (!year || !month || !day || !isDay(Number(year), Number(month), Number(day))) return null
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/** Converts a typed month to `YYYY-MM`, in the notations of `readMonth` and with the year last: 3/2026. */
export const parseMonth = (typedText: string): string | null => {
  const [, month = '', year] = yearLastMonth.exec(withoutSpaces(typedText).replace(/\.$/, '')) ?? []
  return readMonth(year === undefined ? typedText : `${year}-${month}`)
}

/** Converts a typed date and time in the firm's time zone to ISO 8601 in UTC; without a time it is midnight. */
export const parseTimestamp = (text: string, formats: Formats): string | null => {
  const [, dayText = text, hour = '0', minute = '0'] = withTime.exec(toHalfWidth(text).trim()) ?? []
  // A time in another notation must not be lost.
  if (/[:：时]/.test(dayText)) return null
  const day = parseDay(dayText, formats)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return null
  return momentOfFirm(day, `${twoDigits(hour)}:${twoDigits(minute)}:00`).toISOString()
}

/** Date and time in digits, in the order of the language, as the user would type it. */
export const typedTime = (iso: string, { typedDay }: Formats) => {
  const [day = '', ...time] = firmTime(iso).split(' ')
  return [typedDay(day).replaceAll(' ', ''), ...time].join(' ')
}
