import { Navigate } from 'react-router-dom'

import type { MenuName } from '../resources/kit/index.ts'
import type { MenuNode } from './layout/menuTree.ts'
import { useShell } from './layout/shell.ts'
import { NoPermission } from './pages/noPermission/NoPermission.tsx'

const find = (nodes: readonly MenuNode[], name: MenuName): MenuNode | undefined =>
  nodes.find(it => it.name === name) ?? nodes.map(it => find(it.children, name)).find(Boolean)

/** A group has no screen of its own: it leads to the first of its screens that this user may open. */
export const GroupEntrance = ({ group }: { group: MenuName }) => {
  const first = find(useShell().menu, group)?.path
  return first ? <Navigate to={first} replace /> : <NoPermission refused="role" />
}
