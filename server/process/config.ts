import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

// Promise Q59 (server/promises.md).

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(word => word === 'on' || word === 'true' || word === '1')
  .optional()

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(number => number >= min && number <= max, `a whole number from ${min} to ${max}`)

const httpUrl = z.url({ protocol: /^https?$/, error: 'an address that starts with http:// or https://' })

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'an address that starts with postgresql://',
})

/** The environment that the server reads, by name. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  PREPARED_STATEMENTS: flag,
  DEMO: flag,
  DEMO_PASSWORD: z.string().min(10, 'at least 10 characters').max(128, 'at most 128 characters').optional(),
  SMS_PROVIDER: z.enum(['config', 'file', 'none']).optional(),
  SMS_ENDPOINT: httpUrl.optional(),
  WECHAT_ENDPOINT: httpUrl.default('https://api.weixin.qq.com'),
  CAPTCHA_PROVIDER: z.enum(['file', 'picture']).default('picture'),
  CLOCK_OFFSET_FILE: z.string().optional(),
  AUDIT_KEY: z.string().min(32, 'at least 32 characters').max(200, 'at most 200 characters').optional(),
  API_TARGET: httpUrl.optional(),
  PUBLIC_URL: httpUrl.optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]{1,40}){1,5}$/, 'a path such as /web or /cards/admin, without a slash at its end')
    .default('/web'),
  API_PATH: z
    .string()
    .regex(/^(\/[\w-]{1,40}){0,4}\/api$/, 'a path that ends with /api, such as /api or /cards/api')
    .default('/api'),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'an address that starts with mailto:, https:// or tel:' })
    .optional(),
  SECURITY_POLICY: httpUrl.optional(),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[0-9a-fA-F.:/, ]*$/, 'addresses or networks, separated by commas')
    .default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BUCKET_URL: httpUrl.optional(),
  BUCKET_STYLE: z.enum(['path', 'virtual']).default('path'),
  BUCKET_PREFIX: z
    .string()
    .regex(/^[\w-]{1,60}(\/[\w-]{1,60}){0,4}$/, 'a path within the bucket, without a slash at its ends')
    .optional(),
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_KEY_ID: z.string().optional(),
  BUCKET_SECRET: z.string().optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 02:30')
    .default('02:30'),
  BACKUP_KEEP_DAYS: whole(1, 3_650).default(14),
  BACKUP_AGE_RECIPIENTS: z
    .string()
    .regex(/^[a-z0-9, ]*$/, 'public keys of age, separated by commas')
    .default(''),
  DISK_LOW_MB: whole(0, 999_999_999).default(500),
  DRAIN_SECONDS: whole(0, 300).default(5),
  WORKER: flag,
  ACCESS_LOG: flag,
  MANAGEMENT_HOST: z.string().min(1).default('127.0.0.1'),
  MANAGEMENT_PORT: whole(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a share from 0 to 1')
    .transform(Number)
    .default(1),
})

/** Of an S3-compatible store: `https://host/bucket`, or by virtual host `https://bucket.endpoint`; behind it the prefix of every object. */
export type Bucket = { url: string; name: string; region: string; keyId: string; secret: string }

/** What is backed up by itself each day. */
export type BackupPlan = {
  folder: string
  /** Of China's day, as the log and the lists count days. */
  hour: number
  minute: number
  keepDays: number
  /** Public keys of age; empty: backups are not encrypted. */
  recipients: string[]
}

export type Config = {
  isProduction: boolean
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The login that owns the tables and migrates them, where it is not the server's. */
  databaseOwnerUrl: string | undefined
  /** The server's login without a pooler between, where `databaseUrl` leads through one. */
  directDatabaseUrl: string | undefined
  /** Connections keep the plans of the statements that most calls send; off for a pooler that does not track them. */
  isPreparing: boolean
  isDemo: boolean
  demoPassword: string | undefined
  /** `config`: what the firm says in 系统配置. */
  smsProvider: 'config' | 'file' | 'none'
  /** Of a gateway in front of the SMS provider; absent: the provider's own. */
  smsEndpoint: string | undefined
  /** WeChat's, or a gateway in front of it. */
  wechatEndpoint: string
  captchaProvider: 'file' | 'picture'
  clockOffsetFile: string | undefined
  /** Signs the log; absent: a file in `dataDir`. */
  auditKey: string | undefined
  /** A firm's own back-end, which then answers /api instead of this server. */
  apiTarget: string | undefined
  publicUrl: string | undefined
  /** Where the client is served, without a slash at the end. */
  basePath: string
  /** Where the interface is served, without a slash at the end; its last part is always `/api`. */
  apiPath: string
  /** For `/.well-known/security.txt`, which is not there without it. */
  securityContact: string | undefined
  securityPolicy: string | undefined
  trustedProxies: string[]
  logLevel: string
  diskLowMb: number
  /** Absent: uploads are files below `dataDir`. */
  bucket: Bucket | undefined
  /** Absent: nothing is backed up by itself. */
  backupPlan: BackupPlan | undefined
  /** From SIGTERM, which turns readiness off, until no connection is taken any more. */
  drainMs: number
  /** The server works on the job queue too. */
  isWorking: boolean
  /** A line for each call. */
  isLoggingRequests: boolean
  /** Where `/metrics` and `/health/*` are served to who operates the product; nowhere where the port is absent. */
  managementHost: string
  managementPort: number | undefined
  /** Where traces are sent by OTLP; absent: nowhere. */
  tracesEndpoint: string | undefined
  /** The part of the traces that begin here which is recorded. */
  sampledShare: number
}

/** In the data folder: when the last backup was made, and where it was written. */
export const lastBackupFile = 'last-backup.json'

/** Where the embedded store keeps its files. */
export const filesFolder = ({ dataDir }: Config): string => join(dataDir, 'files')

/** Its message is for the person who starts the server: one line for each wrong value. */
export class ConfigError extends Error {
  override name = 'WrongConfig'
}

const refuse = (problems: string[]): never => {
  throw new ConfigError(
    `配置有误 (wrong configuration)\n${problems.map(problem => `  ${problem}`).join('\n')}`,
  )
}

const demoProblems = (config: Config): string[] => {
  if (!config.isDemo) return []
  if (config.isProduction) return ['DEMO: 演示数据不能用于生产环境；not with NODE_ENV=production']
  if (LOOPBACK.has(config.host)) return []
  return [`DEMO: 演示只能监听本机 (HOST=${config.host}); the demo listens on a loopback address only`]
}

const testProblems = (config: Config): string[] => {
  if (!config.isProduction) return []
  const reason = '测试设施不能用于生产环境；a test facility, not with NODE_ENV=production'
  return [
    ...(config.smsProvider === 'file' ? [`SMS_PROVIDER=file: ${reason}`] : []),
    ...(config.captchaProvider === 'file' ? [`CAPTCHA_PROVIDER=file: ${reason}`] : []),
    ...(config.clockOffsetFile ? [`CLOCK_OFFSET_FILE: ${reason}`] : []),
  ]
}

const isWithin = (path: string, other: string) => `${path}/`.startsWith(`${other}/`)

const pathProblems = ({ basePath, apiPath }: Config): string[] =>
  isWithin(basePath, apiPath) || isWithin(apiPath, basePath) || isWithin(basePath, '/health')
    ? [
        `BASE_PATH: 不能与 API_PATH 或 /health 重叠；must not lie within API_PATH or /health, nor hold API_PATH`,
      ]
    : []

const bucketOf = (given: z.output<typeof environment>): Bucket | undefined => {
  const { BUCKET_URL: url, BUCKET_REGION: region, BUCKET_KEY_ID: keyId, BUCKET_SECRET: secret } = given
  if (url === undefined && keyId === undefined && secret === undefined) return undefined
  if (url === undefined || keyId === undefined || secret === undefined)
    return refuse(['BUCKET_URL, BUCKET_KEY_ID, BUCKET_SECRET: 三个必须一起设置；set all three or none'])
  const { hostname, pathname } = new URL(url)
  const isVirtual = given.BUCKET_STYLE === 'virtual'
  if (isVirtual ? pathname !== '/' : pathname === '/')
    return refuse([
      isVirtual
        ? 'BUCKET_URL: BUCKET_STYLE=virtual 时桶名在域名中，不带路径；https://bucket.endpoint, without a path'
        : 'BUCKET_URL: 缺少桶名；https://host/bucket, or https://bucket.endpoint with BUCKET_STYLE=virtual',
    ])
  const name = isVirtual ? hostname.split('.')[0]! : pathname.replace(/\/$/, '').slice(1)
  const prefix = given.BUCKET_PREFIX === undefined ? '' : `/${given.BUCKET_PREFIX}`
  return { url: url.replace(/\/$/, '') + prefix, name, region, keyId, secret }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const backupPlanOf = (given: z.output<typeof environment>): BackupPlan | undefined => {
  if (given.BACKUP_DIR === undefined) return undefined
  const [hour = 0, minute = 0] = given.BACKUP_AT.split(':').map(Number)
  const recipients = listOf(given.BACKUP_AGE_RECIPIENTS)
  const wrong = recipients.filter(key => !/^age1[a-z0-9]{58,3000}$/.test(key))
  if (wrong.length > 0)
    return refuse([`BACKUP_AGE_RECIPIENTS: 不是 age 公钥；not a public key of age: ${wrong.join(', ')}`])
  return { folder: resolve(given.BACKUP_DIR), hour, minute, keepDays: given.BACKUP_KEEP_DAYS, recipients }
}

/** These may come as a file, as Docker, Kubernetes and systemd hand out secrets: `AUDIT_KEY_FILE` names one. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DIRECT_DATABASE_URL',
  'DEMO_PASSWORD',
  'AUDIT_KEY',
  'BUCKET_KEY_ID',
  'BUCKET_SECRET',
] as const satisfies readonly (keyof z.output<typeof environment>)[]

/** The secrets that are in files, without the line break at their end. */
const secretsInFiles = (given: Readonly<Record<string, string | undefined>>) => {
  const named = secretNames.filter(name => given[`${name}_FILE`] !== undefined)
  const problems: string[] = []
  const secrets: Record<string, string> = {}
  for (const name of named) {
    const file = given[`${name}_FILE`]!
    if (given[name] !== undefined)
      problems.push(`${name}: 与 ${name}_FILE 只能设置一个；set one of them only`)
    try {
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (secrets[name] === '') problems.push(`${name}_FILE: 文件是空的；the file is empty: ${file}`)
    } catch (error) {
      problems.push(`${name}_FILE: 文件无法读取；cannot be read: ${(error as Error).message}`)
    }
  }
  return problems.length > 0 ? refuse(problems) : secrets
}

/** An empty value is an unset one, as `VAR= command` and compose files mean it. */
const givenIn = (env: NodeJS.ProcessEnv) => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  return { ...given, ...secretsInFiles(given) }
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const result = environment.safeParse(givenIn(env))
  if (!result.success) {
    return refuse(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  const given = result.data
  const isProduction = given.NODE_ENV === 'production'
  const config: Config = {
    isProduction,
    host: given.HOST,
    port: given.PORT,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    directDatabaseUrl: given.DIRECT_DATABASE_URL,
    isPreparing: given.PREPARED_STATEMENTS ?? true,
    isDemo: given.DEMO ?? (!isProduction && LOOPBACK.has(given.HOST)),
    demoPassword: given.DEMO_PASSWORD,
    smsProvider: given.SMS_PROVIDER ?? (isProduction ? 'config' : 'file'),
    smsEndpoint: given.SMS_ENDPOINT?.replace(/\/$/, ''),
    wechatEndpoint: given.WECHAT_ENDPOINT.replace(/\/$/, ''),
    captchaProvider: given.CAPTCHA_PROVIDER,
    clockOffsetFile: given.CLOCK_OFFSET_FILE,
    auditKey: given.AUDIT_KEY,
    apiTarget: given.API_TARGET,
    publicUrl: given.PUBLIC_URL,
    basePath: given.BASE_PATH,
    apiPath: given.API_PATH,
    securityContact: given.SECURITY_CONTACT,
    securityPolicy: given.SECURITY_POLICY,
    trustedProxies: listOf(given.TRUSTED_PROXIES),
    logLevel: given.LOG_LEVEL,
    diskLowMb: given.DISK_LOW_MB,
    bucket: bucketOf(given),
    backupPlan: backupPlanOf(given),
    drainMs: given.DRAIN_SECONDS * 1_000,
    isWorking: given.WORKER ?? true,
    isLoggingRequests: given.ACCESS_LOG ?? false,
    managementHost: given.MANAGEMENT_HOST,
    managementPort: given.MANAGEMENT_PORT,
    tracesEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledShare: given.OTEL_TRACES_SAMPLER_ARG,
  }
  const problems = [...demoProblems(config), ...testProblems(config), ...pathProblems(config)]
  return problems.length > 0 ? refuse(problems) : config
}
