import { z } from 'zod'

import { mobileNumber, secret } from '../domain/credentials.ts'
import { done, flag, get, miniProgramPage, nothing, post, text, version } from '../kit/index.ts'

// What connects the product to the outside (domain.md §5, /system/config), and the code that spares a review. Keys
// that must stay secret go in and never come out: an answer only says whether one is set.

const short = z.string().max(200)
const hidden = z.string().min(1).max(500).optional()

const map = { provider: z.enum(['tencent', 'amap', 'none']), key: short }
const sms = {
  provider: z.enum(['', 'aliyun', 'tencent'], { error: '请选择短信服务商' }),
  sign: z.string().max(30, '短信签名不能超过30个字'),
  keyId: short,
  /** Tencent's SmsSdkAppId. */
  appId: z.string().regex(/^\d{0,20}$/, '应用编号应为数字'),
  /** The provider's number of each approved template, whose one variable is the code or the password. */
  templates: z.strictObject({ code: short, initialPassword: short }).partial(),
}
/** Where files are kept, by the server's environment: they do not move with a setting. */
const storageInUse = z.object({ type: z.enum(['local', 's3']), bucket: z.string(), region: z.string() })
export type StorageInUse = z.output<typeof storageInUse>
const wechat = {
  appId: z.string().regex(/^(wx[0-9a-f]{16})?$/, 'AppID应以wx开头，共18位'),
  /** The mini-program's page that shows a card, without a leading slash. */
  page: text('名片页面', { max: 128, pattern: [miniProgramPage, '请输入小程序页面路径，不以/开头'] }).schema,
}
/**
 * `singleSession`: an administrator's sign-in ends his other sessions (lawyers: 律师登录). `strictVersion` 0: the firm's
 * older clients may decide without saying which version they looked at. `logMonths`: how long 操作日志 is kept; null is for
 * ever.
 */
const security = { singleSession: flag, strictVersion: flag }
/** Logs are kept for six months at least (网络安全法 §21). */
export const logMonthsLimits = { min: 6, max: 600 }
const months = `请输入${logMonthsLimits.min}至${logMonthsLimits.max}之间的整数，留空则永久保留`
const logMonths = z
  .int({ error: months })
  .min(logMonthsLimits.min, months)
  .max(logMonthsLimits.max, months)
  .nullable()

const smsSource = z.enum(['config', 'file', 'none'])
/** Who sends texts: the provider that is set here, or what the server's environment says instead. */
export type SmsSource = z.output<typeof smsSource>

const systemConfig = z.object({
  map: z.object({ ...map, securitySet: flag }),
  sms: z.object({ ...sms, secretSet: flag, source: smsSource.optional() }),
  /** A firm's own back-end may not say it. */
  storage: z.object({ inUse: storageInUse.optional() }).optional(),
  wechat: z.object({ ...wechat, secretSet: flag }),
  /** A firm's own back-end may not limit its log. */
  security: z.object({ ...security, logMonths: logMonths.optional() }),
  version: z.int(),
})

/** What may be written of each part; a secret that is not sent stays as it is. */
export const systemParts = {
  map: z
    .strictObject({ ...map, security: hidden })
    .partial()
    .optional(),
  sms: z
    .strictObject({ ...sms, secret: hidden })
    .partial()
    .optional(),
  wechat: z
    .strictObject({ ...wechat, secret: hidden })
    .partial()
    .optional(),
  security: z
    .strictObject({ ...security, logMonths })
    .partial()
    .optional(),
}
const patch = z.strictObject({ ...systemParts, version })

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
    config: get(
      '/system/config',
      'setting.edit',
      () => nothing,
      () => systemConfig,
      { feature: 'setting' },
    ),
    updateConfig: post(
      '/system/config',
      'setting.edit',
      () => patch,
      () => systemConfig,
      { feature: 'setting' },
    ),
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
