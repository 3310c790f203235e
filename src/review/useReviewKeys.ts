import { useStore } from 'ra-core'
import { useEffect } from 'react'

import { keysOf } from '../../resources/kit/objects.ts'
import { isPressed, isTyping, letterKeys, type ShortcutName, useShortcuts } from '../shell/shortcuts.ts'

/** Single letters as shortcuts, except where somebody types, a dialog is open, or the user has switched them off. */
export const useReviewKeys = (actions: Partial<Readonly<Record<ShortcutName, () => void>>>) => {
  const [areOn] = useStore(letterKeys, true)
  const handled = areOn ? keysOf(actions) : []
  // The dialog of a refusal hears of the second.
  useShortcuts(...handled, ...(handled.includes('refuse') ? (['send'] as const) : []))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      const name = handled.find(it => isPressed(event, it))
      if (!name) return
      event.preventDefault()
      actions[name]?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
