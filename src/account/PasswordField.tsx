import { type ReactNode, useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

import { password } from '../../resources/kit/index.ts'
import { FieldFrame } from '../fields/FieldFrame.tsx'
import { ariaProps } from '../fields/useField.ts'
import { Button } from '../layout/Button.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'

type Props = {
  label: string
  /** What `register` of the form answers. */
  registered: UseFormRegisterReturn
  error: string | undefined
  /** So that a browser fills in the old one and offers to keep the new one. */
  autoComplete: 'current-password' | 'new-password'
  /** Stands below the control. */
  children?: ReactNode
}

/** A password that can be looked at while it is typed. */
export const PasswordField = ({ label, registered, error, autoComplete, children }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const field = password(label)
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      aside={
        <Button
          look="link"
          aria-label={isShown ? translate('隐藏%{label}', { label }) : translate('显示%{label}', { label })}
          aria-pressed={isShown}
          onClick={() => setShown(it => !it)}
        >
          {isShown ? translate('隐藏') : translate('显示')}
        </Button>
      }
    >
      <input
        {...registered}
        {...ariaProps(id, { error, field })}
        id={id}
        type={isShown ? 'text' : 'password'}
        className="control"
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
      />
      {children}
    </FieldFrame>
  )
}
