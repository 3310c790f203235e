import { type KeyboardEvent, useReducer } from 'react'
import { flushSync } from 'react-dom'

/**
 * Called with a key before MUI's autocomplete hears of it. MUI highlights an option in an effect after the list is
 * painted; Enter pressed before that would choose nothing and submit the form. `flushSync` runs that effect first, and
 * React has no other way to do so.
 */
export const useFlushHighlight = () => {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  return ({ key }: KeyboardEvent) => {
    if (key === 'Enter') flushSync(rerender)
  }
}
