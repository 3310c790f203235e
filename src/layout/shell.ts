import { createContext, useContext } from 'react'

import type { FeatureSwitches } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { MenuNode } from './menuTree.ts'

/** The application configuration (conf.app, domain.md §6.0) as far as the shell reads it. */
export type AppConf = {
  firm: { name: string; shortName?: string | undefined }
  assets: { imgs: { logo?: string | undefined } }
  adminFuncSwitch: { global: FeatureSwitches }
  icp: { icpNo?: string | undefined; psbNo?: string | undefined }
}

/** What every screen may take for granted: it is there before the first of them is drawn. */
export type Shell = {
  conf: AppConf
  self: Self
  /** The entries of the side menu that this user may open. */
  menu: readonly MenuNode[]
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
