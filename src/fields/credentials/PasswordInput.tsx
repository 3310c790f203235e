import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'
import { PasswordControl } from './PasswordControl.tsx'

type Props = InputProps<'password'> & {
  /** Whether it asks for the current password, which the browser may fill in, instead of a new one. */
  isCurrent?: true
  /** Rendered below the control. */
  children?: ReactNode
}

/** Password field of a form. */
export const PasswordInput = ({ field, source, isDisabled, isCurrent, children }: Props) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  return (
    <FieldControl {...described}>
      <PasswordControl
        {...control}
        label={translate(field.label)}
        autoComplete={isCurrent ? 'current-password' : 'new-password'}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
      {children}
    </FieldControl>
  )
}
