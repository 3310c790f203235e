import type { Field } from '../../resources/kit/index.ts'

/** What a field shows around its control; where no declaration stands behind it, written as a literal. */
export type Described = Pick<Field, 'label' | 'hint' | 'isRequired'>
type FieldState = { error: string | undefined; field: Described }

export const describedBy = (id: string, { error, field }: FieldState) =>
  [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** The attributes that connect an input to its hint and its error for screen readers. */
export const ariaProps = (id: string, state: FieldState) => ({
  'aria-invalid': state.error ? true : undefined,
  'aria-required': state.field.isRequired || undefined,
  'aria-describedby': describedBy(id, state),
})
