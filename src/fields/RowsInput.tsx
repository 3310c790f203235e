import { useTranslate } from 'ra-core'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { describe, type Field, type Fields } from '../../resources/kit/index.ts'
import { Button } from '../shell/Button.tsx'
import { useShownLanguage } from '../shell/language/useLanguage.ts'
import { type Moves, SortableList } from './sorting/SortableList.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import type { InputProps } from './useField.ts'

import './rows.css'

type Part = ComponentType<InputProps>
type Props = InputProps<'rows'> & { Part: Part; initialOf: (field: Field) => unknown }

type RowProps = {
  source: string
  fields: Fields
  moves: Moves
  onRemove?: (() => void) | undefined
  Part: Part
}

const Tools = ({ moves, children }: { moves: Moves; children: ReactNode }) => (
  <div className="rows-tools">
    {moves.handle}
    <span className="rows-number">{moves.index + 1}</span>
    {children}
    {moves.arrows}
  </div>
)

const Row = ({ source, fields, moves, onRemove, Part }: RowProps) => {
  const translate = useTranslate()
  return (
    <div className="rows-row">
      <Tools moves={moves}>
        <span className="rows-space" />
        {onRemove && (
          <Button look="quiet" onClick={onRemove}>
            {translate('删除')}
          </Button>
        )}
      </Tools>
      <div className="rows-fields">
        {Object.entries(fields).map(([name, field]) => (
          <Part key={name} field={field} source={`${source}.${moves.index}.${name}`} />
        ))}
      </div>
    </div>
  )
}

/** A row that is always there is known by what it is for; its switch stands beside that, the rest is folded away. */
const KeyedRow = ({ source, fields, moves, Part, title }: RowProps & { title: string }) => {
  const translate = useTranslate()
  const at = `${source}.${moves.index}`
  const { getFieldState, formState } = useFormContext()
  const { enabled, ...others } = fields
  const rest = Object.entries(others)
  const isWrong = rest.some(([name]) => getFieldState(`${at}.${name}`, formState).invalid)
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || isWrong
  const id = useId()
  return (
    <div className="rows-row is-keyed">
      <Tools moves={moves}>
        <strong className="rows-title">{title}</strong>
        {enabled && (
          <Part
            field={{
              ...enabled,
              label: translate('%{verb}%{label}', { verb: translate(enabled.label), label: title }),
            }}
            source={`${at}.enabled`}
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
      </Tools>
      <div className="rows-fields" id={id} hidden={!isOpen}>
        {isOpen && rest.map(([name, field]) => <Part key={name} field={field} source={`${at}.${name}`} />)}
      </div>
    </div>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => {
  const translate = useTranslate()
  return <Button onClick={onClick}>{translate('添加%{label}', { label })}</Button>
}

/** What each row is for, where rows are known by that. */
const useTitles = ({ each, fields }: Props['field'], source: string) => {
  const language = useShownLanguage()
  const compute = (rows: readonly Readonly<Record<string, unknown>>[] | null) =>
    each === undefined ? null : (rows ?? []).map(row => row[each])
  return useWatch({ name: source, compute })?.map(value => describe(language, fields[each!]!, value))
}

/** Small records in an order: dragged, moved with the keyboard, added and removed. */
export const RowsInput = ({ field, source, isDisabled, Part, initialOf }: Props) => {
  const translate = useTranslate()
  const { fields: rows, append, remove, move } = useFieldArray({ name: source })
  const { getFieldState, formState } = useFormContext()
  const titles = useTitles(field, source)
  const group = useRef<HTMLDivElement>(null)
  const focusOn = useRef<number | null>(null)
  useEffect(() => {
    if (focusOn.current === null) return
    const row = group.current?.querySelectorAll('.rows-fields')[focusOn.current]
    row?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    focusOn.current = null
  }, [rows])
  const { error } = getFieldState(source, formState)
  const { each, fields, label, max } = field
  const parts = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== each))
  const add = () => {
    const empty = Object.entries(fields).map(([name, part]) => [name, initialOf(part)])
    focusOn.current = rows.length
    append(Object.fromEntries(empty), { shouldFocus: false })
  }
  const name = translate(label)
  const titleOf = (index: number) => titles?.[index] ?? `${name} ${index + 1}`
  return (
    <FieldFrame id={`rows-${source}`} field={field} error={error?.root?.message ?? error?.message} isGroup>
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
            each === undefined ? (
              <Row
                source={source}
                fields={fields}
                moves={moves}
                onRemove={isDisabled ? undefined : () => remove(moves.index)}
                Part={Part}
              />
            ) : (
              <KeyedRow
                source={source}
                fields={parts}
                moves={moves}
                title={titleOf(moves.index)}
                Part={Part}
              />
            )
          }
        </SortableList>
      </div>
      {each === undefined && rows.length < max && !isDisabled && <AddButton label={name} onClick={add} />}
    </FieldFrame>
  )
}
