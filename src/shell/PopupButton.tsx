import { type MouseEvent, type ReactNode, useState } from 'react'

import { Button, type ButtonLook } from './Button.tsx'
import { lazyComponent } from './lazyComponent.tsx'
import type { PopupItem } from './Popups.tsx'

// MUI's menu and popover are no part of a first screen: they come when the pointer or the focus is on their button.
const ItemMenu = lazyComponent(() => import('./Popups.tsx').then(it => it.ItemMenu))
const Panel = lazyComponent(() => import('./Popups.tsx').then(it => it.Panel))
export const preloadPopups = Panel.preload

type Look = {
  /** What the button shows. */
  label: ReactNode
  /** The button's name where its label does not say enough. */
  name?: string | undefined
  look?: ButtonLook
  /** Of a button with looks of its own, which is plain HTML. */
  className?: string | undefined
  /** Called when the popover opens and when it closes. */
  onToggle?: (isOpen: boolean) => void
}
type Props = Look & {
  opens: 'menu' | 'dialog'
  preload: () => void
  children: (anchor: HTMLElement, close: () => void) => ReactNode
}

/** A button and what floats beside it while it is open. */
export const PopupButton = ({ label, name, look, className, onToggle, opens, preload, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (next: HTMLElement | null) => {
    setAnchor(next)
    onToggle?.(next !== null)
  }
  const button = {
    'aria-label': name,
    'aria-haspopup': opens,
    'aria-expanded': anchor !== null,
    onPointerEnter: preload,
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

const nameOf = ({ label, name }: Look) => name ?? (typeof label === 'string' ? label : undefined)

export const MenuButton = ({ items, ...look }: Look & { items: readonly PopupItem[] }) => (
  <PopupButton {...look} opens="menu" preload={ItemMenu.preload}>
    {(anchor, close) => <ItemMenu anchor={anchor} name={nameOf(look)} items={items} onClose={close} />}
  </PopupButton>
)

export const PanelButton = ({ children, ...look }: Look & { children: (close: () => void) => ReactNode }) => (
  <PopupButton {...look} opens="dialog" preload={Panel.preload}>
    {(anchor, close) => (
      <Panel anchor={anchor} name={nameOf(look)} onClose={close}>
        {children(close)}
      </Panel>
    )}
  </PopupButton>
)
