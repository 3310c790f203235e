import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'

import { ownPassword } from '../../../resources/domain/credentials.ts'
import { PasswordInput } from '../../fields/credentials/PasswordInput.tsx'
import { Dialog } from '../../shell/Dialog.tsx'
import type { FieldFormState } from '../../form/useFieldForm.ts'
import { Button } from '../../shell/Button.tsx'

type Props = {
  title: string
  /** What the change brings about. */
  text: string
  /** One of its fields is the caller's `password`. */
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  onClose: () => void
  children: ReactNode
}

/** A change of what opens the account, which the password proves. */
export const SecurityDialog = ({ title, text, form, onClose, children }: Props) => {
  const translate = useTranslate()
  const { methods, isSubmitting, failure, submit } = form
  return (
    <Dialog title={title} onClose={isSubmitting ? undefined : onClose}>
      <FormProvider {...methods}>
        <form noValidate onSubmit={submit}>
          <div className="dialog-content">
            <p>{text}</p>
            {children}
            <PasswordInput field={ownPassword} source="password" isCurrent />
            <p className="field-error" role="alert">
              {failure}
            </p>
          </div>
          <footer className="dialog-foot">
            <Button disabled={isSubmitting} onClick={onClose}>
              {translate('取消')}
            </Button>
            <Button type="submit" look="primary" disabled={isSubmitting}>
              {isSubmitting ? translate('保存中…') : translate('保存')}
            </Button>
          </footer>
        </form>
      </FormProvider>
    </Dialog>
  )
}
