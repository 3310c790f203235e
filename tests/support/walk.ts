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

/** The paths of the pages that a change reaches (`npm test -- --changed`). */
const chosen = process.env['TEST_PAGES']?.split(',')
export const isLimitedWalk = chosen !== undefined

type Page = { path: string; isEntrance: boolean }

/** The pages of these roles, with ids of the demo firm's records in their addresses. */
const pagesOf = (roles: readonly Role[]): Page[] =>
  routes
    .filter(it => hasAnyRole(roles, it.roles) && (!chosen || chosen.includes(it.path)))
    .map(it => ({ path: it.path.replace(':id', '2'), isEntrance: chosen !== undefined || entrances.has(it) }))

/** The paths of pages that are written by hand instead of drawn from a declaration. */
export const handwrittenPages = routes
  .filter(route => 'page' in route)
  .map(({ path }) => path.replace(':id', '2'))

/** Accounts that together may open every page. */
const accounts: readonly [account: string, roles: readonly Role[]][] = [
  ['admin', ['admin', 'mainAdmin']],
  ['13800000001', ['lawyer']],
  ['system', ['system']],
]

/** All pages of each account; what an account may open none of is left out. */
export const pagesOfAll = accounts
  .map(([account, roles]) => [account, pagesOf(roles)] as const)
  .filter(([, pages]) => pages.length > 0)

/** Each page for the first account that may open it: its content does not depend on who reads it. */
export const pagesOnce = pagesOfAll
  .map(([account, pages], index) => {
    const seen = new Set(pagesOfAll.slice(0, index).flatMap(([, others]) => others.map(it => it.path)))
    return [account, pages.filter(it => !seen.has(it.path))] as const
  })
  .filter(([, pages]) => pages.length > 0)

const withFirstPages = ([account, pages]: (typeof pagesOnce)[number]) =>
  [account, pages.filter(it => it.isEntrance)] as const

/** The first page of each resource, which stands for its other pages where a walk costs more than it finds. */
export const firstPagesOnce = pagesOnce.map(withFirstPages).filter(([, pages]) => pages.length > 0)
