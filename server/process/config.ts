import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'

import { environment } from './environment.ts'

// Promise Q59 (server/promises.md).

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Of an S3-compatible store: `https://host/bucket`, or by virtual host `https://bucket.endpoint`; behind it the prefix of every object. */
export type Bucket = {
  /** The address of the bucket with its prefix appended. */
  url: string
  name: string
  /** Path prefix without leading and trailing slash; empty where there is none. */
  prefix: string
  region: string
  keyId: string
  secret: string
}

/** What is backed up by itself each day. */
export type BackupPlan = {
  folder: string | undefined
  bucket: Bucket | undefined
  /** Of China's day, as the log and the lists count days. */
  hour: number
  minute: number
  keepDays: number
  /** Public keys of age; empty: backups are not encrypted. */
  recipients: string[]
}

export type ServerConfig = {
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
  /** A streaming replica of the database, for lists, exports and counts. */
  databaseReplicaUrl: string | undefined
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
  /** The interface describes itself: `openapi.json` and its viewer. */
  isDescribed: boolean
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
  /** For so many months the log of a firm that says nothing else is kept; null: for ever. */
  logMonths: number | null
  /** The same period for messages and for records of sent reminders. */
  messageMonths: number | null
  /** The same period for revisions of cards and articles, other than the newest and the published ones. */
  revisionMonths: number | null
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

/** The folder of archive files, into which expired rows of the log are written before they are deleted. */
export const logArchiveFolder = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string =>
  join(dataDir, 'log-archive')

/** Where the embedded store keeps its files. */
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

const isWithin = (path: string, other: string) => `${path}/`.startsWith(`${other}/`)

const pathProblems = ({ basePath, apiPath }: ServerConfig): string[] =>
  isWithin(basePath, apiPath) || isWithin(apiPath, basePath) || isWithin(basePath, '/health')
    ? [
        `BASE_PATH: 不能与 API_PATH 或 /health 重叠；must not lie within API_PATH or /health, nor hold API_PATH`,
      ]
    : []

type BucketNames = 'BUCKET' | 'BACKUP_BUCKET'

/** Reads the bucket that the variables with this prefix describe. */
const bucketOf = (given: z.output<typeof environment>, names: BucketNames): Bucket | undefined => {
  const { [`${names}_URL` as const]: url, [`${names}_REGION` as const]: region } = given
  const { [`${names}_KEY_ID` as const]: keyId, [`${names}_SECRET` as const]: secret } = given
  if (url === undefined && keyId === undefined && secret === undefined) return undefined
  if (url === undefined || keyId === undefined || secret === undefined)
    return refuse([`${names}_URL, ${names}_KEY_ID, ${names}_SECRET: 三个必须一起设置；set all three or none`])
  const { hostname, pathname } = new URL(url)
  const isVirtual = given[`${names}_STYLE`] === 'virtual'
  if (isVirtual ? pathname !== '/' : pathname === '/')
    return refuse([
      isVirtual
        ? `${names}_URL: ${names}_STYLE=virtual 时桶名在域名中，不带路径；https://bucket.endpoint, without a path`
        : `${names}_URL: 缺少桶名；https://host/bucket, or https://bucket.endpoint with ${names}_STYLE=virtual`,
    ])
  const name = isVirtual ? hostname.split('.')[0]! : pathname.replace(/\/$/, '').slice(1)
  const prefix = given[`${names}_PREFIX`] ?? ''
  return { url: url.replace(/\/$/, '') + (prefix && `/${prefix}`), name, prefix, region, keyId, secret }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')

const backupPlanOf = (given: z.output<typeof environment>): BackupPlan | undefined => {
  const bucket = bucketOf(given, 'BACKUP_BUCKET')
  if (given.BACKUP_DIR === undefined && !bucket) return undefined
  const [hour = 0, minute = 0] = given.BACKUP_AT.split(':').map(Number)
  const recipients = listOf(given.BACKUP_AGE_RECIPIENTS)
  const wrong = recipients.filter(key => !/^age1[a-z0-9]{58,3000}$/.test(key))
  if (wrong.length > 0)
    return refuse([`BACKUP_AGE_RECIPIENTS: 不是 age 公钥；not a public key of age: ${wrong.join(', ')}`])
  const folder = given.BACKUP_DIR === undefined ? undefined : resolve(given.BACKUP_DIR)
  return { folder, bucket, hour, minute, keepDays: given.BACKUP_KEEP_DAYS, recipients }
}

/** These may come as a file, as Docker, Kubernetes and systemd hand out secrets: `AUDIT_KEY_FILE` names one. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DIRECT_DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DEMO_PASSWORD',
  'AUDIT_KEY',
  'BUCKET_KEY_ID',
  'BUCKET_SECRET',
  'BACKUP_BUCKET_KEY_ID',
  'BACKUP_BUCKET_SECRET',
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

export const readConfig = (env: NodeJS.ProcessEnv = process.env): ServerConfig => {
  const result = environment.safeParse(givenIn(env))
  if (!result.success) {
    return refuse(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  const given = result.data
  const isProduction = given.NODE_ENV === 'production'
  const config: ServerConfig = {
    isProduction,
    host: given.HOST,
    port: given.PORT,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    directDatabaseUrl: given.DIRECT_DATABASE_URL,
    databaseReplicaUrl: given.DATABASE_REPLICA_URL,
    isPreparing: given.PREPARED_STATEMENTS ?? true,
    isDemo: given.DEMO ?? (!isProduction && LOOPBACK.has(given.HOST)),
    demoPassword: given.DEMO_PASSWORD,
    smsProvider: given.SMS_PROVIDER ?? (isProduction ? 'config' : 'file'),
    smsEndpoint: given.SMS_ENDPOINT?.replace(/\/$/, ''),
    wechatEndpoint: given.WECHAT_ENDPOINT.replace(/\/$/, ''),
    captchaProvider: given.CAPTCHA_PROVIDER,
    clockOffsetFile: given.CLOCK_OFFSET_FILE,
    auditKey: given.AUDIT_KEY,
    isDescribed: given.API_DOCS ?? !isProduction,
    apiTarget: given.API_TARGET,
    publicUrl: given.PUBLIC_URL,
    basePath: given.BASE_PATH,
    apiPath: given.API_PATH,
    securityContact: given.SECURITY_CONTACT,
    securityPolicy: given.SECURITY_POLICY,
    trustedProxies: listOf(given.TRUSTED_PROXIES),
    logLevel: given.LOG_LEVEL,
    diskLowMb: given.DISK_LOW_MB,
    logMonths: given.LOG_KEEP_MONTHS || null,
    messageMonths: given.MESSAGE_KEEP_MONTHS || null,
    revisionMonths: given.REVISION_KEEP_MONTHS || null,
    bucket: bucketOf(given, 'BUCKET'),
    backupPlan: backupPlanOf(given),
    drainMs: given.DRAIN_SECONDS * 1_000,
    isWorking: given.WORKER ?? true,
    isLoggingRequests: given.ACCESS_LOG ?? false,
    managementHost: given.MANAGEMENT_HOST,
    managementPort: given.MANAGEMENT_PORT,
    tracesEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledShare: given.OTEL_TRACES_SAMPLER_ARG,
  }
  const problems = [
    ...demoProblems(config),
    ...testProblems(config),
    ...pathProblems(config),
    ...replicaProblems(config),
  ]
  return problems.length > 0 ? refuse(problems) : config
}
