import { isPlainObject } from './objects.ts'

/** Reads an unknown value; returns undefined if there is none, or none that can be read. */
export type ValueReader = (value: unknown) => unknown

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a text; a number becomes its digits. */
export const asText: ValueReader = value =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/**
 * Reads a number or its digits. Numbers beyond the safe integer range are refused, because an id would become a
 * different one.
 */
export const asNumber: ValueReader = value => {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** Reads 1 or 0 from the ways in which a back-end may express yes and no. */
export const asSwitch: ValueReader = value =>
  value === true || value === 1 || value === '1' || value === 'true'
    ? 1
    : value === false || value === 0 || value === '0' || value === 'false'
      ? 0
      : undefined

/** Reads a list: an array, its JSON text, a comma-separated text, one number, or the records of a page. */
export const asList: ValueReader = value => {
  if (Array.isArray(value)) return value
  if (isPlainObject(value)) return Array.isArray(value['records']) ? value['records'] : undefined
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return undefined
  const list = /^\s*\[/.test(value)
    ? parseOrUndefined(value)
    : value.split(/[,，、]/).filter(it => it.trim() !== '')
  return Array.isArray(list) ? list : undefined
}

/** Reads an object or its JSON text. */
export const asRecord: ValueReader = value => {
  const record = typeof value === 'string' && /^\s*\{/.test(value) ? parseOrUndefined(value) : value
  return isPlainObject(record) ? record : undefined
}
