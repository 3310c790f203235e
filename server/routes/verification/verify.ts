import type { Context as HttpContext } from 'hono'
import { z } from 'zod'

import { getCall } from '../../../resources/kit/index.ts'
import { bindHandlers } from '../../context/bind.ts'
import { ApiError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { ownTransaction } from '../../context/handlers.ts'
import { strangersStatus, type Wire } from '../../context/wire.ts'
import type { Db } from '../../db/connection/open.ts'
import { limitRate, networkOf } from '../../services/limits/counters.ts'
import { cardLink } from '../../services/outputs/handout.ts'
import { type CheckedCard, checkCard } from '../../services/verification/cardStatus.ts'
import { verificationKeysFor, publishedKeys } from '../../services/verification/keys.ts'
import { signAnswer } from '../../services/verification/signAnswer.ts'
import { absoluteBelow } from '../feed/jsonLd.ts'
import { noteVisit } from '../cards/code.ts'
import { pageFacts } from './pageFacts.ts'

// Strangers open these addresses without signing in: the page behind a printed code, the same answer signed for a program, and
// the public keys. Until the firm switches 名片核验 on, they answer like addresses that do not exist.

const lookup = z.object({
  k: z.string().catch(''),
  l: z.enum(['CN', 'EN']).optional().catch(undefined),
  /** The path of the interface, which the answer's addresses are below. */
  apiPath: z.string(),
  /** Whether the client prefers the signed answer to the page. */
  isForProgram: z.boolean(),
})
type Lookup = z.output<typeof lookup>

const answer = z.object({
  type: z.string(),
  body: z.string(),
  status: z.literal([200, 404, 429]),
  headers: z.record(z.string(), z.string()),
})
type Answer = z.output<typeof answer>

const isAddition = { isAddition: true } as const
const calls = {
  page: getCall(
    '/verify',
    'public',
    () => lookup,
    () => answer,
    isAddition,
  ),
  signed: getCall(
    '/verify.jws',
    'public',
    () => lookup,
    () => answer,
    isAddition,
  ),
  keys: getCall(
    '/verify/keys',
    'public',
    () => z.object({}),
    () => answer,
    isAddition,
  ),
}

/** The media types of a signed answer; a browser names neither. */
const prefersToken = (http: HttpContext) =>
  /\bapplication\/(jose|jwt)\b/.test(http.req.header('accept') ?? '')

const wire: Wire = {
  maxBytes: 0,
  open: (http, { apiPath }) => Promise.resolve({ values: { apiPath, isForProgram: prefersToken(http) } }),
  send: (http, data) => {
    const { type, body, status, headers } = answer.parse(data)
    return http.body(body, status, { 'Content-Type': type, Vary: 'Accept, Accept-Language', ...headers })
  },
  refusalStatus: strangersStatus,
}

/** Requests of one network. A company's employees may share one address, and nobody guesses a code with so few. */
const limit = { most: 60, windowMs: 60_000 }

/** The facts of a firm whose page is on; otherwise its addresses answer like those that do not exist. */
const openFacts = async (db: Db, { firmId, language }: PublicContext) => {
  const { address, host, ...facts } = await pageFacts(db, firmId, language)
  if (address === null || host === null) throw new ApiError('4040', '页面不存在')
  return { ...facts, address, host }
}
type Facts = Awaited<ReturnType<typeof openFacts>>

const html = 'text/html; charset=utf-8'
const robots = { 'X-Robots-Tag': 'noindex, nofollow, noarchive' } as const

/** Null within the limit, else the seconds to wait. */
const secondsToWait = async ({ database, firmId, ip, now }: PublicContext) => {
  try {
    await limitRate(database, `verify:${firmId}:${networkOf(ip)}`, limit, now)
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== '4290') throw error
    return Math.ceil(limit.windowMs / 1000)
  }
}

const codeParameters = ({ k, l }: Pick<Lookup, 'k' | 'l'>) =>
  new URLSearchParams({ k, ...(l && { l }) }).toString()

const factsFor = (context: PublicContext) =>
  context.database.read(context.firmId, db => openFacts(db, context))

/** Looks a code up on the primary database, so that a change is told with the next request. */
const lookUp = ({ database, firmId, language }: PublicContext, { k, l }: Lookup, { tellsLeft }: Facts) =>
  database.read(firmId, db =>
    checkCard(db, firmId, { codeKey: k, language: l ?? (language === 'en' ? 'EN' : 'CN'), tellsLeft }),
  )

const tokenFor = async (context: PublicContext, { address }: Facts, card: CheckedCard, codeKey: string) => {
  const { database, firmId, now } = context
  return signAnswer(await verificationKeysFor(database, firmId, now), { card, codeKey, address, now })
}

/** A scan of a printed code is an opening of the card, as it is when the code leads to the card itself. */
const noteOpening = (context: PublicContext, card: CheckedCard) => {
  if (card.status === 'active') noteVisit(context, card, 'open')
}

const pageFor = async (input: Lookup, context: PublicContext): Promise<Answer> => {
  const { language, now } = context
  const about = await factsFor(context)
  const { busyPage, cardPage, pageHeaders, unknownPage } = await import('./page.ts')
  const seconds = await secondsToWait(context)
  const { firm, phones, host } = about
  const shared = { language, now, firm, phones, host }
  const headers = { ...pageHeaders, ...robots }
  if (seconds !== null) {
    const body = await busyPage(shared)
    return { type: html, body, status: 429, headers: { ...headers, 'Retry-After': String(seconds) } }
  }
  const card = await lookUp(context, input, about)
  if (!card) return { type: html, body: await unknownPage(shared), status: 404, headers }
  noteOpening(context, card)
  const token = await tokenFor(context, about, card, input.k)
  const isActive = card.status === 'active'
  const absolute = absoluteBelow('', input.apiPath)
  const body = await cardPage({
    ...shared,
    card,
    portrait: (isActive && absolute(card.portrait)) || null,
    cardLink: isActive && about.cardBase ? cardLink(about.cardBase, input.k, card.language) : null,
    signed: token
      ? { token, address: `verify.jws?${codeParameters(input)}`, keysAddress: 'verify/keys' }
      : null,
  })
  return { type: html, body, status: 200, headers }
}

const tokenAnswer = async (input: Lookup, context: PublicContext): Promise<Answer> => {
  const about = await factsFor(context)
  await limitRate(context.database, `verify:${context.firmId}:${networkOf(context.ip)}`, limit, context.now)
  const card = await lookUp(context, input, about)
  if (!card) throw new ApiError('4040', '没有这张名片')
  const body = await tokenFor(context, about, card, input.k)
  if (body === null) throw new ApiError('5030', '签名暂不可用，请稍后再试')
  const headers = { ...robots, 'Access-Control-Allow-Origin': '*' }
  return { type: 'application/jose', body, status: 200, headers }
}

const keysAnswer = async (_: object, context: PublicContext): Promise<Answer> => {
  const { database, firmId, now } = context
  await factsFor(context)
  const keys = publishedKeys(await verificationKeysFor(database, firmId, now), now).map(
    ({ kid, publicKey }) => ({
      ...publicKey,
      kid,
      use: 'sig',
      alg: 'ES256',
    }),
  )
  return {
    type: 'application/jwk-set+json',
    body: JSON.stringify({ keys }),
    status: 200,
    // Not even for a minute may a cache hide a new key.
    headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
  }
}

export const verificationCalls = bindHandlers(
  { name: 'verification', calls },
  {
    page: ownTransaction((input, context) =>
      input.isForProgram ? tokenAnswer(input, context) : pageFor(input, context),
    ),
    signed: ownTransaction(tokenAnswer),
    keys: ownTransaction(keysAnswer),
  },
).map(bound => ({ ...bound, wire }))
