import { type TextareaHTMLAttributes, useEffect, useRef } from 'react'

import { countCharacters, keyboards } from '../../../resources/kit/index.ts'
import { useTextProps } from './useDeferredText.ts'
import { Counter, FieldControl } from '../FieldControl.tsx'
import { TextControl } from './TextControl.tsx'
import { type InputProps, useField } from '../useField.ts'

/** Limit of characters from which a single-line text has a counter. */
const counterThreshold = 60

/** Without `field-sizing` (Safari before 26) the height is measured in script, which forces a layout. */
const supportsFieldSizing = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> & {
  value: string
  onText: (text: string) => void
  ref: (element: HTMLTextAreaElement | null) => void
}

/** Grows with its text up to the limit in the style sheet. Like `TextControl`, it renders alone on a key press. */
const AreaControl = ({ value, onText, onBlur, ref, ...attributes }: AreaProps) => {
  const text = useTextProps({ value, onText, onBlur })
  const element = useRef<HTMLTextAreaElement | null>(null)
  useEffect(() => {
    const { current } = element
    if (!current || supportsFieldSizing) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  }, [text.value])
  return (
    <textarea
      {...attributes}
      {...text}
      rows={3}
      className="control control-area"
      ref={node => {
        element.current = node
        ref(node)
      }}
    />
  )
}

const TextArea = ({ field, source, isDisabled }: InputProps<'text'>) => {
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  return (
    <FieldControl {...described} aside={<Counter length={countCharacters(value ?? '')} max={field.max} />}>
      <AreaControl {...control} value={value ?? ''} onText={text => onChange(text === '' ? null : text)} />
    </FieldControl>
  )
}

const TextLine = ({ field, source, isDisabled, autoComplete = 'off' }: InputProps<'text'>) => {
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  return (
    <FieldControl
      {...described}
      aside={
        field.max >= counterThreshold && <Counter length={countCharacters(value ?? '')} max={field.max} />
      }
    >
      <TextControl
        value={value ?? ''}
        onText={text => onChange(text === '' ? null : text)}
        {...control}
        className="control"
        inputMode={keyboards[field.format]}
        autoComplete={autoComplete}
      />
    </FieldControl>
  )
}

export const TextInput = (props: InputProps<'text'>) =>
  props.field.isMultiline ? <TextArea {...props} /> : <TextLine {...props} />
