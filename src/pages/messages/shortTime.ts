import { firmDay } from '../../../resources/kit/firmTime.ts'
import { firmTime } from '../../fields/dates/dates.ts'
import type { Language } from '../../../resources/kit/translate.ts'

const dayLength = 86_400_000

/** Short form of a time, such as 09:30, 昨天 18:02, 11-08 or 2025-11-08. */
export const shortTime = (iso: string, { translate, formats }: Language, now = new Date()) => {
  const at = new Date(iso)
  const [day = '', clock = ''] = firmTime(iso).split(' ')
  // An invalid time is returned unchanged.
  if (!clock) return day
  const time = formats.time(at)
  const today = firmDay(now)
  if (day === today) return time
  if (day === firmDay(now.getTime() - dayLength)) return translate('昨天 %{time}', { time })
  if (!day.startsWith(today.slice(0, 5))) return formats.day(day)
  return formats.dayOfYear(at)
}
