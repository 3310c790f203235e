import { useEffect, useRef } from 'react'

import { lengthOf } from '../../resources/kit/index.ts'
import { useTyped } from '../loading/useTyped.ts'
import { Counter, FieldFrame } from './FieldFrame.tsx'
import { ariaProps, type InputProps, useField } from './useField.ts'
import { useIme } from './useIme.ts'

const modes = { plain: 'text', tel: 'tel', email: 'email', url: 'url' } as const
/** From here on a text has a counter. */
const longText = 60

/** Elsewhere (Safari before 26) its height is measured, which lays the page out. */
const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

const TextArea = ({ field, source, isDisabled }: InputProps<'text'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const ime = useIme(...useTyped(value ?? '', text => onChange(text === '' ? null : text)))
  const element = useRef<HTMLTextAreaElement | null>(null)
  // Grows with its text, up to the limit in the style sheet.
  useEffect(() => {
    const { current } = element
    if (!current || growsItself) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  }, [ime.value])
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      aside={<Counter length={lengthOf(ime.value)} max={field.max} />}
    >
      <textarea
        {...ime}
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        rows={3}
        className="control control-area"
        disabled={isDisabled}
        onBlur={onBlur}
        ref={it => {
          element.current = it
          ref(it)
        }}
      />
    </FieldFrame>
  )
}

const TextLine = ({ field, source, isDisabled }: InputProps<'text'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const ime = useIme(...useTyped(value ?? '', text => onChange(text === '' ? null : text)))
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      aside={field.max >= longText && <Counter length={lengthOf(ime.value)} max={field.max} />}
    >
      <input
        {...ime}
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        className="control"
        inputMode={modes[field.format]}
        autoComplete="off"
        disabled={isDisabled}
        onBlur={onBlur}
        ref={ref}
      />
    </FieldFrame>
  )
}

export const TextInput = (props: InputProps<'text'>) =>
  props.field.isMultiline ? <TextArea {...props} /> : <TextLine {...props} />

export const PasswordInput = ({ field, source }: InputProps<'password'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const [text, type] = useTyped(value ?? '', next => onChange(next === '' ? null : next))
  return (
    <FieldFrame id={id} field={field} error={error}>
      <input
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        type="password"
        className="control"
        autoComplete="new-password"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={onBlur}
        ref={ref}
      />
    </FieldFrame>
  )
}
