import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { FieldFrame } from '../FieldFrame.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'
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
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <PasswordControl
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        label={translate(field.label)}
        autoComplete={isCurrent ? 'current-password' : 'new-password'}
        value={value ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        onBlur={onBlur}
        ref={ref}
      />
      {children}
    </FieldFrame>
  )
}
