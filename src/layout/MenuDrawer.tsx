import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

/** The side menu of a phone: over the page, the focus held inside. */
export const MenuDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Drawer open onClose={onClose} slotProps={{ paper: { className: 'side-drawer', 'aria-label': '主菜单' } }}>
    {children}
  </Drawer>
)
