import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { ownPassword } from '../../../../resources/domain/credentials.ts'
import { PasswordInput } from '../../../fields/credentials/PasswordInput.tsx'
import { DialogForm } from '../../../form/plain/DialogForm.tsx'
import type { FieldFormState } from '../../../form/plain/useFieldForm.ts'

type Props = {
  title: string
  /** What the change will do. */
  text: string
  /** Form that includes the field `password`. */
  form: Pick<FieldFormState, 'methods' | 'isSubmitting' | 'failure' | 'submit'>
  onClose: () => void
  children: ReactNode
}

/** Dialog for a change of the account's security, confirmed with the password. */
export const SecurityDialog = ({ text, children, ...dialog }: Props) => {
  const translate = useTranslate()
  return (
    <DialogForm {...dialog} submitLabel={translate('保存')} busyLabel={translate('保存中…')}>
      <p>{text}</p>
      {children}
      <PasswordInput field={ownPassword} source="password" isCurrent />
    </DialogForm>
  )
}
