import { hasAnyRole, type Role } from '../../resources/domain/role.ts'
import { resources } from '../../resources/index.ts'
import type { Route } from '../../resources/kit/index.ts'

const routesOf = (resource: (typeof resources)[number]): Route[] => [
  ...Object.values(resource.views),
  ...Object.values(resource.pages),
]

/** Kinds of content share some of their pages. */
const routes = [...new Map(resources.flatMap(routesOf).map(it => [it.path, it])).values()]
/** A walk takes up to 100 s on a quiet machine, and several times as long beside the other suites on a slow one. */
export const walkTimeout = 600_000

/** Where each resource begins. */
const entrances = new Set(resources.map(it => routesOf(it)[0]))

/** Who between them may open every page. */
export const people: readonly [account: string, roles: readonly Role[]][] = [
  ['admin', ['admin', 'mainAdmin']],
  ['13800000001', ['lawyer']],
  ['system', ['system']],
]

/** The pages of somebody; records of the demo firm stand for the ids in their addresses. */
export const pagesOf = (roles: readonly Role[]) =>
  routes
    .filter(it => hasAnyRole(roles, it.roles))
    .map(it => ({ path: it.path.replace(':id', '2'), isEntrance: entrances.has(it) }))

/** Each page by the first of them who may open it: what it says does not depend upon who reads it. */
export const pagesOnce = people.map(([account, roles], index) => {
  const seen = new Set(people.slice(0, index).flatMap(([, others]) => pagesOf(others).map(it => it.path)))
  return [account, pagesOf(roles).filter(it => !seen.has(it.path))] as const
})
