import { defineSetting, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  hasLawyers: toggle('提供律师名片', {
    hint: '只含已发布并展示的名片；联系方式只含设为“公开”的',
  }),
  hasArticles: toggle('提供内容', {
    hint: '只含已发布的内容，小程序关闭的栏目不提供',
  }),
}

/** 官网数据接口: what the firm's website may read without signing in, as JSON-LD. */
export const websiteFeed = defineSetting({
  ...operationSetting,
  name: 'websiteFeed',
  label: '官网数据接口',
  path: '/firmConf/websiteFeed',
  route: settingRoute('integration.feed', '/app/conf/website-feed'),
  fields,
  addresses: { 律师名片的地址: '/feed/lawyers', 内容的地址: '/feed/articles' },
  initial: { hasLawyers: 0, hasArticles: 0 },
  isAddition: true,
})
