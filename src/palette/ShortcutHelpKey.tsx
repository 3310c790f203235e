import { useEffect, useState } from 'react'

import { lazyComponent } from '../loading/lazyComponent.tsx'
import { isPressed, isTyping, useShortcuts } from '../routing/shortcuts.ts'

const ShortcutHelp = lazyComponent(() => import('./ShortcutHelp.tsx').then(it => it.ShortcutHelp))

/** Opens the list of shortcuts when `?` is pressed. */
export const ShortcutHelpKey = () => {
  const [isOpen, setOpen] = useState(false)
  useShortcuts('help')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(event, 'help') || event.isComposing || isTyping(event.target)) return
      // An open dialog has to be answered first.
      if (!document.querySelector('[role="dialog"]')) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <ShortcutHelp onClose={() => setOpen(false)} />
}
