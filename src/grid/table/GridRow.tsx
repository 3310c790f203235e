import { useTranslate } from 'ra-core'
import { memo, useState } from 'react'

import type { NamedChoice } from './cellShapes.ts'
import type { ImportColumn } from '../columns.ts'
import { GridCell } from './GridCell.tsx'
import { type RowCheck, rowErrors, cellHint, type GridRowData } from '../rows.ts'

import './gridRow.css'

type Props = {
  row: GridRowData
  index: number
  columns: readonly ImportColumn[]
  check: RowCheck
  /** Messages about values that an earlier row has already, by column name. */
  duplicates: Readonly<Record<string, string>> | undefined
  /** Title of the row in a narrow window, such as 第 3 人. */
  titleOf: (row: number) => string
  onText: (key: number, name: string, text: string) => void
  onRemove: (key: number) => void
  rank: (choice: NamedChoice, typed: string) => number | undefined
}

/** One record. Memoised, so that typing renders only one row. */
export const GridRow = memo(function GridRow(props: Props) {
  const translate = useTranslate()
  const { row, index, columns, check, duplicates, titleOf, onText, onRemove, rank } = props
  const [focused, setFocused] = useState<string | null>(null)
  const faults = rowErrors(row, check, duplicates, translate)
  // The cell being typed into shows no error; missing values are errors only after the row was to be sent.
  const showsErrors = (name: string) => row.isChecked || (focused !== name && row.cells[name] !== '')
  const title = row.cells[columns[0]!.name]?.trim() || translate('第 %{index} 行', { index: index + 1 })
  return (
    <tr data-row={row.key}>
      <th scope="row" className="caption grid-number">
        <span className="grid-index">{index + 1}</span>
        <span className="grid-title">{titleOf(index + 1)}</span>
      </th>
      {columns.map(column => (
        <GridCell
          key={column.name}
          index={index}
          rowKey={row.key}
          column={column}
          isLast={column === columns.at(-1)}
          text={row.cells[column.name] ?? ''}
          error={showsErrors(column.name) ? faults[column.name] : undefined}
          hint={cellHint(row, column.name, translate)}
          isFocused={focused === column.name}
          rank={rank}
          onText={onText}
          onFocus={setFocused}
        />
      ))}
      <td className="grid-remove">
        <button
          type="button"
          className="grid-remove-button"
          data-cell="remove"
          // Tab skips the button; the arrow keys reach it.
          tabIndex={-1}
          aria-label={translate('移除%{title}', { title })}
          title={translate('移除')}
          onClick={() => onRemove(row.key)}
        >
          ×
        </button>
      </td>
    </tr>
  )
})
