import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import type { Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialValuesOf } from '../../fields/kinds.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'

type Props = {
  title: string
  /** What the action will do; shown above the fields. */
  text: ReactNode
  fields: Fields
  /** Name of the action and the records that it is about; what was typed is offered again under it. */
  draftName: string
  /** Initial values that differ from the default of their kind. */
  initial?: Readonly<Record<string, unknown>>
  submitLabel: string
  isDanger?: boolean | undefined
  /** While this is set, the dialog cannot be closed and its fields are disabled. */
  isRunning: boolean
  onSubmit: (values: object) => void
  onClose: () => void
  /** Cancels a running action. */
  onStop?: () => void
  /** Progress and errors; shown below the fields. */
  children: ReactNode
}

/** Dialog with an explanation and a form for the input of an action. */
export const FormDialog = (props: Props) => {
  const { text, fields, initial, draftName, isRunning, onSubmit, children, ...dialog } = props
  const translate = useTranslate()
  const [initialValues] = useState(() => ({ ...initialValuesOf(fields), ...initial }))
  const form = useKeptForm(fields, {
    draftName,
    initial: initialValues,
    isSending: isRunning,
    onSave: async values => onSubmit(values),
  })
  return (
    <DialogForm {...dialog} form={form} isRunning={isRunning} busyLabel={translate('处理中…')}>
      {text && <p>{text}</p>}
      {Object.entries(fields).map(([name, field]) => (
        <Input key={name} field={field} source={name} isDisabled={isRunning} />
      ))}
      {children}
    </DialogForm>
  )
}
