import Divider from '@mui/material/Divider'
import Fade from '@mui/material/Fade'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useLogout, useStoreContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { leaveView } from '../../providers/view.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { type Appearance, readAppearance } from '../theme/appearance.ts'
import { type Density, useDensity } from '../theme/density.ts'
import { useSession } from '../session/sessionContext.ts'

const appearances: [Appearance, string][] = [
  ['light', '浅色'],
  ['dark', '深色'],
  ['system', '跟随系统'],
]
const densities: [Density, string][] = [
  ['comfortable', '舒适'],
  ['compact', '紧凑'],
]

const accountPages: [string, string][] = [
  ['/app/user/account/settings', '修改账户'],
  ['/app/user/account/passwd', '修改密码'],
]

/** Menu items of a choice. */
const choiceItems = <V extends string>(
  options: [V, string][],
  chosen: V,
  translate: Translate,
  onChoose: (value: V) => void,
) =>
  options.map(([value, label]) => (
    <MenuItem
      key={value}
      className="choice"
      role="menuitemradio"
      aria-checked={value === chosen}
      selected={value === chosen}
      onClick={() => onChoose(value)}
    >
      {translate(label)}
    </MenuItem>
  ))

const Caption = ({ children }: { children: string }) => (
  <li className="menu-caption" role="presentation">
    {children}
  </li>
)

type Props = { anchor: HTMLElement; onClose: () => void; onLanguage: () => void }

/** Content of the user menu, loaded when it is first opened. */
export const UserMenuList = ({ anchor, onClose, onLanguage }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  const logout = useLogout()
  const navigate = useNavigate()
  const store = useStoreContext()
  const [appearance, chooseAppearance] = useState(readAppearance)
  const [density, setDensity] = useDensity()
  return (
    <Menu
      className="user-menu"
      open
      anchorEl={anchor}
      onClose={onClose}
      slots={{ transition: Fade }}
      // Rendered inside the header element, which is its landmark for screen readers.
      disablePortal
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <li className="greeting" role="presentation">
        <strong>{translate('您好，%{name}', { name: self.name })}</strong>
        <span>{self.organizationName}</span>
      </li>
      <Divider component="li" aria-hidden />
      <Caption>{translate('外观')}</Caption>
      {choiceItems(appearances, appearance, translate, value => {
        store.setItem('theme', value)
        chooseAppearance(value)
      })}
      <Caption>{translate('表格行高')}</Caption>
      {choiceItems(densities, density, translate, setDensity)}
      <Divider component="li" aria-hidden />
      <MenuItem
        onClick={() => {
          onClose()
          onLanguage()
        }}
      >
        {translate('语言')}
      </MenuItem>
      {accountPages.map(([path, label]) => (
        <MenuItem
          key={path}
          onClick={() => {
            onClose()
            void navigate(path)
          }}
        >
          {translate(label)}
        </MenuItem>
      ))}
      {self.view ? (
        <MenuItem onClick={leaveView}>{translate('结束查看')}</MenuItem>
      ) : (
        <MenuItem onClick={() => void logout()}>{translate('退出登录')}</MenuItem>
      )}
    </Menu>
  )
}
