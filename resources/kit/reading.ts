import { isPlain } from './objects.ts'

/** What is made of a value from outside; undefined where there is none, or where it says nothing. */
export type Reading = (value: unknown) => unknown

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text, or a number written as one. */
export const asText: Reading = value =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** Digits beyond what a number holds exactly are none: an id would become another one. */
export const asNumber: Reading = value => {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** 1 or 0 from any of the ways in which a back-end says yes or no. */
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
