import { menuEntry, type MenuName } from '../domain/menu.ts'
import type { Route } from '../kit/index.ts'
import { derived } from '../kit/translate.ts'

/** Who may see and change a setting of 运营管理, and the log module that records its changes. */
export const operationSetting = { view: 'conf.view', edit: 'conf.edit', logModule: 10 } as const
/** The same for 功能设置, which the operator changes. */
export const systemSetting = { view: 'conf.view', edit: 'setting.edit', logModule: 11 } as const

/** The route of a setting's page: its menu entry gives the title and the role. */
export const settingRoute = (menu: MenuName, path: Route['path']) =>
  derived(() => {
    const { label, role } = menuEntry(menu)
    return { path, title: label, roles: [role], capability: 'conf.view', menu } satisfies Route
  })
