import { defineSetting, optional, text } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const appId = [/^wx[0-9a-f]{16}$/, 'AppID应以wx开头，共18位'] as const
const originalId = [/^gh_[0-9a-f]{12}$/, '原始ID应以gh_开头，共15位'] as const

const fields = {
  mpName: optional(text('小程序名称', { max: 30, hint: '不填时用律所简称' })),
  mpNameEn: optional(text('英文名', { max: 60 })),
  mpIntro: optional(text('简介', { max: 120, isMultiline: true })),
  mpAppId: optional(text('AppID', { max: 18, pattern: appId })),
  originalId: optional(text('原始ID', { max: 15, pattern: originalId })),
}

/** 小程序名称, the first part of docs/domain.md §6.1. */
export const mpName = defineSetting({
  ...operationSetting,
  name: 'mpName',
  label: '小程序名称',
  path: '/firmConf/mpName',
  // The name is edited on the page of the mini-program's home screen.
  route: settingRoute('conf.mpIndex', '/app/conf/miniprogram-index', { page: 'mpIndex' }),
  isProposable: true,
  fields,
  form: { 名称: ['mpName', 'mpNameEn', 'mpIntro'], 标识: ['mpAppId', 'originalId'] },
  initial: {},
})
