import { useEffect, useRef } from 'react'

import { FieldFrame } from '../FieldFrame.tsx'
import { TextControl } from '../text/TextControl.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'

type Props = InputProps<'text'> & {
  /** Whether the input gets the focus when it appears. */
  hasFocus?: boolean
}

/** Input for the six-digit code of an authenticator app, which phones and password managers can fill in. */
export const CodeInput = ({ field, source, isDisabled, hasFocus = false }: Props) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const element = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (hasFocus) element.current?.focus()
  }, [hasFocus])
  return (
    <FieldFrame id={id} field={field} error={error}>
      <TextControl
        {...ariaProps(id, { error, field })}
        value={value ?? ''}
        onText={text => onChange(text === '' ? null : text)}
        id={id}
        name={name}
        className="control control-number"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        disabled={isDisabled}
        onBlur={onBlur}
        ref={input => {
          element.current = input
          ref(input)
        }}
      />
    </FieldFrame>
  )
}
