import type { Translate } from '../../../resources/kit/translate.ts'

const hour = 3_600_000
const day = 24 * hour

/** Time since `since` as text, in the largest full unit: days, hours, or less than an hour. */
export const waitingTimeText = (since: string, translate: Translate, now = Date.now()) => {
  const elapsed = Math.max(0, now - Date.parse(since))
  if (Number.isNaN(elapsed)) return ''
  if (elapsed >= day) return translate('%{floor}天', { floor: Math.floor(elapsed / day) })
  if (elapsed >= hour) return translate('%{floor}小时', { floor: Math.floor(elapsed / hour) })
  return translate('不足1小时')
}

/** Whether at least this number of hours has passed. */
export const hasWaitedFor = (since: string, hours: number, now = Date.now()) =>
  now - Date.parse(since) >= hours * hour
