import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { IconButton } from '../ui/IconButton.tsx'
import { icons } from '../ui/icons.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { isPressed, useShortcuts } from '../routing/shortcuts.ts'

const Palette = lazyComponent(() => import('./Palette.tsx').then(it => it.Palette))
export const preloadPalette = Palette.preload

/** Button and shortcut (Ctrl+K) that open the palette, whose code is loaded when the browser is idle. */
export const PaletteButton = () => {
  const translate = useTranslate()
  const { key } = useLocation()
  // The page on which it was opened, so that navigating closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const close = () => setOpenedAt(null)
  const toggle = useEffectEvent(() => {
    if (openedAt === key) close()
    // An open dialog has to be answered first.
    else if (!document.querySelector('[role="dialog"]')) setOpenedAt(key)
  })
  useShortcuts('palette')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPressed(event, 'palette') || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const keys = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl+K'
  return (
    <>
      <IconButton
        aria-label={translate('搜索')}
        aria-keyshortcuts="Control+K Meta+K"
        title={translate('搜索（%{keys}）', { keys })}
        onPointerEnter={preloadPalette}
        onClick={() => setOpenedAt(key)}
      >
        <icons.search />
      </IconButton>
      {openedAt === key && <Palette onClose={close} />}
    </>
  )
}
