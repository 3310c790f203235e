import type { Db } from '../db/open.ts'
import { isObject } from '../process/objects.ts'
import { configRow } from './configRows.ts'

// 系统配置 (/system/config): what connects a firm to the outside. Secrets are in it and stay on the server.

/** What holds until somebody saves. */
const byDefault = {
  map: { provider: 'none', key: '' },
  sms: { provider: '', sign: '', templates: {} },
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

export const securityOf = async (db: Db, firmId: number) => (await systemConfigOf(db, firmId)).security
