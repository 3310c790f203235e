import { useTranslate } from 'ra-core'
import { memo, useState } from 'react'

import type { NamedChoice } from './cellShapes.ts'
import type { ImportColumn } from './columns.ts'
import { GridCell } from './GridCell.tsx'
import { type Check, errorsIn, hintIn, type Row } from './rows.ts'

import './gridRow.css'

type Props = {
  row: Row
  index: number
  columns: readonly ImportColumn[]
  check: Check
  /** Sentences about what stands in an earlier row already, by the name of the column. */
  doubles: Readonly<Record<string, string>> | undefined
  /** How a narrow window calls the row: 第 3 人. */
  titleOf: (row: number) => string
  onText: (key: number, name: string, text: string) => void
  onRemove: (key: number) => void
  rank: (choice: NamedChoice, typed: string) => number | undefined
}

/** One record. Memoised: typing into one row draws one row. */
export const GridRow = memo(function GridRow(props: Props) {
  const translate = useTranslate()
  const { row, index, columns, check, doubles, titleOf, onText, onRemove, rank } = props
  const [focused, setFocused] = useState<string | null>(null)
  const faults = errorsIn(row, check, doubles, translate)
  // What is being typed is not wrong yet, and what is missing neither, until the row was to be sent.
  const isJudged = (name: string) => row.isChecked || (focused !== name && row.cells[name] !== '')
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
          error={isJudged(column.name) ? faults[column.name] : undefined}
          hint={hintIn(row, column.name, translate)}
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
          // Tab goes from row to row; the arrow key reaches it.
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
