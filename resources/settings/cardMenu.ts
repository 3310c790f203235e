import { withLazyProperties } from '../kit/lazily.ts'
import { optional, rows, select, text, toggle } from '../kit/index.ts'

import { icon } from './icons.ts'

const buttons = [
  ['call', '拨打电话'],
  ['saveContact', '存入通讯录'],
  ['wechat', '加微信'],
  ['email', '复制邮箱'],
  ['navigate', '导航'],
  ['share', '分享'],
  ['poster', '海报'],
  ['qrcode', '名片码'],
  ['consult', '咨询'],
  ['articles', '文章'],
  ['video', '视频'],
  ['homepage', '官网'],
  ['otherMp', '其他小程序'],
  ['langSwitch', '中英切换'],
] as const

/** Number of buttons that fit side by side. */
const mostMain = 3

const list = rows(
  '名片按钮',
  {
    key: select('按钮', buttons),
    enabled: toggle('显示'),
    label: text('文字', { max: 6 }),
    labelEn: text('英文文字', { max: 16 }),
    icon: icon('图标'),
    place: select('位置', [
      [1, '主按钮'],
      [2, '快捷区'],
      [3, '更多'],
    ]),
    needField: optional(
      select('所需内容', [
        ['mobile', '手机'],
        ['phone', '座机'],
        ['email', '邮箱'],
        ['wechatNo', '微信号'],
        ['wechatQr', '微信二维码'],
        ['video', '视频介绍'],
      ]),
    ),
  },
  { max: 20, rowPerOptionOf: 'key', hint: '名片缺少所需内容，或律师没有公开该内容时，按钮不显示' },
)

const fields = {
  cardMenu: withLazyProperties(list, {
    schema: () =>
      list.schema.refine(
        all => all.filter(({ place, enabled }) => place === 1 && enabled === 1).length <= mostMain,
        `主按钮最多显示${mostMain}个，请把其余的改到快捷区或更多`,
      ),
  }),
}

const button = { enabled: 1, needField: null } as const

/** 名片按钮 (docs/domain.md §6.8). */
export const cardMenu = {
  fields,
  form: { 名片按钮: ['cardMenu'] },
  initial: {
    cardMenu: [
      {
        ...button,
        key: 'call',
        label: '拨打电话',
        labelEn: 'Call',
        icon: 'phone',
        place: 1,
        needField: 'mobile',
      },
      { ...button, key: 'saveContact', label: '存入通讯录', labelEn: 'Save contact', icon: 'save', place: 1 },
      {
        ...button,
        key: 'wechat',
        label: '加微信',
        labelEn: 'WeChat',
        icon: 'wechat',
        place: 2,
        needField: 'wechatNo',
      },
      {
        ...button,
        key: 'email',
        label: '复制邮箱',
        labelEn: 'E-mail',
        icon: 'mail',
        place: 2,
        needField: 'email',
      },
      { ...button, key: 'navigate', label: '导航', labelEn: 'Directions', icon: 'address', place: 2 },
      { ...button, key: 'share', label: '分享', labelEn: 'Share', icon: 'share', place: 2 },
      { ...button, key: 'poster', label: '海报', labelEn: 'Poster', icon: 'poster', place: 3 },
      { ...button, key: 'qrcode', label: '名片码', labelEn: 'QR code', icon: 'qrcode', place: 3 },
      {
        ...button,
        key: 'consult',
        label: '咨询',
        labelEn: 'Enquire',
        icon: 'wechat',
        place: 3,
        enabled: 0,
      },
      { ...button, key: 'articles', label: '文章', labelEn: 'Articles', icon: 'tabArticle', place: 3 },
      {
        ...button,
        key: 'video',
        label: '视频',
        labelEn: 'Video',
        icon: 'like',
        place: 3,
        needField: 'video',
      },
      { ...button, key: 'homepage', label: '官网', labelEn: 'Website', icon: 'web', place: 3 },
      {
        ...button,
        key: 'otherMp',
        label: '其他小程序',
        labelEn: 'More apps',
        icon: 'filter',
        place: 3,
        enabled: 0,
      },
      { ...button, key: 'langSwitch', label: '中英切换', labelEn: 'English', icon: 'language', place: 3 },
    ],
  },
} as const
