import { menuEntry, type MenuName, menuNames } from '../domain/menu.ts'
import type { HandwrittenPage } from '../domain/page.ts'
import { signOnWays } from '../domain/signOn.ts'
import {
  type CallSubject,
  cleanLine,
  defineConfiguration,
  fileAddress,
  flag,
  getCall,
  keysOf,
  emptyInput,
  postCall,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

// The application configuration (`conf.app` in the customer's client). The server answers effective values with all
// defaults filled in (docs/domain.md §6.0). Before sign-in it answers only firm, assets.imgs, login, icp, locale and
// build.

const text = z.string().max(500)
/** Addresses of pictures by the name of their slot. */
export const pictures = z.record(z.string().max(30), text)
/** Switches by name: on or off. */
export const switches = z.record(z.string().max(60), z.union([z.boolean(), flag]))

/** Switches of the mini-program (docs/domain.md §6.8), each with its label and its default. */
export const miniProgramSwitches = {
  home: ['首页', 1],
  officeList: ['律所列表', 1],
  lawyerList: ['律师列表', 1],
  search: ['搜索', 1],
  professionFilter: ['领域筛选', 1],
  trend: ['工作动态', 1],
  article: ['原创文章', 1],
  case: ['典型案例', 1],
  video: ['视频', 1],
  english: ['英文版', 1],
  share: ['转发', 1],
  poster: ['海报', 1],
  saveContact: ['存通讯录', 1],
  map: ['地图导航', 1],
  wechatQr: ['微信二维码', 1],
  consult: ['在线客服', 1],
  register: ['律师注册入口', 1],
  selfEdit: ['律师端编辑', 1],
  stat: ['数据计数', 1],
  follow: ['公众号', 1],
  visitorLogin: ['访客授权', 0],
} as const
export type MiniProgramSwitch = keyof typeof miniProgramSwitches
const miniProgramNames = keysOf(miniProgramSwitches)

const funcSwitch = z.object({
  global: switches,
  card: switches.optional(),
  lawyer: switches.optional(),
  article: switches.optional(),
  audit: switches.optional(),
  security: switches.optional(),
  compliance: switches.optional(),
})

/** A button of the card page (docs/domain.md §6.8). `place`: 1 主按钮, 2 快捷区, 3 更多. */
export const cardMenuButton = z.object({
  key: z.string().max(20),
  label: z.string().max(6),
  labelEn: z.string().max(16),
  icon: text,
  place: z.literal([1, 2, 3]),
  enabled: flag,
  needField: z.string().max(30).nullish(),
})

const writtenButton = z.strictObject({
  ...cardMenuButton.shape,
  label: z.string().overwrite(cleanLine).max(6),
  labelEn: z.string().overwrite(cleanLine).max(16),
})

const login = z.object({
  passwordLogin: flag,
  smsLogin: flag,
  register: flag,
  registerFields: z.array(z.object({ field: z.string(), required: flag })).optional(),
  questionRecovery: flag,
  captcha: z.enum(['auto', 'always']),
  /** A firm's own back-end may omit it. */
  pwdMinLength: z.int().optional(),
  agreementVersion: z.string(),
  /** 1 if people can sign in by passkey. */
  passkey: flag.optional(),
  /** The firm's identity providers, each with the populations that can sign in through it. */
  sso: z
    .array(
      z.object({
        way: z.enum(signOnWays),
        /** Empty for a provider whose name everybody knows. */
        name: z.string(),
        userTypes: z.array(z.literal([1, 2])),
      }),
    )
    .optional(),
})

const assets = z.object({
  imgs: pictures,
  commonImgs: pictures.optional(),
  commonIcons: pictures.optional(),
  icons: pictures.optional(),
})

export const appConfiguration = z.object({
  firm: z.object({
    firmId: z.int().optional(),
    name: z.string(),
    shortName: z.string(),
    nameEn: z.string().nullish(),
  }),
  assets,
  adminFuncSwitch: funcSwitch.optional(),
  mpFuncSwitch: z.object({ global: switches }).optional(),
  cardMenu: z.array(cardMenuButton).optional(),
  login,
  cardReview: z.literal([0, 1, 2]).optional(),
  /** Texts are empty if the firm shows none. */
  icp: z.object({
    icpNo: z.string(),
    psbNo: z.string(),
    icpUrl: z.string().nullish(),
    psbUrl: z.string().nullish(),
    copyright: z.string().nullish(),
  }),
  map: z.object({ provider: z.enum(['tencent', 'amap', 'none']), key: z.string() }).optional(),
  /** 1 if codes of the mini-program (小程序码) can be made. */
  wechatCode: flag.optional(),
  /** The address of the firm's verification page, without a card's code; absent where the firm has none. */
  verificationUrl: text.optional(),
  /** Maximum sizes in MB. */
  upload: z.object({ image: z.int(), video: z.int() }).optional(),
  locale: z.string(),
  /** Versions of the firm's own texts, by language. */
  languages: z.record(z.string(), z.int()).optional(),
  build: z.string(),
  /** 1 in a demo that is emptied each hour; absent elsewhere. */
  demoReset: z.literal(1).optional(),
  version: z.int().optional(),
  /** 审核时限: hours after which a waiting review counts as late. */
  reviewHours: z.int().optional(),
  /** 0 if the firm has no people yet; its administrator then starts with the first steps. */
  hasPeople: flag.optional(),
  /** The additional calls that the back-end serves, such as `GET /articleType/page`; absent means none. */
  additions: z.array(z.string()).optional(),
})
export type AppConfiguration = z.output<typeof appConfiguration>

const address = z.union([
  z.literal(''),
  z.string().max(500, { error: '图片的地址过长', abort: true }).regex(fileAddress, '请上传图片'),
])
const slots = z.record(z.string().max(30), address).optional()

/** Every switch by name. The switches that the operator needs in order to switch others on cannot be off. */
const adminSwitches = z
  .partialRecord(z.enum(menuNames, { error: '没有这个开关' }), z.union([z.boolean(), flag]))
  .check(({ value, issues }) => {
    for (const name of menuNames)
      if (menuEntry(name).isAlwaysOn && value[name] !== undefined && !value[name])
        issues.push({
          code: 'custom',
          path: [name],
          message: `不能关闭${menuEntry(name).label}`,
          input: value,
        })
  })
const miniProgramChoices = z.partialRecord(
  z.enum(miniProgramNames, { error: '没有这个开关' }),
  z.union([z.boolean(), flag]),
)

/**
 * The parts that the operator may change. A given part replaces the stored one; of the pictures, each group does so.
 */
export const appConfSet = z.strictObject({
  adminFuncSwitch: z.strictObject({ global: adminSwitches }).optional(),
  mpFuncSwitch: z.strictObject({ global: miniProgramChoices }).optional(),
  cardMenu: z.array(writtenButton).max(20).optional(),
  assets: z.strictObject({ imgs: slots, commonImgs: slots, commonIcons: slots, icons: slots }).optional(),
})
export type AppConfSet = z.output<typeof appConfSet>

const menuName = z.enum(menuNames, { error: '没有这个开关' })
/** Menu entries that a change affects, and the numbers of active people who have them. */
const affectedEntries = z.object({ menus: z.array(menuName), admins: z.int(), lawyers: z.int() })
const consequences = z.object({ hidden: affectedEntries, shown: affectedEntries })

const pages = {
  imgs: 'setting.assets.images',
  commonImgs: 'setting.assets.commonImages',
  commonIcons: 'setting.assets.commonIcons',
  icons: 'setting.assets.icons',
} as const

/** Each part has a page and a switch of its own. */
const appFeatures = ({ mpFuncSwitch, cardMenu: menu, assets: groups }: CallSubject) => [
  'setting.admin' as const,
  ...(mpFuncSwitch === undefined ? [] : ['setting.miniprogram' as const]),
  ...(menu === undefined ? [] : ['setting.cardMenu' as const]),
  ...Object.entries(pages).flatMap(([group, page]) => (group in Object(groups) ? [page] : [])),
]

const calls = {
  app: getCall(
    '/firm/appconf',
    'public',
    () => emptyInput,
    () => appConfiguration,
  ),
  updateApp: postCall(
    '/firm/appconf',
    'setting.edit',
    () => appConfSet.extend({ version }),
    () => appConfiguration,
    { feature: appFeatures },
  ),
  /** The effect of a change of the back-office's switches, in menu entries and people. Nothing is saved. */
  consequences: getCall(
    '/firm/appconf/consequences',
    'setting.edit',
    () => z.strictObject({ on: z.array(menuName).optional(), off: z.array(menuName).optional() }),
    () => consequences,
    { isAddition: true, feature: 'setting.admin' },
  ),
}

const setting = (menu: MenuName, path: string, page: HandwrittenPage) => {
  const { label, role } = menuEntry(menu)
  return { path: `/app/setting/${path}`, title: label, roles: [role], menu, page } as const
}

/** The configuration has no page of its own; each part has one. */
export const conf = defineConfiguration({
  name: 'conf',
  label: '功能设置',
  fields: {},
  calls,
  pages: {
    admin: setting('setting.admin', 'admin', 'adminSwitches'),
    miniprogram: setting('setting.miniprogram', 'miniprogram', 'mpSwitches'),
    cardMenu: setting('setting.cardMenu', 'card-menu', 'cardMenu'),
    commonImages: setting('setting.assets.commonImages', 'assets-common-images', 'commonImages'),
    images: setting('setting.assets.images', 'assets-images', 'images'),
    commonIcons: setting('setting.assets.commonIcons', 'assets-common-icons', 'commonIcons'),
    icons: setting('setting.assets.icons', 'assets-icons', 'ownIcons'),
    language: setting('setting.operator.language', 'language', 'languages'),
    status: setting('setting.operator.status', 'status', 'status'),
    system: setting('setting.operator.system', 'system', 'systemConfig'),
    signOn: setting('integration.signOn', 'sign-on', 'signOnConfig'),
  },
})
