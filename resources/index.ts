import { extensions } from './domain/extensions.ts'
import type { rights, RightsWithoutCall } from './domain/rights.ts'
import { entities, entityGroups } from './entities.ts'
import {
  type AnyResource,
  type Call,
  combinesFilters,
  combiningLine,
  isEntity,
  namedCallsOf,
} from './kit/index.ts'
import { conf } from './settings/app.ts'
import { settingGroups, settingResources } from './settings/index.ts'

const extensionResources = extensions.flatMap(it => it.resources)

/** All resources: the entities and the settings. */
export const resources: readonly AnyResource[] = [
  ...entities,
  conf,
  ...settingResources,
  ...extensionResources.filter(it => !isEntity(it)),
]

const groups = { ...entityGroups, ...settingGroups }
type Groups = typeof groups
type GroupName = keyof Groups
type Key<G extends GroupName> = `${G}.${keyof Groups[G]['calls'] & string}`
type CallOf<N> = N extends `${infer G extends GroupName}.${infer C}`
  ? C extends keyof Groups[G]['calls']
    ? Groups[G]['calls'][C]
    : never
  : never
type Registry = { [N in { [G in GroupName]: Key<G> }[GroupName]]: CallOf<N> }

/**
 * Every declared call by its full name, such as `offices.pageList`, including the exports. The type cannot be derived
 * from the loop, so it is asserted.
 */
export const registry = Object.fromEntries(
  [...Object.values(groups), ...extensionResources].flatMap(namedCallsOf),
) as Registry

/** Fails to compile if some capability is not checked by any call. */
type UncalledRight = RightsWithoutCall<typeof rights, Registry>
export const everyRightHasACall: [UncalledRight] extends [never] ? true : UncalledRight = true

const additionLines = (isListed: (call: Call) => boolean): readonly string[] => [
  ...new Set(
    Object.values<Call>(registry)
      .filter(isListed)
      .flatMap(call => [
        ...(call.isAddition ? [`${call.method} ${call.path}`] : []),
        ...(combinesFilters(call) ? [combiningLine(call)] : []),
      ]),
  ),
]

/**
 * The additional calls as `GET /path`, in the format in which conf.app lists those that a back-end serves, and for lists that
 * combine values of filters `GET /path?not`.
 */
export const additions = additionLines(() => true)

/** The additional calls by which a second factor is set up, before any other call is open. */
export const additionsForSetup: ReadonlySet<string> = new Set(
  additionLines(({ openBeforeSetup }) => openBeforeSetup?.step === 'factor'),
)

/** The additional calls that conf.app lists in a view of another account. */
export const additionsInView = additionLines(({ inView }) => inView !== 'closed')

const resourcesByName = new Map(resources.map(resource => [resource.name, resource]))

export const resourceNamed = (name: string) => resourcesByName.get(name)

const byName: Readonly<Record<string, Call>> = registry

/** Finds a declared call by its full name; throws if there is none (specification, section 8). */
export const callNamed = (name: string): Call => {
  const call = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (!call) throw new Error(`接口未定义：${name}`)
  return call
}
