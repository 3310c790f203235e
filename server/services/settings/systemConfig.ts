import { z } from 'zod'

import { isPlain } from '../../../resources/kit/index.ts'
import { systemParts } from '../../../resources/settings/system.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRow } from './configRows.ts'
import type { SmsSettings, WechatSettings } from '../../context/services.ts'

// 系统配置 (/system/config): what connects a firm to the outside. Secrets are in it and stay on the server.

/** What holds until somebody saves. */
const byDefault = {
  map: { provider: 'none', key: '' },
  wechat: { appId: '', page: 'pages/card/index' },
  security: { singleSession: 0, strictVersion: 1, logMonths: null },
} as const

/** What a stored value is of; another's, from an import of long ago, counts as not set. */
const sms = z.object({
  provider: z.enum(['', 'aliyun', 'tencent']).catch(''),
  sign: z.string().catch(''),
  keyId: z.string().catch(''),
  secret: z.string().catch(''),
  appId: z.string().catch(''),
  templates: z.object({ code: z.string(), initialPassword: z.string() }).partial().catch({}),
})

const { map, wechat, security } = systemParts()
/** A part that cannot be read is as if nobody had saved it. */
const stored = z.object({
  map: map.catch({}),
  sms: sms.catch(sms.parse({})),
  wechat: wechat.catch({}),
  security: security.catch({}),
})

/** Every part, whatever is stored of it. */
export const systemConfigFrom = (value: Record<string, unknown>) => {
  const kept = stored.parse(value)
  return {
    map: { ...byDefault.map, ...kept.map },
    sms: kept.sms,
    wechat: { ...byDefault.wechat, ...kept.wechat },
    security: { ...byDefault.security, ...kept.security },
  }
}
export type SystemSettings = ReturnType<typeof systemConfigFrom>

const systemConfigOf = async (db: Db, firmId: number) =>
  systemConfigFrom((await configRow(db, firmId, 'system')).value)

/** 短信服务 of a firm, its secret included. */
export const smsSettingsFrom = (value: unknown): SmsSettings =>
  systemConfigFrom(isPlain(value) ? value : {}).sms

const wechatSettings = z.object({
  appId: z.string().catch(''),
  secret: z.string().catch(''),
  page: z.string().catch(byDefault.wechat.page),
})

/** 微信小程序 of a firm, its secret included. */
export const wechatSettingsFrom = (value: unknown): WechatSettings =>
  wechatSettings.parse(systemConfigFrom(isPlain(value) ? value : {}).wechat)

export const wechatSettingsOf = async (db: Db, firmId: number) =>
  wechatSettingsFrom((await configRow(db, firmId, 'system')).value)

export const securityOf = async (db: Db, firmId: number) => (await systemConfigOf(db, firmId)).security
