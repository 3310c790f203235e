import type { z } from 'zod'

import { entriesOf } from '../../../resources/kit/index.ts'
import type { system } from '../../../resources/settings/system.ts'
import { type Integration, missingFields } from '../../../resources/settings/integrations.ts'
import { systemFields } from '../../../resources/settings/systemForm.ts'
import { systemPaths } from '../../../resources/settings/systemSections.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/connection/open.ts'
import { log } from '../../services/audit/audit.ts'
import { changesBetween } from '../../services/audit/changes.ts'
import { type ConfigRow, configRow, saveConfigRow } from '../../services/settings/configRows.ts'
import { type SystemSettings, systemSettingsFrom } from '../../services/settings/systemConfig.ts'
import { sealSecrets, systemSecrets } from '../../services/settings/systemSecrets.ts'
import type { LogDiff } from '../../db/tables.ts'
import { firmForSignIn } from '../../services/identity/loginSettings.ts'
import { ProviderError } from '../../services/integrations/provider.ts'
import { countSms } from '../../services/identity/smsCodes.ts'
import { queryAuditCode, updateAuditCode } from './auditCode.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import { systemTarget, withoutSecrets, withoutSecretValues } from './systemAnswer.ts'
import { testIntegration } from './testIntegration.ts'

type Calls = Handlers<typeof system.calls>
type Patch = Omit<z.output<(typeof system.calls)['updateConfig']['input']>, 'version'>

const labels: Readonly<Record<string, string>> = {
  map: '地图服务',
  sms: '短信服务',
  wechat: '微信小程序',
  official: '公众号',
  robot: '企业微信',
  sso: '单点登录',
  wecom: '企业微信登录',
  wecomApp: '企业微信应用消息',
  directory: '通讯录同步',
  security: '安全',
} satisfies Record<keyof SystemSettings, string>

type WithApp = { appId?: string | undefined; secret?: string | undefined }

/** An empty AppID switches the connection off; its secret, which nobody could see or empty, goes with it. */
const mergeApp = <S extends WithApp, P extends WithApp>(stored: S, patch: P | undefined) => ({
  ...stored,
  ...patch,
  ...(patch?.appId === '' && !patch.secret && { secret: undefined }),
})

const mergeSettings = (stored: SystemSettings, patch: Patch): SystemSettings => ({
  map: { ...stored.map, ...patch.map },
  sms: { ...stored.sms, ...patch.sms },
  wechat: mergeApp(stored.wechat, patch.wechat),
  official: mergeApp(stored.official, patch.official),
  robot: { ...stored.robot, ...patch.robot },
  sso: { ...stored.sso, ...patch.sso },
  wecom: { ...stored.wecom, ...patch.wecom },
  wecomApp: { ...stored.wecomApp, ...patch.wecomApp },
  directory: { ...stored.directory, ...patch.directory },
  security: { ...stored.security, ...patch.security },
})

const isSecret = (path: string) => systemSecrets.some(([part, name]) => path === `${part}.${name}`)

const labelOf = (path: string) => {
  const [part = ''] = path.split('.')
  const name = entriesOf(systemPaths).find(([, knownPath]) => knownPath === path)?.[0]
  const label = name ? systemFields[name].label : path
  return `${labels[part]}：${label}`
}

const diffOf = (before: SystemSettings, after: SystemSettings): LogDiff =>
  changesBetween(before, after).map(change => {
    const label = labelOf(change.path)
    if (isSecret(change.path)) {
      const [before, after] = [change.before, change.after].map(it => (it ? '******' : ''))
      return { field: change.path, label, before, after, masked: 1 }
    }
    const [from, to] = [change.before, change.after].map(it => (it === null ? '' : String(it)))
    return { field: change.path, label, before: from, after: to, masked: 0 }
  })

/** The settings for an export file: without secrets, and without saying which exist. */
export const shownSystem = ({ value, version }: ConfigRow) => ({
  value: withoutSecrets(systemSettingsFrom(value)),
  version,
})

/** Compares two exported settings, which have no secrets. */
export const systemDiff = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  diffOf(systemSettingsFrom(before), systemSettingsFrom(after))

const readSystemRow = async ({ db, firmId }: Context) => {
  const row = await configRow(db, firmId, 'system')
  return { ...row, stored: systemSettingsFrom(row.value) }
}

/** Error 4090 with the values that the other person saved, without secrets. */
const versionConflict = async (context: Context, patch: Patch) => {
  const { stored, version, updatedAt, updatedByName } = await readSystemRow(context)
  return new ApiError('4090', undefined, {
    current: { ...withoutSecretValues(stored), version },
    changedFields: diffOf(stored, mergeSettings(stored, patch)).map(({ field }) => field),
    updatedBy: updatedByName,
    updatedAt: updatedAt.toISOString(),
  })
}

const testMessageDiff = (after: '已发送' | '未发出') => ({
  field: 'sms',
  label: `${labels.sms}：发送测试短信`,
  before: '',
  after,
  masked: 0 as const,
})

/**
 * Counts, sends and logs the message: the provider is called between two transactions, so that none waits for
 * it.
 */
const testSms: Calls['testSms'] = ownTransaction(async ({ mobile }, context) => {
  const { services, caller, database, firmId } = context
  let firm: Awaited<ReturnType<typeof firmForSignIn>> | undefined
  await database.write(firmId, db =>
    context.once(db, async () => {
      firm = await firmForSignIn(db, firmId)
      // Counted, since each message costs money and the caller chooses the number.
      await countSms(db, context, mobile)
      return {}
    }),
  )
  // A repeated request, whose message was sent already.
  if (!firm) return {}
  const logTestMessage = (db: Db, after: '已发送' | '未发出') =>
    log(
      { ...context, db },
      { module: 11, action: 'config', target: systemTarget(context), diff: [testMessageDiff(after)] },
    )
  const text = phraseIn(context.language, '【%{shortName}】这是%{name}发送的测试短信，验证码000000。', {
    shortName: firm.shortName,
    name: caller.name,
  })
  try {
    await services.sms.deliver(firm.sms, { mobile, text, template: 'code', value: '000000' })
  } catch (error) {
    await database.write(firmId, async db => {
      await context.forget(db)
      await logTestMessage(db, '未发出')
    })
    if (error instanceof ProviderError) throw new ApiError('5030', `测试短信没有发出：${error.reason}`)
    throw error
  }
  await database.write(firmId, db => logTestMessage(db, '已发送'))
  return {}
})

type Judged = Exclude<Extract<Integration, keyof SystemSettings>, 'robot'>
/** Ways of signing in, which the sign-in page would not show. */
const signOnNames: readonly Judged[] = ['sso', 'wecom']

/** What is done about a missing value of each connection. */
const ways: Record<Judged, (label: string) => string> = {
  sms: label => `请填写${label}，或将短信服务商改为“不使用”`,
  map: label => `请填写${label}，或将地图服务改为“不使用”`,
  wechat: label => `请填写${label}；不用小程序时，AppID和AppSecret都留空`,
  official: label => `请填写${label}；不用公众号时，AppID和AppSecret都留空`,
  sso: label => `请填写${label}，或关闭这种登录方式`,
  wecom: label => `请填写${label}，或关闭这种登录方式`,
  wecomApp: label => `请填写${label}，或关闭“在企业微信的消息中审核”`,
  directory: label => `请填写${label}，或将通讯录改为“不使用”`,
}

/** A connection that is switched on and changed has all of its values. Others stay as they are, even incomplete ones. */
const requireComplete = (next: SystemSettings, diff: LogDiff, judged: readonly Judged[]) => {
  const values = withoutSecretValues(next)
  const changed = judged.filter(name => diff.some(({ field }) => field.startsWith(`${name}.`)))
  const errors = changed.flatMap(name =>
    (missingFields(name, values) ?? []).map(field => [
      systemPaths[field],
      ways[name](systemFields[field].label),
    ]),
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

type Input = Patch & { version: number }

const saveConfig = async ({ version, ...patch }: Input, context: Context, judged: readonly Judged[]) => {
  const current = await readSystemRow(context)
  if (current.version !== version) throw await versionConflict(context, patch)
  const next = mergeSettings(current.stored, patch)
  const diff = diffOf(current.stored, next)
  requireComplete(next, diff, judged)
  if (diff.length === 0) return { ...withoutSecretValues(next), version }
  const saved = await saveConfigRow(context, 'system', sealSecrets({ ...next }), version)
  if (!saved) throw await versionConflict(context, patch)
  await log(context, {
    module: 11,
    action: 'config',
    target: systemTarget(context),
    diff,
  })
  return { ...withoutSecretValues(next), version: saved.version }
}

/** An exported file has no secrets; those of the other connections are typed after its import. */
export const importConfig = (input: Input, context: Context) => saveConfig(input, context, signOnNames)

/** Where the server's environment decides about text messages, their settings are not used. */
const updateConfig: Calls['updateConfig'] = (input, context) => {
  const sms: readonly Judged[] = context.services.sms.source === 'config' ? ['sms'] : []
  return saveConfig(input, context, [
    ...signOnNames,
    ...sms,
    'wechat',
    'official',
    'map',
    'wecomApp',
    'directory',
  ])
}

export const systemHandlers: Calls = {
  config: async (_, context) => {
    const { stored, version } = await readSystemRow(context)
    const { sms, ...rest } = withoutSecretValues(stored)
    const { services } = context
    return {
      ...rest,
      sms: { ...sms, source: services.sms.source },
      storage: { inUse: services.storage.inUse },
      mail: { isOn: services.mirrors.isMailOn ? 1 : 0 },
      translation: { isOn: services.translation.isOn ? 1 : 0 },
      version,
    }
  },
  updateConfig,

  testSms,
  testIntegration,
  queryAuditCode,
  updateAuditCode,
}
