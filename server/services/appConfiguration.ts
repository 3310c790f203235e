import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'

import { effectiveSwitches, type FeatureSwitches } from '../../resources/kit/index.ts'
import { appConfiguration, type AppConfiguration } from '../../resources/settings/app.ts'
import { uploadLimits } from '../../resources/uploads.ts'
import type { Db } from '../db/open.ts'
import { firmConfigs, firms } from '../db/tables.ts'
import { loginSettings } from './loginSettings.ts'

/** The groups beside `global` (domain.md §2), each switch with its default. */
const groups = {
  card: { create: 1, delete: 1, english: 1, poster: 1, print: 1 },
  lawyer: { import: 1, export: 1, selfHide: 1, selfAudit: 0 },
  article: { schedule: 1, wechatImport: 0, video: 1 },
  audit: { l4Lawyer: 1, l4Card: 1, l3Article: 1 },
  security: { totp: 0, singleSession: 0 },
  compliance: { enabled: 1, block: 0 },
} as const

/** Of the mini-program (domain.md §6.8). */
const miniProgram = Object.fromEntries(
  (
    'home officeList lawyerList search professionFilter trend article case video english share poster saveContact map ' +
    'wechatQr consult register selfEdit stat follow'
  )
    .split(' ')
    .map(name => [name, 1]),
)

// What was stored is read part by part: a broken part is as if it were not there, and the others stay.
const { adminFuncSwitch, mpFuncSwitch, cardMenu, assets } = appConfiguration.shape
const stored = z.object({
  adminFuncSwitch: adminFuncSwitch.unwrap().partial().catch({}).default({}),
  mpFuncSwitch: mpFuncSwitch.unwrap().partial().catch({}).default({}),
  cardMenu: cardMenu.unwrap().catch([]).default([]),
  assets: assets.partial().catch({}).default({}),
})

const whole = z.looseObject({}).catch({})
const icp = z.object({ icpNo: z.string().catch(''), psbNo: z.string().catch('') })
const map = z.object({
  provider: z.enum(['tencent', 'amap', 'none']).catch('none'),
  key: z.string().catch(''),
})
const review = z.object({ cardReview: z.literal([0, 1, 2]).catch(1) })
const login = z.object({ agreementVersion: z.string().catch('1') })

const withDefaults = (given: z.output<typeof stored>['adminFuncSwitch']) => ({
  ...Object.fromEntries(
    Object.entries(groups).map(([name, defaults]) => [
      name,
      { ...defaults, ...given[name as keyof typeof groups] },
    ]),
  ),
  global: effectiveSwitches((given.global ?? {}) as FeatureSwitches),
})

const rowsOf = async (db: Db, firmId: number) => {
  const [firm] = await db.select().from(firms).where(eq(firms.firmId, firmId))
  const keys = ['loginRegSet', 'icpSet', 'cardReview', 'system']
  const configs = await db
    .select({ key: firmConfigs.key, value: firmConfigs.value })
    .from(firmConfigs)
    .where(and(eq(firmConfigs.firmId, firmId), inArray(firmConfigs.key, keys)))
  return { firm, configOf: (key: string) => whole.parse(configs.find(it => it.key === key)?.value ?? {}) }
}

const loginOf = (value: object) => {
  const { passwordLogin, smsLogin, register, questionRecovery, captcha, pwdMinLength } =
    loginSettings.parse(value)
  const doors = { passwordLogin, smsLogin, register, questionRecovery }
  return { ...doors, captcha, pwdMinLength, ...login.parse(value) }
}

/** The effective configuration (domain.md §6.0), or null without such a firm. `build` names the running program. */
export const appConfigurationOf = async (
  db: Db,
  firmId: number,
  build: string,
): Promise<AppConfiguration | null> => {
  const { firm, configOf } = await rowsOf(db, firmId)
  if (!firm) return null
  const given = stored.parse(whole.parse(firm.appConfSet))
  return {
    firm: { firmId, name: firm.name, shortName: firm.shortName, nameEn: firm.nameEn },
    assets: {
      imgs: { logo: firm.logo ?? '', ...given.assets.imgs },
      commonImgs: given.assets.commonImgs ?? {},
      commonIcons: given.assets.commonIcons ?? {},
      icons: given.assets.icons ?? {},
    },
    adminFuncSwitch: withDefaults(given.adminFuncSwitch),
    mpFuncSwitch: { global: { ...miniProgram, visitorLogin: 0, ...given.mpFuncSwitch.global } },
    cardMenu: given.cardMenu,
    login: loginOf(configOf('loginRegSet')),
    ...review.parse(configOf('cardReview')),
    icp: icp.parse(configOf('icpSet')),
    map: map.parse(whole.parse(configOf('system')['map'] ?? {})),
    upload: {
      image: Math.floor(uploadLimits.office.maxSize / 1024 / 1024),
      video: Math.floor(uploadLimits.video.maxSize / 1024 / 1024),
    },
    locale: 'zh-CN',
    build,
    version: firm.version,
  }
}

/** What anybody may know before he signs in. */
export const publicPart = ({
  firm,
  assets: { imgs },
  login: doors,
  icp: filing,
  locale,
  build,
}: AppConfiguration) => ({
  firm: { name: firm.name, shortName: firm.shortName },
  assets: { imgs },
  login: doors,
  icp: filing,
  locale,
  build,
})
