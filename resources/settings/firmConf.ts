import { defineSetting, get, nothing, put, version } from '../kit/index.ts'

import { z } from 'zod'

import { parseJson } from '../domain/json.ts'
import { cardReview } from './cardReview.ts'
import { complianceRules } from './complianceRules.ts'
import { icpSet } from './icpSet.ts'
import { loginRegSet } from './loginRegSet.ts'
import { mpName } from './mpName.ts'
import { qrcode } from './qrcode.ts'
import { settingRoutes } from './routes.ts'
import { searchSet } from './searchSet.ts'
import { shareCover } from './shareCover.ts'
import { sortSet } from './sortSet.ts'
import { transferCalls } from './transfer.ts'
import { localized } from '../kit/translate.ts'

// Promise Q29 (server/promises.md).

const operation = { view: 'conf.view', edit: 'conf.edit', logModule: 10 } as const
const system = localized({ view: 'conf.view', edit: 'setting.edit', logModule: 11 } as const)

/** The objects of /firmConf/*, each with the fields of its page (domain.md §6). */
export const settings = {
  qrcode: defineSetting({
    ...operation,
    name: 'qrcode',
    label: '律所公众号二维码',
    ...qrcode,
    path: '/firmConf/qrcode',
    feature: 'conf.qrcode',
    route: settingRoutes.qrcode,
  }),
  mpName: defineSetting({
    ...operation,
    name: 'mpName',
    label: '小程序名称',
    ...mpName,
    path: '/firmConf/mpName',
    feature: 'conf.mpIndex',
    route: settingRoutes.mpName,
  }),
  loginRegSet: defineSetting({
    ...operation,
    name: 'loginRegSet',
    label: '律师登录',
    ...loginRegSet,
    path: '/firmConf/loginRegSet',
    feature: 'conf.loginReg',
    route: settingRoutes.loginRegSet,
  }),
  searchSet: defineSetting({
    ...system,
    name: 'searchSet',
    label: '搜索权限',
    ...searchSet,
    path: '/firmConf/searchSet',
    feature: 'setting.cardSearch',
    route: settingRoutes.searchSet,
  }),
  sortSet: defineSetting({
    ...operation,
    name: 'sortSet',
    label: '排序方式',
    ...sortSet,
    path: '/firmConf/sortSet',
    feature: 'conf.cardSort',
    route: settingRoutes.sortSet,
  }),
  cardReview: defineSetting({
    ...operation,
    name: 'cardReview',
    label: '审核权限',
    ...cardReview,
    path: '/firmConf/cardReview',
    feature: 'conf.cardAudit',
    route: settingRoutes.cardReview,
  }),
  complianceRules: defineSetting({
    ...operation,
    edit: 'compliance.rules',
    name: 'complianceRules',
    label: '合规规则',
    ...complianceRules,
    path: '/firmConf/complianceRules',
    feature: 'conf.compliance',
    route: settingRoutes.complianceRules,
    isAddition: true,
  }),
  shareCover: defineSetting({
    ...operation,
    name: 'shareCover',
    label: '分享封面',
    ...shareCover,
    path: '/firmConf/shareCover',
    feature: 'conf.mpShare',
    route: settingRoutes.shareCover,
  }),
  icpSet: defineSetting({
    ...system,
    name: 'icpSet',
    label: 'ICP备案号',
    ...icpSet,
    path: '/firmConf/icpSet',
    feature: 'setting.icp',
    route: settingRoutes.icpSet,
  }),
}

/** As stored, before defaults: JSON texts, `{}` where they cannot be parsed (specification, section 3). */
const appConf = z.object({ appConf: z.string(), appConfSet: z.string(), version: z.int() })
const isJsonObject = (text: string) => {
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
const appConfDraft = z.strictObject({
  appConfSet: z.string().max(200_000, { abort: true }).refine(isJsonObject, '配置内容不是有效的 JSON'),
  version,
})

const calls = {
  all: get(
    '/firmConf',
    'conf.view',
    () => nothing,
    () =>
      z.object({
        appConf,
        qrcode: settings.qrcode.calls.get.output,
        mpName: settings.mpName.calls.get.output,
        loginRegSet: settings.loginRegSet.calls.get.output,
        searchSet: settings.searchSet.calls.get.output,
        sortSet: settings.sortSet.calls.get.output,
        cardReview: settings.cardReview.calls.get.output,
        shareCover: settings.shareCover.calls.get.output,
        icpSet: settings.icpSet.calls.get.output,
      }),
  ),
  appConf: get(
    '/firmConf/appConf',
    'conf.view',
    () => nothing,
    () => appConf,
  ),
  updateAppConf: put(
    '/firmConf/appConf',
    'setting.edit',
    () => appConfDraft,
    () => appConf,
    { feature: 'setting.admin' },
  ),
  ...transferCalls,
}

export const firmConf = { name: 'firmConf', calls }
