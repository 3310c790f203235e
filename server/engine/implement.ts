import { type Context as HttpContext, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import type { z } from 'zod'

import { isCapability } from '../../resources/domain/rights.ts'
import { type AnyResource, type Call, type Calls, file } from '../../resources/kit/index.ts'
import type { Caller, Context, FirmSwitches } from '../context/context.ts'
import { envelope } from '../context/envelope.ts'
import type { Handlers, OwnTransaction } from '../context/handlers.ts'
import { answerOnce, forgetAnswer, messageOf } from './idempotency.ts'
import { ApiError } from '../context/apiError.ts'
import {
  type AnyListing,
  type Bound,
  callerScope,
  checkFeature,
  checkReason,
  checkSubject,
  needsPassword,
  requireEngineTransaction,
  type Lookup,
  parse,
  takeDemands,
  type Untyped,
} from './checks.ts'
import { type Incoming, read } from './request.ts'
import { readableAnswer } from '../context/readable.ts'
import type { Runtime } from '../context/runtime.ts'
import { firmSwitches, identify, type Identified } from '../services/identity/session.ts'
import { logDenial } from '../services/audit/audit.ts'
import { confirmPassword } from '../services/identity/credentials.ts'
import { inLanguageAsked } from './said.ts'
import { decoderOf } from './wire.ts'
import type { Db } from '../db/connection/open.ts'

// Promise Q15 (server/promises.md).

/** The calls of one resource with their handlers, ready to be mounted. */
export const serve = <C extends Calls>(
  { name, calls, feature }: { name: string; calls: C; feature?: AnyResource['feature'] },
  handlers: NoInfer<Handlers<C>>,
  lookUp?: Lookup,
): Bound[] =>
  Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key] as Untyped | OwnTransaction<Untyped> | AnyListing
    const bound = { name: `${name}.${key}`, call, feature, ...(lookUp && { lookUp }) }
    if (typeof handler === 'function') return { ...bound, handle: handler, isOutside: false }
    if ('page' in handler) return { ...bound, handle: handler.page, isOutside: false, listing: handler }
    requireEngineTransaction(bound.name, call)
    return { ...bound, handle: handler.ownTransaction, isOutside: true }
  })

/** Whoever calls, with the firm's switches; throws where he may not call at all. */
const whoCalls = async (
  { database }: Runtime,
  { token, firmId: asked, now }: Incoming,
  call: Call,
): Promise<(Identified & { firmId: number }) | { caller: null; switches: FirmSwitches; firmId: number }> => {
  const found = token ? await identify(database, token, now) : null
  if (!found && call.who !== 'public') throw new ApiError('4003')
  const firmId = found?.caller.firmId ?? asked ?? 1
  if (asked !== null && asked !== firmId)
    throw new ApiError('4030', undefined, { need: 'firmId', scope: null })
  if (!found)
    return { caller: null, switches: await database.read(firmId, db => firmSwitches(db, firmId)), firmId }
  // Until his first password is his own, he may be anybody who read it.
  const isStranger = found.caller.mustChangePwd && !call.isOpenBeforePasswordChange
  if (isStranger && call.who !== 'public') throw new ApiError('4007')
  return { caller: isStranger ? null : found.caller, switches: found.switches, firmId }
}

const keepDeviceIn = (http: HttpContext, secure: boolean) => (cookie: string) =>
  setCookie(http, 'device', cookie, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge: 180 * 24 * 60 * 60,
  })

const isDenial = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === '4030' || error.code === '4031')

type Asked = { runtime: Runtime; bound: Bound; decode: ReturnType<typeof decoderOf>; http: HttpContext }

/** What is known of a call before its input is parsed: caller, firm, request and services. */
const originOf = (
  { database, services, isSecure }: Runtime,
  http: HttpContext,
  { requestId, ip, device, language, deviceCookie, now }: Incoming,
  who: Pick<Context<Caller | null>, 'caller' | 'firmId' | 'switches'>,
) => {
  const keepDevice = keepDeviceIn(http, isSecure)
  return { ...who, database, services, now, requestId, ip, device, language, deviceCookie, keepDevice }
}

/** Reads, identifies, permits, parses, performs, logs and answers: in this order, for every call. */
const answer = async ({ runtime, bound, decode, http }: Asked) => {
  const { database } = runtime
  const { call, handle, isOutside, name } = bound
  const incoming = await read(http, runtime, call)
  const origin = originOf(runtime, http, incoming, await whoCalls(runtime, incoming, call))
  const { caller, switches, firmId } = origin
  try {
    const scope = callerScope(call, caller, switches)
    checkFeature(bound, caller, switches)

    const given = { ...decode(incoming.texts), ...incoming.body }
    const { rest, reason, password } = takeDemands(call.who, given)
    if (isCapability(call.who)) checkReason(call.who, reason)
    if (call.writes && !call.isOpenWhenDiskIsLow) runtime.refuseWhenDiskIsLow()
    const isAsked = needsPassword(call)
    const confirmed = isAsked ? await confirmPassword({ ...origin, caller: caller! }, password) : null
    const input = parse(call.input, rest)

    const request = { call, firmId, caller, incoming, input, http }
    const context: Omit<Context<Caller | null>, 'db'> = {
      ...origin,
      scope,
      // The schema of reasons has let it through.
      reason: reason as string | null,
      once: (db, work) => answerOnce(db, request, work),
      forget: db => forgetAnswer(db, request),
    }
    const perform = async (db: Db) => {
      if (!isOutside) await checkSubject(bound, input, { ...context, db })
      const answered = await handle(input, { ...context, db })
      return readableAnswer(origin, call.output, call.output.parse(answered))
    }
    // Runs without a client of its own; touching `db` there is a mistake that fails at once.
    if (isOutside) return await perform(undefined as never)
    if (!call.writes) return await database.read(firmId, perform)
    return await database.write(firmId, async db => {
      await confirmed?.(db)
      return answerOnce(db, request, () => perform(db))
    })
  } catch (error) {
    if (isDenial(error)) await logDenial(database, { ...origin, name, code: error.code })
    throw error
  }
}

/** A path that is served, asked for with another method. */
export class WrongMethod extends Error {}

/** `/message/count` before `/message/{id}`, which would take it. */
const literalFirst = (a: Bound, b: Bound) =>
  Number(a.call.path.includes('{')) - Number(b.call.path.includes('{'))

/** `{id}` of the specification as Hono writes it; what the specification writes of a query is not part of the route. */
const routeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, ':$1')

const sendFile = (http: HttpContext, { name, mime, bytes }: z.output<typeof file>) =>
  http.body(bytes, 200, {
    'Content-Type': mime,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  })

/** Mounts calls; a method and path that come twice stop the start. */
export const mount = (runtime: Runtime, bounds: readonly Bound[]) => {
  const app = new Hono()
  const seen = new Set<string>()
  for (const bound of bounds.toSorted(literalFirst)) {
    const { method, path } = bound.call
    const row = `${method} ${path}`
    if (seen.has(row)) throw new Error(`The call ${row} is served twice`)
    seen.add(row)
    const decode = decoderOf(bound.call)
    app.on(method, routeOf(path), async http => {
      const data = await answer({ runtime, bound, decode, http })
      if (bound.call.output === file) return sendFile(http, data as z.output<typeof file>)
      const answered = envelope('200', data, runtime.requestIdOf(http), messageOf(http))
      return http.json(inLanguageAsked(http, bound.call.output, answered))
    })
  }
  for (const path of new Set(bounds.map(it => routeOf(it.call.path))))
    app.all(path, () => {
      throw new WrongMethod()
    })
  return app
}
