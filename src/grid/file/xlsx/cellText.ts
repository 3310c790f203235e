import { firmClock } from '../../../../resources/kit/firmTime.ts'
import type { NumberShape } from './numberFormats.ts'
import { decodeEscapes } from './sharedStrings.ts'

type RawCell = {
  /** The attribute `t`: s, str, inlineStr, b, e, d, n or nothing. */
  type: string
  value: string
  inline: string
  shape: NumberShape
}

const booleanTexts = { true: '是', false: '否' }
const dayInSeconds = 86_400
/** Days from 1899-12-30, where serial dates count from, to 1904-01-01. */
export const offsetOf1904 = 1462
/** 9999-12-31. */
const lastSerial = 2_958_465

const momentOfSerial = (serial: number) => {
  // 1900 counts as a leap year, so that January and February 1900 are a day later.
  const days = serial < 60 ? serial + 1 : serial
  return new Date(Math.round((days - 25_569) * dayInSeconds) * 1000).toISOString()
}

/** A date as `YYYY-MM-DD`, with its time unless that is midnight; a time of no day as `HH:mm:ss`. */
const serialText = (number: number, is1904: boolean) => {
  const serial = is1904 ? number + offsetOf1904 : number
  const moment = momentOfSerial(serial)
  const [day, time] = [moment.slice(0, 10), moment.slice(11, 19)]
  if (number < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The text of a cell that holds a date in ISO 8601; one with an offset is in the firm's time. */
const isoText = (value: string) => {
  const hasOffset = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)
  const moment = hasOffset ? new Date(value) : null
  const text = moment && !Number.isNaN(moment.getTime()) ? firmClock(moment) : value.replace('T', ' ')
  return text.replace(/ 00:00(?::00(?:\.0+)?)?$/, '')
}

const fractions = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 6 })

/**
 * The text of a number. One of more than 15 digits has lost its last digits, and is written with an exponent as the
 * spreadsheet shows it.
 */
const numberText = (value: string, shape: NumberShape, is1904: boolean) => {
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (typeof shape === 'string' && number >= 0 && number <= lastSerial) {
    const text = serialText(number, is1904)
    // Spreadsheets keep a month that somebody typed as its first day.
    return shape === 'month' ? text.replace(/^(\d{4}-\d\d)-01$/, '$1') : text
  }
  if (Math.abs(number) >= 1e15) return number.toExponential(5).toUpperCase()
  const text = Number.isInteger(number) ? String(number) : fractions.format(number)
  return typeof shape === 'number' ? text.padStart(shape, '0') : text
}

/** The text in one line without spaces at its ends. */
export const oneLine = (text: string) =>
  /[\r\n]/.test(text)
    ? text
        .split(/[\r\n]+/)
        .map(line => line.trim())
        .filter(Boolean)
        .join(' ')
    : text.trim()

/** Text of a cell as the spreadsheet shows it; for a formula, its result. */
export const cellText = (
  { type, value, inline, shape }: RawCell,
  strings: readonly string[],
  is1904: boolean,
): string => {
  if (type === 's') return oneLine(strings[Number(value)] ?? '')
  if (type === 'inlineStr') return oneLine(inline)
  if (type === 'str') return oneLine(decodeEscapes(value))
  if (value === '') return ''
  if (type === 'b') return booleanTexts[`${value === '1' || value === 'true'}`]
  if (type === 'd') return isoText(value.trim())
  return type === 'e' ? value.trim() : numberText(value.trim(), shape, is1904)
}
