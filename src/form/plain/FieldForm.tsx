import type { FormEvent, ReactNode } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'

import { preventComposingSubmit } from '../../fields/text/useIme.ts'

type ElementProps = {
  submit: (event: FormEvent) => void
  className?: string | undefined
  children: ReactNode
}

/** The form element. Pressing Enter to confirm an input method's composition does not submit it. */
export const FormElement = ({ submit, className, children }: ElementProps) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The key events of all inputs bubble to this element.
  <form className={className} noValidate onSubmit={submit} onKeyDown={preventComposingSubmit}>
    {children}
  </form>
)

type Props = Omit<ElementProps, 'submit'> & {
  form: { methods: UseFormReturn; draftOffer?: ReactNode } & Pick<ElementProps, 'submit'>
}

/** The form element, with react-hook-form's context for the inputs in it. */
export const FieldForm = ({ form: { methods, submit, draftOffer }, className, children }: Props) => (
  <FormProvider {...methods}>
    <FormElement submit={submit} className={className}>
      {draftOffer}
      {children}
    </FormElement>
  </FormProvider>
)
