import { optional, text } from '../kit/index.ts'

const appId = [/^wx[0-9a-f]{16}$/, 'AppID应以wx开头,共18位'] as const
const originalId = [/^gh_[0-9a-f]{12}$/, '原始ID应以gh_开头,共15位'] as const

/** 小程序名称, the head of domain.md §6.1. */
export const mpName = {
  mpName: text('小程序名称', { max: 30 }),
  mpNameEn: optional(text('英文名', { max: 60 })),
  mpIntro: optional(text('简介', { max: 120, isMultiline: true })),
  mpAppId: optional(text('AppID', { max: 18, pattern: appId })),
  originalId: optional(text('原始ID', { max: 15, pattern: originalId })),
}
