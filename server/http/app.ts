import { randomUUID } from 'node:crypto'

import { type Context as HttpContext, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { clientAddress, hostOf } from './address.ts'
import { apiDocsRoutes } from './apiDocs.ts'
import type { Database } from '../db/connection/open.ts'
import { refuseWhileConnected } from '../db/connection/open.ts'
import { errorAnswerFor, secondsUntilRetry } from './knownErrors.ts'
import { envelope } from '../context/envelope.ts'
import { translateRefusal } from './language.ts'
import type { AgentTool } from './mcp/tools.ts'
import { resources } from '../../resources/index.ts'
import { mountCalls, WrongMethod } from '../engine/mount.ts'
import { wecomCalls } from '../routes/decisions/callback.ts'
import { bulkKinds, servedCalls } from '../routes/served.ts'
import { feedCalls } from '../routes/feed/feed.ts'
import { sharedPreviewCalls } from '../routes/previewLinks/shared.ts'
import { verificationCalls } from '../routes/verification/verify.ts'
import { uploadCalls } from '../routes/uploads/bytes.ts'
import { serveFile } from '../routes/uploads/storedFiles.ts'
import { databaseDamageIn, damageSentence } from '../process/failure.ts'
import type { Log } from '../process/log.ts'
import { checkRoutes, describeCalls } from './openapi.ts'
import { nameServedAddresses, standardPaths, storedAddresses } from './paths.ts'
import { observeRequests } from './observeRequests.ts'
import { ApiError, WrongMediaType } from '../context/apiError.ts'
import type { Runtime } from '../context/runtime.ts'
import type { Wire } from '../context/wire.ts'
import type { Services } from '../context/services.ts'

type AppOptions = {
  database: Database
  services: Services
  log: Log
  now?: () => Date
  isDiskLow?: () => boolean
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
  /** Whether the product is reached by https. */
  isSecure?: boolean
  /** The path of the interface; `/api` where absent. */
  apiPath?: string
  /** Writes a log line for each call. */
  isLoggingRequests?: boolean
  /** Serves `openapi.json` and its viewer `docs` below `apiPath`. */
  isDescribed?: boolean
  /** The calls that the app answers; all implemented calls where absent. */
  calls?: typeof servedCalls
}

const requestIds = new WeakMap<Request, string>()
const requestIdOf = ({ req }: HttpContext) => {
  const knownId = requestIds.get(req.raw)
  if (knownId) return knownId
  const newId = (Date.now().toString(36) + randomUUID().slice(-12)).toUpperCase()
  requestIds.set(req.raw, newId)
  return newId
}

/**
 * Refuses external services inside a transaction: it may run twice, and a rollback cannot undo what was sent.
 */
const refuseInTransactions = ({ sms, wechat, signOn, ...services }: Services): Services => ({
  ...services,
  sms: {
    ...sms,
    deliver: async (...message) => {
      refuseWhileConnected('a text message')
      return sms.deliver(...message)
    },
  },
  signOn: {
    address: async (...args) => {
      refuseWhileConnected('a question to an identity provider')
      return signOn.address(...args)
    },
    identity: async (...args) => {
      refuseWhileConnected('a question to an identity provider')
      return signOn.identity(...args)
    },
    check: async settings => {
      refuseWhileConnected('a question to an identity provider')
      return signOn.check(settings)
    },
  },
  wechat: {
    ...wechat,
    code: async (...args) => {
      refuseWhileConnected('a question to WeChat')
      return wechat.code(...args)
    },
    refusalOf: async settings => {
      refuseWhileConnected('a question to WeChat')
      return wechat.refusalOf(settings)
    },
  },
})

const runtimeOf = ({
  database,
  services,
  now,
  isDiskLow,
  trustedProxies = [],
  isSecure = false,
  apiPath = standardPaths.apiPath,
}: AppOptions): Runtime => ({
  database,
  services: refuseInTransactions(services),
  now: now ?? (() => new Date()),
  isSecure,
  requestIdOf,
  apiPath,
  storedAddresses: storedAddresses(apiPath),
  addressOf: clientAddress(trustedProxies),
  hostOf: hostOf(trustedProxies),
  refuseWhenDiskIsLow: () => {
    if (isDiskLow?.()) throw new ApiError('5030', '磁盘空间不足，系统暂为只读，请稍后再试')
  },
})

const maxBodyBytes = 1024 * 1024

/**
 * A body with a Content-Length is checked by that header, because counting a stream costs more than most
 * calls do.
 */
const limitBody = (tooLarge: (http: HttpContext) => Response, wire?: Wire): MiddlewareHandler => {
  const { maxBytes } = wire ?? { maxBytes: maxBodyBytes }
  // A body that its handler reads piece by piece must not be collected here.
  const streamingLimit: MiddlewareHandler = wire
    ? (_, next) => next()
    : bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return async (http, next) => {
    if (http.req.method === 'GET' || http.req.method === 'HEAD') return next()
    const length = http.req.header('content-length')
    if (length === undefined || http.req.header('transfer-encoding') !== undefined)
      return streamingLimit(http, next)
    return Number(length) > maxBytes ? tooLarge(http) : next()
  }
}

const statuses: Partial<Record<string, 429 | 503>> = { '4290': 429, '5030': 503 }

const refuse = (
  http: HttpContext,
  code: '4000' | '5000',
  status: 404 | 405 | 413 | 415 | 500,
  message?: string,
) => {
  http.set('code', code)
  return http.json(translateRefusal(http, envelope(code, {}, requestIdOf(http), message)), status)
}

const answerError =
  (log: Log): ErrorHandler =>
  (error, http) => {
    if (error instanceof WrongMediaType) return refuse(http, '4000', 415, '请求的内容类型不正确')
    if (error instanceof WrongMethod) return refuse(http, '4000', 405, '请求方法不正确')
    const refusal = errorAnswerFor(error)
    if (refusal) {
      http.set('code', refusal.code)
      const ownStatus: Wire['refusalStatus'] = http.get('refusalStatus')
      const status = ownStatus?.(refusal.code) ?? statuses[refusal.code] ?? 200
      const seconds = secondsUntilRetry(refusal)
      if (status >= 500)
        log.warn(
          { err: error, requestId: requestIdOf(http), path: http.req.path, code: refusal.code },
          'a call failed',
        )
      if (status !== 200 && seconds) http.header('Retry-After', String(seconds))
      return http.json(
        translateRefusal(http, envelope(refusal.code, refusal.data, requestIdOf(http), refusal.message)),
        status,
      )
    }
    const damage = databaseDamageIn(error)
    const logMessage = damage === undefined ? 'unhandled error' : damageSentence(damage)
    log.error({ err: error, requestId: requestIdOf(http), path: http.req.path }, logMessage)
    const message =
      damage === undefined ? undefined : '数据库的文件已损坏，请联系系统管理员检查磁盘并恢复备份'
    return refuse(http, '5000', 500, message)
  }

const version = process.env['npm_package_version'] ?? ''

export const createApp = (options: AppOptions) => {
  const app = new Hono()
  app.use(async (http, next) => {
    await next()
    // Answers for stored files set their own Cache-Control.
    const { headers } = http.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    headers.set('X-Content-Type-Options', 'nosniff')
  })
  app.use(observeRequests({ log: options.log, requestIdOf, isLogging: options.isLoggingRequests ?? false }))
  const { apiPath = standardPaths.apiPath } = options
  if (apiPath !== standardPaths.apiPath) app.use(nameServedAddresses(apiPath))
  const runtime = runtimeOf(options)
  const tooLarge = (http: HttpContext) => refuse(http, '4000', 413, '请求内容过大')
  app.get('/files/*', http => serveFile(runtime, http))
  const { calls = servedCalls } = options
  const inProcess = (address: string, init: RequestInit, env: object) =>
    Promise.resolve(app.request(address, init, env))
  const mountedCalls = [
    ...calls,
    ...uploadCalls,
    ...feedCalls,
    ...verificationCalls,
    ...wecomCalls(bulkKinds),
    ...sharedPreviewCalls,
  ]
  const mounted = mountCalls(runtime, mountedCalls, wire => limitBody(tooLarge, wire))
  checkRoutes(mountedCalls, mounted.routes)
  app.route('/', mounted)
  if (options.isDescribed) {
    let description: ReturnType<typeof describeCalls> | undefined
    // Built at the first request, so that the start does not wait for it.
    app.get('/openapi.json', http => http.json((description ??= describeCalls(calls, version, apiPath))))
    app.route('/', apiDocsRoutes())
  }
  // Loaded with the first request: most firms allow no agents.
  let tools: readonly AgentTool[] | undefined
  app.all('/mcp', async http => {
    const [{ answerMcp }, { agentToolsOf }] = await Promise.all([
      import('./mcp/mcp.ts'),
      import('./mcp/tools.ts'),
    ])
    tools ??= agentToolsOf(calls, resources)
    return answerMcp({ runtime, tools, version, call: inProcess }, http)
  })
  // Loaded with the first request: most firms have no identity provider.
  app.all('/scim/v2/*', async http => (await import('./scim/scim.ts')).answerScim(runtime, http))
  app.all('*', http => refuse(http, '4000', 404, '接口不存在'))
  app.onError(answerError(options.log))
  return new Hono().route(apiPath, app)
}
