import { type registry, resources } from '../../resources/index.ts'
import {
  type AnyResource,
  type Call,
  combiningLine,
  entriesOf,
  namedCallsOf,
  type PageRoute,
  type Route,
  type View,
} from '../../resources/kit/index.ts'
import type { CallError } from '../envelope.ts'

type Registry = typeof registry
type Shape = Pick<Call, 'method' | 'path' | 'isAddition'>

/** The name of a call that the specification does not have. */
export type AdditionName = {
  [N in keyof Registry]: Registry[N] extends { isAddition: true } ? N : never
}[keyof Registry]

/** A call in the format in which conf.app names it. */
const callLine = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** The additional calls that the back-end serves. */
export type Additions = ReadonlySet<string>

/** Whether the back-end serves the call: every call of the specification, and the additional calls that it names. */
export const isServed = (call: Shape, additions: Additions) =>
  !call.isAddition || additions.has(callLine(call))

/** Whether the back-end combines the values of filters in this list: several of one, `not`, and `empty`. */
export const combinesValues = (call: Pick<Call, 'method' | 'path'>, additions: Additions) =>
  additions.has(combiningLine(call))

/**
 * The name of the call that lists a resource. The call for choices is the second choice: its records have fewer
 * fields, and it answers all at once.
 */
export const listKeyOf = ({ crud, choices, calls }: AnyResource, additions: Additions) =>
  [crud.list, choices].find(key => key !== undefined && isServed(calls[key]!, additions))

/** Whether the back-end can serve one of react-admin's verbs. A single record may also be taken from the list. */
export const isVerbServed = (
  resource: AnyResource,
  verb: keyof AnyResource['crud'],
  additions: Additions,
) => {
  const key = resource.crud[verb]
  if (key === undefined || isServed(resource.calls[key]!, additions)) return true
  return (verb === 'list' || verb === 'one') && listKeyOf(resource, additions) !== undefined
}

/** The verbs that each generic screen needs. A page written by hand checks its own calls (`useServedCall`). */
const verbsOf: Record<View, readonly (keyof AnyResource['crud'])[]> = {
  list: ['list'],
  create: ['create'],
  edit: ['one', 'update'],
  show: ['one'],
}
const servedChecksByRoute = new Map<Route, (additions: Additions) => boolean>(
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

/** Whether the back-end serves the calls that the page needs. */
export const isRouteServed = (route: Route, additions: Additions) =>
  servedChecksByRoute.get(route)?.(additions) ?? true

let served: Additions = new Set()
/**
 * Calls that the back-end answered as unknown, although conf.app named them. They are not called again in this
 * document.
 */
const withdrawn = new Set<string>()
const listeners = new Set<() => void>()

/** The served additional calls as a store for `useSyncExternalStore`. */
export const additionsStore = {
  read: () => served,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Stores the additional calls that conf.app names; without such a list there are none. */
export const setServedAdditions = (rows: readonly string[] = []) => {
  served = new Set(rows.filter(it => !withdrawn.has(it)))
  listeners.forEach(it => it())
}

/** Whether an error means that the call does not exist. A failing server or gateway says nothing about that. */
const isUnknown = ({ code, httpStatus = 0 }: CallError) =>
  httpStatus < 500 && (['404', '405', '-99'].includes(code) || httpStatus === 404 || httpStatus === 405)

/** Marks an additional call as not served if the error says so. */
export const withdrawIfUnknown = (call: Shape, error: CallError) => {
  if (!call.isAddition || !isUnknown(error)) return
  withdrawn.add(callLine(call))
  setServedAdditions([...served])
}
