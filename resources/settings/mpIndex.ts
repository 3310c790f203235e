import {
  datetime,
  group,
  image,
  integer,
  linkTarget,
  optional,
  references,
  rows,
  select,
  text,
  toggle,
} from '../kit/index.ts'

import { colour } from '../domain/colour.ts'
import { icon } from './icons.ts'

/** Target of a picture or an entry; the format of the value depends on the type. */
const link = {
  linkType: select('链接到', [
    [0, '无'],
    [1, '文章'],
    [2, '律师'],
    [3, '律所'],
    [4, '网页'],
    [5, '小程序'],
  ]),
  linkValue: optional(
    text('链接内容', {
      max: 500,
      pattern: [linkTarget, '请填写编号、以 https:// 开头的网址或小程序路径'],
      hint: '编号、网址或小程序路径',
    }),
  ),
}

const banner = {
  image: image('图片', { scene: 'asset', frame: { ratio: [15, 8], minWidth: 750, minHeight: 400 } }),
  title: optional(text('标题', { max: 30 })),
  ...link,
  startAt: optional(datetime('开始展示')),
  endAt: optional(datetime('结束展示')),
  enabled: toggle('启用'),
}
const entry = {
  icon: icon('图标'),
  label: text('名称', { max: 5 }),
  labelEn: optional(text('英文名称', { max: 16 })),
  ...link,
  enabled: toggle('启用'),
}

/** Modules of the home page, each at most once, in the order shown. */
export const homeModules = [
  ['firmIntro', '律所介绍'],
  ['professions', '专业领域'],
  ['lawyers', '推荐律师'],
  ['offices', '办公室'],
  ['trend', '工作动态'],
  ['article', '原创文章'],
  ['case', '典型案例'],
  ['video', '视频'],
  ['contact', '联系我们'],
  ['officialAccount', '公众号'],
  ['footer', '版权备案'],
] as const

const module = {
  key: select('模块', homeModules),
  enabled: toggle('显示'),
  title: text('标题', { max: 20 }),
  titleEn: optional(text('英文标题', { max: 40 })),
  style: optional(
    select('样式', [
      [1, '列表'],
      [2, '卡片'],
      [3, '横向滑动'],
    ]),
  ),
  limit: optional(integer('显示数量', { min: 0, max: 50 })),
}
const tab = {
  key: select('页面', [
    ['home', '首页'],
    ['lawyers', '律师@page'],
    ['articles', '文章'],
    ['offices', '律所@page'],
    ['mine', '我的@page'],
  ]),
  label: text('名称', { max: 4 }),
  icon: icon('图标'),
  iconActive: icon('选中时的图标'),
}

const fields = {
  themeColor: colour('主题色'),
  navStyle: select('导航栏样式', [
    [1, '浅色'],
    [2, '深色'],
  ]),
  englishEnabled: toggle('启用英文版'),
  banners: optional(rows('轮播图', banner, { max: 8 })),
  bannerInterval: integer('轮播间隔', { min: 2, max: 10, unit: '秒' }),
  nav: optional(rows('导航入口', entry, { max: 10, allowedCounts: [0, 4, 5, 8, 10] })),
  modules: rows('首页模块', module, { max: 11, rowPerOptionOf: 'key' }),
  recommend: group('推荐律师', {
    mode: select('方式', [
      [1, '按排序方式自动'],
      [2, '手动选择'],
    ]),
    ids: optional(references('律师', 'authors', { max: 12 })),
  }),
  notice: optional(
    group('公告条', {
      text: optional(text('内容', { max: 60 })),
      startAt: optional(datetime('开始展示')),
      endAt: optional(datetime('结束展示')),
    }),
  ),
  tabBar: rows('底部导航', tab, { max: 5, allowedCounts: [3, 4, 5] }),
}

/** 小程序首页 (docs/domain.md §6.1). Lists are shown in their order. */
export const mpIndex = {
  fields,
  form: {
    外观: ['themeColor', 'navStyle', 'englishEnabled'],
    轮播图: ['banners', 'bannerInterval', 'notice'],
    导航入口: ['nav'],
    首页模块: ['modules', 'recommend'],
    底部导航: ['tabBar'],
  },
} as const
