import Drawer from '@mui/material/Drawer'
import Fade from '@mui/material/Fade'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import { type ReactNode, useCallback, useRef } from 'react'
import { Link } from 'react-router-dom'

import { FocusFirst } from './FocusFirst.tsx'
import { useNarrow } from './useNarrow.ts'

export type PopupItem = { key: string | number; label: string; note?: string | undefined } & (
  | {
      onChoose: () => void
      /** In the bar of a form a button of its own, and in no menu. */
      isDirect?: true
      isDanger?: boolean | undefined
      /** Of an item that is one of a few to choose from. */
      isChosen?: boolean
      /** Several may be chosen: the menu stays open. */
      isOneOfSeveral?: boolean
    }
  | { to: string }
)

/** Its own would grow from a point. */
const slots = { transition: Fade }

/** Mounted while it is open. */
type Props = { anchor: HTMLElement; name: string | undefined; onClose: () => void }

const Label = ({ label, note }: Pick<PopupItem, 'label' | 'note'>) => (
  <>
    {label}
    {note !== undefined && <small className="option-count">{note}</small>}
  </>
)

const drawnItem = (item: PopupItem, onClose: () => void) => {
  if ('to' in item)
    return (
      <MenuItem key={item.key} component={Link} to={item.to} onClick={onClose}>
        <Label label={item.label} note={item.note} />
      </MenuItem>
    )
  const { isChosen, isOneOfSeveral = false } = item
  return (
    <MenuItem
      key={item.key}
      className={item.isDanger ? 'is-danger' : undefined}
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
      <Label label={item.label} note={item.note} />
    </MenuItem>
  )
}

/** A sheet at the lower edge of the screen, at its full width: on phones it takes the place of menu and popover. */
const Sheet = ({ onClose, children }: Pick<Props, 'onClose'> & { children: ReactNode }) => (
  <Drawer open anchor="bottom" onClose={onClose} slotProps={{ paper: { className: 'sheet' } }}>
    {children}
  </Drawer>
)

export const ItemMenu = ({ anchor, name, onClose, items }: Props & { items: readonly PopupItem[] }) => {
  const drawn = items.map(item => drawnItem(item, onClose))
  if (useNarrow())
    return (
      <Sheet onClose={onClose}>
        <MenuList autoFocusItem aria-label={name}>
          {drawn}
        </MenuList>
      </Sheet>
    )
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slots={slots} slotProps={{ list: { 'aria-label': name } }}>
      {drawn}
    </Menu>
  )
}

/** Content that comes late grows after the popover was placed, which then would leave the window: it is placed again. */
const usePlacedAgain = () => {
  const action = useRef<PopoverActions>(null)
  const measured = useCallback((content: HTMLElement | null) => {
    if (!content) return undefined
    const observer = new ResizeObserver(() => action.current?.updatePosition())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return { action, measured }
}

export const Panel = ({ anchor, name, onClose, children }: Props & { children: ReactNode }) => {
  const { action, measured } = usePlacedAgain()
  const content = (
    <div ref={measured}>
      <FocusFirst className="popover-content">{children}</FocusFirst>
    </div>
  )
  if (useNarrow())
    return (
      <Sheet onClose={onClose}>
        <div role="dialog" aria-label={name}>
          {content}
        </div>
      </Sheet>
    )
  return (
    <Popover
      open
      action={action}
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slots={slots}
      slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
    >
      {content}
    </Popover>
  )
}
