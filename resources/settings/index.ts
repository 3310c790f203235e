import type { AnyResource } from '../kit/index.ts'
import { firm } from './firm.ts'
import { firmConf, settings } from './firmConf.ts'
import { languages } from './languages.ts'
import { system } from './system.ts'

// The settings, which the shell loads when the first of them is opened. `conf`, which every page obeys, comes with it.

export const settingResources: readonly AnyResource[] = [
  firm,
  ...Object.values(settings).filter(({ views }) => views.edit),
]

export const settingGroups = { firm, firmConf, ...settings, system, languages }
