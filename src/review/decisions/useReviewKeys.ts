import { useStore } from 'ra-core'
import { useEffect } from 'react'

import { keysOf } from '../../../resources/kit/objects.ts'
import {
  isPressed,
  isTyping,
  letterKeysStoreKey,
  type ShortcutName,
  useShortcuts,
} from '../../routing/shortcuts.ts'

/**
 * Single-letter shortcuts. They are inactive while the user types, in dialogs, and if the user has switched them off.
 */
export const useReviewKeys = (actions: Partial<Readonly<Record<ShortcutName, () => void>>>) => {
  const [areOn] = useStore(letterKeysStoreKey, true)
  const handled = areOn ? keysOf(actions) : []
  // The dialog for refusing handles the shortcut `send`.
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
