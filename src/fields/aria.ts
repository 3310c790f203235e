import type { Field } from '../../resources/kit/index.ts'

/** The texts around a control. Controls without a declared field pass a literal. */
export type FieldDescription = Pick<Field, 'label' | 'hint' | 'isRequired'>

/** A control with the field that it edits, and its error message. */
export type DescribedControl = { id: string; field: FieldDescription; error: string | undefined }

const describedBy = ({ id, field, error }: DescribedControl) =>
  [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** The attributes that connect the controls of a group to its label, its hint and its error for screen readers. */
export const groupAttributes = (described: DescribedControl) => ({
  role: 'group',
  'aria-labelledby': `${described.id}-label`,
  'aria-describedby': describedBy(described),
})

/** The attributes that connect a control to its label, its hint and its error for screen readers. */
export const controlAttributes = (described: DescribedControl) => ({
  id: described.id,
  'aria-invalid': described.error ? true : undefined,
  'aria-required': described.field.isRequired || undefined,
  'aria-describedby': describedBy(described),
})
