import type { Field } from '../../resources/kit/index.ts'

/** The texts around a control. Controls without a declared field pass a literal. */
export type FieldDescription = Pick<Field, 'label' | 'hint' | 'isRequired'>
type FieldState = { error: string | undefined; field: FieldDescription }

export const describedBy = (id: string, { error, field }: FieldState) =>
  [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** The attributes that connect an input to its hint and its error for screen readers. */
export const ariaProps = (id: string, state: FieldState) => ({
  'aria-invalid': state.error ? true : undefined,
  'aria-required': state.field.isRequired || undefined,
  'aria-describedby': describedBy(id, state),
})
