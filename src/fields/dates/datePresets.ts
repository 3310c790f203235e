import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

const dayLength = 86_400_000

type Preset = { label: string; from: string; to: string }

/** Common date ranges, relative to the current day. */
export const datePresets = (now: number, translate: Translate): Preset[] => {
  const to = firmDay(now)
  return [
    { label: translate('今天'), from: to, to },
    { label: translate('近7天'), from: firmDay(now - 6 * dayLength), to },
    { label: translate('近30天'), from: firmDay(now - 29 * dayLength), to },
    { label: translate('本月'), from: `${to.slice(0, 8)}01`, to },
  ]
}
