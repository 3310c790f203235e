import { optional, text, toggle, url } from '../kit/index.ts'

const filing = [
  /^[\u4e00-\u9fa5]ICP备\d{6,10}号(-\d+[A-Z]?)?$/,
  '请输入正确的备案号,如 沪ICP备12345678号-1',
] as const

/** ICP 备案号, domain.md §6.8. Mini-programs need a filing of their own since 2023-09. */
export const icpSet = {
  icpNo: optional(text('ICP备案号', { max: 30, pattern: filing })),
  mpIcpNo: optional(text('小程序备案号', { max: 30, pattern: filing })),
  icpUrl: optional(url('备案查询网址')),
  psbNo: optional(text('公安备案号', { max: 14, pattern: [/^\d{14}$/, '公安备案号应为14位数字'] })),
  psbUrl: optional(url('公安备案网址')),
  copyright: optional(text('版权信息', { max: 80 })),
  showInAdmin: toggle('在后台显示'),
  showInMp: toggle('在小程序显示'),
}
