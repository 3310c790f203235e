import { useEffect, useRef } from 'react'

import { FieldFrame } from '../FieldFrame.tsx'
import { TextControl } from '../TextControl.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'

type Props = InputProps<'text'> & {
  /** The code is all that is asked for: the caret begins there. */
  hasFocus?: boolean
}

/** Six digits of an authenticator app; phones and password managers offer them. */
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
