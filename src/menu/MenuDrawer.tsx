import Drawer from '@mui/material/Drawer'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

/** The side menu on a phone: a drawer over the page, which traps the focus. */
export const MenuDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const translate = useTranslate()
  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{ paper: { className: 'side-drawer', 'aria-label': translate('主菜单') } }}
    >
      {children}
    </Drawer>
  )
}
