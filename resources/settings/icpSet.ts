import { defineSetting, optional, text, toggle, url } from '../kit/index.ts'
import { systemSetting, settingRoute } from './settingRoute.ts'

const filing = [
  /^[\u4e00-\u9fa5]ICP备\d{6,10}号(-\d+[A-Z]?)?$/,
  '请输入正确的备案号，如 沪ICP备12345678号-1',
] as const

const fields = {
  icpNo: optional(text('ICP备案号', { max: 30, pattern: filing })),
  mpIcpNo: optional(text('小程序备案号', { max: 30, pattern: filing })),
  icpUrl: optional(url('备案查询网址')),
  psbNo: optional(text('公安备案号', { max: 14, pattern: [/^\d{14}$/, '公安备案号应为14位数字'] })),
  psbUrl: optional(url('公安备案网址')),
  copyright: optional(text('版权信息', { max: 80 })),
  showInAdmin: toggle('在后台显示'),
  showInMp: toggle('在小程序显示'),
}

/** ICP 备案号 (docs/domain.md §6.8). Since September 2023 mini-programs need a filing of their own. */
export const icpSet = defineSetting({
  ...systemSetting,
  name: 'icpSet',
  label: 'ICP备案号',
  path: '/firmConf/icpSet',
  route: settingRoute('setting.icp', '/app/setting/icp'),
  fields,
  form: {
    网站备案: ['icpNo', 'icpUrl', 'psbNo', 'psbUrl'],
    小程序备案: ['mpIcpNo'],
    显示: ['copyright', 'showInAdmin', 'showInMp'],
  },
  initial: { icpUrl: 'https://beian.miit.gov.cn', showInAdmin: 1, showInMp: 1 },
})
