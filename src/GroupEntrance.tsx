import { Navigate } from 'react-router-dom'

import type { MenuName } from '../resources/kit/index.ts'
import { nodeOf } from './layout/menuTree.ts'
import { useShell } from './layout/shell.ts'
import { NoPermission } from './pages/noPermission/NoPermission.tsx'

/** A group has no screen of its own: it leads to the first of its screens that this user may open. */
export const GroupEntrance = ({ group }: { group: MenuName }) => {
  const first = nodeOf(useShell().menu, group)?.path
  return first ? <Navigate to={first} replace /> : <NoPermission refused="role" />
}
