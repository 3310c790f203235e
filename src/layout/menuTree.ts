import {
  type AnyResource,
  type MenuName,
  menuEntry,
  menuNames,
  type Role,
  type Route,
} from '../../resources/kit/index.ts'

/** The entry that another stands inside of: the longest name that begins it. */
export const parentOf = (name: MenuName): MenuName | undefined => {
  const parts = name.split('.')
  const shorter = parts.map((_, index) => parts.slice(0, index).join('.')).toReversed()
  return menuNames.find(it => it === shorter.find(prefix => menuNames.some(known => known === prefix)))
}

/** From the outermost entry to this one. */
export const lineageOf = (name: MenuName): MenuName[] => {
  const parent = parentOf(name)
  return parent ? [...lineageOf(parent), name] : [name]
}

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
      .filter(name => parentOf(name) === parent)
      .flatMap(name => {
        const children = under(name)
        const path = leads.get(name) ?? children[0]?.path
        return path ? [{ name, label: menuEntry(name).label, path, children }] : []
      })
  return under(undefined)
}

/** The address of an entry that has children and no screen of its own: `/app/user/logs` of `user.logs`. */
export const groupPaths = menuNames
  .filter(name => menuNames.some(it => parentOf(it) === name))
  .map(name => ({ name, path: `/app/${name.replaceAll('.', '/')}` }))
