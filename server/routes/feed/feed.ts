import { etag } from 'hono/etag'
import { z } from 'zod'

import { getCall } from '../../../resources/kit/index.ts'
import { bindHandlers } from '../../context/bind.ts'
import type { FirmSwitches, PublicContext } from '../../context/context.ts'
import { ApiError } from '../../context/apiError.ts'
import { originOf } from '../../context/origin.ts'
import { strangersStatus, type Wire } from '../../context/wire.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { articlePage } from './articles.ts'
import { absoluteBelow, type FeedPage, type FeedRequest, type JsonLd } from './jsonLd.ts'
import { lawyerPage } from './lawyers.ts'

// The firm's website reads these addresses without signing in. They answer JSON-LD (schema.org) instead of the envelope, may be
// kept for a minute, and contain nothing that the mini-program does not show to everybody.

const input = z.object({
  after: z.int().min(0).max(1e15).default(0),
  /** The address that the reader has asked, and below it the path of the interface. */
  origin: z.string(),
  apiPath: z.string(),
})
const page = z.object({
  nodes: z.custom<readonly JsonLd[]>(),
  next: z.int().optional(),
  origin: z.string(),
})

/** The public cards, and the public articles, by pages (`after`, and the `Link` header of the answer). */
const calls = {
  lawyers: getCall(
    '/feed/lawyers',
    'public',
    () => input,
    () => page,
    { isAddition: true },
  ),
  articles: getCall(
    '/feed/articles',
    'public',
    () => input,
    () => page,
    { isAddition: true },
  ),
}

/** JSON that a page may hold in a `<script>`, as is usual for JSON-LD: no text of it can end that element. */
const scriptSafeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const wire: Wire = {
  maxBytes: 0,
  open: (http, runtime) =>
    Promise.resolve({ values: { origin: originOf(runtime, http), apiPath: runtime.apiPath } }),
  middleware: etag(),
  send: (http, data) => {
    const { nodes, next, origin } = data as z.output<typeof page>
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
  },
  refusalStatus: strangersStatus,
}

type Settings = { hasLawyers: 0 | 1; hasArticles: 0 | 1 }

const feedOf =
  (
    isOn: (settings: Settings) => boolean,
    pageOf: (request: FeedRequest, switches: FirmSwitches) => Promise<FeedPage>,
  ) =>
  async (
    { after, origin, apiPath }: z.output<typeof input>,
    { db, firmId, now, switches }: PublicContext,
  ) => {
    if (!isOn(await settingOf(db, firmId, 'websiteFeed'))) throw new ApiError('4040', '官网数据接口未开启')
    const absolute = absoluteBelow(origin, apiPath)
    return { ...(await pageOf({ db, firmId, now, after, absolute }, switches)), origin }
  }

export const feedCalls = bindHandlers(
  { name: 'feed', calls },
  {
    lawyers: feedOf(({ hasLawyers }) => hasLawyers === 1, lawyerPage),
    articles: feedOf(({ hasArticles }) => hasArticles === 1, articlePage),
  },
).map(bound => ({ ...bound, wire }))
