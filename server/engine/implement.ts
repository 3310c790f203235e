import { type Context as HttpContext, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import type { z } from 'zod'

import { isCapability } from '../../resources/domain/rights.ts'
import { type AnyResource, type Call, type Calls, file } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context/context.ts'
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
  accountSetupError,
  requireEngineTransaction,
  type Lookup,
  parse,
  takeDemands,
  type Untyped,
} from './checks.ts'
import { type Incoming, readRequest } from './request.ts'
import { readableAnswer } from '../context/readable.ts'
import type { Runtime } from '../context/runtime.ts'
import {
  findSession,
  firmOfToken,
  firmSwitches,
  type FoundSession,
  identify,
  type Identified,
  noteWrite,
} from '../services/identity/session.ts'
import { firmOfHost } from '../services/identity/hosts.ts'
import { logDenial } from '../services/audit/audit.ts'
import { requireCallerPassword } from '../services/identity/credentials.ts'
import { inLanguageAsked } from './said.ts'
import { decoderOf } from './wire.ts'
import type { Database, Db } from '../db/connection/open.ts'

// Promise Q15 (server/promises.md).

type Served = (Untyped & Pick<Bound, 'batch'>) | OwnTransaction<Untyped> | AnyListing

/** The calls of one resource with their handlers, ready to be mounted. */
export const serve = <C extends Calls>(
  { name, calls, feature }: { name: string; calls: C; feature?: AnyResource['feature'] },
  handlers: NoInfer<Handlers<C>>,
  lookUp?: Lookup,
): Bound[] =>
  Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key] as Served
    const bound = {
      name: `${name}.${key}`,
      call,
      feature,
      ...(lookUp && { lookUp }),
      ...((call.isCount || call.filters) && { isList: true as const }),
    }
    if (typeof handler === 'function')
      return {
        ...bound,
        handle: handler,
        isOutside: false,
        ...(handler.batch && { batch: handler.batch }),
      }
    if ('page' in handler) return { ...bound, handle: handler.page, isOutside: false, listing: handler }
    requireEngineTransaction(bound.name, call)
    return { ...bound, handle: handler.ownTransaction, isOutside: true }
  })

type Who = Pick<Context<Caller | null>, 'caller' | 'switches' | 'firmId'> & {
  /** A replica may lack what he has written. */
  hasJustWritten: boolean
}

/** What clients of the specification send whatever their firm (section 9). */
const fixedFirmId = 1

/** A call says its firm or none. Where the host name says it, the fixed number of the specification says nothing. */
const requireOwnFirm = ({ firmId: asked }: Incoming, firmId: number, isFirmOfHost: boolean) => {
  if (asked === null || asked === firmId || (isFirmOfHost && asked === fixedFirmId)) return
  throw new ApiError('4030', undefined, { need: 'firmId', scope: null })
}

/** Whoever is signed in, with the firm's switches; throws where nobody is, or where he may not call yet. */
const signedInCaller = (found: Identified | null, incoming: Incoming, call: Call): Who => {
  if (!found) throw new ApiError('4003')
  const { caller, switches, hasJustWritten } = found
  requireOwnFirm(incoming, caller.firmId, found.isAtOwnHost)
  // Until his first password is his own, he may be anybody who read it.
  const hindrance = accountSetupError(caller)
  if (hindrance && !call.isOpenBeforePasswordChange) throw hindrance
  return { caller, switches, firmId: caller.firmId, hasJustWritten }
}

/** The caller of what is public, or opens its transactions itself: looked up in a transaction of its own. */
const callerOutside = async ({ database }: Runtime, incoming: Incoming, call: Call): Promise<Who> => {
  const { token, host, now, firmId: asked } = incoming
  const found = token ? await identify(database, { token, host }, now) : null
  if (call.who !== 'public') return signedInCaller(found, incoming, call)
  const hostFirmId = found ? null : await database.read(null, db => firmOfHost(db, host))
  const firmId = found?.caller.firmId ?? hostFirmId ?? asked ?? fixedFirmId
  requireOwnFirm(incoming, firmId, found?.isAtOwnHost ?? hostFirmId !== null)
  const switches = found?.switches ?? (await database.read(firmId, db => firmSwitches(db, firmId)))
  const isStranger = found && accountSetupError(found.caller) && !call.isOpenBeforePasswordChange
  const hasJustWritten = found?.hasJustWritten ?? false
  return { caller: found && !isStranger ? found.caller : null, switches, firmId, hasJustWritten }
}

const keepDeviceIn =
  (http: HttpContext, { isSecure, apiPath }: Runtime) =>
  (cookie: string) =>
    setCookie(http, 'device', cookie, {
      path: `${apiPath}/auth`,
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure,
      maxAge: 180 * 24 * 60 * 60,
    })

const isDenial = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === '4030' || error.code === '4031')

/** The database that a call reads: a fresh replica for lists, the primary for everything else. */
const databaseFor = ({ database }: Runtime, { isList }: Bound, { hasJustWritten }: Who) =>
  (isList && !hasJustWritten && database.replica?.fresh()) || database

type Asked = { runtime: Runtime; bound: Bound; decode: ReturnType<typeof decoderOf>; http: HttpContext }

/** What is known of a call before its input is parsed: caller, firm, request and services. */
const originOf = (
  { runtime, bound, http }: Asked,
  { requestId, ip, device, language, deviceCookie, now }: Incoming,
  who: Who,
) => {
  const { caller, switches, firmId } = who
  const { services } = runtime
  const database = databaseFor(runtime, bound, who)
  const keepDevice = keepDeviceIn(http, runtime)
  return {
    caller,
    switches,
    firmId,
    database,
    services,
    now,
    requestId,
    ip,
    device,
    language,
    deviceCookie,
    keepDevice,
  }
}

/** Permits and parses; throws where the caller has not the right, or where the input is not as it should be. */
const permit = (
  { runtime, bound, decode, http }: Asked,
  incoming: Incoming,
  origin: ReturnType<typeof originOf>,
) => {
  const { call } = bound
  const { caller, switches, firmId } = origin
  const scope = callerScope(call, caller, switches)
  checkFeature(bound, caller, switches)
  const given = { ...decode(incoming.texts), ...incoming.body }
  const { rest, reason, password } = takeDemands(call.who, given)
  if (isCapability(call.who)) checkReason(call.who, reason)
  if (call.writes && !call.isOpenWhenDiskIsLow) runtime.refuseWhenDiskIsLow()
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
  return { input, password, request, context }
}

type Permitted = ReturnType<typeof permit>

/** Throws where the password that the right demands is another one. A call with a right has a caller. */
const confirmCaller = ({ context, password }: Permitted) =>
  requireCallerPassword({ ...context, caller: context.caller! }, password)

const perform = async (db: Db, bound: Bound, { input, context }: Permitted) => {
  const { call, handle, isOutside } = bound
  if (!isOutside) await checkSubject(bound, input, { ...context, db })
  const answered = await handle(input, { ...context, db })
  return readableAnswer(context, call.output, call.output.parse(answered))
}

/** What is known once the caller is identified: also where he is refused then. */
type Known = { origin?: ReturnType<typeof originOf>; upkeep?: FoundSession['upkeep'] }

/**
 * Writes what is due about the session. The answer stands whether this can be written or not; otherwise the next call tries
 * again.
 */
const keepSession = async (
  { database }: Runtime,
  { call }: Bound,
  firmId: number,
  { origin, upkeep }: Known,
) => {
  const writer = database.replica && call.writes ? origin?.caller : null
  if (!upkeep && !writer) return
  const work = async (db: Db) => {
    await upkeep?.(db)
    if (writer) await noteWrite(db, writer)
  }
  await database.write(firmId, work).catch(() => undefined)
}

/**
 * Reads, identifies, permits, parses, performs, logs and answers: in this order, for every call. Most calls identify their
 * caller in the transaction that performs them, which spares a connection and a transaction.
 */
const answer = async (asked: Asked) => {
  const { runtime, bound, http } = asked
  const { database } = runtime
  const { call, isOutside, name } = bound
  const incoming = await readRequest(http, runtime, call)
  const known: Known = {}

  const permitted = (who: Who) => {
    known.origin = originOf(asked, incoming, who)
    return permit(asked, incoming, known.origin)
  }
  const transact = <T>(on: Database, firmId: number, work: (db: Db) => Promise<T>) =>
    call.writes ? on.write(firmId, work) : on.read(firmId, work)
  const performOnce = (db: Db, its: Permitted) =>
    call.writes ? answerOnce(db, its.request, () => perform(db, bound, its)) : perform(db, bound, its)

  const { token, host, now } = incoming
  const firmId = token ? firmOfToken(token) : undefined
  try {
    if (call.who === 'public' || isOutside || needsPassword(call)) {
      const its = permitted(await callerOutside(runtime, incoming, call))
      // Runs without a client of its own; touching `db` there is a mistake that fails at once.
      if (isOutside) return await perform(undefined as never, bound, its)
      const confirm = needsPassword(call) ? await confirmCaller(its) : null
      return await transact(its.context.database, its.context.firmId, async db => {
        await confirm?.(db)
        return performOnce(db, its)
      })
    }
    if (!firmId) throw new ApiError('4003')
    const ofPrimary = await transact(database, firmId, async db => {
      const { identified, upkeep } = await findSession(db, { token: token!, host }, now)
      known.upkeep = upkeep
      const its = permitted(signedInCaller(identified, incoming, call))
      const isElsewhere = its.context.database !== database
      return { its, isElsewhere, data: isElsewhere ? undefined : await performOnce(db, its) }
    })
    const { its, isElsewhere, data } = ofPrimary
    if (!isElsewhere) return data
    return await its.context.database.read(firmId, db => perform(db, bound, its))
  } catch (error) {
    if (known.origin && isDenial(error))
      await logDenial(database, { ...known.origin, name, code: error.code })
    throw error
  } finally {
    if (firmId) await keepSession(runtime, bound, firmId, known)
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
