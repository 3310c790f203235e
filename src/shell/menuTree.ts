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
  /** Where it leads; an entry with children leads to the first of them. */
  path: string
  children: MenuNode[]
}

/**
 * The entries that lead somewhere this user may go, in the order of the menu. A screen may be open to more people than
 * its entry is meant for: administrators reach their messages by the icon of the header.
 */
export const menuTree = (
  routes: readonly Route[],
  roles: readonly Role[],
  mayOpen: (route: Route) => boolean,
) => {
  const isFor = (name: MenuName) => roles.includes(menuEntry(name).role)
  const leads = new Map(
    routes.flatMap(it => (it.menu && isFor(it.menu) && mayOpen(it) ? [[it.menu, it.path] as const] : [])),
  )
  const under = (parent: MenuName | undefined): MenuNode[] =>
    menuNames
      .filter(name => parents.get(name) === parent)
      .flatMap(name => {
        const children = under(name)
        const path = leads.get(name) ?? children[0]?.path
        return path ? [{ name, label: menuEntry(name).label, path, children }] : []
      })
  return under(undefined)
}

export const nodeOf = (nodes: readonly MenuNode[], name: MenuName): MenuNode | undefined =>
  nodes.find(it => it.name === name) ?? nodes.map(it => nodeOf(it.children, name)).find(Boolean)

/** The address of an entry that has children and no screen of its own: `/app/user/logs` of `user.logs`. */
export const groupPaths = menuNames
  .filter(name => menuNames.some(it => parents.get(it) === name))
  .map(name => ({ name, path: `/app/${name.replaceAll('.', '/')}` }))
