import { memo, useId, useMemo, useState } from 'react'
import { useStoreContext, useTranslate } from 'ra-core'

import { visitKeyOf } from '../../providers/store.ts'
import { entryWithAncestors, menuEntry, type MenuName } from '../../resources/domain/menu.ts'
import { icons } from '../ui/icons.ts'
import { IntentLink } from '../routing/IntentLink.tsx'
import type { MenuNode } from '../routing/menuTree.ts'
import { useRouteHandle } from '../routing/routeHandle.ts'
import { useSession } from '../session/sessionContext.ts'

import './menu.css'

const EntryIcon = ({ name }: { name: MenuName }) => {
  const Icon = icons[menuEntry(name).icon]
  return <Icon className="menu-icon" />
}

type EntryProps = { node: MenuNode; marked: readonly MenuName[] }
type ListProps = { nodes: readonly MenuNode[]; marked: readonly MenuName[] }

/** Discards a list's stored page and filters, so that the menu opens it unfiltered. */
const useResetList = (path: string) => {
  const { removeItem } = useStoreContext()
  return () => removeItem(visitKeyOf(path))
}

// Memoised like the groups, because most navigations change only a few entries.
const MenuLink = memo(function MenuLink({ node, isCurrent }: { node: MenuNode; isCurrent: boolean }) {
  const translate = useTranslate()

  return (
    <IntentLink
      to={node.path}
      onClick={useResetList(node.path)}
      className={isCurrent ? 'menu-item is-current' : 'menu-item'}
      title={translate(node.label)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <EntryIcon name={node.name} />
      <span className="menu-label">{translate(node.label)}</span>
    </IntentLink>
  )
})

const MenuGroup = memo(function MenuGroup({ node, marked }: EntryProps) {
  const translate = useTranslate()

  const id = useId()
  const isMarked = marked.includes(node.name)
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? isMarked
  return (
    <div className={isOpen ? 'menu-group is-open' : 'menu-group'}>
      <button
        type="button"
        className={isMarked ? 'menu-item is-around' : 'menu-item'}
        aria-expanded={isOpen}
        aria-controls={id}
        title={translate(node.label)}
        onClick={() => setChoice(!isOpen)}
      >
        <EntryIcon name={node.name} />
        <span className="menu-label">{translate(node.label)}</span>
        <icons.expand className="menu-arrow" />
      </button>
      {/* In the collapsed menu, entries float beside their group (menu.css). */}
      <ul className="menu-children" id={id} aria-label={translate(node.label)}>
        <MenuEntries nodes={node.children} marked={marked} />
      </ul>
    </div>
  )
})

const MenuEntries = ({ nodes, marked }: ListProps) =>
  nodes.map(node => (
    <li key={node.name}>
      {node.children.length > 0 ? (
        <MenuGroup node={node} marked={marked} />
      ) : (
        <MenuLink node={node} isCurrent={marked.includes(node.name)} />
      )}
    </li>
  ))

/** The side menu. It marks the entry of the current page, or the entry that the page itself names (`useMenuMark`). */
export const Menu = ({ marked: own }: { marked: MenuName | null }) => {
  const { menu } = useSession()
  const route = useRouteHandle()?.route
  const current = own ?? route?.menu ?? route?.parent
  const currentNames = useMemo(() => (current ? entryWithAncestors(current) : []), [current])
  return (
    <div className="menu">
      <ul className="menu-entries">
        <MenuEntries nodes={menu} marked={currentNames} />
      </ul>
    </div>
  )
}
