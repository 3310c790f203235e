import { useEffect, useRef } from 'react'

/** Ctrl+S presses this button. */
export const useSaveShortcut = () => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // What an open dialog covers is hidden from assistive technology, and from this.
      if (!button.current?.closest('[aria-hidden="true"], [hidden]')) button.current?.click()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return button
}
