import { eq } from 'drizzle-orm'
import { z } from 'zod'

import { additions } from '../../../resources/index.ts'
import { effectiveSwitches } from '../../../resources/domain/menu.ts'
import {
  appConfiguration,
  type AppConfiguration,
  miniProgramSwitches,
} from '../../../resources/settings/app.ts'
import { uploadLimits } from '../../../resources/uploads.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { smsSettingsFrom, wechatSettingsFrom } from './systemConfig.ts'
import type { Services } from '../../context/services.ts'
import { configRows } from './configRows.ts'
import { indexFrom, indexKey } from './languages.ts'
import { type SettingValues, settingsOf } from './firmSettings.ts'

// What was stored is read part by part: a broken part is as if it were not there, and the others stay.
const { adminFuncSwitch, mpFuncSwitch, cardMenu, assets } = appConfiguration.shape
const stored = z.object({
  adminFuncSwitch: adminFuncSwitch.unwrap().partial().catch({}).default({}),
  mpFuncSwitch: mpFuncSwitch.unwrap().partial().catch({}).default({}),
  cardMenu: cardMenu.unwrap().catch([]).default([]),
  assets: assets.partial().catch({}).default({}),
})

const miniProgramDefaults = fromKeys(keysOf(miniProgramSwitches), name => miniProgramSwitches[name][1])

const whole = z.looseObject({}).catch({})
const map = z.object({
  provider: z.enum(['tencent', 'amap', 'none']).catch('none'),
  key: z.string().catch(''),
})

/** The groups beside `global` (domain.md §2): what other settings say of these functions, under the client's names. */
const groupsOf = (review: SettingValues<'cardReview'>, { singleSession }: SettingValues<'loginRegSet'>) => {
  const { l4Lawyer, l4Card, l3Article, selfHide, selfAudit, compliance } = review
  return {
    card: { create: 1, delete: 1, english: 1, poster: 1, print: 1 },
    lawyer: { import: 1, export: 1, selfHide, selfAudit },
    article: { schedule: 1, wechatImport: 0, video: 1 },
    audit: { l4Lawyer, l4Card, l3Article },
    security: { totp: 0, singleSession },
    compliance: { enabled: compliance > 0 ? 1 : 0, block: compliance === 2 ? 1 : 0 },
  } as const
}

const rowsOf = async (db: Db, firmId: number) => {
  const [firm] = await db
    .select({
      name: firms.name,
      shortName: firms.shortName,
      nameEn: firms.nameEn,
      logo: firms.logo,
      appConfSet: firms.appConfSet,
      version: firms.version,
    })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  const saved = await settingsOf(db, firmId, 'loginRegSet', 'icpSet', 'cardReview')
  const rows = await configRows(db, firmId, ['system', indexKey])
  const [system = {}, index] = ['system', indexKey].map(it => rows.get(it)?.value)
  return { firm, saved, system, languages: indexFrom(index) }
}

const loginOf = (set: SettingValues<'loginRegSet'>) => {
  const { passwordLogin, smsLogin, register, questionRecovery, captcha, pwdMinLength, agreementVersion } = set
  // What a form asks for who has no account; none where the firm emptied the list.
  const registerFields = set.registerFields ?? []
  return {
    passwordLogin,
    smsLogin,
    register,
    registerFields,
    questionRecovery,
    captcha,
    pwdMinLength,
    agreementVersion,
  }
}

/** What stands at the foot of the pages; nothing where the firm does not show it in the back-office. */
const icpOf = ({ icpNo, icpUrl, psbNo, psbUrl, copyright, showInAdmin }: SettingValues<'icpSet'>) =>
  showInAdmin === 1
    ? { icpNo: icpNo ?? '', psbNo: psbNo ?? '', icpUrl, psbUrl, copyright }
    : { icpNo: '', psbNo: '' }

/** What is off where no SMS can be sent. */
const needSms = { smsLogin: 0, register: 0, questionRecovery: 0 } as const

/**
 * The effective configuration (domain.md §6.0), or null without such a firm. `build` names the running program; with
 * `services`, what needs one is off where none can be sent.
 */
export const appConfigurationOf = async (
  db: Db,
  firmId: number,
  build: string,
  services?: Pick<Services, 'sms' | 'wechat'>,
): Promise<AppConfiguration | null> => {
  const { firm, saved, system, languages } = await rowsOf(db, firmId)
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
    adminFuncSwitch: {
      ...groupsOf(saved.cardReview, saved.loginRegSet),
      global: effectiveSwitches(given.adminFuncSwitch.global ?? {}),
    },
    mpFuncSwitch: { global: { ...miniProgramDefaults, ...given.mpFuncSwitch.global } },
    cardMenu: given.cardMenu,
    login: {
      ...loginOf(saved.loginRegSet),
      ...(services?.sms.isOn(smsSettingsFrom(system), 'code') === false && needSms),
    },
    cardReview: saved.cardReview.cardReview,
    reviewHours: saved.cardReview.slaHours,
    icp: icpOf(saved.icpSet),
    map: map.parse(whole.parse(system['map'] ?? {})),
    wechatCode: services?.wechat.isOn(wechatSettingsFrom(system)) ? 1 : 0,
    upload: {
      image: Math.floor(uploadLimits.office.maxSize / 1024 / 1024),
      video: Math.floor(uploadLimits.video.maxSize / 1024 / 1024),
    },
    locale: 'zh-CN',
    languages: Object.fromEntries(Object.entries(languages).map(([name, it]) => [name, it.version])),
    build,
    version: firm.version,
    additions: [...additions],
  }
}

/** What anybody may know before he signs in. */
export const publicPart = ({
  firm,
  assets: { imgs },
  login: methods,
  icp: filing,
  locale,
  languages,
  build,
}: AppConfiguration) => ({
  firm: { firmId: firm.firmId, name: firm.name, shortName: firm.shortName },
  assets: { imgs },
  login: methods,
  icp: filing,
  locale,
  languages,
  build,
})
