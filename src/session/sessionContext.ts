import { createContext, useContext } from 'react'

import { type Access, canOpenRoute } from '../../providers/access.ts'
import type { Additions } from '../../providers/backend/additions.ts'
import { currentFirmId } from '../../providers/request.ts'
import { additionsForSetup } from '../../resources/index.ts'
import type { Route } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import { menuEntry } from '../../resources/domain/menu.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type MenuNode, menuTree } from '../routing/menuTree.ts'

/** The configuration for signed-in users, which includes the function switches (docs/domain.md §6.0). */
type AppConf = AppConfiguration & Required<Pick<AppConfiguration, 'adminFuncSwitch'>>

/** Data that is loaded before the first page is rendered. */
export type ShellSession = {
  conf: AppConf
  self: Self
  access: Access
  /** Menu entries that the user may open. */
  menu: readonly MenuNode[]
}

export const createShellSession = (
  conf: AppConfiguration,
  self: Self,
  additions: Additions,
  routes: readonly Route[],
): ShellSession => {
  const adminFuncSwitch = conf.adminFuncSwitch ?? { global: {} }
  const access = {
    user: self,
    switches: adminFuncSwitch.global,
    // A user who must set up a second factor gets no list of calls, and only a back-end with these calls can require one.
    additions: self.mustSetFactor ? additionsForSetup : additions,
  }
  // An entry for assistants appears with the first mandate; its page is open to everybody, for links in messages.
  const isShown = ({ menu: entry }: Route) =>
    !entry || !menuEntry(entry).isForAssistants || (self.mandates ?? 0) > 0
  const menu = menuTree(routes, self.auth, route => canOpenRoute(route, access) && isShown(route))
  return { conf: { ...conf, adminFuncSwitch }, self, access, menu }
}

export const SessionContext = createContext<ShellSession | null>(null)

export const useSession = () => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

/** Id of the current firm, as `firm.firmInfo` expects it. */
export const useFirmId = (): number => useSession().conf.firm.firmId ?? currentFirmId()

/** Query keys of the configuration and of the user; to be invalidated after changing them. */
export const confKey = ['conf.app'] as const
export const selfKey = ['session.self'] as const
