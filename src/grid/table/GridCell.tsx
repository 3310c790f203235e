import { useTranslate } from 'ra-core'
import { type InputHTMLAttributes, memo } from 'react'

import { ChoiceCell } from './ChoiceCell.tsx'
import type { NamedChoice } from './cellShapes.ts'
import type { ImportColumn } from '../columns.ts'
import { useDeferredText } from '../../fields/text/useDeferredText.ts'

type Props = {
  /** Index and key of the row. */
  index: number
  rowKey: number
  column: ImportColumn
  isLast: boolean
  text: string
  /** The error to show. */
  error: string | undefined
  /** A hint of the server that does not prevent saving. */
  hint: string | undefined
  isFocused: boolean
  rank: (choice: NamedChoice, typed: string) => number | undefined
  onText: (key: number, name: string, text: string) => void
  onFocus: (name: string | null) => void
}

type Attributes = InputHTMLAttributes<HTMLInputElement> & Record<`data-${string}`, string | undefined>

/** Memoised, so that typing renders only one cell. */
export const GridCell = memo(function GridCell(props: Props) {
  const translate = useTranslate()
  const { index, rowKey, column, isLast, error, hint, isFocused, rank, onText, onFocus } = props
  const { name, label, choices, tidy, isRequired, inputMode } = column
  const { text, type, flush, flushBefore } = useDeferredText(props.text, next => onText(rowKey, name, next))
  const id = `row-${rowKey}-${name}`
  const isHinted = !error && !isFocused && text !== '' && column.warning !== undefined
  const warning = isHinted ? column.warning?.(tidy(text), translate) : hint
  const input: Attributes = {
    'data-cell': name,
    'data-last': isLast ? '' : undefined,
    'aria-label': translate('第%{index}行%{label}', { index: index + 1, label }),
    'aria-required': isRequired || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || warning ? `${id}-message` : undefined,
    autoComplete: 'off',
    inputMode,
    onFocus: () => onFocus(name),
    onBlur: ({ target }) => {
      onFocus(null)
      const tidied = tidy(target.value)
      if (tidied !== target.value) type(tidied)
      flush()
    },
    onKeyDownCapture: flushBefore,
  }
  return (
    <td className={error ? 'is-wrong' : undefined} data-label={label}>
      {choices ? (
        <ChoiceCell id={id} text={text} choices={choices} rank={rank} onText={type} input={input} />
      ) : (
        <input {...input} value={text} onChange={({ target }) => type(target.value)} />
      )}
      {(error ?? warning) && (
        <p id={`${id}-message`} className={error ? 'field-error' : 'field-warning'}>
          {error ?? warning}
        </p>
      )}
    </td>
  )
})
