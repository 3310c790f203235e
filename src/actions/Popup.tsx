import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import './actions.css'

type Props = {
  /** What the button shows. */
  label: ReactNode
  /** The button's name where its label does not say enough. */
  name?: string
  className?: string
  isMenu?: boolean
  children: (close: () => void) => ReactNode
}

const gap = 4
const margin = 8

/** Below the button, or above it where there is no room; never beyond the window. */
const place = (button: HTMLElement, panel: HTMLElement) => {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = at.bottom + gap + height + margin <= window.innerHeight || at.top < height + gap
  panel.style.left = `${Math.max(margin, Math.min(at.left, window.innerWidth - width - margin))}px`
  panel.style.top = `${below ? at.bottom + gap : at.top - gap - height}px`
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'
const written = 'input:not(:disabled), select, textarea'

/** The first item of a menu; of a panel the first input, which may still be on its way. */
const focusFirst = (panel: HTMLElement, isMenu: boolean, tries = 20) => {
  const first = panel.querySelector<HTMLElement>(isMenu ? focusable : written)
  if (first) first.focus()
  else if (tries > 0 && panel.isConnected) setTimeout(() => focusFirst(panel, isMenu, tries - 1), 50)
}

/** Arrow keys walk through a menu. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items.at((at + step) % items.length)?.focus()
}

/** A button with a floating panel, which closes with Escape, a press elsewhere, or when the focus leaves it. */
export const Popup = ({ label, name, className = 'button', isMenu = false, children }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button?.focus()
  }
  useLayoutEffect(() => {
    if (!button || !panel) return
    place(button, panel)
    focusFirst(panel, isMenu)
  }, [button, panel, isMenu])
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (!panel?.contains(target as Node) && !button?.contains(target as Node)) setOpen(false)
    }
    // The panel follows its button, and goes when the button has left the window.
    const onScroll = ({ target }: Event) => {
      if (!button || !panel || panel.contains(target as Node)) return
      const { top, bottom } = button.getBoundingClientRect()
      if (bottom < 0 || top > window.innerHeight) setOpen(false)
      else place(button, panel)
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('scroll', onScroll, true)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [isOpen, button, panel])
  return (
    <>
      <button
        type="button"
        ref={setButton}
        className={className}
        aria-label={name}
        aria-haspopup={isMenu ? 'menu' : 'dialog'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(it => !it)}
      >
        {label}
      </button>
      {isOpen &&
        createPortal(
          // It has a role, menu or dialog; the rule sees only the expression that chooses.
          // eslint-disable-next-line jsx-a11y/no-static-element-interactions
          <div
            ref={setPanel}
            id={id}
            className={isMenu ? 'popup is-menu' : 'popup'}
            role={isMenu ? 'menu' : 'dialog'}
            aria-label={name ?? (typeof label === 'string' ? label : undefined)}
            tabIndex={-1}
            onKeyDown={event => {
              if (event.key === 'Escape') {
                event.stopPropagation()
                close()
              } else if (isMenu) walk(event)
            }}
          >
            {children(close)}
          </div>,
          document.body,
        )}
    </>
  )
}
