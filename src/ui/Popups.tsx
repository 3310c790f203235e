import Drawer from '@mui/material/Drawer'
import Fade from '@mui/material/Fade'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import { type ReactNode, useCallback, useRef } from 'react'
import { Link } from 'react-router-dom'

import { FocusFirst } from './FocusFirst.tsx'
import { useNarrow } from '../browser/useNarrow.ts'

export type PopupItem = {
  key: string | number
  label: string
  note?: string | undefined
  isDanger?: boolean | undefined
} & (
  | {
      onChoose: () => void
      /** In a save bar, shown as a button of its own instead of in the menu. */
      isDirect?: true
      /** For choices: whether this item is selected. */
      isChosen?: boolean
      /** For multiple choices: the menu stays open after a click. */
      isOneOfSeveral?: boolean
      /** Whether a line separates it from the items before. */
      isApart?: boolean
    }
  | { to: string }
)

/** Fades in, instead of MUI's default of growing from a point. */
const popupSlots = { transition: Fade }

/** A popup is mounted while it is open. */
type Props = { anchor: HTMLElement; name: string | undefined; onClose: () => void }

const ItemLabel = ({ label, note }: Pick<PopupItem, 'label' | 'note'>) => (
  <>
    {label}
    {note !== undefined && <small className="option-count">{note}</small>}
  </>
)

const renderItem = (item: PopupItem, onClose: () => void) => {
  const isApart = 'isApart' in item && item.isApart
  const className = [item.isDanger && 'is-danger', isApart && 'is-apart'].filter(Boolean).join(' ')
  if ('to' in item)
    return (
      <MenuItem key={item.key} component={Link} to={item.to} className={className} onClick={onClose}>
        <ItemLabel label={item.label} note={item.note} />
      </MenuItem>
    )
  const { isChosen, isOneOfSeveral = false } = item
  return (
    <MenuItem
      key={item.key}
      className={className}
      {...(isChosen !== undefined && {
        role: isOneOfSeveral ? 'menuitemcheckbox' : 'menuitemradio',
        'aria-checked': isChosen,
        selected: isChosen,
      })}
      onClick={() => {
        if (!isOneOfSeveral) onClose()
        item.onChoose()
      }}
    >
      <ItemLabel label={item.label} note={item.note} />
    </MenuItem>
  )
}

/** Sheet at the bottom of the screen, which replaces menus and popovers on phones. */
const Sheet = ({ name, onClose, children }: Omit<Props, 'anchor'> & { children: ReactNode }) => (
  <Drawer
    open
    anchor="bottom"
    onClose={onClose}
    slotProps={{ paper: { className: 'sheet', role: 'dialog', 'aria-label': name } }}
  >
    {children}
  </Drawer>
)

export const ItemMenu = ({ anchor, name, onClose, items }: Props & { items: readonly PopupItem[] }) => {
  const menuItems = items.map(item => renderItem(item, onClose))
  if (useNarrow())
    return (
      <Sheet name={name} onClose={onClose}>
        <MenuList autoFocusItem aria-label={name}>
          {menuItems}
        </MenuList>
      </Sheet>
    )
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slots={popupSlots}
      slotProps={{ list: { 'aria-label': name } }}
    >
      {menuItems}
    </Menu>
  )
}

/** Positions a popover again when its content grows, which could otherwise extend beyond the window. */
const useRepositioning = () => {
  const action = useRef<PopoverActions>(null)
  const contentRef = useCallback((content: HTMLElement | null) => {
    if (!content) return undefined
    const observer = new ResizeObserver(() => action.current?.updatePosition())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return { action, contentRef }
}

export const Panel = ({ anchor, name, onClose, children }: Props & { children: ReactNode }) => {
  const { action, contentRef } = useRepositioning()
  const content = (
    <div ref={contentRef}>
      <FocusFirst className="popover-content">{children}</FocusFirst>
    </div>
  )
  if (useNarrow())
    return (
      <Sheet name={name} onClose={onClose}>
        {content}
      </Sheet>
    )
  return (
    <Popover
      open
      action={action}
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slots={popupSlots}
      slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
    >
      {content}
    </Popover>
  )
}
