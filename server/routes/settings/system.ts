import type { z } from 'zod'

import { entriesOf } from '../../../resources/kit/index.ts'
import type { system } from '../../../resources/settings/system.ts'
import { systemFields, systemPaths } from '../../../resources/settings/systemForm.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/connection/open.ts'
import { log } from '../../services/audit/audit.ts'
import { changesBetween } from '../../services/audit/changes.ts'
import { configRow, saveConfigRow } from '../../services/settings/configRows.ts'
import { type SystemSettings, systemSettingsFrom } from '../../services/settings/systemConfig.ts'
import { sealSecrets, systemSecrets } from '../../services/settings/systemSecrets.ts'
import type { LogDiff } from '../../db/tables.ts'
import { firmForSignIn } from '../../services/identity/loginSettings.ts'
import { ProviderError } from '../../services/integrations/provider.ts'
import { countSms } from '../../services/identity/smsCodes.ts'
import { queryAuditCode, updateAuditCode } from './auditCode.ts'
import { phraseIn } from '../../services/settings/languages.ts'

type Calls = Handlers<typeof system.calls>
type Answer = Omit<z.input<(typeof system.calls)['config']['output']>, 'version' | 'storage'>
type Patch = Omit<z.output<(typeof system.calls)['updateConfig']['input']>, 'version'>

const labels: Readonly<Record<string, string>> = {
  map: '地图服务',
  sms: '短信服务',
  wechat: '微信小程序',
  robot: '企业微信',
  sso: '单点登录',
  wecom: '企业微信登录',
  security: '安全',
} satisfies Record<keyof SystemSettings, string>

const hasValue = (secret: string | undefined) => (secret ? (1 as const) : (0 as const))

const withoutSecrets = (stored: SystemSettings) => {
  const { security: _map, ...map } = stored.map
  const { secret: _sms, ...sms } = stored.sms
  const { secret: _wechat, ...wechat } = stored.wechat
  const { secret: _sso, ...sso } = stored.sso
  const { secret: _wecom, ...wecom } = stored.wecom
  return { map, sms, wechat, sso, wecom, security: stored.security }
}

/** The settings with flags in place of secrets. */
const withoutSecretValues = (stored: SystemSettings): Answer => {
  const { map, sms, wechat, sso, wecom, security } = withoutSecrets(stored)
  return {
    map: { ...map, securitySet: hasValue(stored.map.security) },
    sms: { ...sms, secretSet: hasValue(stored.sms.secret) },
    wechat: { ...wechat, secretSet: hasValue(stored.wechat.secret) },
    robot: { addressSet: hasValue(stored.robot.address) },
    sso: { ...sso, secretSet: hasValue(stored.sso.secret) },
    wecom: { ...wecom, secretSet: hasValue(stored.wecom.secret) },
    security,
  }
}

const mergeSettings = (stored: SystemSettings, patch: Patch): SystemSettings => ({
  map: { ...stored.map, ...patch.map },
  sms: { ...stored.sms, ...patch.sms },
  wechat: { ...stored.wechat, ...patch.wechat },
  robot: { ...stored.robot, ...patch.robot },
  sso: { ...stored.sso, ...patch.sso },
  wecom: { ...stored.wecom, ...patch.wecom },
  security: { ...stored.security, ...patch.security },
})

const isSecret = (path: string) =>
  Object.entries(systemSecrets).some(([part, name]) => path === `${part}.${name}`)

const labelOf = (path: string) => {
  const [part = ''] = path.split('.')
  const name = entriesOf(systemPaths).find(([, knownPath]) => knownPath === path)?.[0]
  const label = name ? systemFields[name].label : path
  return `${labels[part]}：${label}`
}

const diffOf = (before: SystemSettings, after: SystemSettings): LogDiff =>
  changesBetween(before, after).map(change => {
    const label = labelOf(change.path)
    if (isSecret(change.path))
      return { field: change.path, label, before: change.before ? '******' : '', after: '******', masked: 1 }
    const [from, to] = [change.before, change.after].map(it => (it === null ? '' : String(it)))
    return { field: change.path, label, before: from, after: to, masked: 0 }
  })

/** The settings for an export file: without secrets, and without saying which exist. */
export const shownSystem = async (context: Context) => {
  const { stored, version } = await readSystemRow(context)
  return { value: withoutSecrets(stored), version }
}

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

const systemTarget = ({ firmId }: Pick<Context, 'firmId'>) => ({
  type: 'system',
  id: firmId,
  name: '系统配置',
  organizationId: null,
})

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

export const updateConfig = async ({ version, ...patch }: Patch & { version: number }, context: Context) => {
  const current = await readSystemRow(context)
  if (current.version !== version) throw await versionConflict(context, patch)
  const next = mergeSettings(current.stored, patch)
  const diff = diffOf(current.stored, next)
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

export const systemHandlers: Calls = {
  config: async (_, context) => {
    const { stored, version } = await readSystemRow(context)
    const { sms, ...rest } = withoutSecretValues(stored)
    const { services } = context
    return {
      ...rest,
      sms: { ...sms, source: services.sms.source },
      storage: { inUse: services.storage.inUse },
      version,
    }
  },
  updateConfig,

  testSms,
  queryAuditCode,
  updateAuditCode,
}
