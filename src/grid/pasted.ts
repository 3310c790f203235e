import { chineseKeysOf } from '../../providers/catalogues.ts'
import { cleanText, toHalfWidth } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { ImportColumn } from './columns.ts'

/** Cells as Excel and WPS put them on the clipboard: tabs and lines; quoted where a cell holds one of these itself. */
const tableOf = (text: string): string[][] => {
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

/** Text of one cell is left to the input itself. */
export const isTable = (text: string) => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))

/** Without marks for what is required, and without what stands in brackets. */
const headingOf = (text: string) => toHalfWidth(text).replace(/[\s*:]|\([^)]*\)/g, '')

/** As it reads in this language, and as the product would have it in others: templates are passed on. */
const headingsOf = (text: string) => chineseKeysOf(text.replace(/\s*\*$/, '')).map(headingOf)

/** The columns named by a first line; null when it is no heading. */
export const columnsNamed = (line: readonly string[], columns: readonly ImportColumn[]) => {
  const found = line
    .map(headingsOf)
    .map(texts =>
      columns.find(({ heading, label }) =>
        texts.some(text => heading.test(text) || headingOf(label) === text),
      ),
    )
  const count = found.filter(Boolean).length
  return count >= 2 || (count === 1 && line.length === 1) ? found : null
}

const counter = /^(序号|编号|no\.?|#)$/i

type Pasted = {
  lines: Record<string, string>[]
  hasHeading: boolean
  /** Columns that have no place here. */
  ignored: string[]
}

/** A pasted table, by its heading where it has one, otherwise from the column where it was pasted. */
export const pastedFrom = (
  text: string,
  columns: readonly ImportColumn[],
  at: string,
  translate: Translate,
): Pasted => {
  const table = tableOf(text)
  const [first = []] = table
  const named = columnsNamed(first, columns)
  const start = columns.findIndex(column => column.name === at)
  const width = Math.max(...table.map(line => line.length), 0)
  const targets = named ?? Array.from({ length: width }, (_, index) => columns[start + index])
  const lines = (named ? table.slice(1) : table).map(line =>
    Object.fromEntries(
      line.flatMap((cell, index) => {
        const column = targets[index]
        return column ? [[column.name, column.tidy(cell)]] : []
      }),
    ),
  )
  const ignored = named
    ? first.filter((cell, index) => !named[index] && cell !== '' && !counter.test(cell))
    : targets.flatMap((column, index) => (column ? [] : [translate('第%{index}列', { index: index + 1 })]))
  return { lines, hasHeading: named !== null, ignored }
}
