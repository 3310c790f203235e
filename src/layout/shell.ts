import { createContext, useContext } from 'react'

import { mayOpen } from '../../providers/access.ts'
import type { Route } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type MenuNode, menuTree } from './menuTree.ts'

/** conf.app as everybody who is signed in receives it: with the switches (domain.md §6.0). */
export type AppConf = AppConfiguration & Required<Pick<AppConfiguration, 'adminFuncSwitch'>>

/** What every screen may take for granted: it is there before the first of them is drawn. */
export type Shell = {
  conf: AppConf
  self: Self
  /** The entries of the side menu that this user may open. */
  menu: readonly MenuNode[]
}

export const shellOf = (conf: AppConfiguration, self: Self, routes: readonly Route[]): Shell => {
  const adminFuncSwitch = conf.adminFuncSwitch ?? { global: {} }
  const mayEnter = (it: Route) => self.mustChangePwd === 0 && mayOpen(it, self, adminFuncSwitch.global)
  return { conf: { ...conf, adminFuncSwitch }, self, menu: menuTree(routes, self.auth, mayEnter) }
}

export const ShellContext = createContext<Shell | null>(null)

export const useShell = () => {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell outside of the shell')
  return shell
}

/** Whoever changes the configuration or the signed-in user's own data invalidates these. */
export const confKey = ['conf.app'] as const
export const selfKey = ['session.self'] as const
