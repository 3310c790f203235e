import { type Context as HttpContext, Hono } from 'hono'
import { etag } from 'hono/etag'

import type { FirmSwitches } from '../../context/context.ts'
import { envelope } from '../../context/envelope.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import { firmOfHost } from '../../services/identity/hosts.ts'
import { firmSwitches } from '../../services/identity/session.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { articlePage } from './articles.ts'
import { absoluteBelow, type FeedPage, type FeedRequest } from './jsonLd.ts'
import { lawyerPage } from './lawyers.ts'

// The firm's website reads these addresses without signing in. They answer JSON-LD (schema.org) instead of the envelope, may be
// kept for a minute, and contain nothing that the mini-program does not show to everybody.

type Feed = {
  isOn: (settings: { hasLawyers: 0 | 1; hasArticles: 0 | 1 }) => boolean
  page: (request: FeedRequest, switches: FirmSwitches) => Promise<FeedPage>
}

const feeds: Readonly<Record<string, Feed>> = {
  lawyers: { isOn: ({ hasLawyers }) => hasLawyers === 1, page: lawyerPage },
  articles: { isOn: ({ hasArticles }) => hasArticles === 1, page: articlePage },
}

/** A natural number in the query, 0 if it is absent. Throws if it is anything else, or has more digits. */
const naturalIn = (http: HttpContext, name: string, digits: number) => {
  const text = http.req.query(name)
  if (text === undefined) return 0
  if (!/^\d+$/.test(text) || text.length > digits) throw new ApiError('4000')
  return Number(text)
}

/** The firm of the host name; where no row says which, the one of the query, or firm 1. */
const firmOf = async ({ database, hostOf }: Runtime, http: HttpContext) => {
  const requested = naturalIn(http, 'firmId', 9)
  const ofHost = await database.read(null, db => firmOfHost(db, hostOf(http)))
  if (ofHost !== null && requested !== 0 && requested !== ofHost)
    throw new ApiError('4040', '律所不存在，请检查访问地址')
  return ofHost ?? (requested || 1)
}

const originOf = ({ hostOf, isSecure }: Runtime, http: HttpContext) => {
  const { host, hostname } = new URL(http.req.url)
  const name = hostOf(http)
  return `${isSecure ? 'https' : 'http'}://${name === '' || name === hostname ? host : name}`
}

/** JSON that a page may hold in a `<script>`, as is usual for JSON-LD: no text of it can end that element. */
const scriptSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const refusalStatus = (code: string) => (code === '4000' ? 400 : code === '5030' ? 503 : 404)

const answerFeed = async (runtime: Runtime, http: HttpContext, { isOn, page }: Feed) => {
  const firmId = await firmOf(runtime, http)
  const origin = originOf(runtime, http)
  const after = naturalIn(http, 'after', 15)
  const { nodes, next } = await runtime.database.read(firmId, async db => {
    const switches = await firmSwitches(db, firmId)
    if (!isOn(await settingOf(db, firmId, 'websiteFeed'))) throw new ApiError('4040', '官网数据接口未开启')
    const absolute = absoluteBelow(origin, runtime.apiPath)
    return page({ db, firmId, now: runtime.now(), after, absolute }, switches)
  })
  if (next !== undefined) {
    const url = new URL(`${origin}${new URL(http.req.url).pathname}`)
    url.search = new URLSearchParams({ ...http.req.query(), after: String(next) }).toString()
    http.header('Link', `<${url.href}>; rel="next"`)
  }
  http.header('Cache-Control', 'public, max-age=60')
  // Pages of the firm's website may read the feed from a browser; it contains public data only.
  http.header('Access-Control-Allow-Origin', '*')
  return http.body(scriptSafeJson({ '@context': 'https://schema.org', '@graph': nodes }), 200, {
    'Content-Type': 'application/ld+json; charset=utf-8',
  })
}

/** `GET /feed/lawyers` and `GET /feed/articles`, by pages (`after`, and the `Link` header of the answer). */
export const feedRoutes = (runtime: Runtime) => {
  const routes = new Hono()
  for (const [name, feed] of Object.entries(feeds))
    routes.get(`/feed/${name}`, etag(), async http => {
      try {
        return await answerFeed(runtime, http, feed)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const refusal = envelope(error.code, error.data, runtime.requestIdOf(http), error.message)
        return http.json(refusal, refusalStatus(error.code))
      }
    })
  return routes
}
