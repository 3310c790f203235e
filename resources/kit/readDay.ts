import { toHalfWidth } from './clean.ts'
import { firmDay } from './firmTime.ts'

const twoDigits = (number: string) => number.padStart(2, '0')

/** Whether the calendar has this day. */
export const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const separatedDay = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)\s?[日号]?\.?/
const compactDay = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const weekday = /^\(?(?:星期|周)[一二三四五六日天]\)?\s*/
const time =
  /^T?(?:上午|下午|[AP]M\s)?\s?\d{1,2}[:时]\d{1,2}(?:[:分]\d{1,2}(?:\.\d{1,9})?秒?)?分?\s?(?:[AP]M)?(Z|[+-]\d{2}:?\d{2})?$/i
const separatedMonth = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?月?\.?$/
const compactMonth = /^(\d{4})(\d{2})$/

/** The text in half width, without white space at its ends, and with the usual signs between numbers. */
const plainText = (text: string) =>
  toHalfWidth(text)
    .replaceAll(/[‐-―−。．]/g, sign => (sign === '。' || sign === '．' ? '.' : '-'))
    .trim()

/** The day of a moment with an offset in the firm's time zone. */
const dayInFirm = (day: string, clock: string, offset: string) => {
  const moment = new Date(
    `${day}T${clock
      .replace(/^T?\s?/i, '')
      .slice(0, -offset.length)
      .trim()}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`,
  )
  return Number.isNaN(moment.getTime()) ? null : firmDay(moment)
}

/**
 * Reads a day in one of the notations that people and programs use, as `YYYY-MM-DD`: 2026-3-8, 2026/3/8 0:00, 20260308,
 * 2026.3.8, 2026年3月8号 星期日, 2026-03-08T00:00:00Z, also in full-width characters. A time is left out, and one with an
 * offset is converted to the firm's time zone. Null for anything else.
 */
export const readDay = (written: string): string | null => {
  const text = plainText(written)
  const [whole = '', year, month, date] = separatedDay.exec(text) ?? compactDay.exec(text) ?? []
  if (!year || !month || !date || !isDay(Number(year), Number(month), Number(date))) return null
  const day = `${year}-${twoDigits(month)}-${twoDigits(date)}`
  const rest = text.slice(whole.length).trim().replace(weekday, '')
  if (rest === '') return day
  const [clock, offset] = time.exec(rest) ?? []
  if (clock === undefined) return null
  return offset === undefined ? day : dayInFirm(day, clock, offset.toUpperCase())
}

/** Reads a month as `YYYY-MM`: 2026-3, 202603, 2026/3, 2026.3, 2026年3月. Null for anything else. */
export const readMonth = (written: string): string | null => {
  const text = plainText(written)
  const [, year, month] = separatedMonth.exec(text) ?? compactMonth.exec(text) ?? []
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${twoDigits(month)}` : null
}
