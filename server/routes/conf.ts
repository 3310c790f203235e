import { eq } from 'drizzle-orm'

import type { conf } from '../../resources/settings/app.ts'
import { firms } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { missing } from '../refusal.ts'
import { appConfigurationOf, publicPart } from '../services/appConfiguration.ts'
import { log } from '../services/audit.ts'
import { updateVersioned } from '../versioned.ts'

/** The version of the running program, for people who report what they saw. */
const build = process.env['npm_package_version'] ?? ''

/** The doors that cannot open where no SMS can be sent. */
const needSms = { smsLogin: 0, register: 0, questionRecovery: 0 } as const

export const confHandlers: Handlers<typeof conf.calls> = {
  app: async (_, { db, firmId, caller, services }) => {
    const all = await appConfigurationOf(db, firmId, build)
    if (!all) throw missing()
    const offered = services.sms.isOn ? all : { ...all, login: { ...all.login, ...needSms } }
    return caller ? offered : publicPart(offered)
  },

  updateApp: async ({ version, ...parts }, context) => {
    const { db, firmId } = context
    const where = eq(firms.firmId, firmId)
    const [current] = await db.select().from(firms).where(where)
    if (!current) throw missing()
    const patch = { appConfSet: { ...current.appConfSet, ...parts } }
    await updateVersioned(context, firms, { where, current, version, patch, fields: {} })
    await log(context, {
      module: 11,
      action: 'config',
      diff: Object.entries(parts).map(([field, after]) => ({
        field,
        label: labels[field as keyof typeof parts],
        before: JSON.stringify(current.appConfSet[field] ?? null),
        after: JSON.stringify(after),
        masked: 0,
      })),
    })
    return (await appConfigurationOf(db, firmId, build))!
  },
}

const labels = {
  adminFuncSwitch: '后台功能开关',
  mpFuncSwitch: '小程序功能开关',
  cardMenu: '名片按钮',
  assets: '图片与图标',
}
