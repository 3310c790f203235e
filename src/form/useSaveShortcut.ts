import { useEffect, useEffectEvent, useRef } from 'react'

import { isPressed, useShortcuts } from '../shell/shortcuts.ts'

/** Ctrl+S presses this button, or does what it stands for where what was typed last may not have enabled it yet. */
export const useSaveShortcut = (onSave?: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  const save = useEffectEvent(() => (onSave ? onSave() : button.current?.click()))
  useShortcuts('save')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(event, 'save')) return
      event.preventDefault()
      // What an open dialog covers is hidden from assistive technology, and from this.
      if (!button.current?.closest('[aria-hidden="true"], [hidden]')) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return button
}
