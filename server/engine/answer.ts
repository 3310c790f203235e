import type { Context as HttpContext } from 'hono'
import { setCookie } from 'hono/cookie'
import { isCapability } from '../../resources/domain/rights.ts'
import { callingPerson } from '../context/actor.ts'
import type { Caller, Context } from '../context/context.ts'
import { type Answered, answerOnce, forgetAnswer, type Repeatable } from './idempotency.ts'
import { ApiError } from '../context/apiError.ts'
import {
  type BoundCall,
  callerScope,
  checkFeature,
  checkReason,
  checkSubject,
  needsPassword,
  parseInputValues,
  takeDemands,
} from '../context/checks.ts'
import { type IncomingRequest, readRequest } from './request.ts'
import type { Runtime } from '../context/runtime.ts'
import type { OpenedBody } from '../context/wire.ts'
import { findSession, type FoundSession, recordWrite } from '../services/identity/session.ts'
import { firmOfToken } from '../services/identity/tokens.ts'
import { logDenial } from '../services/audit/audit.ts'
import { requireCallerPassword } from '../services/identity/credentials.ts'
import { proposalAnswer, propose } from '../services/proposals/propose.ts'
import { clientOf, isForProposals, refuseProgram } from './program.ts'
import { databaseInView, errorInView, makeReadOnlyInView, refuseInView } from './view.ts'
import { decoderOf } from './wire.ts'
import { callerUnderMandate } from './mandate.ts'
import type { Db } from '../db/connection/open.ts'
import { type CallerState, signedInCaller, callerOutside } from './caller.ts'

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
const databaseFor = ({ database }: Runtime, { isList }: BoundCall, { hasJustWritten }: CallerState) =>
  (isList && !hasJustWritten && database.replica?.fresh()) || database

/** A request for a call, with what is needed to answer it. */
type Invocation = {
  runtime: Runtime
  bound: BoundCall
  decode: ReturnType<typeof decoderOf>
  http: HttpContext
  opened: OpenedBody | undefined
}

/** The part of the context that is known before the input is parsed: caller, firm, request and services. */
const requestContext = (
  { runtime, bound, http }: Invocation,
  { requestId, ip, host, device, language, deviceCookie, now }: IncomingRequest,
  who: CallerState,
) => {
  const { caller, switches, firmId } = who
  const { services } = runtime
  const database = databaseInView(databaseFor(runtime, bound, who), caller, bound.call)
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
    host,
    device: clientOf(caller, device),
    language,
    deviceCookie,
    keepDevice,
  }
}

/** Checks the right and parses the input; throws where either fails. */
const permit = (
  { runtime, bound, decode }: Invocation,
  incoming: IncomingRequest,
  origin: ReturnType<typeof requestContext>,
) => {
  const { call } = bound
  const { caller, switches, firmId } = origin
  refuseInView(caller, call)
  refuseProgram(caller, call, incoming)
  const scope = callerScope(call, caller, switches)
  checkFeature(bound, caller, switches)
  const rawInput = { ...decode(incoming.texts), ...incoming.body }
  const { rest, reason, password } = takeDemands(call.who, rawInput)
  if (isCapability(call.who)) checkReason(call.who, reason)
  if (call.writes && !call.isOpenWhenDiskIsLow) runtime.refuseWhenDiskIsLow()
  const input = parseInputValues(call.input, rest)
  const request: Repeatable & Pick<Answered, 'lacksSecret'> = { call, firmId, caller, incoming, input }
  const context: Omit<Context<Caller | null>, 'db'> = {
    ...origin,
    scope,
    // `checkReason` has validated the reason.
    reason: reason as string | null,
    once: async (db, work) => {
      const { data, lacksSecret } = await answerOnce(db, request, async () => ({ data: await work() }))
      if (lacksSecret) request.lacksSecret = true
      return data
    },
    forget: db => forgetAnswer(db, request),
  }
  return { input, given: rest, password, request, context }
}

type Permitted = ReturnType<typeof permit>

/**
 * Throws unless the password is the caller's, where the right demands one. A call with a right always has a
 * caller.
 */
const confirmCaller = ({ context, password }: Permitted) =>
  requireCallerPassword({ ...context, caller: context.caller! }, password)

const perform = async (
  db: Db,
  bound: BoundCall,
  { input, context, request }: Permitted,
): Promise<Answered> => {
  const { call, handle } = bound
  await checkSubject(bound, input, { ...context, db })
  const answered = await handle(input, { ...context, db })
  const isRevealed = call.reveals === 'always' || (call.reveals === 'onRequest' && Object(input).reveal === 1)
  const { caller, switches } = context
  const { lacksSecret = false } = request
  return { data: call.output.parse(answered), reader: { caller, switches, isRevealed }, lacksSecret }
}

/** What a language model's program asks for is stored as a proposal, and the call is not made. */
const proposeCall = async (bound: BoundCall, { input, given, context }: Permitted): Promise<Answered> => ({
  data: await propose(bound, { input, given }, { ...context, caller: context.caller! }),
  output: proposalAnswer,
  lacksSecret: false,
})

/**
 * Filled in once the caller is identified; the catch and finally blocks read it even when the call is
 * refused.
 */
type CallState = { origin?: ReturnType<typeof requestContext>; upkeep?: FoundSession['upkeep'] }

/**
 * Writes what is due about the session. A failure here does not affect the answer; the next call tries again.
 */
const keepSession = async (
  { database }: Runtime,
  { call }: BoundCall,
  firmId: number,
  { origin, upkeep }: CallState,
) => {
  const writer = database.replica && call.writes ? origin?.caller : null
  if (!upkeep && !writer) return
  const work = async (db: Db) => {
    await upkeep?.(db)
    if (writer) await recordWrite(db, callingPerson(writer))
  }
  await database.write(firmId, work).catch(() => undefined)
}

/**
 * Reads, identifies, permits, parses, performs, logs and answers, in this order for every call. The caller is identified
 * in the transaction that performs the call, which saves a connection and a transaction. Public calls, which may have no
 * caller, calls that ask for the password, whose hash is computed without a connection, and handlers that open their own
 * transactions have their caller identified beforehand.
 */
export const answer = async (invocation: Invocation) => {
  const { runtime, bound, http, opened } = invocation
  const { database } = runtime
  const { call, isOutside, name } = bound
  const incoming = await readRequest(http, runtime, call, opened)
  const { token, host, now } = incoming
  const claimedFirmId = token ? firmOfToken(token) : undefined
  const callState: CallState = {}

  const permitCaller = (who: CallerState) => {
    callState.origin = requestContext(invocation, incoming, who)
    return permit(invocation, incoming, callState.origin)
  }
  const identifyIn = async (db: Db) => {
    const { identified, upkeep } = await findSession(db, { token: token!, host }, now)
    callState.upkeep = upkeep
    const signedIn = signedInCaller(identified, incoming, call)
    // The log names who was refused, before a mandate puts the lawyer in the caller's place.
    callState.origin = requestContext(invocation, incoming, signedIn)
    const permitted = permitCaller(await callerUnderMandate(db, signedIn, incoming, bound.call))
    await makeReadOnlyInView(db, permitted.context.caller, call)
    return permitted
  }
  const performOnce = (db: Db, permitted: Permitted) =>
    call.writes
      ? answerOnce(db, permitted.request, () => perform(db, bound, permitted))
      : perform(db, bound, permitted)

  try {
    const isProposal = incoming.isByAgent && isForProposals(call)
    const isKnown = call.who === 'public' || isOutside || needsPassword(call) || isProposal
    const known = isKnown ? permitCaller(await callerOutside(runtime, incoming, call)) : null
    if (known && isProposal) return await proposeCall(bound, known)
    // The handler opens its own transactions; using `db` here is a mistake, and undefined makes it fail at once.
    if (known && isOutside) return await perform(undefined as never, bound, known)
    const confirm = known && needsPassword(call) ? await confirmCaller(known) : null
    const firmId = known?.context.firmId ?? claimedFirmId
    if (!firmId) throw new ApiError('4003')
    const first = known?.context.database ?? database
    const work = async (db: Db) => {
      const permitted = known ?? (await identifyIn(db))
      await confirm?.(db)
      const { caller, database: chosen } = permitted.context
      const isElsewhere = chosen !== first && !caller?.view
      return { permitted, answered: isElsewhere ? null : await performOnce(db, permitted) }
    }
    const { permitted, answered } = await (call.writes ? first.write(firmId, work) : first.read(firmId, work))
    return answered ?? (await permitted.context.database.read(firmId, db => perform(db, bound, permitted)))
  } catch (thrown) {
    const error = errorInView(callState.origin?.caller ?? null, thrown)
    if (callState.origin && isDenial(error))
      await logDenial(database, { ...callState.origin, name, code: error.code })
    throw error
  } finally {
    if (claimedFirmId) await keepSession(runtime, bound, claimedFirmId, callState)
  }
}
