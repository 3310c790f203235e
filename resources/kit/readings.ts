import { firmDay, firmOffset } from './firmTime.ts'
import type { FieldKind } from './field.ts'
import { asList, asNumber, asSwitch, asText, type ValueReader } from './reading.ts'

/** Reads a moment. A text without an offset is in the firm's time zone; a number is milliseconds since 1970. */
const asMoment: ValueReader = value => {
  const number = asNumber(value)
  if (typeof number === 'number')
    return number > 1e11 && number < 1e14 ? new Date(number).toISOString() : undefined
  if (typeof value !== 'string') return undefined
  const [, day, time = '00:00:00', zone = firmOffset] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const moment = `${day}T${time}${zone}`
  return Number.isNaN(Date.parse(moment)) ? undefined : moment
}

const asDay: ValueReader = value => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return value.slice(0, 10)
  const moment = asMoment(value)
  return typeof moment === 'string' ? firmDay(new Date(moment)) : undefined
}
const asMonth: ValueReader = value =>
  typeof value === 'string' && /^\d{4}-\d\d(-|$)/.test(value) ? value.slice(0, 7) : undefined

const asPictures: ValueReader = value => {
  const list = asList(value)
  return Array.isArray(list) ? list.map(it => (typeof it === 'string' ? { url: it } : it)) : undefined
}
const asIs: ValueReader = value => value

const noText = () => ''
const noValue = () => null
const noItems = () => []

/**
 * For each kind, how a raw value from a back-end is converted before its schema checks it, and the value used if
 * nothing can be read. Without the second entry the schema provides the empty value.
 */
export const kindReaders: { readonly [K in FieldKind]: readonly [read: ValueReader, empty?: () => unknown] } =
  {
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
