import { translate } from '../../resources/kit/translate.ts'

/** The firm's calendar, which is China's: a day is the same to whoever looks from elsewhere. */
const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
const dayLength = 86_400_000
const dayAt = (time: number) => calendar.format(time)

type Preset = { label: string; from: string; to: string }

/** Spans of days that are often asked for, as they are today. */
export const presetsAt = (now: number): Preset[] => {
  const to = dayAt(now)
  return [
    { label: translate('今天'), from: to, to },
    { label: translate('近7天'), from: dayAt(now - 6 * dayLength), to },
    { label: translate('近30天'), from: dayAt(now - 29 * dayLength), to },
    { label: translate('本月'), from: `${to.slice(0, 8)}01`, to },
  ]
}
