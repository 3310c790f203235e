import { type Context as HttpContext, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import type { z } from 'zod'

import {
  type AnyResource,
  type Call,
  type Calls,
  type Capability,
  codes,
  demandsOf,
  type Envelope,
  file,
  isOn,
  rights,
  type Scope,
  scopeOf,
  type Who,
} from '../resources/kit/index.ts'
import type { Caller, Context, FirmSwitches } from './context.ts'
import { answerOnce } from './idempotency.ts'
import { invalid, Refusal } from './refusal.ts'
import { type Incoming, read } from './request.ts'
import { levelOf } from './rights.ts'
import type { Runtime } from './runtime.ts'
import { firmSwitches, identify } from './session.ts'
import { recordDenial } from './services/audit.ts'
import { confirmPassword } from './services/passwords.ts'
import { decoderOf } from './wire.ts'

type ContextFor<W extends Who> = W extends 'public' ? Context<Caller | null> : Context
type Handler<C extends Call> = (
  input: z.output<C['input']>,
  context: ContextFor<C['who']>,
) => Promise<z.input<C['output']>>

/** A handler that opens its own transactions, because what it counts must outlive its refusal. */
export type Outside<H> = { outside: H }
export const outside = <H>(handler: H): Outside<H> => ({ outside: handler })

/** One handler for each call, no more and no fewer: the compiler counts them. */
export type Handlers<C extends Calls> = { [K in keyof C]: Handler<C[K]> | Outside<Handler<C[K]>> }

type Untyped = (input: unknown, context: Context<Caller | null>) => Promise<unknown>
type Bound = {
  name: string
  call: Call
  feature: AnyResource['feature']
  handle: Untyped
  isOutside: boolean
}

/** The calls of one resource with their handlers, ready to be mounted. */
export const serve = <C extends Calls>(
  { name, calls, feature }: { name: string; calls: C; feature?: AnyResource['feature'] },
  handlers: NoInfer<Handlers<C>>,
): Bound[] =>
  Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key] as Untyped | Outside<Untyped>
    const isOutside = typeof handler === 'object'
    return { name: `${name}.${key}`, call, feature, handle: isOutside ? handler.outside : handler, isOutside }
  })

const isCapability = (who: Who): who is Capability => who in rights

/** How far the caller's right reaches; throws when he has none. */
const scopeFor = ({ who }: Call, caller: Caller | null, switches: FirmSwitches): Scope => {
  if (who === 'public') return 'self'
  if (!caller) throw new Refusal('4003')
  if (who === 'self') return 'self'
  const need = { need: who, scope: null }
  if (who === 'lawyer' || who === 'admin') {
    if ((who === 'lawyer') !== (caller.population === 2)) throw new Refusal('4030', undefined, need)
    if (who === 'lawyer') return 'self'
    return caller.isSystem || caller.officeLevel! <= 2 ? 'all' : 'office'
  }
  const scope = caller.capabilities.has(who)
    ? scopeOf(who, levelOf({ ...caller, canAudit: true, canExport: true }), switches.rights)
    : null
  if (!scope) throw new Refusal('4030', undefined, need)
  return scope
}

/** A switched-off feature is off on the server too; a lawyer's own card does not hang on the administrators' menu. */
const checkFeature = ({ call, feature }: Bound, caller: Caller | null, { features }: FirmSwitches) => {
  const governing = call.feature ?? feature
  if (governing && caller?.population === 1 && isCapability(call.who) && !isOn(governing, features))
    throw new Refusal('4031')
}

/** Reason and password that the right demands, taken out of the input before its schema sees it. */
const takeDemands = (who: Who, values: Record<string, unknown>) => {
  if (!isCapability(who)) return { rest: values, reason: null, password: null }
  const { needsReason, needsPassword } = demandsOf(who)
  const { reason = null, confirmPassword: password = null, ...rest } = values
  return {
    rest: needsReason ? rest : { ...rest, ...('reason' in values && { reason }) },
    reason: needsReason ? reason : null,
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
  if (!found && call.who !== 'public') throw new Refusal('4003')
  const firmId = found?.caller.firmId ?? incoming.firmId ?? 1
  if (incoming.firmId !== null && incoming.firmId !== firmId)
    throw new Refusal('4030', undefined, { need: 'firmId', scope: null })
  if (found?.caller.mustChangePwd && call.who !== 'public' && !call.isOpenBeforePasswordChange)
    throw new Refusal('4007')
  const switches = found?.switches ?? (await runtime.database.read(firmId, db => firmSwitches(db, firmId)))
  return { incoming, caller: found?.caller ?? null, switches, firmId }
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
    const scope = scopeFor(call, caller, switches)
    checkFeature(bound, caller, switches)
    const { rest, reason, password } = takeDemands(call.who, { ...decode(incoming.texts), ...incoming.body })
    if (isCapability(call.who)) checkReason(call.who, reason)
    if (call.writes) runtime.refuseWhenDiskIsLow()
    if (password !== null || (isCapability(call.who) && demandsOf(call.who).needsPassword))
      await confirmPassword(runtime.database, caller!, password)
    const input = parse(call.input, rest)
    const request = { call, firmId, caller, incoming, input }
    const once: Context['once'] = (db, work) => answerOnce(db, request, work)
    const context = { ...base, scope, reason: reason as string | null, once }
    const perform = async (db: Context['db']) => call.output.parse(await handle(input, { ...context, db }))
    // Runs without a client of its own; touching `db` there is a mistake that fails at once.
    if (isOutside) return await perform(undefined as never)
    if (!call.writes) return await runtime.database.read(firmId, perform)
    return await runtime.database.write(firmId, db => once(db, () => perform(db)))
  } catch (error) {
    if (error instanceof Refusal && (error.code === '4030' || error.code === '4031'))
      await recordDenial(runtime.database, { ...base, name: bound.name, code: error.code })
    throw error
  }
}

const checkReason = (who: Capability, reason: unknown) => {
  if (!demandsOf(who).needsReason) return
  const length = typeof reason === 'string' ? [...reason.trim()].length : 0
  if (length < 2 || length > 200) throw invalid({ reason: '请填写原因(2-200字)' })
}

/** A path that is served, asked for with another method. */
export class WrongMethod extends Error {}

export const envelope = (
  code: Envelope['code'],
  data: unknown,
  requestId: string,
  message: string = codes[code],
) => ({
  code,
  message,
  data,
  requestId,
})

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
