import { menuEntry, type MenuName } from '../domain/menu.ts'
import type { HandwrittenPage } from '../domain/page.ts'
import type { Role } from '../domain/role.ts'
import type { Route } from '../kit/index.ts'

/** Rights and log module of a setting of 运营管理. */
export const operationSetting = { view: 'conf.view', edit: 'conf.edit', logModule: 10 } as const
/** Rights and log module of a setting of 功能设置, which the operator changes. */
export const systemSetting = { view: 'conf.view', edit: 'setting.edit', logModule: 11 } as const

type RouteOptions = { page?: HandwrittenPage; roles?: readonly Role[] }

/** The route of a setting's page. Its menu entry provides the title, and the role unless `more` names others. */
export const settingRoute = <const M extends RouteOptions = object>(
  menu: MenuName,
  path: Route['path'],
  more?: M,
): Route & { menu: MenuName } & M => {
  const { label, role } = menuEntry(menu)
  const route = { path, title: label, roles: [role], capability: 'conf.view' as const, menu }
  // Without `more` the type M is `object`, which requires no property.
  return { ...route, ...(more as M) }
}
