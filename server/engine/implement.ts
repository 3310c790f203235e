import { type Context as HttpContext, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import type { z } from 'zod'

import { isSwitchedOn } from '../../resources/domain/permissions.ts'
import { type Capability, demandsOf, isCapability, type Scope } from '../../resources/domain/rights.ts'
import {
  type About,
  type AnyResource,
  type Call,
  type Calls,
  clean,
  file,
  reason,
  type Who,
} from '../../resources/kit/index.ts'
import type { Caller, Context, FirmSwitches } from '../context/context.ts'
import { envelope } from '../context/envelope.ts'
import type { Handlers, OwnTransaction } from '../context/handlers.ts'
import { answerOnce } from './idempotency.ts'
import { invalid, ApiError } from '../context/apiError.ts'
import { type Incoming, read } from './request.ts'
import { readableAnswer, scopeOfCaller } from '../context/readable.ts'
import type { Runtime } from '../context/runtime.ts'
import { firmSwitches, identify } from '../services/session.ts'
import { logDenial } from '../services/audit.ts'
import { confirmPassword } from '../services/credentials.ts'
import { decoderOf } from './wire.ts'

type Untyped = (input: unknown, context: Context<Caller | null>) => Promise<unknown>
/** What of the record that an input names decides by which switch a call is governed. */
type Lookup = (input: About, context: Context) => Promise<About>
type Bound = {
  name: string
  call: Call
  feature: AnyResource['feature']
  handle: Untyped
  isOutside: boolean
  lookUp?: Lookup
}

/** The calls of one resource with their handlers, ready to be mounted. */
export const serve = <C extends Calls>(
  { name, calls, feature }: { name: string; calls: C; feature?: AnyResource['feature'] },
  handlers: NoInfer<Handlers<C>>,
  lookUp?: Lookup,
): Bound[] =>
  Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key] as Untyped | OwnTransaction<Untyped>
    const isOutside = typeof handler === 'object'
    return {
      name: `${name}.${key}`,
      call,
      feature,
      handle: isOutside ? handler.ownTransaction : handler,
      isOutside,
      ...(lookUp && { lookUp }),
    }
  })

/** How far the caller's right reaches; throws when he has none. */
const callerScope = ({ who }: Call, caller: Caller | null, switches: FirmSwitches): Scope => {
  const scope = scopeOfCaller({ caller, switches }, who)
  if (scope) return scope
  throw caller ? new ApiError('4030', undefined, { need: who, scope: null }) : new ApiError('4003')
}

/**
 * A switched-off feature is off on the server too: asked before the input is looked at, and once more when it is known
 * what the call is about. Whoever has to change his password is not kept from it.
 */
const checkFeature = (
  { call, feature }: Bound,
  caller: Caller | null,
  switches: FirmSwitches,
  about?: About,
) => {
  if (!caller || caller.mustChangePwd) return
  if (!isSwitchedOn(call, feature, caller.population, switches.features, about)) throw new ApiError('4031')
}

/** The same of what the call is about: its input, and what the record says that it names. */
const checkSubject = async (bound: Bound, input: unknown, context: Context<Caller | null>) => {
  const { caller, switches } = context
  const feature = bound.call.feature === undefined ? bound.feature : bound.call.feature
  if (!caller || typeof feature !== 'function') return
  const given = input as About
  checkFeature(bound, caller, switches, given)
  if (bound.lookUp) checkFeature(bound, caller, switches, await bound.lookUp(given, { ...context, caller }))
}

/** Reason and password that the right demands, taken out of the input before its schema sees it. */
const takeDemands = (who: Who, values: Record<string, unknown>) => {
  if (!isCapability(who)) return { rest: values, reason: null, password: null }
  const { needsReason, needsPassword } = demandsOf(who)
  const { reason = null, confirmPassword: password = null, ...rest } = values
  return {
    rest: needsReason ? rest : { ...rest, ...('reason' in values && { reason }) },
    reason: needsReason ? (typeof reason === 'string' ? clean(reason) : reason) : null,
    password: needsPassword ? password : null,
  }
}

const parse = <S extends z.ZodType>(schema: S, values: unknown): z.output<S> => {
  const result = schema.safeParse(values)
  if (result.success) return result.data
  // A map, since a field may be called __proto__.
  const errors = new Map<string, string>()
  for (const { path, message, code, ...issue } of result.error.issues) {
    const names = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : [pathText(path)]
    for (const name of names)
      if (!errors.has(name)) errors.set(name, code === 'unrecognized_keys' ? '不接受的字段' : message)
  }
  throw invalid(Object.fromEntries(errors))
}

/** `education[1].school`, as react-hook-form and people read it. */
const pathText = (path: PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

type Ready = { incoming: Incoming; caller: Caller | null; switches: FirmSwitches; firmId: number }

const whoCalls = async (runtime: Runtime, incoming: Incoming, call: Call): Promise<Ready> => {
  const found = incoming.token ? await identify(runtime.database, incoming.token, incoming.now) : null
  if (!found && call.who !== 'public') throw new ApiError('4003')
  const firmId = found?.caller.firmId ?? incoming.firmId ?? 1
  if (incoming.firmId !== null && incoming.firmId !== firmId)
    throw new ApiError('4030', undefined, { need: 'firmId', scope: null })
  // Until his first password is his own, he may be anybody who read it.
  const isStranger = found?.caller.mustChangePwd && !call.isOpenBeforePasswordChange
  if (isStranger && call.who !== 'public') throw new ApiError('4007')
  const switches = found?.switches ?? (await runtime.database.read(firmId, db => firmSwitches(db, firmId)))
  return { incoming, caller: (!isStranger && found?.caller) || null, switches, firmId }
}

const keepDeviceIn = (http: HttpContext, secure: boolean) => (cookie: string) =>
  setCookie(http, 'device', cookie, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge: 180 * 24 * 60 * 60,
  })

/** Who may call, is it valid, what is the answer: in this order, for every call. */
const answer = async (
  runtime: Runtime,
  bound: Bound,
  decode: ReturnType<typeof decoderOf>,
  http: HttpContext,
) => {
  const { call, handle, isOutside } = bound
  const incoming = await read(http, runtime, call)
  const ready = await whoCalls(runtime, incoming, call)
  const { caller, switches, firmId } = ready
  const { requestId, ip, device, deviceCookie, now } = incoming
  const base = {
    caller,
    firmId,
    switches,
    database: runtime.database,
    services: runtime.services,
    now,
    requestId,
    ip,
    device,
    deviceCookie,
    keepDevice: keepDeviceIn(http, runtime.isSecure),
  }
  try {
    const scope = callerScope(call, caller, switches)
    checkFeature(bound, caller, switches)
    const { rest, reason, password } = takeDemands(call.who, { ...decode(incoming.texts), ...incoming.body })
    if (isCapability(call.who)) checkReason(call.who, reason)
    if (call.writes && !call.isOpenWhenDiskIsLow) runtime.refuseWhenDiskIsLow()
    if (password !== null || (isCapability(call.who) && demandsOf(call.who).needsPassword))
      await confirmPassword({ ...base, caller: caller! }, password)
    const input = parse(call.input, rest)
    const request = { call, firmId, caller, incoming, input }
    const once: Context['once'] = (db, work) => answerOnce(db, request, work)
    const context = { ...base, scope, reason: reason as string | null, once }
    const perform = async (db: Context['db']) => {
      if (!isOutside) await checkSubject(bound, input, { ...context, db })
      return readableAnswer(base, call.output, call.output.parse(await handle(input, { ...context, db })))
    }
    // Runs without a client of its own; touching `db` there is a mistake that fails at once.
    if (isOutside) return await perform(undefined as never)
    if (!call.writes) return await runtime.database.read(firmId, perform)
    return await runtime.database.write(firmId, db => once(db, () => perform(db)))
  } catch (error) {
    if (error instanceof ApiError && (error.code === '4030' || error.code === '4031'))
      await logDenial(runtime.database, { ...base, name: bound.name, code: error.code })
    throw error
  }
}

const checkReason = (who: Capability, given: unknown) => {
  if (!demandsOf(who).needsReason) return
  const { error } = reason.safeParse(given)
  if (error) throw invalid({ reason: error.issues[0]!.message })
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
    const { method, path, input } = bound.call
    const row = `${method} ${path}`
    if (seen.has(row)) throw new Error(`The call ${row} is served twice`)
    seen.add(row)
    const decode = decoderOf(input)
    app.on(method, routeOf(path), async http => {
      const data = await answer(runtime, bound, decode, http)
      if (bound.call.output === file) return sendFile(http, data as z.output<typeof file>)
      return http.json(envelope('200', data, runtime.requestIdOf(http)))
    })
  }
  for (const path of new Set(bounds.map(it => routeOf(it.call.path))))
    app.all(path, () => {
      throw new WrongMethod()
    })
  return app
}
