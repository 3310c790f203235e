import { z } from 'zod'

import { mobileNumber, secret } from '../domain/credentials.ts'
import { done, flag, get, nothing, post, type TextField, version } from '../kit/index.ts'
import { systemFields } from './systemForm.ts'

// What connects the product to the outside (domain.md §5, /system/config), and the code that spares a review. Keys
// that must stay secret go in and never come out: an answer only says whether one is set.

/** A text that is empty where there is none. */
const blankOr = ({ label, max, schema }: Pick<TextField, 'label' | 'max' | 'schema'>) =>
  z
    .string()
    .max(max, { error: `${label}最多${max}个字`, abort: true })
    .check(({ value, issues }) => {
      const { error } = value === '' ? {} : schema.safeParse(value)
      for (const { message } of error?.issues ?? []) issues.push({ code: 'custom', message, input: value })
    })
const hidden = ({ max }: Pick<TextField, 'max'>) => z.string().min(1).max(max).optional()

/** Where files are kept, by the server's environment: they do not move with a setting. */
const storageInUse = z.object({ type: z.enum(['local', 's3']), bucket: z.string(), region: z.string() })
export type StorageInUse = z.output<typeof storageInUse>

const open = () => ({
  map: { provider: systemFields.mapProvider.schema, key: blankOr(systemFields.mapKey) },
  sms: {
    provider: z.enum(['', 'aliyun', 'tencent'], { error: '请选择短信服务商' }),
    sign: blankOr(systemFields.smsSign),
    keyId: blankOr(systemFields.smsKeyId),
    appId: blankOr(systemFields.smsAppId),
    /** The provider's number of each approved template, whose one variable is the code or the password. */
    templates: z
      .strictObject({
        code: blankOr(systemFields.smsCodeTemplate),
        initialPassword: blankOr(systemFields.smsPasswordTemplate),
      })
      .partial(),
  },
  wechat: { appId: blankOr(systemFields.mpAppId), page: systemFields.mpPage.schema },
  /**
   * `singleSession`: an administrator's sign-in ends his other sessions (lawyers: 律师登录). `strictVersion` 0: the firm's
   * older clients may decide without saying which version they looked at.
   */
  security: {
    singleSession: systemFields.singleSession.schema,
    strictVersion: systemFields.strictVersion.schema,
  },
})
/** How long 操作日志 is kept; null is for ever. */
const logMonths = () => systemFields.logMonths.schema.unwrap()

export const smsSource = z.enum(['config', 'file', 'none'])
/** Who sends texts: the provider that is set here, or what the server's environment says instead. */
export type SmsSource = z.output<typeof smsSource>

const systemConfig = () => {
  const { map, sms, wechat, security } = open()
  return z.object({
    map: z.object({ ...map, securitySet: flag }),
    sms: z.object({ ...sms, secretSet: flag, source: smsSource.optional() }),
    /** A firm's own back-end may not say it. */
    storage: z.object({ inUse: storageInUse.optional() }).optional(),
    wechat: z.object({ ...wechat, secretSet: flag }),
    /** A firm's own back-end may not limit its log. */
    security: z.object({ ...security, logMonths: logMonths().optional() }),
    version: z.int(),
  })
}

/** What may be written of each part; a secret that is not sent stays as it is. */
export const systemParts = () => {
  const { map, sms, wechat, security } = open()
  return {
    map: z
      .strictObject({ ...map, security: hidden(systemFields.mapSecurity) })
      .partial()
      .optional(),
    sms: z
      .strictObject({ ...sms, secret: hidden(systemFields.smsSecret) })
      .partial()
      .optional(),
    wechat: z
      .strictObject({ ...wechat, secret: hidden(systemFields.mpSecret) })
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
 * 注册免审码: who enters it at registration is passed at once. The code itself is told once, in the answer to the change
 * that made it; afterwards it is masked, and nobody can read it again.
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
  /** 1: a new code, of which none is used yet; the old one ends. */
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
    config: get('/system/config', 'setting.edit', () => nothing, systemConfig, { feature: 'setting' }),
    updateConfig: post('/system/config', 'setting.edit', patch, systemConfig, { feature: 'setting' }),
    /** Sends a message to try the settings with, and answers what the provider said. */
    testSms: post(
      '/system/sms/test',
      'setting.edit',
      () => z.strictObject({ mobile: mobileNumber }),
      () => done,
      { feature: 'setting', isAddition: true },
    ),
    queryAuditCode: get(
      '/audit/queryAuditCode',
      'conf.edit',
      () => nothing,
      () => auditCode,
      { feature: 'conf.loginReg' },
    ),
    updateAuditCode: post(
      '/audit/updateAuditCode',
      'conf.edit',
      () => auditCodePatch,
      () => auditCode.extend({ code: secret(z.string()).optional() }),
      { feature: 'conf.loginReg' },
    ),
  },
}
