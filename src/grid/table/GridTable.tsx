import { useEvent, useTranslate } from 'ra-core'
import type { ClipboardEvent, RefObject } from 'react'

import { useNameRank } from '../../fields/comboBox/useNameRank.ts'
import type { CellTexts, ImportColumn } from '../columns.ts'
import { GridRow } from './GridRow.tsx'
import { hasSeveralCells } from '../pastedTable.ts'
import { type RowCheck, type findDuplicateRows, isBlankRow, maxRows } from '../rows.ts'
import type { GridChange } from '../useGrid.ts'
import { useGridKeys } from './useGridKeys.ts'
import { type GridPages, pageSize } from '../useGridPages.ts'

type Props = {
  table: RefObject<HTMLTableElement | null>
  pages: GridPages
  /** Number of the rows of all pages. */
  rowCount: number
  columns: readonly ImportColumn[]
  duplicates: ReturnType<typeof findDuplicateRows>
  check: RowCheck
  empty: CellTexts
  isBusy: boolean
  /** Name of the table for screen readers. */
  label: string
  /** Title of a row in a narrow window, such as 第 3 人. */
  titleOf: (row: number) => string
  onChange: (change: GridChange) => void
}

const GridHead = ({ columns }: Pick<Props, 'columns'>) => {
  const translate = useTranslate()
  return (
    <thead>
      <tr>
        <th scope="col" className="grid-number">
          {translate('行')}
        </th>
        {columns.map(({ name, label, isRequired }) => (
          <th key={name} scope="col">
            {label}
            {isRequired && (
              <span className="field-mark" aria-hidden>
                *
              </span>
            )}
          </th>
        ))}
        <th scope="col" className="grid-remove">
          <span className="hidden-text">{translate('移除')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Handlers for changes made in the table. The functions are stable, so that memoised rows do not render again. */
const useRowChanges = ({ table, pages, rowCount, columns, empty, onChange }: Props) => {
  const { rows } = pages
  const onText = useEvent((key: number, name: string, text: string) =>
    onChange({ type: 'write', key, name, text }),
  )
  const keys = useGridKeys(table, {
    rowCount: rows.length,
    isFull: rows.length === pageSize,
    canAdd: rowCount < maxRows,
    isLastBlank: () => isBlankRow(rows.at(-1)!, empty),
    onAdd: () => {
      onChange({ type: 'add', empty })
      pages.show(pages.count)
    },
    onPage: {
      previous: pages.page > 0 ? () => pages.show(pages.page - 1) : undefined,
      next: pages.page < pages.count - 1 ? () => pages.show(pages.page + 1) : undefined,
    },
    onFillDown: ({ row, column }) => {
      const { name } = columns[column]!
      onText(rows[row]!.key, name, rows[row - 1]!.cells[name] ?? '')
    },
  })
  const onRemove = useEvent((key: number) => {
    const row = rows.findIndex(row => row.key === key)
    onChange({ type: 'remove', key, empty })
    // The focused button is gone, so the next row gets the focus, or the previous one.
    keys.focus({ row: row + 1 < rows.length ? row + 1 : Math.max(0, row - 1), column: 0 })
  })
  return { onText, onRemove, onKeyDownCapture: keys.onKeyDownCapture }
}

/** Editable table of the records to be created. */
export const GridTable = (props: Props) => {
  const { table, pages, columns, duplicates, check, empty, isBusy, label, titleOf, onChange } = props
  const { onText, onRemove, onKeyDownCapture } = useRowChanges(props)
  const rank = useEvent(useNameRank())
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = event.target instanceof HTMLElement ? event.target : null
    const key = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset['row'])
    const name = columns.find(column => column.name === cell?.dataset['cell'])?.name
    if (!name || !key || !hasSeveralCells(text)) return
    event.preventDefault()
    onChange({ type: 'paste', key, name, text, columns, empty })
  }
  return (
    // One listener for the key events of all cells, which bubble to the table.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      ref={table}
      className="grid-table"
      aria-label={label}
      style={{ '--grid-columns': columns.map(({ width }) => `${width}fr`).join(' ') }}
      inert={isBusy}
      onKeyDownCapture={onKeyDownCapture}
      onPaste={onPaste}
    >
      <GridHead columns={columns} />
      <tbody>
        {pages.rows.map((row, index) => (
          <GridRow
            key={row.key}
            row={row}
            index={pages.first + index}
            columns={columns}
            check={check}
            duplicates={duplicates.get(row.key)}
            titleOf={titleOf}
            onText={onText}
            onRemove={onRemove}
            rank={rank}
          />
        ))}
      </tbody>
    </table>
  )
}
