import type { rights, Unasked } from './domain/rights.ts'
import { entities, entityGroups } from './entities.ts'
import { type AnyResource, type Call, namedCallsOf } from './kit/index.ts'
import { conf } from './settings/app.ts'
import { settingGroups, settingResources } from './settings/index.ts'

// Everything that is declared.

/** What has screens: the entities and the settings. */
export const resources: readonly AnyResource[] = [...entities, conf, ...settingResources]

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
 * Every declared call by the name of its group and its own, `offices.pageList`, which no type of a loop can say; those of
 * lists as files are there too.
 */
export const registry = Object.fromEntries(Object.values(groups).flatMap(namedCallsOf)) as Registry

/** A right that no call asks for promises what nothing keeps. */
type Idle = Unasked<typeof rights, Registry>
export const everyRightIsAsked: [Idle] extends [never] ? true : Idle = true

/** The calls beside the specification's, as conf.app names them to say that they are served. */
export const additions: readonly string[] = [
  ...new Set(
    Object.values<Call>(registry)
      .filter(it => it.isAddition)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

const resourcesByName = new Map(resources.map(resource => [resource.name, resource]))

export const resourceNamed = (name: string) => resourcesByName.get(name)

const byName: Readonly<Record<string, Call>> = registry

/** Throws where nothing of this name is declared (specification, section 8). */
export const callNamed = (name: string): Call => {
  const call = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (!call) throw new Error(`接口未定义：${name}`)
  return call
}
