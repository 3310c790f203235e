import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'

import { Button, type ButtonLook } from './Button.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import type { PopupItem } from './Popups.tsx'

// Loaded when the button is hovered or focused, because MUI's menu and popover are not needed for the first page.
const ItemMenu = lazyComponent(() => import('./Popups.tsx').then(it => it.ItemMenu))
const Panel = lazyComponent(() => import('./Popups.tsx').then(it => it.Panel))
export const preloadPopups = Panel.preload

type ButtonLookProps = {
  /** Content of the button. */
  label: ReactNode
  /** Accessible name, if the label is not sufficient. */
  name?: string | undefined
  /** Name of the popup, if it is not the button's. */
  popupName?: string | undefined
  look?: ButtonLook
  /** CSS class of a plain HTML button that replaces MUI's. */
  className?: string | undefined
  /** Called when the popup opens and when it closes. */
  onToggle?: (isOpen: boolean) => void
  /** Whether the popup is open from the start. */
  isOpenAtFirst?: boolean
}
type Props = ButtonLookProps & {
  opens: 'menu' | 'dialog'
  preload: () => void
  children: (anchor: HTMLElement, close: () => void) => ReactNode
}

/** Button that opens a popup. */
export const PopupButton = ({ label, name, look, className, onToggle, ...props }: Props) => {
  const { opens, preload, isOpenAtFirst = false, children } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const openOnce = useRef(isOpenAtFirst)
  const ref = useCallback((button: HTMLElement | null) => {
    if (button && openOnce.current) setAnchor(button)
    openOnce.current = false
  }, [])
  const toggle = (next: HTMLElement | null) => {
    setAnchor(next)
    onToggle?.(next !== null)
  }
  const button = {
    ref,
    'aria-label': name,
    'aria-haspopup': opens,
    'aria-expanded': anchor !== null,
    onPointerEnter: preload,
    // On a touch screen nothing is hovered, and the press comes a moment before the click.
    onPointerDown: preload,
    onFocus: preload,
    onClick: (event: MouseEvent<HTMLElement>) => toggle(event.currentTarget),
    children: label,
  }
  return (
    <>
      {className ? (
        <button {...button} type="button" className={className} />
      ) : (
        <Button {...button} look={look} />
      )}
      {anchor && children(anchor, () => toggle(null))}
    </>
  )
}

const nameOf = ({ label, name, popupName }: ButtonLookProps) =>
  popupName ?? name ?? (typeof label === 'string' ? label : undefined)

export const MenuButton = ({ items, ...look }: ButtonLookProps & { items: readonly PopupItem[] }) => (
  <PopupButton {...look} opens="menu" preload={ItemMenu.preload}>
    {(anchor, close) => <ItemMenu anchor={anchor} name={nameOf(look)} items={items} onClose={close} />}
  </PopupButton>
)

type PanelProps = ButtonLookProps & {
  /** Loads the code of the content, so that the panel is complete at once when it opens. */
  preload: () => void
  children: (close: () => void) => ReactNode
}

export const PanelButton = ({ children, preload, ...look }: PanelProps) => (
  <PopupButton
    {...look}
    opens="dialog"
    preload={() => {
      Panel.preload()
      preload()
    }}
  >
    {(anchor, close) => (
      <Panel anchor={anchor} name={nameOf(look)} onClose={close}>
        {children(close)}
      </Panel>
    )}
  </PopupButton>
)
