import { firmClock } from '../../resources/kit/firmTime.ts'
import type { Formats } from '../../resources/kit/translate.ts'

/** `YYYY-MM-DD HH:mm`, as the firm's clocks show it; what is no moment stays as it came. */
export const firmTime = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : firmClock(date).slice(0, 16)
}

/** The same as the language writes it. */
export const timestampText = (iso: string, formats: Formats) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : formats.moment(date)
}
