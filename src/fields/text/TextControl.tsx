import type { InputHTMLAttributes, Ref } from 'react'

import { useTextProps } from './useDeferredText.ts'

/** `inputMode` of a text by its format, which selects the keyboard on a phone. */
export const keyboards = {
  plain: 'text',
  name: 'text',
  tel: 'tel',
  mobile: 'tel',
  email: 'email',
  url: 'url',
} as const

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
