import { firmDay, firmOffset } from './firmTime.ts'
import type { Kind } from './field.ts'
import { asList, asNumber, asSwitch, asText, type Reading } from './reading.ts'

/** `yyyy-MM-dd HH:mm:ss` is read as the firm's clocks show it, which is in China; a number is milliseconds. */
const asMoment: Reading = value => {
  const number = asNumber(value)
  if (typeof number === 'number')
    return number > 1e11 && number < 1e14 ? new Date(number).toISOString() : undefined
  if (typeof value !== 'string') return undefined
  const [, day, time = '00:00:00', zone = firmOffset] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const moment = `${day}T${time}${zone}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}

const asDay: Reading = value => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return value.slice(0, 10)
  const moment = asMoment(value)
  return typeof moment === 'string' ? firmDay(new Date(moment)) : undefined
}
const asMonth: Reading = value =>
  typeof value === 'string' && /^\d{4}-\d\d(-|$)/.test(value) ? value.slice(0, 7) : undefined

const asPictures: Reading = value => {
  const list = asList(value)
  return Array.isArray(list) ? list.map(it => (typeof it === 'string' ? { url: it } : it)) : undefined
}
const asIs: Reading = value => value

const noText = () => ''
const noValue = () => null
const noItems = () => []

/**
 * What each kind makes of what it is not, before its schema looks at it, and what stands where nothing could be read;
 * where that is absent its schema knows it.
 */
export const readings: { readonly [K in Kind]: readonly [read: Reading, empty?: () => unknown] } = {
  text: [asText, noText],
  password: [asText, noText],
  integer: [asNumber, noValue],
  decimal: [asNumber, noValue],
  select: [asIs, noValue],
  multiSelect: [asList, noItems],
  toggle: [asSwitch, noValue],
  date: [asDay, noText],
  month: [asMonth, noText],
  datetime: [asMoment, noText],
  reference: [asNumber, noValue],
  references: [asList, noItems],
  area: [asText, noText],
  image: [asText, noText],
  images: [asPictures, noItems],
  richText: [asText, noText],
  strings: [asList, noItems],
  rows: [asList, noItems],
  custom: [asIs],
}
