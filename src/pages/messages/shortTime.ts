import { timestampText } from '../../fields/dates.ts'
import { translate } from '../../../resources/kit/translate.ts'

const dayOf = (date: Date) => timestampText(date.toISOString()).slice(0, 10)

/** As short as it stays clear: 09:30, 昨天 18:02, 11-08, 2025-11-08. */
export const shortTime = (iso: string, now = new Date()) => {
  const text = timestampText(iso)
  const [day = '', time = ''] = text.split(' ')
  if (day === dayOf(now)) return time
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day === dayOf(yesterday)) return translate('昨天 %{time}', { time })
  return day.startsWith(`${now.getFullYear()}-`) ? day.slice(5) : day
}
