import { type Budget, lineCollector } from '../lineCollector.ts'
import type { Sheet } from '../sheet.ts'
import { brokenFile } from '../unreadable.ts'
import { cellText } from './cellText.ts'
import { addMergedRange, fillMerged, type MergedRange, positionOf } from './mergedCells.ts'
import type { NumberShape } from './numberFormats.ts'
import { stringItem } from './sharedStrings.ts'
import { attributeOf, decodeXml, xmlScanner } from './xmlScanner.ts'

/** What the cells of all sheets refer to. */
type CellContext = {
  strings: readonly string[]
  shapes: readonly NumberShape[]
  is1904: boolean
  isUncalculated: boolean
  maxLines: number
  budget: Budget
}

/** The text of a formula without a stored value: an equals sign, so that it is not taken for an empty cell. */
const noValue = '='
/** That of one for which XlsxWriter stores a zero, since it calculates nothing. */
const assumedZero = '=0'

type Cell = { column: number; type: string; shape: NumberShape; value: string; hasFormula: boolean }
const emptyCell: Cell = { column: 0, type: '', shape: 0, value: '', hasFormula: false }

/** The cell that is being read: its attributes, and its value or text. */
const cellReader = ({ strings, shapes, is1904, isUncalculated }: CellContext) => {
  const item = stringItem()
  let cell = { ...emptyCell }
  let isValue = false
  return {
    start: (column: number, attributes: string) => {
      const shape = shapes[Number(attributeOf(attributes, 's') ?? -1)] ?? 0
      cell = { ...emptyCell, column, type: attributeOf(attributes, 't') ?? '', shape }
    },
    open: (name: string) => {
      if (name === 'v') isValue = true
      else if (name === 'f') cell.hasFormula = true
      else item.open(name)
    },
    close: (name: string) => {
      if (name === 'v') isValue = false
      else item.close(name)
    },
    text: (piece: string) => {
      if (isValue) cell.value += piece
      else item.text(piece)
    },
    end: () => {
      const { column, hasFormula } = cell
      if (hasFormula && isUncalculated && cell.value === '0') return { column, hasFormula, text: assumedZero }
      const text = cellText({ ...cell, value: decodeXml(cell.value), inline: item.take() }, strings, is1904)
      return { column, hasFormula, text }
    },
  }
}

/**
 * Formulas of a column that have no text. If another formula of the column has one, the sheet was calculated and they are
 * empty texts; otherwise a program wrote them without calculating.
 */
const formulaColumns = () => {
  const calculated = new Set<number>()
  return {
    textOf: (column: number, text: string) => {
      if (text !== '') calculated.add(column)
      return text === '' ? noValue : text
    },
    clean: (lines: string[][]) => {
      for (const line of lines)
        for (const column of calculated) if (line[column] === noValue) line[column] = ''
    },
  }
}

/** Reads a worksheet; `result` returns its lines after the last piece, and throws if the end is missing. */
export const worksheet = (context: CellContext) => {
  const collector = lineCollector(context.maxLines, context.budget)
  const reader = cellReader(context)
  const formulas = formulaColumns()
  const ranges: MergedRange[] = []
  let row = 0
  let nextColumn = 0
  let cells = new Map<number, string>()
  let hasText = false
  let isComplete = false
  const endCell = () => {
    const { column, hasFormula, text } = reader.end()
    if (text !== '') hasText = true
    cells.set(column, hasFormula ? formulas.textOf(column, text) : text)
  }
  const open = (name: string, attributes: string) => {
    if (name === 'row') {
      row = Number(attributeOf(attributes, 'r') ?? row + 1)
      cells = new Map()
      hasText = false
      nextColumn = 0
    } else if (name === 'c') {
      const column = positionOf(attributeOf(attributes, 'r') ?? '')?.column ?? nextColumn
      nextColumn = column + 1
      reader.start(column, attributes)
    } else if (name === 'mergeCell') addMergedRange(ranges, attributeOf(attributes, 'ref') ?? '')
    else reader.open(name)
  }
  const close = (name: string) => {
    if (name === 'c') endCell()
    // Rows of formulas that were copied down in advance are blank.
    else if (name === 'row' && hasText) collector.add(row, cells)
    else if (name === 'worksheet') isComplete = true
    else reader.close(name)
  }
  const scan = xmlScanner({ open, close, text: reader.text })
  const result = (): Pick<Sheet, 'lines' | 'rows' | 'spans' | 'copies' | 'unread'> => {
    if (!isComplete) throw brokenFile()
    const { lines, rows, unread } = collector.result()
    formulas.clean(lines)
    return { lines, rows, unread, ...fillMerged({ lines, rows }, ranges) }
  }
  return { scan, result }
}
