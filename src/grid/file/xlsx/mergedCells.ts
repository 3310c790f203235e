import { fileLimits } from '../limits.ts'
import type { Sheet } from '../sheet.ts'

/** A merged range: rows counted from 1, columns from 0. */
export type MergedRange = { top: number; bottom: number; left: number; right: number }

/**
 * Merged ranges that are kept of a sheet, cells that are filled by them, and ranges to the right; a sheet of people needs
 * far fewer.
 */
const maxRanges = 200_000
const maxFilled = 1_000_000
const maxSpans = 20_000

const columnOf = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0) - 1

/** Row (from 1) and column (from 0) of a reference such as B2; null if it is none. */
export const positionOf = (reference: string) => {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  return letters && row ? { row: Number(row), column: columnOf(letters) } : null
}

export const addMergedRange = (ranges: MergedRange[], reference: string) => {
  const [first = '', last = first] = reference.split(':')
  const [from, to] = [positionOf(first), positionOf(last)]
  if (from && to && ranges.length < maxRanges)
    ranges.push({ top: from.row, bottom: to.row, left: from.column, right: to.column })
}

/** Index of the first line at or below a row of the file. */
const lineAt = (rows: readonly number[], row: number) => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! < row) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Writes the value of a range that is merged downwards into its other lines, where they are blank. Returns the ranges that
 * are merged to the right, which matter to headings, and those that were filled.
 */
export const fillMerged = (
  { lines, rows }: Pick<Sheet, 'lines' | 'rows'>,
  ranges: readonly MergedRange[],
): Pick<Sheet, 'spans' | 'copies'> => {
  const spans: Sheet['spans'] = []
  const copies: Sheet['copies'] = []
  let filled = 0
  for (const { top, bottom, left, right } of ranges) {
    if (left >= fileLimits.columns) continue
    const first = lineAt(rows, top)
    const text = rows[first] === top ? (lines[first]![left] ?? '') : ''
    if (text === '') continue
    let at = first
    for (; at < lines.length && rows[at]! <= bottom && filled < maxFilled; at++) {
      const line = lines[at]!
      if (right > left && spans.length < maxSpans)
        spans.push({ line: at, from: left, to: Math.min(right, fileLimits.columns - 1) })
      while (line.length <= left) line.push('')
      line[left] ||= text
      filled += 1
    }
    if (at - 1 > first) copies.push({ column: left, from: first, to: at - 1 })
  }
  return { spans, copies }
}
