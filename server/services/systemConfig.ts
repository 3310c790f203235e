import { z } from 'zod'

import { systemParts } from '../../resources/settings/system.ts'
import type { Db } from '../db/open.ts'
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

const { map, sms, storage, wechat, security } = systemParts
/** A part that cannot be read is as if nobody had saved it. */
const stored = z.object({
  map: map.catch({}),
  sms: sms.catch({}),
  storage: storage.catch({}),
  wechat: wechat.catch({}),
  security: security.catch({}),
})

/** Every part, whatever is stored of it. */
export const systemConfigFrom = (value: Record<string, unknown>) => {
  const kept = stored.parse(value)
  return {
    map: { ...byDefault.map, ...kept.map },
    sms: { ...byDefault.sms, ...kept.sms },
    storage: { ...byDefault.storage, ...kept.storage },
    wechat: { ...byDefault.wechat, ...kept.wechat },
    security: { ...byDefault.security, ...kept.security },
  }
}
export type SystemConfig = ReturnType<typeof systemConfigFrom>

const systemConfigOf = async (db: Db, firmId: number) =>
  systemConfigFrom((await configRow(db, firmId, 'system')).value)

export const securityOf = async (db: Db, firmId: number) => (await systemConfigOf(db, firmId)).security
