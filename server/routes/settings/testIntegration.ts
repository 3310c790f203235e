import { and, eq } from 'drizzle-orm'

import { type Integration, integrations, missingFields } from '../../../resources/settings/integrations.ts'
import type { system } from '../../../resources/settings/system.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { ProviderError } from '../../services/integrations/provider.ts'
import { countWithin } from '../../services/limits/counters.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { directorySettingsIn } from '../../services/settings/directory.ts'
import { openIdSettingsIn, wecomSettingsIn } from '../../services/settings/signOn.ts'
import {
  type SystemSettings,
  systemSettingsFrom,
  wechatSettingsFrom,
} from '../../services/settings/systemConfig.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import { systemTarget, withoutSecretValues } from './systemAnswer.ts'

type Calls = Handlers<typeof system.calls>

/** Each test keeps a connection busy for seconds. */
const testLimit = { most: 30, windowMs: 3_600_000 }

const incomplete = () => new ApiError('4091', '还没有填写完整，请先保存所缺的内容')

/** No such file is ever stored; the storage answers that it has none. */
const absentPath = '1/0-test/connection.txt'

const requireSettings = <T>(settings: T | null): T => {
  if (settings === null) throw incomplete()
  return settings
}

const checks: Record<Integration, (context: Context, settings: SystemSettings) => Promise<unknown>> = {
  sso: async ({ services }, settings) => services.signOn.check(requireSettings(openIdSettingsIn(settings))),
  wecom: async ({ services }, settings) => services.signOn.check(requireSettings(wecomSettingsIn(settings))),
  wechat: async ({ services }, settings) => {
    const refusal = await services.wechat.refusalOf(wechatSettingsFrom(settings))
    if (refusal) throw new ProviderError(refusal)
  },
  official: ({ services }, { official }) => {
    if (!official.appId || !official.secret) throw incomplete()
    return services.official.published(
      { appId: official.appId, secret: official.secret },
      { from: 0, most: 1 },
    )
  },
  wecomApp: async ({ services, language, caller, database, firmId, now, host }, settings) => {
    const app = requireSettings(wecomSettingsIn(settings))
    const [person] = await database.read(firmId, db =>
      db
        .select({ mobile: admins.mobile })
        .from(admins)
        .where(and(eq(admins.firmId, firmId), eq(admins.id, caller.id))),
    )
    const member = person && (await services.wecomApp.member(app, person.mobile))
    if (!member) throw new ProviderError('企业微信中没有与您手机号相同的成员，或应用看不到该成员')
    await services.wecomApp.send(app, member, {
      source: '',
      title: phraseIn(language, '测试消息'),
      text: phraseIn(language, '收到这条消息说明连接正常。'),
      link: `https://${host}${services.mirrors.basePath}/`,
      lines: [],
      taskId: `test-${now.getTime()}`,
      buttons: [],
    })
  },
  directory: async ({ services }, settings) =>
    services.directory.check(requireSettings(directorySettingsIn(settings))),
  robot: async ({ services, language, caller }, { robot }) => {
    if (!robot.address) throw incomplete()
    await services.mirrors.robot(
      robot.address,
      phraseIn(language, '%{name}正在测试群机器人，收到这条消息说明连接正常。', { name: caller.name }),
    )
  },
  mail: async ({ services }) => services.mirrors.checkMail(),
  translation: async ({ services }) => services.translation.translate(['律师'], []),
  storage: async ({ services }) => services.storage.open(absentPath),
  sms: () => Promise.reject(new ApiError('4000', '请用“发送测试短信”测试短信')),
  map: () => Promise.reject(new ApiError('4000', '地图由浏览器使用，请在选择地址时查看')),
}

/** Settings are read and the test is logged in transactions of their own, since the other system may take seconds. */
export const testIntegration: Calls['testIntegration'] = ownTransaction(async ({ name }, context) => {
  const { database, firmId, caller, now } = context
  let settings: SystemSettings | undefined
  await database.write(firmId, db =>
    context.once(db, async () => {
      await countWithin(db, `testIntegration:${firmId}:${caller.id}`, testLimit, now)
      settings = systemSettingsFrom((await configRow(db, firmId, 'system')).value)
      if (missingFields(name, withoutSecretValues(settings))?.length) throw incomplete()
      return {}
    }),
  )
  // A repeated request, whose test was made already.
  if (!settings) return {}
  const logTest = (db: Db, after: '成功' | '失败') =>
    log(
      { ...context, db },
      {
        module: 11,
        action: 'config',
        target: systemTarget(context),
        diff: [{ field: name, label: `${integrations[name]}：测试连接`, before: '', after, masked: 0 }],
      },
    )
  try {
    await checks[name](context, settings)
  } catch (error) {
    // Nothing was tried where the settings are incomplete.
    const isTried = !(error instanceof ApiError && error.code === '4091')
    await database.write(firmId, async db => {
      await context.forget(db)
      if (isTried) await logTest(db, '失败')
    })
    if (error instanceof ProviderError) throw new ApiError('5030', `连接没有成功：${error.reason}`)
    if (error instanceof ApiError) throw error
    throw new ApiError('5030', '连接没有成功，请稍后重试')
  }
  await database.write(firmId, db => logTest(db, '成功'))
  return {}
})
