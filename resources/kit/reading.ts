import type { Kind } from './field.ts'
import { isPlain } from './objects.ts'

/** What is made of a value from outside; undefined where there is none, or where it says nothing. */
type Reading = (value: unknown) => unknown

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const asText: Reading = value =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** Digits beyond what a number holds exactly are none: an id would become another one. */
export const asNumber: Reading = value => {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

export const asSwitch: Reading = value =>
  value === true || value === 1 || value === '1' || value === 'true'
    ? 1
    : value === false || value === 0 || value === '0' || value === 'false'
      ? 0
      : undefined

/** A list, the text of its JSON, a text with commas, or a page. */
export const asList: Reading = value => {
  if (Array.isArray(value)) return value
  if (isPlain(value)) return Array.isArray(value['records']) ? value['records'] : undefined
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return undefined
  const list = /^\s*\[/.test(value) ? parsed(value) : value.split(/[,，、]/).filter(it => it.trim() !== '')
  return Array.isArray(list) ? list : undefined
}

/** A record, or the text of its JSON. */
export const asRecord: Reading = value => {
  const record = typeof value === 'string' && /^\s*\{/.test(value) ? parsed(value) : value
  return isPlain(record) ? record : undefined
}

/** `yyyy-MM-dd HH:mm:ss` is read as the firm's clocks show it, which is in China; a number is milliseconds. */
const asMoment: Reading = value => {
  const number = asNumber(value)
  if (typeof number === 'number')
    return number > 1e11 && number < 1e14 ? new Date(number).toISOString() : undefined
  if (typeof value !== 'string') return undefined
  const [, day, time = '00:00:00', zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const moment = `${day}T${time}${zone}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}

const clocks = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Shanghai' })
const asDay: Reading = value => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return value.slice(0, 10)
  const moment = asMoment(value)
  return typeof moment === 'string' ? clocks.format(new Date(moment)) : undefined
}
const asMonth: Reading = value =>
  typeof value === 'string' && /^\d{4}-\d\d(-|$)/.test(value) ? value.slice(0, 7) : undefined

const asPictures: Reading = value => {
  const list = asList(value)
  return Array.isArray(list) ? list.map(it => (typeof it === 'string' ? { url: it } : it)) : undefined
}
const asIs: Reading = value => value

/** What each kind makes of what it is not, before its schema looks at it, and what stands where nothing could be read. */
export const readings: { readonly [K in Kind]: readonly [read: Reading, empty: '' | null | 'list'] } = {
  text: [asText, ''],
  password: [asText, ''],
  integer: [asNumber, null],
  decimal: [asNumber, null],
  select: [asIs, null],
  multiSelect: [asList, 'list'],
  toggle: [asSwitch, null],
  date: [asDay, ''],
  month: [asMonth, ''],
  datetime: [asMoment, ''],
  reference: [asNumber, null],
  references: [asList, 'list'],
  area: [asText, ''],
  image: [asText, ''],
  images: [asPictures, 'list'],
  richText: [asText, ''],
  strings: [asList, 'list'],
  rows: [asList, 'list'],
  custom: [asIs, null],
}
