import { useEffect, useEffectEvent, useRef } from 'react'

import { isPressed, useShortcuts } from '../../routing/shortcuts.ts'

/**
 * Ctrl+S clicks this button, or calls `onSave`, which also works if the last key press has not enabled the button
 * yet.
 */
export const useSaveShortcut = (onSave?: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  const save = useEffectEvent(() => (onSave ? onSave() : button.current?.click()))
  useShortcuts('save')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(event, 'save')) return
      event.preventDefault()
      // An open dialog hides the rest of the page with aria-hidden; the shortcut then does nothing.
      if (!button.current?.closest('[aria-hidden="true"], [hidden]')) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return button
}
