import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { halfWidth } from '../../resources/kit/index.ts'
import type { Formats } from '../../resources/kit/translate.ts'
import { firmTime } from './dates.ts'

const two = (number: string) => String(number).padStart(2, '0')

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const separated = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const compact = /^(\d{4})(\d{2})(\d{2})$/
const separatedMonth = /^(\d{4})[-/.年](\d{1,2})月?$/
const compactMonth = /^(\d{4})(\d{2})$/
const withTime = /^(\S+?)(?:日?\s+|T)(\d{1,2})[::时](\d{1,2})分?$/

const spaceless = (text: string) => halfWidth(text).replaceAll(/[\s\u200e\u200f]+/g, '')

const inFigures = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\.?$/
const monthFirst = /^(\d{1,2})[-/.](\d{4})$/

/** With the year last, in the order of the language: 08.03.2026, 03/08/2026. */
const inOrder = (text: string, formats: Formats) => {
  const [whole = '', ...figures] = inFigures.exec(text) ?? []
  const [first, second, year] = figures
  // Of 8 March either the day or the month comes first.
  const shown = formats.typedDay('2026-03-08')
  if (!shown.includes('2026') || shown.startsWith('2026')) return null
  return shown.indexOf('03') < shown.indexOf('08')
    ? [whole, year, first, second]
    : [whole, year, second, first]
}

/** `YYYY-MM-DD` from what people type: 2026-3-8, 20260308, 2026/3/8, 2026.3.8, 2026年3月8日, also full-width. */
export const parseDay = (written: string, formats: Formats): string | null => {
  const text = spaceless(written)
  const [, year, month, day] =
    separated.exec(text.replace(/\.$/, '')) ?? compact.exec(text) ?? inOrder(text, formats) ?? []
  if (!year || !month || !day || !isDay(Number(year), Number(month), Number(day))) return null
  return `${year}-${two(month)}-${two(day)}`
}

/** `YYYY-MM` from 2026-3, 202603, 2026/3, 2026年3月, 3/2026. */
export const parseMonth = (written: string): string | null => {
  const text = spaceless(written).replace(/\.$/, '')
  const [, last, first] = monthFirst.exec(text) ?? []
  const [, year = first, month = last] = separatedMonth.exec(text) ?? compactMonth.exec(text) ?? []
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${two(month)}` : null
}

/** ISO-8601 in UTC from a day and time of the firm: 2026-3-8 9:30; without a time, midnight. */
export const parseTimestamp = (text: string, formats: Formats): string | null => {
  const [, dayText = text, hour = '0', minute = '0'] = withTime.exec(halfWidth(text).trim()) ?? []
  const day = parseDay(dayText, formats)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return null
  return momentOfFirm(day, `${two(hour)}:${two(minute)}:00`).toISOString()
}

/** As it is typed: in figures, in the order of the language. */
export const typedTime = (iso: string, { typedDay }: Formats) => {
  const [day = '', ...time] = firmTime(iso).split(' ')
  return [typedDay(day).replaceAll(' ', ''), ...time].join(' ')
}
