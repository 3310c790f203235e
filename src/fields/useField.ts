import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import type { Field, Kind } from '../../resources/kit/index.ts'

export { ariaProps, describedBy } from './aria.ts'

/** What every input gets: its field and where its value stands in the form (`education.0.school`). */
export type InputProps<K extends Kind = Kind> = {
  field: Field<K>
  source: string
  isDisabled?: boolean
  /** The input's `autocomplete` token (`name`, `email`); the browser fills in nothing when absent. */
  autoComplete?: string | undefined
}

type Value<T> = {
  id: string
  value: T | null
  onChange: (value: T | null) => void
  onBlur: () => void
  /** What gets the focus when this field is the first wrong one. */
  ref: (target: { focus: () => unknown } | null) => void
  name: string
  error: string | undefined
}

/** The value of one input in the form around it, as it is: null where nothing is written. */
export const useField = <T>(source: string): Value<T> => {
  const id = useId()
  const { field, fieldState } = useController({ name: source })
  return {
    id,
    name: field.name,
    ref: field.ref,
    // Whatever is in the form: its record was read by the declaration, and only this input writes it.
    value: (field.value ?? null) as T | null,
    onChange: field.onChange,
    onBlur: field.onBlur,
    // The message about a whole list is kept beside those of its rows.
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  }
}

/** The value of an input that takes several; more than `max` are an error at once, and not only when the form is sent. */
export const useSeveral = <T>(source: string, max: number) => {
  const { trigger } = useFormContext()
  const input = useField<T[]>(source)
  const onChange = (items: T[]) => {
    input.onChange(items)
    if (items.length > max || input.error) void trigger(source)
  }
  return { ...input, onChange }
}
