import { Navigate } from 'react-router-dom'

import type { MenuName } from '../../resources/domain/menu.ts'
import { findMenuNode } from '../routing/menuTree.ts'
import { useSession } from '../session/sessionContext.ts'
import { RefusedPage } from './RouteGuard.tsx'

/** Redirects from a menu group, which has no page, to its first page that the user may open. */
export const GroupRedirect = ({ group }: { group: MenuName }) => {
  const first = findMenuNode(useSession().menu, group)?.path
  return first ? <Navigate to={first} replace /> : <RefusedPage refused="role" />
}
