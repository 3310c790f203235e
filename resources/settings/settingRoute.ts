import { menuEntry, type MenuName } from '../domain/menu.ts'
import type { Page } from '../domain/page.ts'
import type { Role } from '../domain/role.ts'
import type { Route } from '../kit/index.ts'

/** Who may see and change a setting of 运营管理, and the log module that records its changes. */
export const operationSetting = { view: 'conf.view', edit: 'conf.edit', logModule: 10 } as const
/** The same for 功能设置, which the operator changes. */
export const systemSetting = { view: 'conf.view', edit: 'setting.edit', logModule: 11 } as const

type More = { page?: Page; roles?: readonly Role[] }

/** The route of a setting's page: its menu entry gives the title, and the role where `more` names none. */
export const settingRoute = <const M extends More = object>(
  menu: MenuName,
  path: Route['path'],
  more?: M,
): Route & { menu: MenuName } & M => {
  const { label, role } = menuEntry(menu)
  const route = { path, title: label, roles: [role], capability: 'conf.view' as const, menu }
  // Where `more` is left out, nothing is required of it.
  return { ...route, ...(more as M) }
}
