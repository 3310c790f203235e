import { dayText, localTime } from '../../fields/dates.ts'
import { readFormats, translate } from '../../../resources/kit/translate.ts'

const dayOf = (date: Date) => localTime(date.toISOString()).slice(0, 10)

/** As short as it stays clear: 09:30, 昨天 18:02, 11-08, 2025-11-08. */
export const shortTime = (iso: string, now = new Date()) => {
  const formats = readFormats()
  const at = new Date(iso)
  const [day = '', clock = ''] = localTime(iso).split(' ')
  // What is no moment stays as it came.
  if (!clock) return day
  const time = formats?.time(at) ?? clock
  if (day === dayOf(now)) return time
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day === dayOf(yesterday)) return translate('昨天 %{time}', { time })
  if (!day.startsWith(`${now.getFullYear()}-`)) return dayText(day)
  return formats?.dayOfYear(at) ?? day.slice(5)
}
