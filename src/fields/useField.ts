import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import type { Field, FieldKind } from '../../resources/kit/index.ts'

export { ariaProps, describedBy } from './aria.ts'

/** Props of every input: the field, and the path of its value in the form (`education.0.school`). */
export type InputProps<K extends FieldKind = FieldKind> = {
  field: Field<K>
  source: string
  isDisabled?: boolean
  /** The input's `autocomplete` token (`name`, `email`); without it the browser fills in nothing. */
  autoComplete?: string | undefined
}

type FieldBinding<T> = {
  id: string
  value: T | null
  onChange: (value: T | null) => void
  onBlur: () => void
  /** Receives the element that gets the focus if this is the first invalid field. */
  ref: (target: { focus: () => unknown } | null) => void
  name: string
  error: string | undefined
}

/** Binds an input to its value in the surrounding form; the value is null if the field is empty. */
export const useField = <T>(source: string): FieldBinding<T> => {
  const id = useId()
  const { field, fieldState } = useController({ name: source })
  return {
    id,
    name: field.name,
    ref: field.ref,
    // The form holds untyped values; the declaration validated the loaded one, and only this input writes it.
    value: (field.value ?? null) as T | null,
    onChange: field.onChange,
    onBlur: field.onBlur,
    // react-hook-form stores the error of a list as `root`, beside the errors of its items.
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  }
}

/** Binds an input with several values; more than `max` values are reported at once instead of on submit. */
export const useMultiValueField = <T>(source: string, max: number) => {
  const { trigger } = useFormContext()
  const input = useField<T[]>(source)
  const onChange = (items: T[]) => {
    input.onChange(items)
    if (items.length > max || input.error) void trigger(source)
  }
  return { ...input, onChange }
}
