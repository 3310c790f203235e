import { z } from 'zod'

const switchVariable = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(word => word === 'on' || word === 'true' || word === '1')
  .optional()

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(number => number >= min && number <= max, `a whole number from ${min} to ${max}`)

const httpUrl = z.url({ protocol: /^https?$/, error: 'an address that starts with http:// or https://' })

const serverUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** One server, or several separated by commas, in libpq's notation. */
const databaseAddress = z
  .string()
  .refine(
    address => serverUrl.safeParse(address.replace(/,[^/?]*/, '')).success,
    'an address that starts with postgresql://',
  )

const sessionAttributes = (address: string): string | null => {
  const query = address.split('?')[1]
  return new URLSearchParams(query ?? '').get('target_session_attrs')
}

/** An address of which the server that accepts writes is used. */
const primaryAddress = databaseAddress.refine(
  address => ['any', 'read-write', 'primary', null].includes(sessionAttributes(address)),
  '需要可写的服务器，target_session_attrs 只能是 read-write 或 primary；needs a server that accepts writes: target_session_attrs=read-write or none',
)

/** An address of a standby. */
const replicaAddress = databaseAddress.refine(
  address => !['read-write', 'primary'].includes(sessionAttributes(address) ?? ''),
  '副本不接受写入，请去掉 target_session_attrs；a replica accepts no writes: leave target_session_attrs out',
)

const bucketStyle = z.enum(['path', 'virtual']).default('path')
const bucketPrefix = z
  .string()
  .regex(/^[\w-]{1,60}(\/[\w-]{1,60}){0,4}$/, 'a path within the bucket, without a slash at its ends')
  .optional()

/** Whole months, or 0 forever. */
const retentionMonths = wholeNumber(0, 600)
  .refine(months => months === 0 || months >= 6, 'at least 6, or 0 forever')
  .default(36)

/** The environment variables of the server. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: primaryAddress.optional(),
  DATABASE_OWNER_URL: primaryAddress.optional(),
  DIRECT_DATABASE_URL: primaryAddress.optional(),
  DATABASE_REPLICA_URL: replicaAddress.optional(),
  PREPARED_STATEMENTS: switchVariable,
  DEMO: switchVariable,
  DEMO_PASSWORD: z.string().min(10, 'at least 10 characters').max(128, 'at most 128 characters').optional(),
  SMS_PROVIDER: z.enum(['config', 'file', 'none']).optional(),
  SMS_ENDPOINT: httpUrl.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'an address such as smtps://name:password@mail.example.com:465')
    .optional(),
  MAIL_FROM: z.string().min(3).max(200).optional(),
  WEBHOOK_PRIVATE: switchVariable,
  SIGN_ON_PRIVATE: switchVariable,
  ROBOT_ENDPOINT: httpUrl.default('https://qyapi.weixin.qq.com'),
  WECOM_ENDPOINT: httpUrl.default('https://qyapi.weixin.qq.com'),
  WECOM_LOGIN_URL: httpUrl.default('https://login.work.weixin.qq.com/wwlogin/sso/login'),
  WECOM_AUTHORIZE_URL: httpUrl.default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  WECHAT_ENDPOINT: httpUrl.default('https://api.weixin.qq.com'),
  TRANSLATION_URL: httpUrl.optional(),
  TRANSLATION_KEY: z.string().min(1).max(500).optional(),
  TRANSLATION_MODEL: z.string().min(1).max(200).optional(),
  CAPTCHA_PROVIDER: z.enum(['file', 'picture']).default('picture'),
  CLOCK_OFFSET_FILE: z.string().optional(),
  AUDIT_KEY: z.string().min(32, 'at least 32 characters').max(200, 'at most 200 characters').optional(),
  SECRET_KEY: z.string().min(32, 'at least 32 characters').max(200, 'at most 200 characters').optional(),
  SECRET_KEY_FORMER: z
    .string()
    .min(32, 'at least 32 characters')
    .max(200, 'at most 200 characters')
    .optional(),
  API_DOCS: switchVariable,
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
  BUCKET_STYLE: bucketStyle,
  BUCKET_PREFIX: bucketPrefix,
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_KEY_ID: z.string().optional(),
  BUCKET_SECRET: z.string().optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_BUCKET_URL: httpUrl.optional(),
  BACKUP_BUCKET_STYLE: bucketStyle,
  BACKUP_BUCKET_PREFIX: bucketPrefix,
  BACKUP_BUCKET_REGION: z.string().default('us-east-1'),
  BACKUP_BUCKET_KEY_ID: z.string().optional(),
  BACKUP_BUCKET_SECRET: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 02:30')
    .default('02:30'),
  BACKUP_KEEP_DAYS: wholeNumber(1, 3_650).default(14),
  BACKUP_AGE_RECIPIENTS: z
    .string()
    .regex(/^[a-z0-9, ]*$/, 'public keys of age, separated by commas')
    .default(''),
  LOG_KEEP_MONTHS: retentionMonths,
  MESSAGE_KEEP_MONTHS: retentionMonths,
  REVISION_KEEP_MONTHS: retentionMonths.default(0),
  DISK_LOW_MB: wholeNumber(0, 999_999_999).default(500),
  DRAIN_SECONDS: wholeNumber(0, 300).default(5),
  WORKER: switchVariable,
  ACCESS_LOG: switchVariable,
  MANAGEMENT_HOST: z.string().min(1).default('127.0.0.1'),
  MANAGEMENT_PORT: wholeNumber(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a share from 0 to 1')
    .transform(Number)
    .default(1),
})
