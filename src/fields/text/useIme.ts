import { type CompositionEvent, type KeyboardEvent, useState } from 'react'

/** Whether an input method is composing. Safari sends key code 229 for the Enter that ends the composition. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229

/** Prevents Enter from submitting the form while it confirms a candidate of an input method. */
export const preventComposingSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}

/**
 * Attributes of an input that reports composed text only. Pinyin that is still being composed stays local, since
 * reporting it would cause a request per letter.
 */
export const useIme = (value: string, onValue: (value: string) => void) => {
  const [composed, setComposed] = useState<string | null>(null)
  return {
    value: composed ?? value,
    onKeyDown: preventComposingSubmit,
    onChange: ({ target }: { target: { value: string } }) =>
      composed === null ? onValue(target.value) : setComposed(target.value),
    onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setComposed(null)
      onValue(currentTarget.value)
    },
  }
}
