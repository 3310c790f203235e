import { useTranslate } from 'ra-core'
import { useReducer } from 'react'

import type { Translate } from '../../resources/kit/translate.ts'
import type { Cells, ImportColumn } from './columns.ts'
import { pastedFrom } from './pasted.ts'
import { initialRows, isBlank, maxRows, type Row, rowOf } from './rows.ts'

type Grid = {
  rows: readonly Row[]
  /** What was just done, and how it was before. */
  notice: { text: string; before: readonly Row[] | null } | null
}

export type Change =
  | { type: 'write'; key: number; name: string; text: string }
  | { type: 'add'; empty: Cells }
  | { type: 'remove'; key: number; empty: Cells }
  | { type: 'paste'; key: number; name: string; text: string; columns: readonly ImportColumn[]; empty: Cells }
  | { type: 'import'; lines: readonly Cells[]; isCut: boolean; empty: Cells }
  | { type: 'replace'; rows: readonly Row[] }
  | { type: 'check'; keys: ReadonlySet<number> }
  | { type: 'undo' }

export const freshRows = (empty: Cells) => Array.from({ length: initialRows }, () => rowOf(empty))

const pasteInto = (rows: readonly Row[], change: Change & { type: 'paste' }, translate: Translate): Grid => {
  const { key, name, text, columns, empty } = change
  const { lines, hasHeading, ignored } = pastedFrom(text, columns, name, translate)
  const here = rows.findIndex(row => row.key === key)
  // A whole table goes below what is written already; cells go where they are pasted.
  const firstFree = rows.findLastIndex(row => !isBlank(row, empty)) + 1
  const start = hasHeading
    ? Math.max(0, Math.min(isBlank(rows[here]!, empty) ? here : firstFree, firstFree))
    : here
  const taken = lines.slice(0, maxRows - start)
  // What a table leaves open is what an empty row starts with.
  const filledIn = (cells: Cells): Cells =>
    Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text || (empty[name] ?? '')]))
  const next = [...rows]
  for (const [index, cells] of taken.map(filledIn).entries()) {
    const old = next[start + index]
    next[start + index] = old ? { ...old, cells: { ...old.cells, ...cells } } : rowOf({ ...empty, ...cells })
  }
  const left = lines.length - taken.length
  const words = [
    translate('已填入 %{count} 行', { count: taken.length }),
    left > 0 && translate('一次最多 %{maxRows} 行，其余 %{left} 行没有填入', { maxRows, left }),
    ignored.length > 0 &&
      translate('没有对应的列，未填入：%{ignored}', { ignored: ignored.join(translate('、')) }),
  ]
  return { rows: next, notice: { text: words.filter(Boolean).join(translate('；')), before: rows } }
}

/** Below what is written already. What is wrong shows at once: nobody is about to type here. */
const importInto = (
  rows: readonly Row[],
  { lines, isCut, empty }: Change & { type: 'import' },
  translate: Translate,
): Grid => {
  const written = rows.filter(row => !isBlank(row, empty))
  const taken = lines.slice(0, maxRows - written.length)
  const isLeft = isCut || taken.length < lines.length
  const words = [
    translate('已读入 %{count} 行', { count: taken.length }),
    isLeft && translate('一次最多 %{maxRows} 行，其余没有读入，请创建后再选择其余各行的文件', { maxRows }),
  ]
  return {
    rows: [...written, ...taken.map(cells => ({ ...rowOf({ ...empty, ...cells }), isChecked: true }))],
    notice: { text: words.filter(Boolean).join(translate('；')), before: rows },
  }
}

const reduce = (grid: Grid, change: Change, translate: Translate): Grid => {
  const { rows } = grid
  switch (change.type) {
    case 'write':
      return {
        rows: rows.map(row =>
          row.key === change.key ? { ...row, cells: { ...row.cells, [change.name]: change.text } } : row,
        ),
        notice: null,
      }
    case 'add':
      return rows.length >= maxRows ? grid : { rows: [...rows, rowOf(change.empty)], notice: null }
    case 'remove': {
      const index = rows.findIndex(row => row.key === change.key)
      const rest = rows.toSpliced(index, 1)
      const isSilent = isBlank(rows[index]!, change.empty)
      return {
        rows: rest.length > 0 ? rest : [rowOf(change.empty)],
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

/** The rows of the grid. What cannot be typed again quickly can be taken back. */
export const useGrid = (empty: Cells) => {
  const translate = useTranslate()
  return useReducer(
    (grid: Grid, change: Change) => reduce(grid, change, translate),
    empty,
    (cells): Grid => ({ rows: freshRows(cells), notice: null }),
  )
}
