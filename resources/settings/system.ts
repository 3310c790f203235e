import { z } from 'zod'

import { mobileNumber, secret } from '../domain/credentials.ts'
import {
  cleanLine,
  emptyAnswer,
  flag,
  getCall,
  emptyInput,
  postCall,
  type TextField,
  version,
} from '../kit/index.ts'
import { integrationNames } from './integrations.ts'
import { systemFields } from './systemForm.ts'

// Connections to external services (docs/domain.md §5, /system/config), and the registration code. Secret keys can be
// written but are never answered: an answer only says whether one is set.

/** Schema of a text that may be empty; it is cleaned before it is measured. */
const blankOr = ({ label, max, schema }: Pick<TextField, 'label' | 'max' | 'schema'>) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(max, { error: `${label}最多${max}个字`, abort: true })
    .check(({ value, issues }) => {
      const { error } = value === '' ? {} : schema.safeParse(value)
      for (const { message } of error?.issues ?? []) issues.push({ code: 'custom', message, input: value })
    })
/** A key of a provider, which is copied from a page and has neither blanks nor invisible characters at its ends. */
const secretText = ({ max }: Pick<TextField, 'max'>) =>
  z.string().overwrite(cleanLine).min(1).max(max).optional()

/**
 * The storage of uploaded files. The server's environment decides it, because files do not move when a setting
 * changes.
 */
const storageInUse = z.object({ type: z.enum(['local', 's3']), bucket: z.string(), region: z.string() })
export type StorageInUse = z.output<typeof storageInUse>

const publicParts = () => ({
  map: { provider: systemFields.mapProvider.schema, key: blankOr(systemFields.mapKey) },
  sms: {
    provider: z.enum(['', 'aliyun', 'tencent'], { error: '请选择短信服务商' }),
    sign: blankOr(systemFields.smsSign),
    keyId: blankOr(systemFields.smsKeyId),
    appId: blankOr(systemFields.smsAppId),
    /** Ids of the provider's approved templates. Each template has one variable, the code or the password. */
    templates: z
      .strictObject({
        code: blankOr(systemFields.smsCodeTemplate),
        initialPassword: blankOr(systemFields.smsPasswordTemplate),
      })
      .partial(),
  },
  wechat: { appId: blankOr(systemFields.mpAppId), page: systemFields.mpPage.schema },
  /** 公众号, whose published articles can be imported. */
  official: { appId: blankOr(systemFields.officialAppId) },
  /** 单点登录 through an OpenID Connect provider. */
  sso: {
    admins: systemFields.ssoAdmins.schema,
    lawyers: systemFields.ssoLawyers.schema,
    name: blankOr(systemFields.ssoName),
    issuer: blankOr(systemFields.ssoIssuer),
    clientId: blankOr(systemFields.ssoClientId),
    match: systemFields.ssoMatch.schema,
    claim: blankOr(systemFields.ssoClaim),
  },
  /** 企业微信登录. */
  wecom: {
    admins: systemFields.wecomAdmins.schema,
    lawyers: systemFields.wecomLawyers.schema,
    corpId: blankOr(systemFields.wecomCorpId),
    agentId: blankOr(systemFields.wecomAgentId),
    byAccount: systemFields.wecomByAccount.schema,
  },
  /** 企业微信应用消息: whether presses of buttons in its messages are received. */
  wecomApp: { isOn: systemFields.wecomAppOn.schema },
  /** 通讯录同步: which directory is read, what it gives, and the offices of its departments. */
  directory: {
    provider: systemFields.directoryProvider.schema,
    appId: blankOr(systemFields.directoryAppId),
    fields: systemFields.directoryFields.schema,
    personType: systemFields.directoryPersonType.schema,
    organizationId: systemFields.directoryOffice.schema,
    offices: systemFields.directoryOffices.schema,
  },
  /**
   * `singleSession`: signing in ends an administrator's other sessions (for lawyers see 律师登录). `strictVersion` 0:
   * older clients of the firm may decide without naming the version they looked at.
   */
  security: {
    singleSession: systemFields.singleSession.schema,
    strictVersion: systemFields.strictVersion.schema,
  },
})
/** Months for which 操作日志 is kept; null means forever. */
const logMonths = () => systemFields.logMonths.schema.unwrap()

export const smsSource = z.enum(['config', 'file', 'none'])
/** Origin of the SMS provider: this setting, or a file named by the server's environment. */
export type SmsSource = z.output<typeof smsSource>

const systemConfig = () => {
  const { map, sms, wechat, official, sso, wecom, wecomApp, directory, security } = publicParts()
  return z.object({
    map: z.object({ ...map, securitySet: flag }),
    sms: z.object({ ...sms, secretSet: flag, source: smsSource.optional() }),
    /** A firm's own back-end may omit it. */
    storage: z.object({ inUse: storageInUse.optional() }).optional(),
    /** Whether the server's environment names a mail server and a translation service. */
    mail: z.object({ isOn: flag }).optional(),
    translation: z.object({ isOn: flag }).optional(),
    wechat: z.object({ ...wechat, secretSet: flag }),
    /** A firm's own back-end may import no articles of a 公众号. */
    official: z.object({ ...official, secretSet: flag }).optional(),
    /** A firm's own back-end may have no robot. */
    robot: z.object({ addressSet: flag }).optional(),
    /** A firm's own back-end may have no single sign-on. */
    sso: z.object({ ...sso, secretSet: flag }).optional(),
    wecom: z.object({ ...wecom, secretSet: flag }).optional(),
    /** A firm's own back-end may send no messages of its application. */
    wecomApp: z.object({ ...wecomApp, tokenSet: flag, keySet: flag }).optional(),
    /** A firm's own back-end may read no directory. */
    directory: z.object({ ...directory, secretSet: flag }).optional(),
    /** A firm's own back-end may have no limit for its log. */
    security: z.object({ ...security, logMonths: logMonths().optional() }),
    version: z.int(),
  })
}

/** Input of each part. A secret that is not sent stays unchanged. */
export const systemParts = () => {
  const { map, sms, wechat, official, sso, wecom, wecomApp, directory, security } = publicParts()
  return {
    map: z
      .strictObject({ ...map, security: secretText(systemFields.mapSecurity) })
      .partial()
      .optional(),
    sms: z
      .strictObject({ ...sms, secret: secretText(systemFields.smsSecret) })
      .partial()
      .optional(),
    wechat: z
      .strictObject({ ...wechat, secret: secretText(systemFields.mpSecret) })
      .partial()
      .optional(),
    official: z
      .strictObject({ ...official, secret: secretText(systemFields.officialSecret) })
      .partial()
      .optional(),
    robot: z
      .strictObject({ address: blankOr(systemFields.robotAddress) })
      .partial()
      .optional(),
    sso: z
      .strictObject({ ...sso, secret: secretText(systemFields.ssoSecret) })
      .partial()
      .optional(),
    wecom: z
      .strictObject({ ...wecom, secret: secretText(systemFields.wecomSecret) })
      .partial()
      .optional(),
    wecomApp: z
      .strictObject({
        ...wecomApp,
        token: blankOr(systemFields.wecomAppToken),
        key: blankOr(systemFields.wecomAppKey),
      })
      .partial()
      .optional(),
    directory: z
      .strictObject({ ...directory, secret: secretText(systemFields.directorySecret) })
      .partial()
      .optional(),
    security: z
      .strictObject({ ...security, logMonths: logMonths() })
      .partial()
      .optional(),
  }
}
const patch = () => z.strictObject({ ...systemParts(), version })

/**
 * 注册免审码: an applicant who enters this code is approved at once. The code is answered only once, by the change that
 * created it; later answers mask it.
 */
const auditCode = z.object({
  code: z.string(),
  enabled: flag,
  expireAt: z.string().nullable(),
  used: z.int(),
  maxUse: z.int().nullable(),
  version: z.int(),
})

const auditCodePatch = z.strictObject({
  enabled: flag.optional(),
  /** 1 creates a new code with no uses; the old code becomes invalid. */
  rotate: z.literal(1).optional(),
  expireAt: z.iso.datetime({ offset: true, error: '请选择有效的到期时间' }).nullish(),
  maxUse: z
    .int({ error: '请输入可用次数' })
    .min(1, '可用次数不能少于1')
    .max(10_000, '可用次数不能大于10000')
    .nullish(),
  version,
})

export const system = {
  name: 'system',
  calls: {
    config: getCall('/system/config', 'setting.edit', () => emptyInput, systemConfig, { feature: 'setting' }),
    updateConfig: postCall('/system/config', 'setting.edit', patch, systemConfig, { feature: 'setting' }),
    /** Sends a test message with the current settings; a refusal carries the provider's answer. */
    testSms: postCall(
      '/system/sms/test',
      'setting.edit',
      () => z.strictObject({ mobile: mobileNumber }),
      () => emptyAnswer,
      { feature: 'setting', isAddition: true },
    ),
    /**
     * Connects to another system with the saved settings: to a group robot by a message, to all others without a
     * trace. A refusal carries the reason.
     */
    testIntegration: postCall(
      '/system/integration/test',
      'setting.edit',
      () => z.strictObject({ name: z.enum(integrationNames, { error: '请选择要测试的对接' }) }),
      () => emptyAnswer,
      { feature: 'setting', isAddition: true },
    ),
    queryAuditCode: getCall(
      '/audit/queryAuditCode',
      'conf.edit',
      () => emptyInput,
      () => auditCode,
      { feature: 'conf.loginReg' },
    ),
    updateAuditCode: postCall(
      '/audit/updateAuditCode',
      'conf.edit',
      () => auditCodePatch,
      () => auditCode.extend({ code: secret(z.string()).optional() }),
      { feature: 'conf.loginReg' },
    ),
  },
}
