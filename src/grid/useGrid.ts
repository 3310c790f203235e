import { useTranslate } from 'ra-core'
import { useReducer } from 'react'

import type { Translate } from '../../resources/kit/translate.ts'
import type { CellTexts, ImportColumn } from './columns.ts'
import { parsePastedTable } from './pastedTable.ts'
import { filledNames, initialRowCount, isBlankRow, maxRows, type GridRowData, createRow } from './rows.ts'

type GridState = {
  rows: readonly GridRowData[]
  /** Message about the last change, with the rows before it for undo. */
  notice: { text: string; before: readonly GridRowData[] | null } | null
}

export type GridChange =
  | { type: 'write'; key: number; name: string; text: string }
  | { type: 'add'; empty: CellTexts }
  | { type: 'remove'; key: number; empty: CellTexts }
  | {
      type: 'paste'
      key: number
      name: string
      text: string
      columns: readonly ImportColumn[]
      empty: CellTexts
    }
  | { type: 'import'; lines: readonly CellTexts[]; empty: CellTexts }
  | { type: 'replace'; rows: readonly GridRowData[] }
  | { type: 'check'; keys: ReadonlySet<number> }
  | { type: 'undo' }

export const createInitialRows = (empty: CellTexts) =>
  Array.from({ length: initialRowCount }, () => createRow(empty))

const pasteInto = (
  rows: readonly GridRowData[],
  change: GridChange & { type: 'paste' },
  translate: Translate,
): GridState => {
  const { key, name, text, columns, empty } = change
  const { lines, hasHeading, ignored } = parsePastedTable(text, columns, name, translate)
  const targetIndex = rows.findIndex(row => row.key === key)
  // A table with a heading is inserted below the rows filled so far; without one it fills the cells from where it was
  // pasted.
  const firstEmpty = rows.findLastIndex(row => !isBlankRow(row, empty)) + 1
  const start = hasHeading
    ? Math.max(0, Math.min(isBlankRow(rows[targetIndex]!, empty) ? targetIndex : firstEmpty, firstEmpty))
    : targetIndex
  const accepted = lines.slice(0, maxRows - start)
  // Cells that the table leaves empty get the initial texts of a row.
  const withDefaults = (cells: CellTexts): CellTexts =>
    Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text || (empty[name] ?? '')]))
  const next = [...rows]
  for (const [index, pasted] of accepted.entries()) {
    const [cells, given] = [withDefaults(pasted), filledNames(pasted)]
    const existing = next[start + index]
    next[start + index] = existing
      ? { ...existing, cells: { ...existing.cells, ...cells }, given: existing.given.union(given) }
      : createRow({ ...empty, ...cells }, given)
  }
  const omittedCount = lines.length - accepted.length
  const sentences = [
    translate('已填入 %{count} 行', { count: accepted.length }),
    omittedCount > 0 &&
      translate('一次最多 %{maxRows} 行，其余 %{left} 行没有填入', { maxRows, left: omittedCount }),
    ignored.length > 0 &&
      translate('没有对应的列，未填入：%{ignored}', { ignored: ignored.join(translate('、')) }),
  ]
  return { rows: next, notice: { text: sentences.filter(Boolean).join(translate('；')), before: rows } }
}

/**
 * Appends imported lines below the filled rows. Their errors are shown at once, because nobody is about to type them.
 */
const importInto = (
  rows: readonly GridRowData[],
  { lines, empty }: GridChange & { type: 'import' },
  translate: Translate,
): GridState => {
  const nonBlank = rows.filter(row => !isBlankRow(row, empty))
  const accepted = lines.slice(0, maxRows - nonBlank.length)
  const omittedCount = lines.length - accepted.length
  const sentences = [
    translate('已读入 %{count} 行', { count: accepted.length }),
    omittedCount > 0 &&
      translate('一次最多 %{maxRows} 行，其余 %{left} 行没有填入', { maxRows, left: omittedCount }),
  ]
  return {
    rows: [
      ...nonBlank,
      ...accepted.map(cells => ({
        ...createRow({ ...empty, ...cells }, filledNames(cells)),
        isChecked: true,
      })),
    ],
    notice: { text: sentences.filter(Boolean).join(translate('；')), before: rows },
  }
}

const reduce = (grid: GridState, change: GridChange, translate: Translate): GridState => {
  const { rows } = grid
  switch (change.type) {
    case 'write':
      return {
        rows: rows.map(row =>
          row.key === change.key
            ? {
                ...row,
                cells: { ...row.cells, [change.name]: change.text },
                given: new Set([...row.given, change.name]),
              }
            : row,
        ),
        notice: null,
      }
    case 'add':
      return rows.length >= maxRows ? grid : { rows: [...rows, createRow(change.empty)], notice: null }
    case 'remove': {
      const index = rows.findIndex(row => row.key === change.key)
      const rest = rows.toSpliced(index, 1)
      const isSilent = isBlankRow(rows[index]!, change.empty)
      return {
        rows: rest.length > 0 ? rest : [createRow(change.empty)],
        notice: isSilent
          ? null
          : { text: translate('已移除第 %{index} 行', { index: index + 1 }), before: rows },
      }
    }
    case 'paste':
      return pasteInto(rows, change, translate)
    case 'import':
      return importInto(rows, change, translate)
    case 'replace':
      return { rows: change.rows, notice: null }
    case 'check':
      return {
        ...grid,
        rows: rows.map(row => (change.keys.has(row.key) ? { ...row, isChecked: true } : row)),
      }
    case 'undo':
      return { rows: grid.notice?.before ?? rows, notice: null }
  }
}

/** Rows of the grid; larger changes can be undone. */
export const useGrid = (empty: CellTexts) => {
  const translate = useTranslate()
  return useReducer(
    (grid: GridState, change: GridChange) => reduce(grid, change, translate),
    empty,
    (cells): GridState => ({ rows: createInitialRows(cells), notice: null }),
  )
}
