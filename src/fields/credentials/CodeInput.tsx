import { useEffect, useRef } from 'react'

import { FieldControl } from '../FieldControl.tsx'
import { TextControl } from '../text/TextControl.tsx'
import { type InputProps, useField } from '../useField.ts'

type Props = InputProps<'text'> & {
  /** Whether the input gets the focus when it appears. */
  hasFocus?: boolean
}

/** Input for the six-digit code of an authenticator app, which phones and password managers can fill in. */
export const CodeInput = ({ field, source, isDisabled, hasFocus = false }: Props) => {
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const element = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (hasFocus) element.current?.focus()
  }, [hasFocus])
  return (
    <FieldControl {...described}>
      <TextControl
        {...control}
        value={value ?? ''}
        onText={text => onChange(text === '' ? null : text)}
        className="control control-number"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        ref={input => {
          element.current = input
          control.ref(input)
        }}
      />
    </FieldControl>
  )
}
