import { cleanText } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { ImportColumn } from './columns.ts'
import { columnsByHeading } from './headings.ts'

/**
 * Parses the clipboard format of Excel and WPS: tabs and line breaks, with quotes around cells that contain either.
 */
const parseClipboard = (text: string): string[][] => {
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  const table: string[][] = [[]]
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, quoted, plain = '', end] = match
    table.at(-1)!.push(cleanText((quoted?.replaceAll('""', '"') ?? plain).replace(/\s*[\r\n]+\s*/g, ' ')))
    if (cell.lastIndex >= text.length) break
    if (end !== '\t') table.push([])
  }
  return table.filter(line => line.some(cell => cell !== ''))
}

/** Whether a pasted text has several cells; the text of a single cell is pasted by the browser. */
export const hasSeveralCells = (text: string) => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))

const rowNumberHeading = /^(序号|编号|no\.?|#)$/i

type PastedTable = {
  lines: Record<string, string>[]
  hasHeading: boolean
  /** Headings of pasted columns that the grid does not have. */
  ignored: string[]
}

/** Reads a pasted table: by its heading if it has one, otherwise from the column it was pasted into. */
export const parsePastedTable = (
  text: string,
  columns: readonly ImportColumn[],
  startColumn: string,
  translate: Translate,
): PastedTable => {
  const table = parseClipboard(text)
  const [first = []] = table
  const byHeading = columnsByHeading(first, columns)
  const start = columns.findIndex(column => column.name === startColumn)
  const width = Math.max(...table.map(line => line.length), 0)
  const targets = byHeading ?? Array.from({ length: width }, (_, index) => columns[start + index])
  const lines = (byHeading ? table.slice(1) : table).map(line =>
    Object.fromEntries(
      line.flatMap((cell, index) => {
        const column = targets[index]
        return column ? [[column.name, column.tidy(cell)]] : []
      }),
    ),
  )
  const ignored = byHeading
    ? first.filter((cell, index) => !byHeading[index] && cell !== '' && !rowNumberHeading.test(cell))
    : targets.flatMap((column, index) => (column ? [] : [translate('第%{index}列', { index: index + 1 })]))
  return { lines, hasHeading: byHeading !== null, ignored }
}
