import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'

import { preventComposingSubmit } from '../fields/useIme.ts'
import type { FieldFormState } from '../form/useFieldForm.ts'

type Props = {
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  /** Label of the primary button. */
  label: string
  children: ReactNode
}

/** One step of registration or recovery, with its heading and primary button. */
export const StepForm = ({ form, label, children }: Props) => {
  const { methods, isSubmitting, failure, submit } = form
  return (
    <FormProvider {...methods}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter of an input method, which bubbles here */}
      <form noValidate onSubmit={submit} onKeyDown={preventComposingSubmit}>
        {children}
        <p className="error" role="alert">
          {failure}
        </p>
        <button type="submit" className="primary" aria-disabled={isSubmitting}>
          {label}
        </button>
      </form>
    </FormProvider>
  )
}
