import { firmClock } from '../../resources/kit/firmTime.ts'
import { readFormats } from '../../resources/kit/translate.ts'

/** `YYYY-MM-DD HH:mm`, as the firm's clocks show it; what is no moment stays as it came. */
export const firmTime = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : firmClock(date).slice(0, 16)
}

/** The same as the language writes it. */
export const timestampText = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : (readFormats()?.moment(date) ?? firmTime(iso))
}

export const dayText = (day: string) => readFormats()?.day(day) ?? day
