import type { Context as HttpContext } from 'hono'

import { isPlainObject } from '../../../resources/kit/objects.ts'
import { ApiError, ValidationError } from '../../context/apiError.ts'
import type { BoundCall } from '../../context/checks.ts'
import { originOf } from '../../context/origin.ts'
import type { Runtime } from '../../context/runtime.ts'
import { answer } from '../../engine/answer.ts'
import { wantedLanguage } from '../../engine/request.ts'
import { decoderOf, jsonObject } from '../../engine/wire.ts'
import { ScimError } from '../../routes/scim/scimError.ts'
import { scimCalls } from '../../routes/scim/users.ts'
import { authenticate } from '../../services/identity/session.ts'
import { countWithin } from '../../services/limits/counters.ts'
import { translateText } from '../../services/settings/languages.ts'
import { errorAnswerFor, secondsUntilRetry } from '../knownErrors.ts'

// SCIM 2.0 for identity providers, which keep the people of a firm up to date with a token of their own. Each request is one
// call of the engine, so that rights, scope, switches, limits and the log are those of every call; only the form of requests and
// answers is that of RFC 7644.

/** The largest body in bytes. */
const mostBytes = 64 * 1024
/** Requests of one token: the 25 a second that Microsoft asks of applications in its gallery. */
const requestLimit = { most: 1500, windowMs: 60_000 }

const bearer = /^Bearer +(\S{1,100})$/i
const tokenOf = (http: HttpContext) => bearer.exec(http.req.header('authorization') ?? '')?.[1] ?? ''

/** Throws 4003 unless the token is one for directories, and counts the request. */
const requireDirectoryToken = async (
  { database, hostOf, now }: Runtime,
  http: HttpContext,
  token: string,
) => {
  const found = await authenticate(database, { token, host: hostOf(http) }, now())
  const apiToken = found?.caller.apiToken
  if (!found || !apiToken?.isForDirectory)
    throw new ApiError('4003', '请使用供通讯录同步（SCIM）使用的接口令牌')
  const { firmId } = found.caller
  await database.write(firmId, db => countWithin(db, `scim:${firmId}:${apiToken.id}`, requestLimit, now()))
}

const calls = new Map(scimCalls.map(bound => [bound.name.replace('scim.', ''), bound]))
const decoders = new WeakMap<BoundCall, ReturnType<typeof decoderOf>>()
const decoderFor = (bound: BoundCall) => {
  const known = decoders.get(bound)
  if (known) return known
  const decode = decoderOf(bound.call)
  decoders.set(bound, decode)
  return decode
}

type Route = { name: string; values: Record<string, unknown>; status: 200 | 201 | 204 }

const methodsOfUser: Readonly<Record<string, Omit<Route, 'values'>>> = {
  GET: { name: 'one', status: 200 },
  PUT: { name: 'replace', status: 200 },
  PATCH: { name: 'patch', status: 200 },
  DELETE: { name: 'remove', status: 204 },
}
const methodsOfUsers: Readonly<Record<string, Omit<Route, 'values'>>> = {
  GET: { name: 'list', status: 200 },
  POST: { name: 'create', status: 201 },
}

const notAllowed = () => new ScimError(405, '请求方法不正确')

/** The call of a method and path below the address of SCIM. */
const routeOf = (method: string, path: string): Route => {
  const [root, id, ...further] = path.split('/').filter(part => part !== '')
  if (root === 'Bulk' || root === 'Me' || (root === 'Groups' && method !== 'GET'))
    throw new ScimError(501, '不支持此接口')
  if (root !== 'Users') {
    if (method !== 'GET') throw notAllowed()
    return { name: 'discover', values: { path: path.replaceAll(/^\/|\/$/g, '') }, status: 200 }
  }
  if (id === undefined) {
    const call = methodsOfUsers[method]
    if (!call) throw notAllowed()
    return { ...call, values: {} }
  }
  const call = methodsOfUser[method]
  if (!call) throw notAllowed()
  // What is no id of a person belongs to nobody.
  const isId = further.length === 0 && /^\d{1,15}$/.test(id)
  return { ...call, values: { id: isId ? Number(id) : 0 } }
}

const hasBody = (method: string) => ['POST', 'PUT', 'PATCH'].includes(method)

const tooLarge = () => new ScimError(413, '请求内容过大')

const textOf = async (http: HttpContext) => {
  if (Number(http.req.header('content-length') ?? 0) > mostBytes) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of http.req.raw.body ?? []) {
    size += part.length
    if (size > mostBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const readBody = async (http: HttpContext) => {
  const type = http.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/scim+json' && type !== 'application/json')
    throw new ScimError(415, '请求的内容类型应为 application/scim+json')
  const text = await textOf(http)
  try {
    return jsonObject(text)
  } catch (error) {
    throw error instanceof ApiError ? new ScimError(400, error.message, 'invalidSyntax') : error
  }
}

const scimType = 'application/scim+json; charset=utf-8'

const send = (http: HttpContext, status: Route['status'], data: unknown) => {
  if (status === 204) return http.body(null, 204)
  const meta = isPlainObject(data) && isPlainObject(data['meta']) ? data['meta'] : {}
  if (typeof meta['version'] === 'string') http.header('ETag', meta['version'])
  if (status === 201 && typeof meta['location'] === 'string') http.header('Location', meta['location'])
  return http.body(JSON.stringify(data), status, { 'Content-Type': scimType })
}

type Status = ScimError['status'] | 401 | 403 | 429 | 500 | 503
const statuses: Readonly<Partial<Record<string, Status>>> = {
  '4003': 401,
  '4007': 403,
  '4030': 403,
  '4031': 403,
  '4040': 404,
  '4090': 409,
  '4091': 409,
  '4092': 409,
  '4093': 409,
  '4290': 429,
  '5030': 503,
}

/** The sentences of checks that compare with other people. */
const isTaken = (sentence: string) => /已存在|回收站|刚刚被他人使用/.test(sentence)

/** The status, the type and the sentence of a refusal. */
const refusalOf = (error: ApiError): { status: Status; type?: string | undefined; detail: string } => {
  if (error instanceof ScimError) return { status: error.status, type: error.scimType, detail: error.message }
  if (error instanceof ValidationError) {
    const sentences = Object.values(error.errors)
    const isUniqueness = sentences.some(isTaken)
    return {
      status: isUniqueness ? 409 : 400,
      type: isUniqueness ? 'uniqueness' : 'invalidValue',
      detail: sentences.join('；'),
    }
  }
  return { status: statuses[error.code] ?? 400, detail: error.message }
}

const refuse = (http: HttpContext, error: ApiError) => {
  const { status, type, detail } = refusalOf(error)
  http.set('code', error.code)
  if (status === 401) http.header('WWW-Authenticate', 'Bearer')
  const seconds = secondsUntilRetry(error)
  if (seconds) http.header('Retry-After', String(seconds))
  const language = wantedLanguage(http)
  http.header('Content-Language', language === 'en' ? 'en' : 'zh-CN')
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(type && { scimType: type }),
    detail: translateText(language, detail),
  }
  return http.body(JSON.stringify(body), status, { 'Content-Type': scimType })
}

/** Answers one request of SCIM. Errors that nobody expects are thrown, and answered and logged as everywhere. */
export const answerScim = async (runtime: Runtime, http: HttpContext): Promise<Response> => {
  try {
    const token = tokenOf(http)
    await requireDirectoryToken(runtime, http, token)
    const root = `${runtime.apiPath}/scim/v2`
    const { method, path } = http.req
    const { name, values, status } = routeOf(method, path.slice(root.length))
    const bound = calls.get(name)!
    const { data } = await answer({
      runtime,
      bound,
      decode: decoderFor(bound),
      http,
      opened: {
        values: {
          ...values,
          baseUrl: `${originOf(runtime, http)}${root}`,
          ifMatch: http.req.header('if-match'),
          ...(hasBody(method) && { body: await readBody(http) }),
        },
        token,
        isByDirectory: true,
      },
    })
    return send(http, status, data)
  } catch (error) {
    const known = errorAnswerFor(error)
    if (!known) throw error
    return refuse(http, known)
  }
}
