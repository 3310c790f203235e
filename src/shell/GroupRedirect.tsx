import { Navigate } from 'react-router-dom'

import type { MenuName } from '../../resources/domain/menu.ts'
import { nodeOf } from './menuTree.ts'
import { useSession } from './sessionContext.ts'
import { RefusedPage } from './RouteGuard.tsx'

/** A group has no screen of its own: it leads to the first of its screens that this user may open. */
export const GroupRedirect = ({ group }: { group: MenuName }) => {
  const first = nodeOf(useSession().menu, group)?.path
  return first ? <Navigate to={first} replace /> : <RefusedPage refused="role" />
}
