import { resources } from '../../resources/index.ts'
import {
  type Capability,
  demandsOf,
  isCapability as isRight,
  type Level,
  rightSwitches,
  scopeOf,
} from '../../resources/domain/rights.ts'
import type { AnyResource, Call } from '../../resources/kit/index.ts'
import { servedCalls } from '../../server/routes/served.ts'
import { type Envelope, password, requestFor, type TestApp } from './app.ts'

// Helpers for the suites that try every declared call with every kind of caller.

export type Values = Record<string, unknown>

/** One person of each level. */
export const people: Record<Level, string> = {
  L1: 'admin',
  L2: 'admin2',
  L3: 'branch',
  L4: 'branch2',
  lawyer: '13800000001',
  system: 'system',
}
export const levels = Object.keys(people) as Level[]

export const callNames = servedCalls.map(it => it.name)
const byName = new Map(servedCalls.map(it => [it.name, it]))
export const boundCall = (name: string) => {
  const bound = byName.get(name)
  if (!bound) throw new Error(`${name} is not served`)
  return bound
}

export type RightCall = Call & { who: Capability }
export const isCapability = (call: Call): call is RightCall => isRight(call.who)

/** The scope of the call's right for a level under the firm's default switches; null without the right. */
export const reachOf = (call: Call, level: Level) =>
  isCapability(call) ? scopeOf(call.who, level, rightSwitches) : null

export const mayCall = (call: Call, level: Level): boolean => {
  const { needs, ...rest } = call
  if (needs) return mayCall(rest, level) && scopeOf(needs, level, rightSwitches) !== null
  if (call.who === 'public' || call.who === 'self' || call.who === 'signedIn') return true
  if (call.who === 'lawyer' || call.who === 'admin') return (call.who === 'lawyer') === (level === 'lawyer')
  return reachOf(call, level) !== null
}

/** The names of the input fields of a call. */
export const inputFieldsOf = (call: Call) => Object.keys((call.input as unknown as { shape: object }).shape)

/** The reason and password that the right requires beside the call's own input. */
export const demandedInputOf = (call: Call): Values => {
  if (!isCapability(call)) return {}
  const { needsReason, needsPassword } = demandsOf(call.who)
  return { ...(needsReason && { reason: sampleReason }), ...(needsPassword && { confirmPassword: password }) }
}
export const sampleReason = '例行检查'

/**
 * The envelope of an answer. A file is read to its end and counts as a success without data; any other body
 * is an error.
 */
const envelopeOf = async (response: Response): Promise<Envelope> => {
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Envelope
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return { code: '200', message: '', data: {}, requestId: '' }
}

/** Sends a call as this account, or without a session; missing path parameters become 1. */
export const createAsker =
  (app: TestApp) =>
  async (call: Call, account: string | null, values: Values = {}, headers: Record<string, string> = {}) => {
    const inPath = [...call.path.matchAll(/\/\{(\w+)\}/g)].map(([, name]) => [name!, 1])
    const allValues = {
      ...Object.fromEntries(inPath),
      ...(call.method !== 'GET' && demandedInputOf(call)),
      ...values,
    }
    const { address, method, body } = requestFor(call, allValues)
    const response = await app.fetch(address, {
      method,
      headers: {
        ...(account !== null && { Token: (await app.as(account)).token }),
        ...(body && !(body instanceof URLSearchParams) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    })
    return envelopeOf(response)
  }
export type Asker = ReturnType<typeof createAsker>

const listExports = new Set(resources.map(it => it.exports?.call))
/** Whether the call exports a list as a file, which is generated and logged each time. */
export const isListExport = (call: Call) => listExports.has(call)

const filterCounts = new Set(resources.map(it => (it.isSetting ? undefined : it.filterCounts?.call)))
/** Whether the call counts the rows of a list's filters, within the same scope as the list. */
export const isFilterCount = (call: Call) => filterCounts.has(call)

/** The call that serves a verb of an entity, if it is served under the entity's own name. */
export const callOfVerb = (resource: AnyResource, verb: keyof AnyResource['crud']) => {
  const name = resource.crud[verb]
  return name && byName.has(`${resource.name}.${name}`) ? resource.calls[name] : undefined
}

export const resourceNamed = (name: string) => resources.find(it => it.name === name)
/** The resource that a call belongs to: `offices` for `offices.pageList`. */
export const resourceOf = (callName: string) => resourceNamed(callName.split('.')[0]!)

/** The record's id under the name that the call uses for it; empty for a setting. */
export const idFor = (call: Call, resource: AnyResource, id: number): Values => {
  if (resource.isSetting) return {}
  const names = inputFieldsOf(call)
  if (names.includes(resource.id)) return { [resource.id]: id }
  return names.includes('ids') ? { ids: [id] } : { id }
}
