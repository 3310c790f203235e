import { type InputHTMLAttributes, memo, useState } from 'react'

import { ChoiceCell } from './ChoiceCell.tsx'
import type { Choice, Column, Name } from './columns.ts'
import { type Check, faultsIn, licenceWarning, type Row } from './rows.ts'

export type RowHandlers = {
  onText: (key: number, name: Name, text: string) => void
  onRemove: (key: number) => void
  matches: (choice: Choice, typed: string) => boolean
}

type Props = RowHandlers & {
  row: Row
  index: number
  columns: readonly Column[]
  check: Check
  /** Sentences about what stands in an earlier row already. */
  doubleMobile: string | undefined
  doubleLicence: string | undefined
}

const TextCell = ({
  text,
  onText,
  input,
}: {
  text: string
  onText: (text: string) => void
  input: InputHTMLAttributes<HTMLInputElement>
}) => <input {...input} value={text} onChange={({ target }) => onText(target.value)} />

/** One person. Memoised: typing into one row draws one row. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, index, columns, check, doubleMobile, doubleLicence, onText, onRemove, matches } = props
  const [focused, setFocused] = useState<Name | null>(null)
  const faults = faultsIn(row, check, {
    ...(doubleMobile && { mobile: doubleMobile }),
    ...(doubleLicence && { licenseNumber: doubleLicence }),
  })
  const title = row.cells.name.trim() || `第 ${index + 1} 行`

  const cell = (column: Column) => {
    const { name, label, choices, tidy, isRequired, inputMode } = column
    const id = `person-${row.key}-${name}`
    const text = row.cells[name]
    // What is being typed is not wrong yet, and what is missing neither, until the row was to be sent.
    const isJudged = row.isChecked || (focused !== name && text !== '')
    const error = isJudged ? faults[name] : undefined
    const warning =
      !error && focused !== name && name === 'licenseNumber' && text !== ''
        ? licenceWarning(tidy(text))
        : undefined
    const write = (next: string) => onText(row.key, name, next)
    const input: InputHTMLAttributes<HTMLInputElement> & Record<`data-${string}`, string | undefined> = {
      'data-cell': name,
      'data-last': column === columns.at(-1) ? '' : undefined,
      'aria-label': `第${index + 1}行${label}`,
      'aria-required': isRequired || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || warning ? `${id}-said` : undefined,
      autoComplete: 'off',
      inputMode,
      onFocus: () => setFocused(name),
      onBlur: ({ target }) => {
        setFocused(null)
        const tidied = tidy(target.value)
        if (tidied !== target.value) write(tidied)
      },
    }
    return (
      <td key={name} className={error ? 'is-wrong' : undefined} data-label={label}>
        {choices ? (
          <ChoiceCell id={id} text={text} choices={choices} matches={matches} onText={write} input={input} />
        ) : (
          <TextCell text={text} onText={write} input={input} />
        )}
        {(error ?? warning) && (
          <p id={`${id}-said`} className={error ? 'field-error' : 'field-warning'}>
            {error ?? warning}
          </p>
        )}
      </td>
    )
  }

  return (
    <tr data-row={row.key}>
      <th scope="row" className="grid-number">
        {index + 1}
      </th>
      {columns.map(cell)}
      <td className="grid-remove">
        <button
          type="button"
          data-cell="remove"
          // Tab goes from person to person; the arrow key reaches it.
          tabIndex={-1}
          aria-label={`移除${title}`}
          title="移除"
          onClick={() => onRemove(row.key)}
        >
          ×
        </button>
      </td>
    </tr>
  )
})
