import {
  defineSetting,
  image,
  multiSelect,
  optional,
  reference,
  rows,
  select,
  text,
  toggle,
  url,
} from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const frame = { ratio: [5, 4], minWidth: 500, minHeight: 400 } as const
const variables = '可用变量 {姓名}{职位}{律所}{领域}'

const fields = {
  cardCoverMode: select('名片分享封面', [
    [1, '名片截图'],
    [2, '律师头像合成'],
    [3, '统一封面'],
    [4, '分所封面'],
  ]),
  cover: optional(image('统一封面', { scene: 'asset', frame })),
  orgCovers: optional(
    rows(
      '分所封面',
      { organizationId: reference('律所', 'offices'), url: image('封面', { scene: 'asset', frame }) },
      { max: 200 },
    ),
  ),
  cardTitle: text('分享标题', { max: 40, hint: variables }),
  cardTitleEn: optional(text('英文分享标题', { max: 40, hint: variables })),
  homeTitle: optional(text('首页分享标题', { max: 40 })),
  homeCover: optional(image('首页分享封面', { scene: 'asset', frame })),
  articleTitle: optional(text('文章分享标题', { max: 40 })),
  allowForward: toggle('允许转发'),
  allowTimeline: toggle('允许分享到朋友圈'),
  posterStyles: optional(
    multiSelect('可用海报', [
      [1, '经典'],
      [2, '商务'],
      [3, '极简'],
    ]),
  ),
  /** Address that a card's code opens. The product adds `k` with the card's code and, for an English card, `l=EN`. */
  cardUrl: optional(
    url('名片链接', {
      max: 120,
      hint: '名片码打开的地址，如在微信公众平台登记的“扫普通链接二维码打开小程序”规则；不填时为律所官网',
    }),
  ),
}

/** 分享封面 (docs/domain.md §6.3). */
export const shareCover = defineSetting({
  ...operationSetting,
  name: 'shareCover',
  label: '分享封面',
  path: '/firmConf/shareCover',
  route: settingRoute('conf.mpShare', '/app/conf/miniprogram-share'),
  fields,
  form: {
    名片: ['cardCoverMode', 'cover', 'orgCovers', 'cardTitle', 'cardTitleEn'],
    首页与文章: ['homeTitle', 'homeCover', 'articleTitle'],
    分享方式: ['allowForward', 'allowTimeline', 'posterStyles', 'cardUrl'],
  },
  initial: {
    cardCoverMode: 2,
    cardTitle: '您好，我是{律所}{姓名}{职位}，这是我的名片',
    allowForward: 1,
    allowTimeline: 1,
    posterStyles: [1, 2, 3],
  },
})
