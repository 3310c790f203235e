import { useInput } from 'ra-core'
import type { FocusEvent } from 'react'

import type { Field, Kind } from '../../resources/kit/index.ts'

/** What every input gets: its field and where its value stands in the form (`education.0.school`). */
export type InputProps<K extends Kind = Kind> = { field: Field<K>; source: string; isDisabled?: boolean }

type Value<T> = {
  id: string
  value: T | null
  onChange: (value: T | null) => void
  onBlur: (event?: FocusEvent<HTMLElement>) => void
  /** What gets the focus when this field is the first wrong one. */
  ref: (target: { focus: () => unknown } | null) => void
  name: string
  error: string | undefined
}

const asIs = (value: unknown) => value

/** The value of one input in react-admin's form, as it is: null where nothing is written. */
export const useField = <T>(source: string): Value<T> => {
  const { id, field, fieldState } = useInput<unknown>({ source, format: asIs, parse: asIs })
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

type FieldState = { error: string | undefined; field: Field }

export const describedBy = (id: string, { error, field }: FieldState) =>
  [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** Ties hint and error to an input. */
export const ariaProps = (id: string, said: FieldState) => ({
  'aria-invalid': said.error ? true : undefined,
  'aria-required': said.field.isRequired || undefined,
  'aria-describedby': describedBy(id, said),
})
