import { useStore, useTranslate } from 'ra-core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { ScrollRestoration, useLocation } from 'react-router-dom'

import type { MenuName } from '../../resources/domain/menu.ts'
import { Brand } from './Brand.tsx'
import { useAppliedDensity } from '../theme/density.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { Menu } from '../menu/Menu.tsx'
import { PageHeader, usePageSlots } from './PageHeader.tsx'
import { MenuMark, PageName, PageSlots } from './pageSlots.tsx'
import { useMediaQuery } from '../browser/useMediaQuery.ts'

const MenuDrawer = lazyComponent(() => import('../menu/MenuDrawer.tsx').then(it => it.MenuDrawer))

/** Only browsers on Windows are hinted at another one. */
const BrowserHint = lazyComponent(() => import('../notices/BrowserHint.tsx').then(it => it.BrowserHint))

/** State of the menu: a drawer below 900 px; below 1200 px collapsed until opened; above as the user left it. */
const useMenuState = () => {
  const isPhone = useMediaQuery('(max-width: 899.95px)')
  const isNarrow = useMediaQuery('(max-width: 1199.95px)')
  const [isCollapsed, setIsCollapsed] = useStore('menu.isCollapsed', false)
  // The address at which the menu was opened, so that navigating closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const { pathname } = useLocation()
  const isOpened = openedAt === pathname
  const isOpen = isNarrow ? isOpened : !isCollapsed
  const toggle = () => (isNarrow ? setOpenedAt(isOpened ? null : pathname) : setIsCollapsed(!isCollapsed))
  return { isPhone, isOpen, toggle, close: () => setOpenedAt(null) }
}

const SkipLink = () => {
  const translate = useTranslate()
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }
  return (
    <a className="skip" href="#content" onClick={skip}>
      {translate('跳到正文')}
    </a>
  )
}

/**
 * Key for restoring the scroll position. The first page of a session has the key `default` for every address, so its
 * path is used.
 */
const scrollKeyOf = ({ key, pathname }: { key: string; pathname: string }) =>
  key === 'default' ? pathname : key

type Props = {
  /** Additional buttons in the header. */
  tools?: ReactNode
  /** Shown above the header of every page. */
  banner?: ReactNode
  children: ReactNode
}

/** Frame of all pages: menu, header, page header and footer. */
export const Layout = ({ tools, banner, children }: Props) => {
  const translate = useTranslate()
  const { isPhone, isOpen, toggle, close } = useMenuState()
  const { slots, slotRefs } = usePageSlots()
  const [name, setName] = useState<string | null>(null)
  const [marked, setMarked] = useState<MenuName | null>(null)
  useAppliedDensity()
  const side = (
    <>
      <Brand isSmall={!isOpen} />
      <Menu marked={marked} />
    </>
  )
  return (
    <div className={isOpen ? 'shell' : 'shell is-collapsed'}>
      <SkipLink />
      {isPhone ? (
        isOpen && <MenuDrawer onClose={close}>{side}</MenuDrawer>
      ) : (
        <nav className="side" aria-label={translate('主菜单')}>
          {side}
        </nav>
      )}
      <div className="page">
        {banner}
        {navigator.userAgent.includes('Windows') && <BrowserHint />}
        <Header isMenuOpen={isOpen} onToggleMenu={toggle} tools={tools} />
        <main className="content" id="content" tabIndex={-1}>
          <PageHeader {...slotRefs} name={name} />
          <PageName value={setName}>
            <MenuMark value={setMarked}>
              <PageSlots value={slots}>{children}</PageSlots>
            </MenuMark>
          </PageName>
        </main>
        <Footer />
      </div>
      {/* New pages start at the top; going back restores the scroll position. */}
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  )
}
