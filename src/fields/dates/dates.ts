import { firmClock } from '../../../resources/kit/firmTime.ts'
import type { Formats } from '../../../resources/kit/translate.ts'

/** Date and time in the firm's time zone as `YYYY-MM-DD HH:mm`; an invalid date is returned unchanged. */
export const firmTime = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : firmClock(date).slice(0, 16)
}

/** Date and time in the format of the current language; an invalid date is returned unchanged. */
export const timestampText = (iso: string, formats: Formats) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : formats.moment(date)
}
