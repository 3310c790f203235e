import { randomBytes } from 'node:crypto'

import { type Context as HttpContext, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { admins } from '../resources/admins.ts'
import { announcements, receivers } from '../resources/announcements.ts'
import { lawyers } from '../resources/lawyers/index.ts'
import { offices } from '../resources/offices/index.ts'
import { cards } from '../resources/cards/index.ts'
import { authors } from '../resources/articles/authors.ts'
import { articles } from '../resources/articles/index.ts'
import { categories } from '../resources/categories.ts'
import { logs } from '../resources/logs.ts'
import { messages } from '../resources/messages.ts'
import { positions } from '../resources/positions.ts'
import { officialProfessions, professions } from '../resources/professions.ts'
import { registration, session } from '../resources/session.ts'
import { uploads } from '../resources/uploads.ts'
import { areas } from '../resources/areas.ts'
import { conf } from '../resources/settings/app.ts'
import { addressOf } from './address.ts'
import type { Database } from './db/open.ts'
import { isDatabaseDown } from './db/open.ts'
import { envelope, mount, serve, WrongMethod } from './implement.ts'
import type { Log } from './log.ts'
import { checkRoutes, describeCalls } from './openapi.ts'
import { Refusal } from './refusal.ts'
import { WrongMediaType } from './request.ts'
import { announcementHandlers } from './routes/announcements.ts'
import { receiverHandlers } from './routes/announcementsReceivers.ts'
import { areaHandlers } from './routes/areas.ts'
import { confHandlers } from './routes/conf.ts'
import { firm, firmHandlers } from './routes/firm.ts'
import { adminHandlers } from './routes/admins.ts'
import { lawyerHandlers } from './routes/lawyers.ts'
import { officeHandlers } from './routes/offices.ts'
import { articleHandlers } from './routes/articles.ts'
import { authorHandlers } from './routes/articlesAuthors.ts'
import { cardHandlers } from './routes/cards.ts'
import { categoryHandlers } from './routes/categories.ts'
import { logHandlers } from './routes/logs.ts'
import { messageHandlers } from './routes/messages.ts'
import { positionHandlers } from './routes/positions.ts'
import { officialProfessionHandlers, professionHandlers } from './routes/professions.ts'
import { registrationHandlers } from './routes/registration.ts'
import { sessionHandlers } from './routes/session.ts'
import { storeRoutes, uploadHandlers } from './routes/uploads.ts'
import type { Runtime } from './runtime.ts'
import type { Services } from './services/services.ts'

export type AppOptions = {
  database: Database
  services: Services
  log: Log
  now?: () => Date
  isDiskLow?: () => boolean
  /** Addresses whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[]
  /** Reached by https. */
  isSecure?: boolean
  /** Answers /api/openapi.json, a test facility. */
  isDescribed?: boolean
}

/** Every call that is served; the rest of the specification is declared and answers 404 until it is. */
export const served = [
  ...serve(session, sessionHandlers),
  ...serve(registration, registrationHandlers),
  ...serve(uploads, uploadHandlers),
  ...serve(conf, confHandlers),
  ...serve(firm, firmHandlers),
  ...serve(areas, areaHandlers),
  ...serve(offices, officeHandlers),
  ...serve(admins, adminHandlers),
  ...serve(lawyers, lawyerHandlers),
  ...serve(cards, cardHandlers),
  ...serve(categories, categoryHandlers),
  ...serve(articles, articleHandlers),
  ...serve(authors, authorHandlers),
  ...serve(messages, messageHandlers),
  ...serve(announcements, announcementHandlers),
  ...serve(receivers, receiverHandlers),
  ...serve(logs, logHandlers),
  ...serve(officialProfessions, officialProfessionHandlers),
  ...serve(professions, professionHandlers),
  ...serve(positions, positionHandlers),
]

const requestIds = new WeakMap<Request, string>()
const requestIdOf = ({ req }: HttpContext) => {
  const known = requestIds.get(req.raw)
  if (known) return known
  const made = (Date.now().toString(36) + randomBytes(6).toString('hex')).toUpperCase()
  requestIds.set(req.raw, made)
  return made
}

const runtimeOf = ({
  database,
  services,
  now,
  isDiskLow,
  trustedProxies = [],
  isSecure = false,
}: AppOptions): Runtime => ({
  database,
  services,
  now: now ?? (() => new Date()),
  isSecure,
  requestIdOf,
  addressOf: addressOf(trustedProxies),
  refuseWhenDiskIsLow: () => {
    if (isDiskLow?.()) throw new Refusal('5030', '磁盘空间不足,系统暂为只读,请稍后再试')
  },
})

/** Postgres states that a race on a unique rule or a full disk ends in; everything else is a 5000. */
const stateOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? stateOf(error.cause)) : undefined

const refusalOf = (error: unknown) => {
  if (error instanceof Refusal) return error
  if (isDatabaseDown(error)) return new Refusal('5030', '数据库暂不可用,请稍后再试')
  if (stateOf(error) === '23505') return new Refusal('4092')
  if (stateOf(error) === '53100') return new Refusal('5030', '磁盘空间不足,请联系管理员')
  return null
}

const statuses: Partial<Record<string, 429 | 503>> = { '4290': 429, '5030': 503 }

export const createApp = (options: AppOptions) => {
  const app = new Hono()
  const refuse = (
    http: HttpContext,
    code: '4000' | '5000',
    status: 404 | 405 | 413 | 415 | 500,
    message?: string,
  ) => http.json(envelope(code, {}, requestIdOf(http), message), status)

  app.use(async (http, next) => {
    await next()
    // Stored files bring their own.
    if (!http.res.headers.has('Cache-Control')) http.header('Cache-Control', 'no-store')
    http.header('X-Content-Type-Options', 'nosniff')
  })
  const runtime = runtimeOf(options)
  const tooLarge = (http: HttpContext) => refuse(http, '4000', 413, '请求内容过大')
  app.route('/', storeRoutes(runtime, tooLarge))
  app.use(bodyLimit({ maxSize: 1024 * 1024, onError: tooLarge }))
  const mounted = mount(runtime, served)
  checkRoutes(served, mounted.routes)
  app.route('/', mounted)
  if (options.isDescribed) {
    const description = describeCalls(served, process.env['npm_package_version'] ?? '')
    app.get('/openapi.json', http => http.json(description))
  }
  app.all('*', http => refuse(http, '4000', 404, '接口不存在'))
  app.onError((error, http) => {
    if (error instanceof WrongMediaType) return refuse(http, '4000', 415, '请求的内容类型不正确')
    if (error instanceof WrongMethod) return refuse(http, '4000', 405, '请求方法不正确')
    const refusal = refusalOf(error)
    if (refusal)
      return http.json(
        envelope(refusal.code, refusal.data, requestIdOf(http), refusal.message),
        statuses[refusal.code] ?? 200,
      )
    options.log.error({ err: error, requestId: requestIdOf(http), path: http.req.path }, 'unhandled error')
    return refuse(http, '5000', 500)
  })
  return new Hono().route('/api', app)
}
