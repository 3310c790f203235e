import { z } from 'zod'

import { isPlainObject } from '../../../resources/kit/index.ts'
import { systemParts } from '../../../resources/settings/system.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRow } from './configRows.ts'
import { openSecrets } from './systemSecrets.ts'
import type { SmsSettings, WechatSettings } from '../../context/services.ts'

// 系统配置 (/system/config): the firm's connections to external services. It contains secrets, which stay on the
// server.

/** The defaults until the settings are saved. */
const defaults = {
  map: { provider: 'none', key: '' },
  wechat: { appId: '', page: 'pages/card/index' },
  official: { appId: '' },
  sso: { admins: 0, lawyers: 0, name: '', issuer: '', clientId: '', match: 'mobile', claim: '' },
  wecom: { admins: 0, lawyers: 0, corpId: '', agentId: '', byAccount: 0 },
  wecomApp: { isOn: 0 },
  directory: {
    provider: 'none',
    appId: '',
    fields: null,
    personType: 1,
    organizationId: null,
    offices: null,
  },
  security: { singleSession: 0, strictVersion: 1, logMonths: null },
} as const

/** An invalid stored value, for example from an old import, counts as not set. */
const sms = z.object({
  provider: z.enum(['', 'aliyun', 'tencent']).catch(''),
  sign: z.string().catch(''),
  keyId: z.string().catch(''),
  secret: z.string().catch(''),
  appId: z.string().catch(''),
  templates: z.object({ code: z.string(), initialPassword: z.string() }).partial().catch({}),
})

const { map, wechat, official, robot, sso, wecom, wecomApp, directory, security } = systemParts()
/** A part that cannot be parsed counts as never saved. */
const storedSettings = z.object({
  map: map.catch({}),
  sms: sms.catch(sms.parse({})),
  wechat: wechat.catch({}),
  official: official.catch({}),
  robot: robot.catch({}),
  sso: sso.catch({}),
  wecom: wecom.catch({}),
  wecomApp: wecomApp.catch({}),
  directory: directory.catch({}),
  security: security.catch({}),
})

/** Every part of the settings of a stored row, with the defaults and with the secrets in clear. */
export const systemSettingsFrom = (value: Record<string, unknown>) => {
  const storedParts = storedSettings.parse(openSecrets(value))
  return {
    map: { ...defaults.map, ...storedParts.map },
    sms: storedParts.sms,
    wechat: { ...defaults.wechat, ...storedParts.wechat },
    official: { ...defaults.official, ...storedParts.official },
    robot: { ...storedParts.robot },
    sso: { ...defaults.sso, ...storedParts.sso },
    wecom: { ...defaults.wecom, ...storedParts.wecom },
    wecomApp: { ...defaults.wecomApp, ...storedParts.wecomApp },
    directory: { ...defaults.directory, ...storedParts.directory },
    security: { ...defaults.security, ...storedParts.security },
  }
}
export type SystemSettings = ReturnType<typeof systemSettingsFrom>

const readSystemSettings = async (db: Db, firmId: number) =>
  systemSettingsFrom((await configRow(db, firmId, 'system')).value)

/** 短信服务 of a firm, including its secret. */
export const smsSettingsFrom = (value: unknown): SmsSettings =>
  systemSettingsFrom(isPlainObject(value) ? value : {}).sms

const wechatSettings = z.object({
  appId: z.string().catch(''),
  secret: z.string().catch(''),
  page: z.string().catch(defaults.wechat.page),
})

/** 微信小程序 of a firm, including its secret. */
export const wechatSettingsFrom = (value: unknown): WechatSettings =>
  wechatSettings.parse(systemSettingsFrom(isPlainObject(value) ? value : {}).wechat)

export const wechatSettingsOf = async (db: Db, firmId: number) =>
  wechatSettingsFrom((await configRow(db, firmId, 'system')).value)

export const securityOf = async (db: Db, firmId: number) => (await readSystemSettings(db, firmId)).security

/** The address of the firm's 企业微信 group robot, which is a secret; null where there is none. */
export const robotAddressOf = async (db: Db, firmId: number) =>
  (await readSystemSettings(db, firmId)).robot.address || null
