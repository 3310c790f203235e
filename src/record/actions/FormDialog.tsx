import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import type { Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialValueOf } from '../../fields/kinds.tsx'
import { DialogForm } from '../../form/DialogForm.tsx'
import { useFieldForm } from '../../form/useFieldForm.ts'

type Props = {
  title: string
  /** What will happen; above the fields. */
  text: ReactNode
  fields: Fields
  /** What the fields hold at first, where that is not what their kind begins with. */
  initial?: Readonly<Record<string, unknown>>
  submitLabel: string
  isDanger?: boolean | undefined
  /** While it runs, the dialog stays and its fields rest. */
  isRunning: boolean
  onSubmit: (values: object) => void
  onClose: () => void
  /** Of a run that can be given up. */
  onStop?: () => void
  /** How it goes, and what went wrong; below the fields. */
  children: ReactNode
}

/** A dialog that says what will happen, and asks for what that needs. */
export const FormDialog = ({ text, fields, initial, isRunning, onSubmit, children, ...dialog }: Props) => {
  const translate = useTranslate()
  const [starting] = useState(() => {
    const byKind = Object.entries(fields).map(([name, field]) => [name, initialValueOf(field)] as const)
    return { ...Object.fromEntries(byKind), ...initial }
  })
  const form = useFieldForm(fields, { initial: starting, onSave: async values => onSubmit(values) })
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
