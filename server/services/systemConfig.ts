import { z } from 'zod'

import type { Db } from '../db/open.ts'
import { isObject } from '../process/objects.ts'
import { configRow } from './configRows.ts'
import type { SmsSettings } from '../context/services.ts'

// 系统配置 (/system/config): what connects a firm to the outside. Secrets are in it and stay on the server.

/** What holds until somebody saves. */
const byDefault = {
  map: { provider: 'none', key: '' },
  sms: { provider: '', sign: '', keyId: '', appId: '', templates: {} },
  storage: { type: 'local', bucket: '', region: '', cdn: '' },
  wechat: { appId: '' },
  security: { singleSession: 0, strictVersion: 1 },
} as const

export type SystemConfig = Record<keyof typeof byDefault, Record<string, unknown>>

/** Every part, whatever is stored of it. */
export const systemConfigFrom = (value: Record<string, unknown>): SystemConfig => {
  const part = (name: keyof typeof byDefault) => ({
    ...byDefault[name],
    ...(isObject(value[name]) && value[name]),
  })
  return {
    map: part('map'),
    sms: part('sms'),
    storage: part('storage'),
    wechat: part('wechat'),
    security: part('security'),
  }
}

const systemConfigOf = async (db: Db, firmId: number) =>
  systemConfigFrom((await configRow(db, firmId, 'system')).value)

/** What a stored value is of; another's, from an import of long ago, counts as not set. */
const smsSettings = z.object({
  provider: z.enum(['', 'aliyun', 'tencent']).catch(''),
  sign: z.string().catch(''),
  keyId: z.string().catch(''),
  secret: z.string().catch(''),
  appId: z.string().catch(''),
  templates: z.object({ code: z.string(), initialPassword: z.string() }).partial().catch({}),
})

/** 短信服务 of a firm, its secret included. */
export const smsSettingsFrom = (value: unknown): SmsSettings =>
  smsSettings.parse(systemConfigFrom(isObject(value) ? value : {}).sms)

export const securityOf = async (db: Db, firmId: number) => (await systemConfigOf(db, firmId)).security
