import type { z } from 'zod'

import { mustSecureAccountFirst } from '../../resources/domain/accountSetup.ts'
import { isSwitchedOn } from '../../resources/domain/permissions.ts'
import { type Capability, demandsOf, isCapability, type Scope } from '../../resources/domain/rights.ts'
import {
  type CallSubject,
  type AnyResource,
  type Call,
  type OptionCount,
  cleanText,
  reason,
  type Who,
} from '../../resources/kit/index.ts'
import { ApiError, invalid } from './apiError.ts'
import type { Caller, Context, FirmSwitches } from './context.ts'
import type { FrozenRow } from './handlers.ts'
import { scopeOfCaller } from './readable.ts'
import type { RecordBatch } from './batchKind.ts'
import type { Wire } from './wire.ts'

/**
 * A call handler whose input and output types have been erased, so that handlers of all calls fit in one
 * list.
 */
export type UntypedHandler = (input: unknown, context: Context<Caller | null>) => Promise<unknown>
/**
 * Reads the fields of the record that an input names which decide by which feature switch a call is governed.
 */
export type Lookup = (input: CallSubject, context: Context) => Promise<CallSubject>
/** The handlers behind one list, with the type of its rows erased. */
export type AnyListing = {
  page: UntypedHandler
  ids: (query: unknown, context: Context<Caller | null>, most: number) => Promise<number[]>
  frozen?: (
    query: unknown,
    context: Context<Caller | null>,
    most: number,
    title: string,
  ) => Promise<FrozenRow[]>
  optionCounts?: (
    query: unknown,
    context: Context<Caller | null>,
    filter: string,
  ) => Promise<OptionCount[] | null>
  inFile?: (rows: readonly Row[], context: Context<Caller | null>) => Promise<Row[]>
}
type Row = Readonly<Record<string, unknown>>

/** A declared call together with the handler that answers it. */
export type BoundCall = {
  name: string
  call: Call
  feature: AnyResource['feature']
  handle: UntypedHandler
  isOutside: boolean
  /**
   * Set for lists, their exports and their counts: these may be answered from a replica, up to a second late.
   */
  isList?: true
  /** For a list: the functions that read it page by page or as a whole. */
  listing?: AnyListing
  /** For a call that creates a record of an importable entity: the functions that create several at once. */
  batch?: RecordBatch
  lookUp?: Lookup
  /** For a call that does not travel as JSON both ways. */
  wire?: Wire
}

/**
 * The narrowest scope, for a substitute whose own right does not allow the review of cards: which cards the period covers
 * is decided by `auditableCards`.
 */
const substituteScope = (who: Who, caller: Caller | null): Scope | null =>
  who === 'card.audit' && caller && caller.standsInFor.length > 0 ? 'self' : null

/** How far the caller's right reaches; throws 4030 without the right, and 4003 without a session. */
export const callerScope = ({ who, needs }: Call, caller: Caller | null, switches: FirmSwitches): Scope => {
  const scope = scopeOfCaller({ caller, switches }, who) ?? substituteScope(who, caller)
  if (scope && (!needs || scopeOfCaller({ caller, switches }, needs))) return scope
  throw caller
    ? new ApiError('4030', undefined, { need: scope ? needs : who, scope: null })
    : new ApiError('4003')
}

/**
 * Refuses a call whose feature is switched off. It is asked before the input is parsed, and again once the
 * subject of the call is known. Callers who still have to secure their account are exempt.
 */
export const checkFeature = (
  { call, feature }: BoundCall,
  caller: Caller | null,
  switches: FirmSwitches,
  about?: CallSubject,
) => {
  if (!caller || mustSecureAccountFirst(caller)) return
  if (!isSwitchedOn(call, feature, caller.population, switches.features, about)) throw new ApiError('4031')
}

/**
 * Checks the feature switch again with the subject of the call: its input and the record that the input
 * names. A handler that opens its own transactions is asked about its input only.
 */
export const checkSubject = async (bound: BoundCall, input: unknown, context: Context<Caller | null>) => {
  const { caller, switches } = context
  const feature = bound.call.feature === undefined ? bound.feature : bound.call.feature
  if (!caller || typeof feature !== 'function') return
  const subjectInput = input as CallSubject
  checkFeature(bound, caller, switches, subjectInput)
  if (bound.lookUp && !bound.isOutside)
    checkFeature(bound, caller, switches, await bound.lookUp(subjectInput, { ...context, caller }))
}

/** Takes the reason and the password that the right demands out of the input before its schema sees them. */
export const takeDemands = (who: Who, values: Record<string, unknown>) => {
  if (!isCapability(who)) return { rest: values, reason: null, password: null }
  const { needsReason, needsPassword } = demandsOf(who)
  const { reason = null, confirmPassword: password = null, ...rest } = values
  return {
    rest: needsReason ? rest : { ...rest, ...('reason' in values && { reason }) },
    reason: needsReason ? (typeof reason === 'string' ? cleanText(reason) : reason) : null,
    password: needsPassword ? password : null,
  }
}

/** Whether the right to the call demands that the password is typed again. */
export const needsPassword = ({ who }: Call) => isCapability(who) && demandsOf(who).needsPassword

/** A password that is typed again is only checked in the engine's own transaction (promise Q48). */
export const requireEngineTransaction = (name: string, call: Call) => {
  if (needsPassword(call))
    throw new Error(`${name} asks for the password, and opens a transaction of its own`)
}

/** The parsed values; throws 4220 with a message for each wrong field. */
export const parseInputValues = <S extends z.ZodType>(schema: S, values: unknown): z.output<S> => {
  const result = schema.safeParse(values)
  if (result.success) return result.data
  // A Map, because a field may be called __proto__.
  const errors = new Map<string, string>()
  for (const { path, message, code, ...issue } of result.error.issues) {
    const names = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : [pathText(path)]
    for (const name of names)
      if (!errors.has(name)) errors.set(name, code === 'unrecognized_keys' ? '无法识别的字段' : message)
  }
  throw invalid(Object.fromEntries(errors))
}

/** Writes a path as `education[1].school`, the notation of react-hook-form. */
const pathText = (path: PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

/** Throws 4220 where the capability demands a reason and none is given. */
export const checkReason = (who: Capability, given: unknown) => {
  if (!demandsOf(who).needsReason) return
  const { error } = reason.safeParse(given)
  if (error) throw invalid({ reason: error.issues[0]!.message })
}
