import { defineSetting, image, multiSelect, optional, rows, text, toggle } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  accountName: optional(text('公众号名称', { max: 30 })),
  wechatId: optional(text('微信号', { max: 30 })),
  qrcodeUrl: optional(
    image('二维码', { scene: 'asset', frame: { ratio: [1, 1], minWidth: 300, minHeight: 300 } }),
  ),
  tip: optional(text('提示语', { max: 40 })),
  tipEn: optional(text('英文提示语', { max: 40 })),
  positions: optional(
    multiSelect('显示位置', [
      ['home', '首页'],
      ['card', '名片页'],
      ['article', '文章页'],
      ['office', '律所页'],
    ]),
  ),
  useComponent: toggle('使用关注组件', { hint: '仅扫码进入且已关联公众号时有效' }),
  enabled: toggle('启用'),
  extra: optional(
    rows(
      '其他二维码',
      {
        title: text('名称', { max: 20, hint: '如 视频号、企业微信客服' }),
        qrcodeUrl: image('二维码', { scene: 'asset', frame: { ratio: [1, 1], minWidth: 300 } }),
      },
      { max: 3 },
    ),
  ),
}

/** 律所公众号二维码 (docs/domain.md §6.7). */
export const qrcode = defineSetting({
  ...operationSetting,
  name: 'qrcode',
  label: '律所公众号二维码',
  path: '/firmConf/qrcode',
  route: settingRoute('conf.qrcode', '/app/conf/firm-qrcode'),
  fields,
  form: {
    公众号: ['enabled', 'accountName', 'wechatId', 'qrcodeUrl'],
    显示: ['positions', 'tip', 'tipEn', 'useComponent'],
    其他二维码: ['extra'],
  },
  initial: { tip: '长按识别关注', useComponent: 0, enabled: 1 },
})
