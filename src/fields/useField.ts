import { useInput } from 'ra-core'
import { useFormContext } from 'react-hook-form'

import type { Field, FieldKind } from '../../resources/kit/index.ts'
import { controlAttributes, type DescribedControl, type FieldDescription } from './aria.ts'

/** Props of every input: the field, and the path of its value in the form (`education.0.school`). */
export type InputProps<K extends FieldKind = FieldKind> = {
  field: Field<K>
  source: string
  isDisabled?: boolean
  /** The input's `autocomplete` token (`name`, `email`); without it the browser fills in nothing. */
  autoComplete?: string | undefined
}

/** For `format` and `parse` of inputs whose value is null where they are empty; by default it becomes an empty text. */
const unchanged = (value: unknown) => value

type Options = { field: FieldDescription; source: string; isDisabled?: boolean | undefined }

/**
 * Binds an input to its value in the surrounding form, as react-admin's inputs are bound; the value is null if the field is
 * empty.
 */
export const useField = <T>({ field, source, isDisabled }: Options) => {
  const { id, field: bound, fieldState } = useInput({ source, format: unchanged, parse: unchanged })
  const described: DescribedControl = {
    id,
    field,
    // react-hook-form stores the error of a list as `root`, beside the errors of its items.
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  }
  const ref: (target: { focus: () => unknown } | null) => void = bound.ref
  const onBlur: () => void = bound.onBlur
  const onChange: (value: T | null) => void = bound.onChange
  return {
    // The form holds untyped values; the declaration validated the loaded one, and only this input writes it.
    value: (bound.value ?? null) as T | null,
    onChange,
    /** Props of `FieldControl`. */
    described,
    /** Attributes of the control. `ref` receives the element that gets the focus if this is the first invalid field. */
    control: {
      ...controlAttributes(described),
      name: bound.name,
      disabled: isDisabled,
      onBlur,
      ref,
    },
  }
}

/** Binds an input with several values; more than `max` values are reported at once instead of on submit. */
export const useMultiValueField = <T>(options: Options & { field: { max: number } }) => {
  const { trigger } = useFormContext()
  const input = useField<T[]>(options)
  const onChange = (items: T[]) => {
    input.onChange(items)
    if (items.length > options.field.max || input.described.error) void trigger(options.source)
  }
  return { ...input, onChange }
}
