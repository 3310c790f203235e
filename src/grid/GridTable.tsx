import { useEvent, useTranslate } from 'ra-core'
import type { ClipboardEvent, RefObject } from 'react'

import { useNameRank } from '../fields/useNameRank.ts'
import type { Cells, ImportColumn } from './columns.ts'
import { GridRow } from './GridRow.tsx'
import { isTable } from './pasted.ts'
import { type Check, type duplicatesIn, isBlank, maxRows, type Row } from './rows.ts'
import type { Change } from './useGrid.ts'
import { useGridKeys } from './useGridKeys.ts'

type Props = {
  table: RefObject<HTMLTableElement | null>
  rows: readonly Row[]
  columns: readonly ImportColumn[]
  doubles: ReturnType<typeof duplicatesIn>
  check: Check
  empty: Cells
  isBusy: boolean
  /** What the rows are, for who cannot see them. */
  label: string
  /** How a narrow window calls a row: 第 3 人. */
  titleOf: (row: number) => string
  onChange: (change: Change) => void
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

/** Changes that come from the table itself, with functions that stay the same: a row is drawn when it changes. */
const useRowChanges = ({ table, rows, columns, empty, onChange }: Props) => {
  const onText = useEvent((key: number, name: string, text: string) =>
    onChange({ type: 'write', key, name, text }),
  )
  const keys = useGridKeys(table, {
    rowCount: rows.length,
    canAdd: rows.length < maxRows,
    isLastBlank: () => isBlank(rows.at(-1)!, empty),
    onAdd: () => onChange({ type: 'add', empty }),
    onFillDown: ({ row, column }) => {
      const { name } = columns[column]!
      onText(rows[row]!.key, name, rows[row - 1]!.cells[name] ?? '')
    },
  })
  const onRemove = useEvent((key: number) => {
    const row = rows.findIndex(row => row.key === key)
    onChange({ type: 'remove', key, empty })
    // The button is gone; the next row, or the one before, gets the focus.
    keys.focus({ row: row + 1 < rows.length ? row + 1 : Math.max(0, row - 1), column: 0 })
  })
  return { onText, onRemove, onKeyDownCapture: keys.onKeyDownCapture }
}

/** The records to be created, one a row. */
export const GridTable = (props: Props) => {
  const { table, rows, columns, doubles, check, empty, isBusy, label, titleOf, onChange } = props
  const { onText, onRemove, onKeyDownCapture } = useRowChanges(props)
  const rank = useEvent(useNameRank())
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = event.target instanceof HTMLElement ? event.target : null
    const key = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset['row'])
    const name = columns.find(column => column.name === cell?.dataset['cell'])?.name
    if (!name || !key || !isTable(text)) return
    event.preventDefault()
    onChange({ type: 'paste', key, name, text, columns, empty })
  }
  return (
    // The keys of the cells, heard in one place.
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
        {rows.map((row, index) => (
          <GridRow
            key={row.key}
            row={row}
            index={index}
            columns={columns}
            check={check}
            doubles={doubles.get(row.key)}
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
