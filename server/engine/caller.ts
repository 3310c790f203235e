import { isOpenFor } from '../../resources/domain/accountSetup.ts'
import type { Call } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context/context.ts'
import { ApiError } from '../context/apiError.ts'
import { accountSetupError } from '../services/identity/accountSetup.ts'
import type { IncomingRequest } from './request.ts'
import type { Runtime } from '../context/runtime.ts'
import { authenticate, firmSwitches, identifySession } from '../services/identity/session.ts'
import type { Identified } from '../services/identity/identified.ts'
import { firmOfHost } from '../services/identity/hosts.ts'

/** Who calls, for which firm, and the firm's switches. */
export type CallerState<W extends Caller | null = Caller | null> = Pick<
  Context<W>,
  'caller' | 'switches' | 'firmId'
> & {
  /** The caller has written in the last seconds, which a replica may not have received yet. */
  hasJustWritten: boolean
}

/** What identifies the caller of a request. */
type Presented = Pick<IncomingRequest, 'token' | 'session' | 'host' | 'now' | 'firmId'>

/** The firm number that clients of the specification always send (section 9). */
const fixedFirmId = 1

/**
 * A call may name its firm or omit it. Where the host name identifies the firm, the specification's fixed
 * number is ignored.
 */
const requireOwnFirm = ({ firmId: requestedFirmId }: Presented, firmId: number, isFirmOfHost: boolean) => {
  if (
    requestedFirmId === null ||
    requestedFirmId === firmId ||
    (isFirmOfHost && requestedFirmId === fixedFirmId)
  )
    return
  throw new ApiError('4030', undefined, { need: 'firmId', scope: null })
}

/**
 * The signed-in caller with the firm's switches; throws without a session, or where the account must be
 * secured first.
 */
export const signedInCaller = (
  found: Identified | null,
  incoming: Presented,
  call: Call,
): CallerState<Caller> => {
  if (!found) throw new ApiError('4003')
  const { caller, switches, hasJustWritten } = found
  requireOwnFirm(incoming, caller.firmId, found.isAtOwnHost)
  // Until the caller has replaced the initial password, it could be anybody who has read that password.
  if (!isOpenFor(call, caller)) throw accountSetupError(caller)
  return { caller, switches, firmId: caller.firmId, hasJustWritten }
}

const presentedCaller = ({ database }: Runtime, { token, session, host, now }: Presented) => {
  if (session) return database.read(session.firmId, db => identifySession(db, session, now))
  return token ? authenticate(database, { token, host }, now) : null
}

/**
 * Identifies the caller of a public call, or of a handler that opens its own transactions, in a separate
 * transaction.
 */
export const callerOutside = async (
  runtime: Runtime,
  incoming: Presented,
  call: Call,
): Promise<CallerState> => {
  const { database } = runtime
  const { host, firmId: requestedFirmId } = incoming
  const found = await presentedCaller(runtime, incoming)
  if (call.who !== 'public') return signedInCaller(found, incoming, call)
  const hostFirmId = found ? null : await database.read(null, db => firmOfHost(db, host))
  const firmId = found?.caller.firmId ?? hostFirmId ?? requestedFirmId ?? fixedFirmId
  requireOwnFirm(incoming, firmId, found?.isAtOwnHost ?? hostFirmId !== null)
  const switches = found?.switches ?? (await database.read(firmId, db => firmSwitches(db, firmId)))
  // A program gets from a public call what everybody gets.
  const isStranger = found !== null && (found.caller.apiToken || !isOpenFor(call, found.caller))
  const hasJustWritten = found?.hasJustWritten ?? false
  return { caller: found && !isStranger ? found.caller : null, switches, firmId, hasJustWritten }
}
