import type { Context as HttpContext } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'

import { type Call, firstCharacters, stripUnstorable } from '../../resources/kit/index.ts'
import { ApiError, WrongMediaType } from '../context/apiError.ts'
import type { ServedLanguage } from '../context/context.ts'
import type { Runtime } from '../context/runtime.ts'
import type { OpenedBody, SignedSession } from '../context/wire.ts'
import { isAgentCall } from './agentCall.ts'
import { jsonObject, uniqueParams } from './wire.ts'

/** A request taken apart into untrusted values; nothing has been checked yet. */
export type IncomingRequest = {
  token: string | null
  /** A session that the body proves by a signature; then the token does not count. */
  session?: SignedSession | undefined
  /** The firm that the client names; it is only compared with the session's firm (promise Q18). */
  firmId: number | null
  /** Values that arrive as text: path, query and form parameters. */
  texts: Record<string, string>
  /** Values that arrive as JSON. */
  body: Record<string, unknown>
  /** Made in the process for a language model's program (agentCall.ts). */
  isByAgent: boolean
  /** Asked by an identity provider by SCIM. */
  isByDirectory: boolean
  idempotencyKey: string | null
  requestId: string
  ip: string
  device: string
  /** The host name by which the client reached the server. */
  host: string
  language: ServedLanguage
  /** Shows that this browser has signed in before; it never identifies the caller (promise Q39). */
  deviceCookie: string | null
  now: Date
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

const readBody = async (
  http: HttpContext,
  { method, encoding }: Call,
  { storedAddresses }: Runtime,
): Promise<Pick<IncomingRequest, 'texts' | 'body'>> => {
  if (method === 'GET') return { texts: {}, body: {} }
  const text = await http.req.text()
  const type = http.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  // A DELETE or PUT that needs no fields may come without a body.
  if (text === '' && !type) return { texts: {}, body: {} }
  if (type !== contentTypes[encoding]) throw new WrongMediaType()
  return encoding === 'form'
    ? { texts: uniqueParams(new URLSearchParams(text)), body: {} }
    : { texts: {}, body: jsonObject(storedAddresses(text)) }
}

const firmIdOf = (values: unknown[]) => {
  const distinct = new Set(values.filter(it => it !== undefined).map(String))
  if (distinct.size === 0) return null
  const [only] = distinct
  if (distinct.size > 1 || !/^[1-9]\d{0,8}$/.test(only!)) throw new ApiError('4000', 'firmId 不正确')
  return Number(only)
}

const storableIn = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, stripUnstorable(text)]))

const headerOf = (http: HttpContext, name: string, max: number) => {
  const text = http.req.header(name)
  return text === undefined ? null : firstCharacters(text.replaceAll(/[^\x20-\x7E]/g, ''), max)
}

const [chinese, english] = [
  ['zh', 'zh-CN'],
  ['en', 'en-US', 'en-GB'],
]

/** The first supported language that `Accept-Language` names; empty where it names none. */
const namedLanguage = (http: HttpContext) =>
  accepts(http, { header: 'Accept-Language', supports: [...chinese, ...english], default: '' })

/**
 * The language for the sentences of an answer, from `Accept-Language`; Chinese where it names none that is
 * served.
 */
export const wantedLanguage = (http: HttpContext): ServedLanguage =>
  english.includes(namedLanguage(http)) ? 'en' : 'zh'

/** Callers who ask for Chinese or name no language do not need the translation keys of Chinese sentences. */
export const readsChinese = (http: HttpContext) =>
  [undefined, '*'].includes(http.req.header('Accept-Language')) || chinese.includes(namedLanguage(http))

/** Reads who sends a request, from where and how, without its input. */
const readOrigin = (http: HttpContext, runtime: Runtime) => ({
  token: headerOf(http, 'token', 100),
  isByAgent: isAgentCall(http),
  idempotencyKey: headerOf(http, 'idempotency-key', 100),
  requestId: runtime.requestIdOf(http),
  ip: runtime.addressOf(http),
  device: headerOf(http, 'user-agent', 200) ?? '',
  host: runtime.hostOf(http),
  language: wantedLanguage(http),
  deviceCookie: getCookie(http, 'device') ?? null,
  now: runtime.now(),
})

/** Reads a request: its caller and origin, and its input from path, query, form and body. */
export const readRequest = async (
  http: HttpContext,
  runtime: Runtime,
  call: Call,
  opened: OpenedBody | undefined,
): Promise<IncomingRequest> => {
  const query = uniqueParams(new URL(http.req.url).searchParams)
  const { texts, body } = opened ? { texts: {}, body: opened.values } : await readBody(http, call, runtime)
  const { firmId: inQuery, ...fromQuery } = query
  const { firmId: inForm, ...fromForm } = texts
  const { firmId: inBody, ...fromBody } = body
  return {
    ...readOrigin(http, runtime),
    session: opened?.session,
    ...(opened?.token !== undefined && { token: opened.token }),
    isByDirectory: opened?.isByDirectory === true,
    firmId: firmIdOf([inQuery, inForm, inBody]),
    texts: { ...fromQuery, ...fromForm, ...storableIn(http.req.param()) },
    body: fromBody,
  }
}
