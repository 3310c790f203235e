import { hasAnyRole, type Role } from '../../resources/domain/role.ts'
import { resources } from '../../resources/index.ts'
import type { Route } from '../../resources/kit/index.ts'

const routesOf = (resource: (typeof resources)[number]): Route[] => [
  ...Object.values(resource.views),
  ...Object.values(resource.pages),
]

/** Some kinds of content share pages, which are listed once. */
const routes = [...new Map(resources.flatMap(routesOf).map(it => [it.path, it])).values()]
/**
 * A walk through the pages takes up to 100 s on an idle machine and several times as long on a slow one
 * beside other suites.
 */
export const walkTimeout = 600_000

/** The first page of each resource. */
const entrances = new Set(resources.map(it => routesOf(it)[0]))

/** Accounts that together may open every page. */
export const people: readonly [account: string, roles: readonly Role[]][] = [
  ['admin', ['admin', 'mainAdmin']],
  ['13800000001', ['lawyer']],
  ['system', ['system']],
]

/** The pages of these roles, with ids of the demo firm's records in their addresses. */
export const pagesOf = (roles: readonly Role[]) =>
  routes
    .filter(it => hasAnyRole(roles, it.roles))
    .map(it => ({ path: it.path.replace(':id', '2'), isEntrance: entrances.has(it) }))

/** Each page for the first account that may open it: its content does not depend on who reads it. */
export const pagesOnce = people.map(([account, roles], index) => {
  const seen = new Set(people.slice(0, index).flatMap(([, others]) => pagesOf(others).map(it => it.path)))
  return [account, pagesOf(roles).filter(it => !seen.has(it.path))] as const
})
