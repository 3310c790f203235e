import type { Translate } from '../../resources/kit/translate.ts'

const hour = 3_600_000
const day = 24 * hour

/** How long since then, in the largest unit that says it. */
export const waitedFor = (since: string, translate: Translate, now = Date.now()) => {
  const passed = Math.max(0, now - Date.parse(since))
  if (Number.isNaN(passed)) return ''
  if (passed >= day) return translate('%{floor}天', { floor: Math.floor(passed / day) })
  if (passed >= hour) return translate('%{floor}小时', { floor: Math.floor(passed / hour) })
  return translate('不足1小时')
}

/** Whether the item has waited longer than the limit. */
export const hasWaitedFor = (since: string, hours: number, now = Date.now()) =>
  now - Date.parse(since) >= hours * hour
