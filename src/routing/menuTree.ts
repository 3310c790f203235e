import { entryWithAncestors, type MenuName, menuEntry, menuNames } from '../../resources/domain/menu.ts'
import type { Role } from '../../resources/domain/role.ts'
import type { AnyResource, Route } from '../../resources/kit/index.ts'

const parents = new Map(menuNames.map(name => [name, entryWithAncestors(name).at(-2)]))

export const routesOf = ({ views, pages }: Pick<AnyResource, 'views' | 'pages'>): Route[] => [
  ...Object.values(views),
  ...Object.values(pages),
]

export type MenuNode = {
  name: MenuName
  label: string
  /** Target address; an entry with children leads to the first of them. */
  path: string
  children: MenuNode[]
}

/**
 * Menu entries that lead to a page the user may open, in the order of the menu. A page can be open to more roles than its
 * entry: administrators reach their messages through the icon in the header.
 */
export const menuTree = (
  routes: readonly Route[],
  roles: readonly Role[],
  mayOpen: (route: Route) => boolean,
) => {
  const isFor = (name: MenuName) => roles.includes(menuEntry(name).role)
  const pathOfEntry = new Map(
    routes.flatMap(it => (it.menu && isFor(it.menu) && mayOpen(it) ? [[it.menu, it.path] as const] : [])),
  )
  const childrenOf = (parent: MenuName | undefined): MenuNode[] =>
    menuNames
      .filter(name => parents.get(name) === parent)
      .flatMap(name => {
        const children = childrenOf(name)
        const path = pathOfEntry.get(name) ?? children[0]?.path
        return path ? [{ name, label: menuEntry(name).label, path, children }] : []
      })
  return childrenOf(undefined)
}

export const findMenuNode = (nodes: readonly MenuNode[], name: MenuName): MenuNode | undefined =>
  nodes.find(it => it.name === name) ?? nodes.map(it => findMenuNode(it.children, name)).find(Boolean)

/** Addresses of entries with children but without a page of their own, such as `/app/user/logs` for `user.logs`. */
export const groupPaths = menuNames
  .filter(name => menuNames.some(it => parents.get(it) === name))
  .map(name => ({ name, path: `/app/${name.replaceAll('.', '/')}` }))
