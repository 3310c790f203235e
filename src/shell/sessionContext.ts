import { createContext, useContext } from 'react'

import { type Access, canOpenRoute } from '../../providers/access.ts'
import {
  type Addition,
  type AdditionName,
  servedAddition,
  type Additions,
} from '../../providers/backend/additions.ts'
import { currentFirmId } from '../../providers/request.ts'
import type { Route } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type MenuNode, menuTree } from './menuTree.ts'

/** conf.app as everybody who is signed in receives it: with the switches (domain.md §6.0). */
type AppConf = AppConfiguration & Required<Pick<AppConfiguration, 'adminFuncSwitch'>>

/** What every screen may take for granted: it is there before the first of them is drawn. */
export type Session = {
  conf: AppConf
  self: Self
  access: Access
  /** The entries of the side menu that this user may open. */
  menu: readonly MenuNode[]
}

export const sessionOf = (
  conf: AppConfiguration,
  self: Self,
  additions: Additions,
  routes: readonly Route[],
): Session => {
  const adminFuncSwitch = conf.adminFuncSwitch ?? { global: {} }
  const access = { user: self, switches: adminFuncSwitch.global, additions }
  const menu = menuTree(routes, self.auth, route => canOpenRoute(route, access))
  return { conf: { ...conf, adminFuncSwitch }, self, access, menu }
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = () => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

/** The firm whose back-office this is, as `firm.firmInfo` asks for it. */
export const useFirmId = (): number => useSession().conf.firm.firmId ?? currentFirmId()

/** The leave to make a call that a firm's own back-end may lack, null where it does: what rests on it is then not offered. */
export const useAddition = <const N extends AdditionName>(name: N): Addition<N> | null =>
  servedAddition(name, useSession().access.additions)

/** Whoever changes the configuration or the signed-in user's own data invalidates these. */
export const confKey = ['conf.app'] as const
export const selfKey = ['session.self'] as const
