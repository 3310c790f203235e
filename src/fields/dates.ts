import { readFormats } from '../../resources/kit/translate.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** `YYYY-MM-DD HH:mm` in the reader's own time; what is no moment stays as it came. */
export const localTime = (iso: string) => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The same as the language writes it. */
export const timestampText = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : (readFormats()?.moment(date) ?? localTime(iso))
}

export const dayText = (day: string) => readFormats()?.day(day) ?? day
