import { callNamed, type registry, resources } from '../../resources/index.ts'
import {
  type AnyResource,
  type Call,
  entriesOf,
  namedCallsOf,
  type PageRoute,
  type Route,
  type View,
} from '../../resources/kit/index.ts'
import type { CallError } from '../envelope.ts'

type Registry = typeof registry
type Shape = Pick<Call, 'method' | 'path' | 'isAddition'>

/** The name of a call that is no part of the specification. */
export type AdditionName = {
  [N in keyof Registry]: Registry[N] extends { isAddition: true } ? N : never
}[keyof Registry]

declare const proof: unique symbol
/** Says that a back-end serves the addition: without it the call does not compile, and there is none where it does not. */
export type Addition<N extends AdditionName> = { readonly name: N; readonly [proof]: true }

/** As conf.app names them. */
const rowOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** Which additions the back-end serves. */
export type Additions = ReadonlySet<string>

/** Whether the back-end answers the call: every call of the specification, and the additions it names. */
export const isServed = (call: Shape, additions: Additions) => !call.isAddition || additions.has(rowOf(call))

/** The name of the call that lists a resource; choices know less of a record than its list, and all at once. */
export const listKeyOf = ({ crud, choices, calls }: AnyResource, additions: Additions) =>
  [crud.list, choices].find(key => key !== undefined && isServed(calls[key]!, additions))

/** Whether a back-end can do what one of react-admin's verbs asks; a record may also come from its list. */
export const isVerbServed = (
  resource: AnyResource,
  verb: keyof AnyResource['crud'],
  additions: Additions,
) => {
  const key = resource.crud[verb]
  if (key === undefined || isServed(resource.calls[key]!, additions)) return true
  return (verb === 'list' || verb === 'one') && listKeyOf(resource, additions) !== undefined
}

/** What a derived screen rests on; one written by hand asks for what it needs itself (`useAddition`). */
const verbsOf: Record<View, readonly (keyof AnyResource['crud'])[]> = {
  list: ['list'],
  create: ['create'],
  edit: ['one', 'update'],
  show: ['one'],
}
const viewsByRoute = new Map<Route, (additions: Additions) => boolean>(
  resources.flatMap(resource => [
    ...Object.values<PageRoute>(resource.pages).flatMap(route => {
      const required = `${resource.name}.${route.requires}`
      const [, call] = namedCallsOf(resource).find(([name]) => name === required) ?? []
      return call ? [[route, (it: Additions) => isServed(call, it)] as const] : []
    }),
    ...entriesOf(resource.views).map(
      ([view, route]) =>
        [route, (it: Additions) => verbsOf[view].every(verb => isVerbServed(resource, verb, it))] as const,
    ),
  ]),
)

/** Whether the back-end answers the calls that the page needs. */
export const isRouteServed = (route: Route, additions: Additions) =>
  viewsByRoute.get(route)?.(additions) ?? true

let served: Additions = new Set()
/** Answered once as unknown, whatever conf.app says: not asked for again in this document. */
const withdrawn = new Set<string>()
const listeners = new Set<() => void>()

/** For `useSyncExternalStore`. */
export const additionsStore = {
  read: () => served,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** What conf.app names; a back-end that names none has none. */
export const serveAdditions = (rows: readonly string[] = []) => {
  served = new Set(rows.filter(it => !withdrawn.has(it)))
  listeners.forEach(it => it())
}

/** A call that is answered so does not exist there; a server or gateway that fails says nothing about that. */
const isUnknown = ({ code, httpStatus = 0 }: CallError) =>
  httpStatus < 500 && (['404', '405', '-99'].includes(code) || httpStatus === 404 || httpStatus === 405)

/** Learns from a refusal that an addition is not served after all. */
export const learnFrom = (call: Shape, error: CallError) => {
  if (!call.isAddition || !isUnknown(error)) return
  withdrawn.add(rowOf(call))
  serveAdditions([...served])
}

/** The leave to make an addition's call, or null where it is not served. */
export const additionOf = <const N extends AdditionName>(name: N, additions = served): Addition<N> | null =>
  // The proof is that this was asked.
  isServed(callNamed(name), additions) ? ({ name } as Addition<N>) : null
