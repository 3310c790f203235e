import { memo, useId, useMemo, useState } from 'react'
import { useStoreContext, useTranslate } from 'ra-core'

import { visitKeyOf } from '../../providers/store.ts'
import { entryWithAncestors, menuEntry, type MenuName } from '../../resources/domain/menu.ts'
import { icons } from './icons.ts'
import { IntentLink } from './IntentLink.tsx'
import type { MenuNode } from './menuTree.ts'
import { useRouteHandle } from './routeHandle.ts'
import { useSession } from './sessionContext.ts'

import './menu.css'

const IconOf = ({ name }: { name: MenuName }) => {
  const Picture = icons[menuEntry(name).icon]
  return <Picture className="menu-icon" />
}

type EntryProps = { node: MenuNode; marked: readonly MenuName[] }

/** The menu gives a list as it comes, whatever it was filtered by before. */
const useForgetVisit = (path: string) => {
  const { removeItem } = useStoreContext()
  return () => removeItem(visitKeyOf(path))
}

// Memoised, like the groups: most screens that one goes to leave the menu as it is.
const Leaf = memo(function Leaf({ node, isCurrent }: { node: MenuNode; isCurrent: boolean }) {
  const translate = useTranslate()

  return (
    <IntentLink
      to={node.path}
      onClick={useForgetVisit(node.path)}
      className={isCurrent ? 'menu-item is-current' : 'menu-item'}
      title={translate(node.label)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <IconOf name={node.name} />
      <span className="menu-label">{translate(node.label)}</span>
    </IntentLink>
  )
})

const Group = memo(function Group({ node, marked }: EntryProps) {
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
        <IconOf name={node.name} />
        <span className="menu-label">{translate(node.label)}</span>
        <icons.expand className="menu-arrow" />
      </button>
      {/* In the narrow menu the entries float beside their group (menu.css). */}
      <ul className="menu-children" id={id} aria-label={translate(node.label)}>
        {node.children.map(child => (
          <li key={child.name}>
            <Leaf node={child} isCurrent={marked.includes(child.name)} />
          </li>
        ))}
      </ul>
    </div>
  )
})

/** The side menu: what this user may open, the current screen marked, or the entry that it says it belongs to. */
export const Menu = ({ marked: own }: { marked: MenuName | null }) => {
  const { menu } = useSession()
  const route = useRouteHandle()?.route
  const current = own ?? route?.menu ?? route?.parent
  const marked = useMemo(() => (current ? entryWithAncestors(current) : []), [current])
  return (
    <div className="menu">
      <ul className="menu-entries">
        {menu.map(node => (
          <li key={node.name}>
            {node.children.length > 0 ? (
              <Group node={node} marked={marked} />
            ) : (
              <Leaf node={node} isCurrent={marked.includes(node.name)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
