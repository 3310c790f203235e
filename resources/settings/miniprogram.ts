import { flag, id, version } from '../kit/index.ts'

import { z } from 'zod'

// 小程序配置 (/firm/mpconf): the home page and the card page (domain.md §6.1, §6.2), saved as a draft or published.

const picture = z.string().max(500)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, '请输入正确的颜色,如 #1F3A5F')
const order = z.int().min(0).max(999)
/** 0 无, 1 文章, 2 律师, 3 律所, 4 网页, 5 小程序. */
const link = {
  linkType: z.literal([0, 1, 2, 3, 4, 5]),
  linkValue: z.string().max(500).nullish(),
}

const banner = z.strictObject({
  image: picture,
  title: z.string().max(30).nullish(),
  ...link,
  startAt: z.iso.datetime({ offset: true }).nullish(),
  endAt: z.iso.datetime({ offset: true }).nullish(),
  enabled: flag,
  sort: order,
})
const entry = z.strictObject({
  icon: picture,
  label: z.string().min(1).max(5),
  labelEn: z.string().max(16).nullish(),
  ...link,
  enabled: flag,
  sort: order,
})
const module = z.strictObject({
  key: z.enum([
    'firmIntro',
    'professions',
    'lawyers',
    'offices',
    'trend',
    'article',
    'case',
    'video',
    'contact',
    'officialAccount',
    'footer',
  ]),
  enabled: flag,
  title: z.string().max(20),
  titleEn: z.string().max(40).nullish(),
  style: z.int().min(1).max(9).nullish(),
  limit: z.int().min(0).max(50).nullish(),
})
const tab = z.strictObject({
  key: z.string().max(20),
  label: z.string().min(1).max(4),
  icon: picture,
  iconActive: picture,
})

const home = z.strictObject({
  themeColor: colour,
  /** 1 浅色, 2 深色. */
  navStyle: z.literal([1, 2]),
  banners: z.array(banner).max(8, '轮播图最多8张'),
  /** Seconds. */
  bannerInterval: z.int().min(2).max(10),
  nav: z
    .array(entry)
    .refine(entries => [0, 4, 5, 8, 10].includes(entries.length), '导航入口应为0、4、5、8或10个'),
  modules: z.array(module).max(11),
  /** 1 自动, 2 手选. */
  recommend: z.strictObject({ mode: z.literal([1, 2]), ids: z.array(id).max(12) }),
  notice: z
    .strictObject({
      text: z.string().max(60),
      startAt: z.iso.datetime({ offset: true }).nullish(),
      endAt: z.iso.datetime({ offset: true }).nullish(),
    })
    .nullish(),
  tabBar: z.array(tab).min(3, '底部导航至少3项').max(5, '底部导航最多5项'),
  englishEnabled: flag,
})

const block = z.strictObject({
  key: z.enum([
    'intro',
    'professions',
    'education',
    'work',
    'social',
    'honours',
    'publications',
    'cases',
    'clients',
    'articles',
    'video',
    'office',
    'map',
  ]),
  enabled: flag,
  title: z.string().max(20),
  titleEn: z.string().max(40).nullish(),
  collapsed: flag,
})
const headField = z.enum([
  'name',
  'nameEn',
  'position',
  'titles',
  'office',
  'team',
  'phone',
  'mobile',
  'email',
  'address',
  'licence',
])

const cardPage = z.strictObject({
  /** 1 经典, 2 商务, 3 极简. */
  template: z.literal([1, 2, 3]),
  background: picture.nullish(),
  textColor: colour.nullish(),
  headFields: z.array(headField).max(11),
  blocks: z.array(block).max(13),
  /** Names of card fields. */
  requiredFields: z.array(z.string().max(30)).max(40),
  /** Card field to 1 免审, 2 需审, 3 锁定. */
  policy: z.record(z.string().max(30), z.literal([1, 2, 3])),
  /** 1 直接显示, 2 点击显示, 3 登录后显示. */
  phoneReveal: z.literal([1, 2, 3]),
  langSwitch: flag,
  watermark: flag,
  disclaimer: z.string().max(200),
  articleLimit: z.int().min(0).max(20),
  completenessWeights: z.record(z.string().max(30), z.int().min(0).max(100)),
})

export const mpConfiguration = z.object({ index: home, card: cardPage, version: z.int() })

/** `draft` 1 keeps the change to the editors; 0 publishes it. */
export const mpPatch = z.strictObject({
  draft: flag.default(0),
  index: home.partial().optional(),
  card: cardPage.partial().optional(),
  version,
})
