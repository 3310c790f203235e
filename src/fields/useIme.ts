import { type CompositionEvent, type KeyboardEvent, useState } from 'react'

/** True while an input method composes; 229 is what Safari sends for the Enter that ends it. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) =>
  nativeEvent.isComposing || keyCode === 229

/** Enter that ends a composition chooses a candidate; it never sends the form. */
export const preventComposingSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}

/**
 * A text whose owner hears of it only when it is whole: pinyin under composition is kept here, since as a value it
 * would send a request for every letter.
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
