import Fade from '@mui/material/Fade'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { FocusFirst } from './FocusFirst.tsx'

export type PopupItem = { key: string | number; label: string } & (
  | {
      onChoose: () => void
      isDanger?: boolean | undefined
      /** Of an item that is one of a few to choose from. */
      isChosen?: boolean
    }
  | { to: string }
)

/** Its own would grow from a point. */
const slots = { transition: Fade }

/** Mounted while it is open. */
type Props = { anchor: HTMLElement; name: string | undefined; onClose: () => void }

export const ItemMenu = ({ anchor, name, onClose, items }: Props & { items: readonly PopupItem[] }) => (
  <Menu open anchorEl={anchor} onClose={onClose} slots={slots} slotProps={{ list: { 'aria-label': name } }}>
    {items.map(item =>
      'to' in item ? (
        <MenuItem key={item.key} component={Link} to={item.to} onClick={onClose}>
          {item.label}
        </MenuItem>
      ) : (
        <MenuItem
          key={item.key}
          className={item.isDanger ? 'is-danger' : undefined}
          {...(item.isChosen !== undefined && {
            role: 'menuitemradio',
            'aria-checked': item.isChosen,
            selected: item.isChosen,
          })}
          onClick={() => {
            onClose()
            item.onChoose()
          }}
        >
          {item.label}
        </MenuItem>
      ),
    )}
  </Menu>
)

export const Panel = ({ anchor, name, onClose, children }: Props & { children: ReactNode }) => (
  <Popover
    open
    anchorEl={anchor}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    onClose={onClose}
    slots={slots}
    slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
  >
    <FocusFirst className="popover-content">{children}</FocusFirst>
  </Popover>
)
