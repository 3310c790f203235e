import type { ReactNode } from 'react'

import { FieldForm } from '../form/plain/FieldForm.tsx'
import type { FieldFormState } from '../form/plain/useFieldForm.ts'

type Props = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  /** Label of the primary button. */
  label: string
  children: ReactNode
}

/** Form of one step of registration or recovery, with its error and primary button. */
export const StepForm = ({ form, label, children }: Props) => (
  <FieldForm form={form}>
    {children}
    <p className="error" role="alert">
      {form.failure}
    </p>
    <button type="submit" className="primary" aria-disabled={form.isSubmitting}>
      {label}
    </button>
  </FieldForm>
)
