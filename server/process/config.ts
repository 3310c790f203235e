import { join, resolve } from 'node:path'
import { z } from 'zod'

import { bucket } from './bucketVariables.ts'
import { demoResetProblems } from './demoReset.ts'
import {
  baseUrl,
  ConfigError,
  onOff,
  variableGroup,
  key,
  commaSeparated,
  months,
  primary,
  replica,
  secretVariable,
  anyText,
  textsOf,
  httpUrl,
  variable,
  whole,
  words,
} from './variables.ts'

// They are complete once the schema below is made.
export { variables } from './variables.ts'

/** The daily automatic backup, at a time of day in China; without public keys it is not encrypted. */
const backupPlan = variableGroup({
  folder: variable('BACKUP_DIR', anyText.overwrite(folder => resolve(folder)).optional()),
  bucket: bucket('BACKUP_BUCKET'),
  time: variable(
    'BACKUP_AT',
    words(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 02:30').default('02:30'),
  ),
  keepDays: variable('BACKUP_KEEP_DAYS', whole(1, 3_650).default(14)),
  recipients: variable(
    'BACKUP_AGE_RECIPIENTS',
    commaSeparated(
      /^( *age1[a-z0-9]{58,3000} *(,|$))*$/,
      '不是 age 公钥；not public keys of age, separated by commas',
    ).default([]),
  ),
}).transform(({ time, ...plan }) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return plan.folder === undefined && !plan.bucket ? undefined : { ...plan, hour, minute }
})
export type BackupPlan = NonNullable<z.output<typeof backupPlan>>

/** Whether a host name leads to the machine itself. */

const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)

const receiverUrl = httpUrl.refine(address => {
  const url = new URL(address)
  const isSafe = url.protocol === 'https:' || isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
  return isSafe && !url.username && !url.password && !url.search && !url.hash
}, 'an address that starts with https:// (http:// on this machine only), without a name, a password, a question mark or #')

/** Where the log is forwarded to as it grows: an address, a bucket, or both; without them it stays in the database. */
const logForwarding = variableGroup({
  url: variable('LOG_FORWARD_URL', receiverUrl.optional()),
  token: secretVariable(
    'LOG_FORWARD_TOKEN',
    words(/^[!-~]{16,2000}$/, 'at least 16 characters of ASCII, without spaces').optional(),
  ),
  bucket: bucket('LOG_FORWARD_BUCKET'),
}).transform(({ url, token, bucket }, { issues }) => {
  if (token !== undefined && url === undefined)
    issues.push({
      code: 'custom',
      message: 'LOG_FORWARD_TOKEN: 缺少 LOG_FORWARD_URL；only beside LOG_FORWARD_URL',
      input: url,
    })
  return { receiver: url === undefined ? undefined : { url, token }, bucket }
})

const mail = variableGroup({
  url: secretVariable(
    'SMTP_URL',
    words(/^smtps?:\/\/\S+$/, 'an address such as smtps://name:password@mail.example.com:465').optional(),
  ),
  from: variable('MAIL_FROM', z.string().min(3).max(200).optional()),
}).transform(({ url, from }, { issues }) => {
  if (url !== undefined && from !== undefined) return { url, from }
  if (url !== from)
    issues.push({
      code: 'custom',
      message: 'SMTP_URL, MAIL_FROM: 两个必须一起设置；set both or none',
      input: from,
    })
  return undefined
})

const settings = variableGroup({
  isProduction: variable(
    'NODE_ENV',
    z
      .string()
      .optional()
      .transform(name => name === 'production'),
  ),
  host: variable('HOST', anyText.default('127.0.0.1')),
  port: variable('PORT', whole(0, 65_535).default(8080)),
  dataDir: variable('DATA_DIR', anyText.default('./data')).transform(folder => resolve(folder)),
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: secretVariable('DATABASE_URL', primary),
  /** The database role that owns the tables and migrates them; absent where it is the server's role. */
  databaseOwnerUrl: secretVariable('DATABASE_OWNER_URL', primary),
  /** A direct connection for the server's role, where `databaseUrl` leads through a pooler. */
  directDatabaseUrl: secretVariable('DIRECT_DATABASE_URL', primary),
  databaseReplicaUrl: secretVariable('DATABASE_REPLICA_URL', replica),
  isPreparing: variable('PREPARED_STATEMENTS', onOff.default(true)),
  isDemo: variable('DEMO', onOff.optional()),
  demoPassword: secretVariable(
    'DEMO_PASSWORD',
    z.string().min(10, 'at least 10 characters').max(128, 'at most 128 characters').optional(),
  ),
  /** The demo is emptied each hour, and sends nothing. */
  isDemoReset: variable('DEMO_RESET', onOff.default(false)),
  /** `config`: the provider from the firm's 系统配置. */
  smsProvider: variable('SMS_PROVIDER', z.enum(['config', 'file', 'none']).optional()),
  smsEndpoint: variable('SMS_ENDPOINT', baseUrl.optional()),
  mail,
  /** Whether webhooks may use http:// and addresses of internal networks. */
  isPrivateWebhookAllowed: variable('WEBHOOK_PRIVATE', onOff.default(false)),
  /** Single sign-on may ask providers in internal networks, by default where one may run on the machine itself. */
  isPrivateSignOnAllowed: variable('SIGN_ON_PRIVATE', onOff.optional()),
  robotEndpoint: variable('ROBOT_ENDPOINT', baseUrl.default('https://qyapi.weixin.qq.com')),
  wecom: variableGroup({
    endpoint: variable('WECOM_ENDPOINT', baseUrl.default('https://qyapi.weixin.qq.com')),
    loginUrl: variable(
      'WECOM_LOGIN_URL',
      httpUrl.default('https://login.work.weixin.qq.com/wwlogin/sso/login'),
    ),
    authorizeUrl: variable(
      'WECOM_AUTHORIZE_URL',
      httpUrl.default('https://open.weixin.qq.com/connect/oauth2/authorize'),
    ),
  }),
  feishuEndpoint: variable('FEISHU_ENDPOINT', baseUrl.default('https://open.feishu.cn')),
  dingtalk: variableGroup({
    endpoint: variable('DINGTALK_ENDPOINT', baseUrl.default('https://api.dingtalk.com')),
    oapi: variable('DINGTALK_OAPI_ENDPOINT', baseUrl.default('https://oapi.dingtalk.com')),
  }),
  wechatEndpoint: variable('WECHAT_ENDPOINT', baseUrl.default('https://api.weixin.qq.com')),
  translation: variableGroup({
    url: variable('TRANSLATION_URL', baseUrl.optional()),
    key: secretVariable('TRANSLATION_KEY', anyText.max(500).optional()),
    model: variable('TRANSLATION_MODEL', anyText.max(200).default('default')),
  }).transform(({ url, ...service }) => (url === undefined ? undefined : { url, ...service })),
  captchaProvider: variable('CAPTCHA_PROVIDER', z.enum(['file', 'picture']).default('picture')),
  clockOffsetFile: variable('CLOCK_OFFSET_FILE', z.string().optional()),
  /** Signs the log; absent: a key file in `dataDir`. */
  auditKey: secretVariable('AUDIT_KEY', key.optional()),
  /** Encrypts secrets in the database, and the one that did so before. */
  secretKey: secretVariable('SECRET_KEY', key.optional()),
  formerSecretKey: secretVariable('SECRET_KEY_FORMER', key.optional()),
  /** Serves `openapi.json` and its viewer. */
  isDescribed: variable('API_DOCS', onOff.optional()),
  /** The address of the firm's own back-end, which then answers /api instead of this server. */
  apiTarget: variable('API_TARGET', httpUrl.optional()),
  publicUrl: variable('PUBLIC_URL', httpUrl.optional()),
  basePath: variable(
    'BASE_PATH',
    words(
      /^(\/[\w-]{1,40}){1,5}$/,
      'a path such as /web or /cards/admin, without a slash at its end',
    ).default('/web'),
  ),
  apiPath: variable(
    'API_PATH',
    words(/^(\/[\w-]{1,40}){0,4}\/api$/, 'a path that ends with /api, such as /api or /cards/api').default(
      '/api',
    ),
  ),
  securityContact: variable(
    'SECURITY_CONTACT',
    z
      .url({
        protocol: /^(https|mailto|tel)$/,
        error: 'an address that starts with mailto:, https:// or tel:',
      })
      .optional(),
  ),
  securityPolicy: variable('SECURITY_POLICY', httpUrl.optional()),
  trustedProxies: variable(
    'TRUSTED_PROXIES',
    commaSeparated(/^[0-9a-fA-F.:/, ]*$/, 'addresses or networks, separated by commas').default([]),
  ),
  logLevel: variable(
    'LOG_LEVEL',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  /** Absent: uploads are files below `dataDir`. */
  bucket: bucket('BUCKET'),
  backupPlan,
  logForwarding,
  /** Months for which the log is kept, unless a firm sets its own period. */
  logMonths: variable('LOG_KEEP_MONTHS', months.default(36)),
  /** Months for which messages and records of sent reminders are kept. */
  messageMonths: variable('MESSAGE_KEEP_MONTHS', months.default(36)),
  /** Months for which revisions of cards and articles are kept, other than the newest and the published ones. */
  revisionMonths: variable('REVISION_KEEP_MONTHS', months.default(null)),
  diskLowMb: variable('DISK_LOW_MB', whole(0, 999_999_999).default(500)),
  /** Milliseconds after SIGTERM, which makes readiness fail, until no connection is accepted any more. */
  drainMs: variable('DRAIN_SECONDS', whole(0, 300).default(5)).transform(seconds => seconds * 1_000),
  /** Whether this process also runs jobs of the queue. */
  isWorking: variable('WORKER', onOff.default(true)),
  /** Writes a log line for each call. */
  isLoggingRequests: variable('ACCESS_LOG', onOff.default(false)),
  /** The host and port of `/metrics` and `/health/*` for operators; without a port they are not served there. */
  managementHost: variable('MANAGEMENT_HOST', anyText.default('127.0.0.1')),
  managementPort: variable('MANAGEMENT_PORT', whole(0, 65_535).optional()),
  /** The OTLP address for traces; absent: no traces. */
  tracesEndpoint: variable('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl.optional()),
  /** The share of traces starting here that is recorded, from 0 to 1. */
  sampledShare: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    words(/^(0(\.\d+)?|1(\.0+)?)$/, 'a share from 0 to 1')
      .transform(Number)
      .default(1),
  ),
})

const isWithin = (path: string, other: string) => `${path}/`.startsWith(`${other}/`)
const forTests = '测试设施不能用于生产环境；a test facility, not with NODE_ENV=production'

const config = settings
  .transform(values => ({
    ...values,
    isDemo: values.isDemo ?? (!values.isProduction && isLoopback(values.host)),
    smsProvider: values.smsProvider ?? (values.isProduction ? 'config' : 'file'),
    isPrivateSignOnAllowed: values.isPrivateSignOnAllowed ?? !values.isProduction,
    isDescribed: values.isDescribed ?? !values.isProduction,
  }))
  .superRefine(({ isProduction, isDemo, host, basePath, apiPath, ...values }, context) => {
    const refuseIf = (isWrong: boolean, message: string) => isWrong && context.addIssue(message)
    refuseIf(isDemo && isProduction, 'DEMO: 演示数据不能用于生产环境；not with NODE_ENV=production')
    refuseIf(
      isDemo && !isProduction && !isLoopback(host),
      `DEMO: 演示只能监听本机 (HOST=${host}); the demo listens on a loopback address only`,
    )
    refuseIf(isProduction && values.smsProvider === 'file', `SMS_PROVIDER=file: ${forTests}`)
    refuseIf(isProduction && values.captchaProvider === 'file', `CAPTCHA_PROVIDER=file: ${forTests}`)
    refuseIf(isProduction && values.clockOffsetFile !== undefined, `CLOCK_OFFSET_FILE: ${forTests}`)
    refuseIf(
      isWithin(basePath, apiPath) || isWithin(apiPath, basePath) || isWithin(basePath, '/health'),
      'BASE_PATH: 不能与 API_PATH 或 /health 重叠；must not lie within API_PATH or /health, nor hold API_PATH',
    )
    refuseIf(
      values.databaseReplicaUrl !== undefined && values.databaseUrl === undefined,
      'DATABASE_REPLICA_URL: 内置数据库没有副本，请同时设置 DATABASE_URL；only beside DATABASE_URL',
    )
  })
export type ServerConfig = z.output<typeof config>

/** The file in the data folder with the time and place of the last backup. */
export const lastBackupFile = 'last-backup.json'

/** The folder of archive files, into which expired rows of the log are written before they are deleted. */
export const logArchiveFolder = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string =>
  join(dataDir, 'log-archive')

/** The folder of the embedded file store. */
export const filesFolder = ({ dataDir }: ServerConfig): string => join(dataDir, 'files')

/** Throws a ConfigError that lists every wrong variable. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): ServerConfig => {
  const texts = textsOf(env)
  const result = config.safeParse(texts)
  const problems = result.success
    ? demoResetProblems(result.data, texts)
    : result.error.issues.map(({ message }) => message)
  if (result.success && problems.length === 0) return result.data
  throw new ConfigError(problems)
}
