import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { toHalfWidth } from '../../resources/kit/index.ts'
import type { Formats } from '../../resources/kit/translate.ts'
import { firmTime } from './dates.ts'

const twoDigits = (number: string) => String(number).padStart(2, '0')

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const separatedDay = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const compactDay = /^(\d{4})(\d{2})(\d{2})$/
const separatedMonth = /^(\d{4})[-/.年](\d{1,2})月?$/
const compactMonth = /^(\d{4})(\d{2})$/
const withTime = /^(\S+?)(?:日?\s+|T)(\d{1,2})[::时](\d{1,2})分?$/

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

/**
 * Converts typed dates to `YYYY-MM-DD`: 2026-3-8, 20260308, 2026/3/8, 2026.3.8, 2026年3月8日, also in full-width
 * characters.
 */
export const parseDay = (typedText: string, formats: Formats): string | null => {
  const text = withoutSpaces(typedText)
  const [, year, month, day] =
    separatedDay.exec(text.replace(/\.$/, '')) ?? compactDay.exec(text) ?? parseYearLast(text, formats) ?? []
  if (!year || !month || !day || !isDay(Number(year), Number(month), Number(day))) return null
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/** Converts typed months to `YYYY-MM`: 2026-3, 202603, 2026/3, 2026年3月, 3/2026. */
export const parseMonth = (typedText: string): string | null => {
  const text = withoutSpaces(typedText).replace(/\.$/, '')
  const [, last, first] = yearLastMonth.exec(text) ?? []
  const [, year = first, month = last] = separatedMonth.exec(text) ?? compactMonth.exec(text) ?? []
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${twoDigits(month)}` : null
}

/** Converts a typed date and time in the firm's time zone to ISO 8601 in UTC; without a time it is midnight. */
export const parseTimestamp = (text: string, formats: Formats): string | null => {
  const [, dayText = text, hour = '0', minute = '0'] = withTime.exec(toHalfWidth(text).trim()) ?? []
  const day = parseDay(dayText, formats)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return null
  return momentOfFirm(day, `${twoDigits(hour)}:${twoDigits(minute)}:00`).toISOString()
}

/** Date and time in digits, in the order of the language, as the user would type it. */
export const typedTime = (iso: string, { typedDay }: Formats) => {
  const [day = '', ...time] = firmTime(iso).split(' ')
  return [typedDay(day).replaceAll(' ', ''), ...time].join(' ')
}
