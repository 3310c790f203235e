import { menuEntry, type MenuName } from '../domain/menu.ts'
import type { Page } from '../domain/page.ts'
import type { Route } from '../kit/index.ts'
import { derived } from '../kit/translate.ts'

// Where the settings are: all that the shell knows of them before one is opened (resources/shell.ts).

/** The page of a menu entry, with its title, for the role that the entry is meant for. */
const place = (menu: MenuName, path: Route['path']): Route => {
  const { label, role } = menuEntry(menu)
  return { path, title: label, roles: [role], capability: 'conf.view', menu }
}
const page = (menu: MenuName, path: Route['path'], page: Page) => ({ ...place(menu, path), page })

export const settingRoutes = derived(() => ({
  qrcode: place('conf.qrcode', '/app/conf/firm-qrcode'),
  // The name stands on the page of the mini-program's first screen.
  mpName: page('conf.mpIndex', '/app/conf/miniprogram-index', 'mpIndex'),
  // The registration code stands below its switch.
  loginRegSet: page('conf.loginReg', '/app/conf/login-and-register', 'loginReg'),
  searchSet: place('setting.cardSearch', '/app/setting/card-search'),
  sortSet: place('conf.cardSort', '/app/conf/card-sort-way'),
  cardReview: place('conf.cardAudit', '/app/conf/card-audit'),
  // The operator keeps the rules up to date with the law (domain.md §1).
  complianceRules: {
    ...place('conf.compliance', '/app/conf/compliance-rules'),
    roles: ['mainAdmin', 'system'],
    addition: 'GET /firmConf/complianceRules',
  } satisfies Route,
  shareCover: place('conf.mpShare', '/app/conf/miniprogram-share'),
  icpSet: place('setting.icp', '/app/setting/icp'),
}))

/** The firm itself, and the pages of its mini-program that are kept in one document. */
export const firmPages = derived(
  () =>
    ({
      start: page('conf.start', '/app/conf/start', 'firstSteps'),
      transfer: {
        ...page('conf.transfer', '/app/conf/transfer', 'configuration'),
        roles: ['mainAdmin', 'system'],
      },
      info: page('conf.firm', '/app/conf/firm', 'firmInfo'),
      card: page('conf.mpCard', '/app/conf/miniprogram-card', 'mpCard'),
    }) satisfies Record<string, Route & { page: Page }>,
)
