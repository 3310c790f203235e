import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'

import { environment } from './environment.ts'

type Variables = z.output<typeof environment>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * A bucket of an S3-compatible store. The URL is `https://host/bucket`, or `https://bucket.endpoint` with
 * virtual hosts, followed by the prefix of every object.
 */
export type Bucket = {
  /** The address of the bucket with its prefix appended. */
  url: string
  name: string
  /** Path prefix without leading and trailing slash; may be empty. */
  prefix: string
  region: string
  keyId: string
  secret: string
}

/** The daily automatic backup. */
export type BackupPlan = {
  folder: string | undefined
  bucket: Bucket | undefined
  /** The time of day in China, as in the log and the lists. */
  hour: number
  minute: number
  keepDays: number
  /** Public keys of age (https://age-encryption.org); without any, backups are not encrypted. */
  recipients: string[]
}

export type ServerConfig = ReturnType<typeof configFrom>

/** The file in the data folder with the time and place of the last backup. */
export const lastBackupFile = 'last-backup.json'

/** The folder of archive files, into which expired rows of the log are written before they are deleted. */
export const logArchiveFolder = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string =>
  join(dataDir, 'log-archive')

/** The folder of the embedded file store. */
export const filesFolder = ({ dataDir }: ServerConfig): string => join(dataDir, 'files')

/** Its message is for the person who starts the server: one line for each wrong value. */
export class ConfigError extends Error {
  override name = 'WrongConfig'
}

const refuse = (problems: string[]): never => {
  throw new ConfigError(
    `配置有误 (wrong configuration)\n${problems.map(problem => `  ${problem}`).join('\n')}`,
  )
}

const demoProblems = (config: ServerConfig): string[] => {
  if (!config.isDemo) return []
  if (config.isProduction) return ['DEMO: 演示数据不能用于生产环境；not with NODE_ENV=production']
  if (LOOPBACK.has(config.host)) return []
  return [`DEMO: 演示只能监听本机 (HOST=${config.host}); the demo listens on a loopback address only`]
}

const testProblems = (config: ServerConfig): string[] => {
  if (!config.isProduction) return []
  const reason = '测试设施不能用于生产环境；a test facility, not with NODE_ENV=production'
  return [
    ...(config.smsProvider === 'file' ? [`SMS_PROVIDER=file: ${reason}`] : []),
    ...(config.captchaProvider === 'file' ? [`CAPTCHA_PROVIDER=file: ${reason}`] : []),
    ...(config.clockOffsetFile ? [`CLOCK_OFFSET_FILE: ${reason}`] : []),
  ]
}

const replicaProblems = ({ databaseUrl, databaseReplicaUrl }: ServerConfig): string[] =>
  databaseReplicaUrl && !databaseUrl
    ? ['DATABASE_REPLICA_URL: 内置数据库没有副本，请同时设置 DATABASE_URL；only beside DATABASE_URL']
    : []

const isProductionIn = ({ NODE_ENV }: Variables) => NODE_ENV === 'production'

const isWithin = (path: string, other: string) => `${path}/`.startsWith(`${other}/`)

const pathProblems = ({ basePath, apiPath }: ServerConfig): string[] =>
  isWithin(basePath, apiPath) || isWithin(apiPath, basePath) || isWithin(basePath, '/health')
    ? [
        `BASE_PATH: 不能与 API_PATH 或 /health 重叠；must not lie within API_PATH or /health, nor hold API_PATH`,
      ]
    : []

type BucketNames = 'BUCKET' | 'BACKUP_BUCKET'

/** Reads the bucket that the variables with this prefix describe. */
const bucketOf = (variables: Variables, names: BucketNames): Bucket | undefined => {
  const { [`${names}_URL` as const]: url, [`${names}_REGION` as const]: region } = variables
  const { [`${names}_KEY_ID` as const]: keyId, [`${names}_SECRET` as const]: secret } = variables
  if (url === undefined && keyId === undefined && secret === undefined) return undefined
  if (url === undefined || keyId === undefined || secret === undefined)
    return refuse([`${names}_URL, ${names}_KEY_ID, ${names}_SECRET: 三个必须一起设置；set all three or none`])
  const { hostname, pathname } = new URL(url)
  const isVirtual = variables[`${names}_STYLE`] === 'virtual'
  if (isVirtual ? pathname !== '/' : pathname === '/')
    return refuse([
      isVirtual
        ? `${names}_URL: ${names}_STYLE=virtual 时桶名在域名中，不带路径；https://bucket.endpoint, without a path`
        : `${names}_URL: 缺少桶名；https://host/bucket, or https://bucket.endpoint with ${names}_STYLE=virtual`,
    ])
  const name = isVirtual ? hostname.split('.')[0]! : pathname.replaceAll(/^\/|\/$/g, '')
  const prefix = variables[`${names}_PREFIX`] ?? ''
  return { url: url.replace(/\/$/, '') + (prefix && `/${prefix}`), name, prefix, region, keyId, secret }
}

const mailOf = ({ SMTP_URL: url, MAIL_FROM: from }: Variables) => {
  if (url === undefined && from === undefined) return undefined
  if (url === undefined || from === undefined)
    return refuse(['SMTP_URL, MAIL_FROM: 两个必须一起设置；set both or none'])
  return { url, from }
}

const translationOf = (variables: Variables) => {
  const { TRANSLATION_URL: url, TRANSLATION_KEY: key, TRANSLATION_MODEL: model = 'default' } = variables
  return url ? { url: url.replace(/\/$/, ''), key, model } : undefined
}

const listOf = (text: string) =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const backupPlanOf = (variables: Variables): BackupPlan | undefined => {
  const bucket = bucketOf(variables, 'BACKUP_BUCKET')
  if (variables.BACKUP_DIR === undefined && !bucket) return undefined
  const [hour = 0, minute = 0] = variables.BACKUP_AT.split(':').map(Number)
  const recipients = listOf(variables.BACKUP_AGE_RECIPIENTS)
  const invalidRecipients = recipients.filter(key => !/^age1[a-z0-9]{58,3000}$/.test(key))
  if (invalidRecipients.length > 0)
    return refuse([
      `BACKUP_AGE_RECIPIENTS: 不是 age 公钥；not a public key of age: ${invalidRecipients.join(', ')}`,
    ])
  const folder = variables.BACKUP_DIR === undefined ? undefined : resolve(variables.BACKUP_DIR)
  return { folder, bucket, hour, minute, keepDays: variables.BACKUP_KEEP_DAYS, recipients }
}

/**
 * Variables that may also be read from a file, as Docker, Kubernetes and systemd provide secrets:
 * `AUDIT_KEY_FILE` names the file of AUDIT_KEY.
 */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DIRECT_DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DEMO_PASSWORD',
  'AUDIT_KEY',
  'SECRET_KEY',
  'SECRET_KEY_FORMER',
  'SMTP_URL',
  'TRANSLATION_KEY',
  'BUCKET_KEY_ID',
  'BUCKET_SECRET',
  'BACKUP_BUCKET_KEY_ID',
  'BACKUP_BUCKET_SECRET',
] as const satisfies readonly (keyof Variables)[]

/** The secrets that are in files, without the line break at their end. */
const secretsInFiles = (variables: Readonly<Record<string, string | undefined>>) => {
  const namesWithFile = secretNames.filter(name => variables[`${name}_FILE`] !== undefined)
  const problems: string[] = []
  const secrets: Record<string, string> = {}
  for (const name of namesWithFile) {
    const file = variables[`${name}_FILE`]!
    if (variables[name] !== undefined)
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

/** Treats an empty value as unset, as `VAR= command` and compose files mean it. */
const setVariables = (env: NodeJS.ProcessEnv) => {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  return { ...variables, ...secretsInFiles(variables) }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

const outsideServicesOf = (variables: Variables) => ({
  /** `config`: the provider from the firm's 系统配置. */
  smsProvider: variables.SMS_PROVIDER ?? (isProductionIn(variables) ? 'config' : 'file'),
  /** A gateway in front of the SMS provider; absent: the provider's own address. */
  smsEndpoint: variables.SMS_ENDPOINT && withoutSlash(variables.SMS_ENDPOINT),
  /** The addresses of 企业微信: its interface, its page with a code to scan, and its page within its own app. */
  wecom: {
    endpoint: withoutSlash(variables.WECOM_ENDPOINT),
    loginUrl: variables.WECOM_LOGIN_URL,
    authorizeUrl: variables.WECOM_AUTHORIZE_URL,
  },
  /** WeChat's address, or a gateway in front of it. */
  wechatEndpoint: withoutSlash(variables.WECHAT_ENDPOINT),
  /** The mail server and the sender of mails; absent: no mails are sent. */
  mail: mailOf(variables),
  /** Whether webhooks may use http:// and addresses of internal networks. */
  isPrivateWebhookAllowed: variables.WEBHOOK_PRIVATE ?? false,
  /** Single sign-on may ask providers in internal networks, by default where one may run on the machine itself. */
  isPrivateSignOnAllowed: variables.SIGN_ON_PRIVATE ?? !isProductionIn(variables),
  /** The address of 企业微信's group robots, or a gateway in front of it. */
  robotEndpoint: withoutSlash(variables.ROBOT_ENDPOINT),
  /** A service with OpenAI's interface for chats, which drafts English cards; absent: none. */
  translation: translationOf(variables),
  captchaProvider: variables.CAPTCHA_PROVIDER,
})

const databasesOf = (variables: Variables) => ({
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: variables.DATABASE_URL,
  /** The database role that owns the tables and migrates them; absent where it is the server's role. */
  databaseOwnerUrl: variables.DATABASE_OWNER_URL,
  /** A direct connection for the server's role, where `databaseUrl` leads through a pooler. */
  directDatabaseUrl: variables.DIRECT_DATABASE_URL,
  /** A streaming replica of the database, for lists, exports and counts. */
  databaseReplicaUrl: variables.DATABASE_REPLICA_URL,
  /** Uses prepared statements for the most frequent queries; off for poolers that do not track them. */
  isPreparing: variables.PREPARED_STATEMENTS ?? true,
})

const configFrom = (variables: Variables) => ({
  isProduction: isProductionIn(variables),
  host: variables.HOST,
  port: variables.PORT,
  dataDir: resolve(variables.DATA_DIR),
  ...databasesOf(variables),
  isDemo: variables.DEMO ?? (!isProductionIn(variables) && LOOPBACK.has(variables.HOST)),
  demoPassword: variables.DEMO_PASSWORD,
  ...outsideServicesOf(variables),
  clockOffsetFile: variables.CLOCK_OFFSET_FILE,
  /** Signs the log; absent: a key file in `dataDir`. */
  auditKey: variables.AUDIT_KEY,
  /** Encrypts secrets in the database, and the one that did so before. */
  secretKey: variables.SECRET_KEY,
  formerSecretKey: variables.SECRET_KEY_FORMER,
  /** Serves `openapi.json` and its viewer. */
  isDescribed: variables.API_DOCS ?? !isProductionIn(variables),
  /** The address of the firm's own back-end, which then answers /api instead of this server. */
  apiTarget: variables.API_TARGET,
  publicUrl: variables.PUBLIC_URL,
  /** The path of the client, without a slash at the end. */
  basePath: variables.BASE_PATH,
  /** The path of the interface, without a slash at the end; its last part is always `/api`. */
  apiPath: variables.API_PATH,
  /** The contact in `/.well-known/security.txt`; the file is not served without one. */
  securityContact: variables.SECURITY_CONTACT,
  securityPolicy: variables.SECURITY_POLICY,
  trustedProxies: listOf(variables.TRUSTED_PROXIES),
  logLevel: variables.LOG_LEVEL,
  diskLowMb: variables.DISK_LOW_MB,
  /** Months for which the log is kept, unless a firm sets its own period; null: forever. */
  logMonths: variables.LOG_KEEP_MONTHS || null,
  /** Months for which messages and records of sent reminders are kept; null: forever. */
  messageMonths: variables.MESSAGE_KEEP_MONTHS || null,
  /** The same for revisions of cards and articles, other than the newest and the published ones. */
  revisionMonths: variables.REVISION_KEEP_MONTHS || null,
  /** Absent: uploads are files below `dataDir`. */
  bucket: bucketOf(variables, 'BUCKET'),
  /** Absent: no automatic backups. */
  backupPlan: backupPlanOf(variables),
  /** Milliseconds after SIGTERM, which makes readiness fail, until no connection is accepted any more. */
  drainMs: variables.DRAIN_SECONDS * 1_000,
  /** Whether this process also runs jobs of the queue. */
  isWorking: variables.WORKER ?? true,
  /** Writes a log line for each call. */
  isLoggingRequests: variables.ACCESS_LOG ?? false,
  /** The host and port of `/metrics` and `/health/*` for operators; without a port they are not served there. */
  managementHost: variables.MANAGEMENT_HOST,
  managementPort: variables.MANAGEMENT_PORT,
  /** The OTLP address for traces; absent: no traces. */
  tracesEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  /** The share of traces starting here that is recorded, from 0 to 1. */
  sampledShare: variables.OTEL_TRACES_SAMPLER_ARG,
})

export const readConfig = (env: NodeJS.ProcessEnv = process.env): ServerConfig => {
  const result = environment.safeParse(setVariables(env))
  if (!result.success)
    return refuse(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const config = configFrom(result.data)
  const problems = [
    ...demoProblems(config),
    ...testProblems(config),
    ...pathProblems(config),
    ...replicaProblems(config),
  ]
  return problems.length > 0 ? refuse(problems) : config
}
