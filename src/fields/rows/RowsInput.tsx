import { useTranslate } from 'ra-core'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { describeMasked, type Field, type Fields } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { type RowControls, SortableList } from '../sorting/SortableList.tsx'
import { FieldControl } from '../FieldControl.tsx'
import type { InputProps } from '../useField.ts'

import './rows.css'

type FieldInput = ComponentType<InputProps>
type Props = InputProps<'rows'> & { FieldInput: FieldInput; initialOf: (field: Field) => unknown }

type RowProps = {
  source: string
  fields: Fields
  moves: RowControls
  onRemove?: (() => void) | undefined
  FieldInput: FieldInput
}

const RowTools = ({ moves, children }: { moves: RowControls; children: ReactNode }) => (
  <div className="rows-tools">
    {moves.handle}
    <span className="rows-number">{moves.index + 1}</span>
    {children}
    {moves.arrows}
  </div>
)

const Row = ({ source, fields, moves, onRemove, FieldInput }: RowProps) => {
  const translate = useTranslate()
  return (
    <div className="rows-row">
      <RowTools moves={moves}>
        <span className="rows-space" />
        {onRemove && (
          <Button look="quiet" onClick={onRemove}>
            {translate('删除')}
          </Button>
        )}
      </RowTools>
      <div className="rows-fields">
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput key={name} field={field} source={`${source}.${moves.index}.${name}`} />
        ))}
      </div>
    </div>
  )
}

/**
 * A row that cannot be added or removed: its title and its switch are always visible, the other fields are
 * collapsible.
 */
const KeyedRow = ({ source, fields, moves, FieldInput, title }: RowProps & { title: string }) => {
  const translate = useTranslate()
  const rowPath = `${source}.${moves.index}`
  const { getFieldState, formState } = useFormContext()
  const { enabled, ...others } = fields
  const rest = Object.entries(others)
  const isWrong = rest.some(([name]) => getFieldState(`${rowPath}.${name}`, formState).invalid)
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || isWrong
  const id = useId()
  return (
    <div className="rows-row is-keyed">
      <RowTools moves={moves}>
        <strong className="rows-title">{title}</strong>
        {enabled && (
          <FieldInput
            field={{
              ...enabled,
              label: translate('%{verb}%{label}', { verb: translate(enabled.label), label: title }),
            }}
            source={`${rowPath}.enabled`}
          />
        )}
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={translate('设置%{title}', { title })}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? translate('收起') : translate('设置')}
        </Button>
      </RowTools>
      <div className="rows-fields" id={id} hidden={!isOpen}>
        {isOpen &&
          rest.map(([name, field]) => <FieldInput key={name} field={field} source={`${rowPath}.${name}`} />)}
      </div>
    </div>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => {
  const translate = useTranslate()
  return <Button onClick={onClick}>{translate('添加%{label}', { label })}</Button>
}

/** Titles of the rows from their key field; null if rows have none. */
const useRowTitles = ({ rowPerOptionOf, fields }: Props['field'], source: string) => {
  const language = useShownLanguage()
  const compute = (rows: readonly Readonly<Record<string, unknown>>[] | null) =>
    rowPerOptionOf === undefined ? null : (rows ?? []).map(row => row[rowPerOptionOf])
  return useWatch({ name: source, compute })?.map(value =>
    describeMasked(language, fields[rowPerOptionOf!]!, value),
  )
}

/** Returns a function that moves the focus into the row with an index once that row is drawn. */
const useRowFocus = (group: RefObject<HTMLElement | null>, rows: readonly unknown[]) => {
  const rowToFocus = useRef<number | null>(null)
  useEffect(() => {
    if (rowToFocus.current === null) return
    const row = group.current?.querySelectorAll('.rows-fields')[rowToFocus.current]
    row?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    rowToFocus.current = null
  }, [group, rows])
  return (index: number) => {
    rowToFocus.current = index
  }
}

/** Ordered list of rows with several fields each; rows can be dragged, moved with the keyboard, added and removed. */
export const RowsInput = ({ field, source, isDisabled, FieldInput, initialOf }: Props) => {
  const translate = useTranslate()
  const { fields: rows, append, remove, move } = useFieldArray({ name: source })
  const { getFieldState, formState } = useFormContext()
  const titles = useRowTitles(field, source)
  const group = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(group, rows)
  const { error } = getFieldState(source, formState)
  const { rowPerOptionOf, fields, label, max } = field
  const parts = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== rowPerOptionOf))
  const add = () => {
    const empty = Object.entries(fields).map(([name, part]) => [name, initialOf(part)])
    focusRow(rows.length)
    append(Object.fromEntries(empty), { shouldFocus: false })
  }
  const name = translate(label)
  const titleOf = (index: number) => titles?.[index] ?? `${name} ${index + 1}`
  return (
    <FieldControl id={`rows-${source}`} field={field} error={error?.root?.message ?? error?.message} isGroup>
      <div ref={group}>
        <SortableList
          items={rows}
          keyOf={row => row.id}
          nameOf={(_, index) => titleOf(index)}
          isFixed={() => isDisabled ?? false}
          onMove={move}
          className="rows"
        >
          {(_, moves) =>
            rowPerOptionOf === undefined ? (
              <Row
                source={source}
                fields={fields}
                moves={moves}
                onRemove={isDisabled ? undefined : () => remove(moves.index)}
                FieldInput={FieldInput}
              />
            ) : (
              <KeyedRow
                source={source}
                fields={parts}
                moves={moves}
                title={titleOf(moves.index)}
                FieldInput={FieldInput}
              />
            )
          }
        </SortableList>
      </div>
      {rowPerOptionOf === undefined && rows.length < max && !isDisabled && (
        <AddButton label={name} onClick={add} />
      )}
    </FieldControl>
  )
}
