import { halfWidth } from '../../resources/kit/index.ts'

const two = (number: number | string) => String(number).padStart(2, '0')

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const separated = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const compact = /^(\d{4})(\d{2})(\d{2})$/
const separatedMonth = /^(\d{4})[-/.年](\d{1,2})月?$/
const compactMonth = /^(\d{4})(\d{2})$/
const withTime = /^(\S+?)(?:日?\s+|T)(\d{1,2})[::时](\d{1,2})分?$/

const spaceless = (text: string) => halfWidth(text).replace(/\s+/g, '')

/** `YYYY-MM-DD` from what people type: 2026-3-8, 20260308, 2026/3/8, 2026.3.8, 2026年3月8日, also full-width. */
export const parseDay = (text: string): string | null => {
  const [, year, month, day] = separated.exec(spaceless(text)) ?? compact.exec(spaceless(text)) ?? []
  if (!year || !month || !day || !isDay(Number(year), Number(month), Number(day))) return null
  return `${year}-${two(month)}-${two(day)}`
}

/** `YYYY-MM` from 2026-3, 202603, 2026/3, 2026年3月. */
export const parseMonth = (text: string): string | null => {
  const [, year, month] = separatedMonth.exec(spaceless(text)) ?? compactMonth.exec(spaceless(text)) ?? []
  return year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${two(month)}` : null
}

/** ISO-8601 in UTC from a local day and time: 2026-3-8 9:30; without a time, midnight. */
export const parseTimestamp = (text: string): string | null => {
  const [, dayText = text, hour = '0', minute = '0'] = withTime.exec(halfWidth(text).trim()) ?? []
  const day = parseDay(dayText)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return null
  return new Date(`${day}T${two(hour)}:${two(minute)}:00`).toISOString()
}

/** `YYYY-MM-DD HH:mm` in the reader's own time; what is no moment stays as it came. */
export const timestampText = (iso: string) => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
