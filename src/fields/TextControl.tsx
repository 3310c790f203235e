import type { InputHTMLAttributes, Ref } from 'react'

import { useTextProps } from './useTyped.ts'

/** The keyboard that a phone shows for a text, by its format. */
export const keyboards = { plain: 'text', tel: 'tel', email: 'email', url: 'url' } as const

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  value: string
  onText: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A line of text. A key draws this and nothing around it; whose text it is hears of it once that is painted. */
export const TextControl = ({ value, onText, onBlur, ...attributes }: Props) => (
  <input {...attributes} {...useTextProps({ value, onText, onBlur })} />
)
