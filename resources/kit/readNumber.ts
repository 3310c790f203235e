import { toHalfWidth } from './clean.ts'

const numberPattern = /^-?\d+(\.\d+)?$/

/** Reads a number that may be grouped, in full width or followed by its unit; undefined for anything else. */
export const readNumber = (text: string, unit = ''): number | undefined => {
  const digits = toHalfWidth(text).replaceAll(/[\s,]/g, '').replace(unit, '')
  return numberPattern.test(digits) ? Number(digits) : undefined
}
