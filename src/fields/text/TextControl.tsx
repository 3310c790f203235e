import type { InputHTMLAttributes, Ref } from 'react'

import { useTextProps } from './useDeferredText.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  value: string
  onText: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * Single-line text input. A key press renders only this input; `onText` is called in an idle callback after painting.
 */
export const TextControl = ({ value, onText, onBlur, ...attributes }: Props) => (
  <input {...attributes} {...useTextProps({ value, onText, onBlur })} />
)
