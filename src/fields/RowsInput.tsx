import { type ComponentType, useEffect, useRef } from 'react'
import { get, useFieldArray, useFormState } from 'react-hook-form'

import type { Field } from '../../resources/kit/index.ts'

import { FieldFrame } from './FieldFrame.tsx'
import type { InputProps } from './useField.ts'

type Props = InputProps<'rows'> & { Part: ComponentType<InputProps>; initialOf: (field: Field) => unknown }

/** Small records in an order: added, removed and moved with the keyboard too. */
export const RowsInput = ({ field, source, isDisabled, Part, initialOf }: Props) => {
  const { fields: rows, append, remove, move } = useFieldArray({ name: source })
  const { errors } = useFormState({ name: source })
  const id = `rows-${source}`
  const group = useRef<HTMLOListElement>(null)
  const focusOn = useRef<number | null>(null)
  useEffect(() => {
    if (focusOn.current === null) return
    const row = group.current?.children[focusOn.current]
    row?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    focusOn.current = null
  }, [rows])
  const own = get(errors, source) as { message?: string; root?: { message?: string } } | undefined
  const emptyRow = () =>
    Object.fromEntries(Object.entries(field.fields).map(([name, part]) => [name, initialOf(part)]))
  const shift = (from: number, to: number) => {
    focusOn.current = to
    move(from, to)
  }
  return (
    <FieldFrame id={id} field={field} error={own?.root?.message ?? own?.message} isGroup>
      <ol className="rows" ref={group}>
        {rows.map((row, index) => (
          <li key={row.id} className="rows-row" aria-label={`${field.label} ${index + 1}`}>
            <div className="rows-tools">
              <span className="rows-number">{index + 1}</span>
              <button
                type="button"
                className="button button-quiet"
                disabled={index === 0}
                onClick={() => shift(index, index - 1)}
              >
                上移
              </button>
              <button
                type="button"
                className="button button-quiet"
                disabled={index === rows.length - 1}
                onClick={() => shift(index, index + 1)}
              >
                下移
              </button>
              <button type="button" className="button button-quiet" onClick={() => remove(index)}>
                删除
              </button>
            </div>
            <div className="rows-fields">
              {Object.entries(field.fields).map(([name, part]) => (
                <Part key={name} field={part} source={`${source}.${index}.${name}`} />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {rows.length < field.max && !isDisabled && (
        <button
          type="button"
          className="button"
          onClick={() => {
            focusOn.current = rows.length
            append(emptyRow(), { shouldFocus: false })
          }}
        >
          添加{field.label}
        </button>
      )}
    </FieldFrame>
  )
}
