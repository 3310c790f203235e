import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import { mustSecureAccountFirst } from '../../resources/domain/accountSetup.ts'
import { lawyerPopulation } from '../../resources/domain/role.ts'
import { IconButton, IconButtonLink } from '../ui/IconButton.tsx'
import { icons } from '../ui/icons.ts'
import { OfflineNote } from '../notices/OfflineNote.tsx'
import { useSession } from '../session/sessionContext.ts'
import { useUnread } from '../notices/unread.ts'
import { UserMenu } from '../menu/UserMenu.tsx'

import './header.css'

const FullScreenToggle = () => {
  const translate = useTranslate()
  const [isFull, setIsFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const update = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  // Safari on phones has no full screen for pages.
  if (!document.fullscreenEnabled) return null
  const label = isFull ? translate('退出全屏') : translate('全屏显示')
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton className="wide-only" aria-label={label} title={label} onClick={() => void toggle()}>
      {isFull ? <icons.exitFullScreen /> : <icons.fullScreen />}
    </IconButton>
  )
}

/** Largest number that the badge shows (specification, section 9). */
const maxShownCount = 10

const MessagesLink = () => {
  const translate = useTranslate()
  const count = useUnread(useSession().self.unread)
  const shown = count > maxShownCount ? `${maxShownCount}+` : String(count)
  return (
    <IconButtonLink
      to="/app/user/logs/msg"
      aria-label={count > 0 ? translate('站内信，%{shown}条未读', { shown }) : translate('站内信')}
      title={translate('站内信')}
    >
      <icons.notifications />
      {count > 0 && (
        <span className="badge" aria-hidden>
          {shown}
        </span>
      )}
    </IconButtonLink>
  )
}

/** Link to the own card, for lawyers only (docs/domain.md §10.2). */
const CardPreviewLink = () => {
  const translate = useTranslate()
  return (
    <Link className="header-link" to="/app/user/dashboard">
      <icons.contacts />
      <span className="wide-only">{translate('名片预览')}</span>
      <span className="narrow-only hidden-text">{translate('名片预览')}</span>
    </Link>
  )
}

type Props = { isMenuOpen: boolean; onToggleMenu: () => void; tools: ReactNode }

export const Header = ({ isMenuOpen, onToggleMenu, tools }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  // Until the user has changed the initial password or set up two-step sign-in, no other page can be opened.
  const isFree = !mustSecureAccountFirst(self)
  const label = isMenuOpen ? translate('收起菜单') : translate('展开菜单')
  return (
    <header className="header">
      <IconButton aria-label={label} title={label} aria-expanded={isMenuOpen} onClick={onToggleMenu}>
        {isMenuOpen ? <icons.collapseMenu /> : <icons.expandMenu />}
      </IconButton>
      <OfflineNote />
      <div className="header-end">
        {isFree && self.userType === lawyerPopulation && <CardPreviewLink />}
        <FullScreenToggle />
        {isFree && tools}
        {isFree && <MessagesLink />}
        <UserMenu />
      </div>
    </header>
  )
}
