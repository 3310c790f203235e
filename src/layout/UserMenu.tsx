import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useStore } from 'ra-core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { signOut } from '../../providers/authProvider.ts'
import { type Appearance, readAppearance, setAppearance } from './appearance.ts'
import { useShell } from './shell.ts'

/** Rows of 44 px or of 36 px; tables read it from the root element (tokens.css). */
type Density = 'comfortable' | 'compact'

const appearances: [Appearance, string][] = [
  ['light', '浅色'],
  ['dark', '深色'],
  ['system', '跟随系统'],
]
const densities: [Density, string][] = [
  ['comfortable', '舒适'],
  ['compact', '紧凑'],
]

const useDensity = () => {
  const [density, setDensity] = useStore<Density>('density', 'comfortable')
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  return [density, setDensity] as const
}

/** One of a few, as items of the menu. */
const choices = <V extends string>(options: [V, string][], chosen: V, onChoose: (value: V) => void) =>
  options.map(([value, label]) => (
    <MenuItem
      key={value}
      className="choice"
      role="menuitemradio"
      aria-checked={value === chosen}
      selected={value === chosen}
      onClick={() => onChoose(value)}
    >
      {label}
    </MenuItem>
  ))

/** First letter and name; opens what concerns the user himself. */
export const UserMenu = () => {
  const { self } = useShell()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [appearance, chooseAppearance] = useState(readAppearance)
  const [density, setDensity] = useDensity()
  const close = () => setAnchor(null)
  return (
    <>
      <button
        type="button"
        className="user"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${self.name},打开用户菜单`}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span className="avatar" aria-hidden>
          {Array.from(self.name)[0]}
        </span>
        <span className="user-name wide-only">{self.name}</span>
      </button>
      <Menu
        className="user-menu"
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <li className="greeting" role="presentation">
          <strong>你好,{self.name}</strong>
          <span>{self.organizationName}</span>
        </li>
        <Divider component="li" aria-hidden />
        <li className="menu-caption" role="presentation">
          外观
        </li>
        {choices(appearances, appearance, value => {
          setAppearance(value)
          chooseAppearance(value)
        })}
        <li className="menu-caption" role="presentation">
          表格行高
        </li>
        {choices(densities, density, setDensity)}
        <Divider component="li" aria-hidden />
        <MenuItem
          onClick={() => {
            close()
            void navigate('/app/user/account/passwd')
          }}
        >
          修改密码
        </MenuItem>
        <MenuItem onClick={signOut}>退出登录</MenuItem>
      </Menu>
    </>
  )
}
