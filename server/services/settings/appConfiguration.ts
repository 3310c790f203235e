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
import { signOnOffers } from './signOn.ts'
import { smsSettingsFrom, systemSettingsFrom, wechatSettingsFrom } from './systemConfig.ts'
import type { Services } from '../../context/services.ts'
import { configRows } from './configRows.ts'
import { indexFrom, indexKey } from './languages.ts'
import { type SettingValues, settingsOf } from './firmSettings.ts'

// The stored configuration is parsed part by part: a broken part counts as absent, and the others stay.
const { adminFuncSwitch, mpFuncSwitch, cardMenu, assets } = appConfiguration.shape
const storedConfiguration = z.object({
  adminFuncSwitch: adminFuncSwitch.unwrap().partial().catch({}).default({}),
  mpFuncSwitch: mpFuncSwitch.unwrap().partial().catch({}).default({}),
  cardMenu: cardMenu.unwrap().catch([]).default([]),
  assets: assets.partial().catch({}).default({}),
})

const miniProgramDefaults = fromKeys(keysOf(miniProgramSwitches), name => miniProgramSwitches[name][1])

const anyObject = z.looseObject({}).catch({})
const mapSettings = z.object({
  provider: z.enum(['tencent', 'amap', 'none']).catch('none'),
  key: z.string().catch(''),
})

/**
 * The groups besides `global` (docs/domain.md §2): switches derived from other settings, under the client's names.
 */
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

const configurationRows = async (db: Db, firmId: number) => {
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
  const saved = await settingsOf(db, firmId, 'loginRegSet', 'icpSet', 'cardReview', 'cardVerification')
  const rows = await configRows(db, firmId, ['system', indexKey])
  const [system = {}, index] = ['system', indexKey].map(it => rows.get(it)?.value)
  return { firm, saved, system, languages: indexFrom(index) }
}

const loginOf = (settingValues: SettingValues<'loginRegSet'>) => {
  const { passwordLogin, smsLogin, register, questionRecovery, captcha, pwdMinLength, agreementVersion } =
    settingValues
  // The fields that the registration form asks for; none where the firm emptied the list.
  const registerFields = settingValues.registerFields ?? []
  return {
    passwordLogin,
    smsLogin,
    register,
    registerFields,
    questionRecovery,
    captcha,
    pwdMinLength,
    agreementVersion,
    passkey: 1 as const,
  }
}

/** The footer of the pages; empty where the firm does not show it in the back-office. */
const icpOf = ({ icpNo, icpUrl, psbNo, psbUrl, copyright, showInAdmin }: SettingValues<'icpSet'>) =>
  showInAdmin === 1
    ? { icpNo: icpNo ?? '', psbNo: psbNo ?? '', icpUrl, psbUrl, copyright }
    : { icpNo: '', psbNo: '' }

/** Features that are disabled where no SMS can be sent. */
const withoutSms = { smsLogin: 0, register: 0, questionRecovery: 0 } as const

/**
 * The effective configuration (docs/domain.md §6.0), or null without such a firm. `build` names the running
 * program; with `services`, features whose provider is not configured are disabled.
 */
export const appConfigurationOf = async (
  db: Db,
  firmId: number,
  build: string,
  services?: Pick<Services, 'sms' | 'wechat' | 'installation'>,
): Promise<AppConfiguration | null> => {
  const { firm, saved, system, languages } = await configurationRows(db, firmId)
  if (!firm) return null
  const storedParts = storedConfiguration.parse(anyObject.parse(firm.appConfSet))
  return {
    firm: { firmId, name: firm.name, shortName: firm.shortName, nameEn: firm.nameEn },
    assets: {
      imgs: { logo: firm.logo ?? '', ...storedParts.assets.imgs },
      commonImgs: storedParts.assets.commonImgs ?? {},
      commonIcons: storedParts.assets.commonIcons ?? {},
      icons: storedParts.assets.icons ?? {},
    },
    adminFuncSwitch: {
      ...groupsOf(saved.cardReview, saved.loginRegSet),
      global: effectiveSwitches(storedParts.adminFuncSwitch.global ?? {}),
    },
    mpFuncSwitch: { global: { ...miniProgramDefaults, ...storedParts.mpFuncSwitch.global } },
    cardMenu: storedParts.cardMenu,
    login: {
      ...loginOf(saved.loginRegSet),
      sso: signOnOffers(systemSettingsFrom(system)),
      ...(services?.sms.isOn(smsSettingsFrom(system), 'code') === false && withoutSms),
    },
    cardReview: saved.cardReview.cardReview,
    reviewHours: saved.cardReview.slaHours,
    icp: icpOf(saved.icpSet),
    map: mapSettings.parse(anyObject.parse(system['map'] ?? {})),
    wechatCode: services?.wechat.isOn(wechatSettingsFrom(system)) ? 1 : 0,
    ...(saved.cardVerification.isOn === 1 &&
      saved.cardVerification.address && { verificationUrl: saved.cardVerification.address }),
    upload: {
      image: Math.floor(uploadLimits.office.maxSize / 1024 / 1024),
      video: Math.floor(uploadLimits.video.maxSize / 1024 / 1024),
    },
    locale: 'zh-CN',
    languages: Object.fromEntries(Object.entries(languages).map(([name, it]) => [name, it.version])),
    build,
    ...(services?.installation.isDemoReset && { demoReset: 1 }),
    version: firm.version,
    additions: [...additions],
  }
}

/** The part of the configuration that is public before sign-in. */
export const publicConfiguration = ({
  firm,
  assets: { imgs },
  login: methods,
  icp: filing,
  locale,
  languages,
  build,
  demoReset,
}: AppConfiguration) => ({
  firm: {
    firmId: firm.firmId,
    name: firm.name,
    shortName: firm.shortName,
    ...(firm.nameEn && { nameEn: firm.nameEn }),
  },
  assets: { imgs },
  login: methods,
  icp: filing,
  locale,
  languages,
  build,
  ...(demoReset && { demoReset }),
})
