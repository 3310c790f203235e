import { ResourceContextProvider } from 'ra-core'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router-dom'

import { homeOf, readUser } from '../../providers/session.ts'
import type { HandwrittenPage } from '../../resources/domain/page.ts'
import { entryWithAncestors, menuEntry, type MenuName } from '../../resources/domain/menu.ts'
import {
  type AnyEntity,
  type AnyResource,
  type AnySetting,
  entriesOf,
  isEntity,
  type Route,
  type View,
} from '../../resources/kit/index.ts'
import { GroupRedirect } from './GroupRedirect.tsx'
import { groupPaths, routesOf } from '../routing/menuTree.ts'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { PageFailed } from '../states/PageFailed.tsx'
import { RouteError } from '../states/RouteError.tsx'
import { RefusedPage } from './RouteGuard.tsx'
import type { Crumb, RouteHandle } from '../routing/routeHandle.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { withStyles } from '../loading/withStyles.ts'
import { pages } from '../pages/index.ts'
import { ResourceList } from '../list/ResourceList.tsx'

type LoadComponent = () => Promise<ComponentType>

const entityViews: Record<View, (resource: AnyEntity) => LoadComponent> = {
  // Part of the main bundle, because every user sees lists.
  list: resource => async () => () => <ResourceList resource={resource} />,
  create: resource => async () => {
    const { ResourceCreate } = await import('../record/ResourceForm.tsx')
    return () => <ResourceCreate resource={resource} />
  },
  edit: resource => async () => {
    const { ResourceEdit } = await import('../record/ResourceForm.tsx')
    return () => <ResourceEdit resource={resource} />
  },
  show: resource => async () => {
    const { ResourceShow } = await import('../record/ResourceShow.tsx')
    return () => <ResourceShow resource={resource} />
  },
}

const settingForm =
  (setting: AnySetting): LoadComponent =>
  async () => {
    const { SettingPage } = await import('../settings/SettingPage.tsx')
    return () => <SettingPage setting={setting} />
  }

const viewOf = (resource: AnyResource, view: View): LoadComponent =>
  resource.isSetting ? settingForm(resource) : entityViews[view](resource)

/** Breadcrumbs: the groups of the menu, or for a page outside the menu the entry that it belongs to. */
const breadcrumbsOf = (route: Route, pathOf: (name: MenuName) => string | undefined): Crumb[] => {
  const { menu, parent } = route
  const menuNamesAbove = menu
    ? entryWithAncestors(menu).slice(0, -1)
    : parent
      ? entryWithAncestors(parent)
      : []
  const crumbs = menuNamesAbove.map((name): Crumb => {
    const path = pathOf(name)
    return { label: menuEntry(name).label, ...(path && path !== route.path && { path }) }
  })
  return [...crumbs, { label: route.title }]
}

/** Functions that prefetch data while the code of a page is loading. */
export type Prefetch = {
  /** Prefetches the rows of a list; `search` is the query string of the address. */
  rows: (entity: AnyEntity, search: string) => Promise<void>
  /** Prefetches the record that a page needs first. */
  record: (resource: AnyResource, route: Route, id: string) => Promise<void>
  /** Address of the first page of a group that the user may open; null if unknown. */
  entrance: (group: MenuName) => Promise<string | null>
}

const isList = (resource: AnyResource, route: Route): resource is AnyEntity =>
  isEntity(resource) && route === resource.views.list && !route.page

/**
 * Whether the page starts with a record; a read call that writes must not be prefetched. A hand-written form of records
 * with a value that is revealed on request starts with that request instead, which writes a log entry.
 */
const startsWithRecord = ({ views: { edit, show }, calls, crud }: AnyResource, route: Route) => {
  const read = crud.one === undefined ? undefined : calls[crud.one]
  // A call that reveals a value on request writes only if the request asks for it.
  if (!read || (read.writes && read.reveals !== 'onRequest')) return false
  return route === show || (route === edit && !(route.page && calls['reveal']))
}

const prefetchOf =
  (resource: AnyResource, route: Route, { rows, record }: Prefetch): RouteHandle['prefetch'] =>
  (id, search) => {
    if (isList(resource, route)) void rows(resource, search)
    if (id && startsWithRecord(resource, route)) void record(resource, route, id)
  }

/** React Router remembers a failed `lazy`, so that a failure is replaced by a component that can retry. */
const loadScreen = (load: LoadComponent) =>
  withStyles(load).catch(() => lazyComponent(load, () => <Spinner />, PageFailed))

const screenRoute = (
  resource: AnyResource,
  route: Route,
  load: LoadComponent,
  crumbs: Crumb[],
  prefetch: Prefetch,
): RouteObject => {
  const handle: RouteHandle = {
    route,
    resource: resource.name,
    crumbs,
    prefetch: prefetchOf(resource, route, prefetch),
  }
  return {
    path: route.path,
    handle,
    // Runs on the click, in parallel with `lazy`; the page itself sends requests only when it is rendered.
    loader: ({ params, request }) => {
      handle.prefetch(params['id'], new URL(request.url).search)
      return null
    },
    // A list fetches other pages itself.
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams['id'] !== nextParams['id'],
    lazy: async () => {
      const Content = await loadScreen(load)
      return {
        Component: () => (
          <ResourceContextProvider value={resource.name}>
            <Content />
          </ResourceContextProvider>
        ),
      }
    },
  }
}

/** Throws if a route has no path or title, or if two routes have the same path. */
const checkRoutes = (routes: readonly Route[]) => {
  const knownPatterns = new Set<string>()
  for (const { path, title } of routes) {
    if (!path.startsWith('/app/')) throw new Error(`路由缺少路径：${title} (${path})`)
    if (title.trim() === '') throw new Error(`路由缺少标题：${path}`)
    const pattern = path.replaceAll(/:\w+/g, ':')
    if (knownPatterns.has(pattern)) throw new Error(`路由重复：${path}`)
    knownPatterns.add(pattern)
  }
}

const pageNamed = (name: HandwrittenPage): LoadComponent => {
  const load = pages[name]
  if (!load) throw new Error(`没有这个页面：${name}`)
  return load
}

/** Routes of a resource with the functions that load their components. */
const loadersOf = (resource: AnyResource): (readonly [Route, LoadComponent])[] => [
  ...entriesOf(resource.views).map(
    ([view, route]) => [route, route.page ? pageNamed(route.page) : viewOf(resource, view)] as const,
  ),
  ...Object.values(resource.pages).map(route => [route, pageNamed(route.page)] as const),
]

const screensOf = (resources: readonly AnyResource[], prefetch: Prefetch): RouteObject[] => {
  const all = [...new Set(resources.flatMap(routesOf))]
  checkRoutes(all)
  const pathOf = (name: MenuName) =>
    all.find(it => it.menu === name)?.path ?? groupPaths.find(it => it.name === name)?.path
  const usedRoutes = new Set<Route>()
  // Several resources may share a route; it is registered once.
  const isFirstUse = (route: Route) => !usedRoutes.has(route) && usedRoutes.add(route)
  return resources.flatMap(resource =>
    loadersOf(resource)
      .filter(([route]) => isFirstUse(route))
      .map(([route, load]) => screenRoute(resource, route, load, breadcrumbsOf(route, pathOf), prefetch)),
  )
}

/**
 * Routes of menu groups, such as `/app/office`, which redirect to their first page, unless a page has this address.
 */
const groupRoutes = (resources: readonly AnyResource[], prefetch: Prefetch): RouteObject[] => {
  const declaredPaths = new Set(resources.flatMap(routesOf).map(it => String(it.path)))
  return groupPaths
    .filter(({ path }) => !declaredPaths.has(path))
    .map(({ name, path }) => {
      // The most likely target, whose rows are prefetched.
      const first = resources.find(
        ({ views }) => views.list?.menu && entryWithAncestors(views.list.menu).includes(name),
      )
      return {
        path,
        // A loader redirects before anything is rendered.
        loader: async () => {
          if (first && isList(first, first.views.list!)) void prefetch.rows(first, '')
          const to = await prefetch.entrance(name)
          return to && redirect(to)
        },
        element: <GroupRedirect group={name} />,
      }
    })
}

const goHome = () => {
  const user = readUser()
  return redirect(user ? homeOf(user) : '/login')
}

const noPrefetch: Prefetch = { rows: async () => {}, record: async () => {}, entrance: async () => null }

/** The route table, generated from the declarations. */
export const routeTable = (
  resources: readonly AnyResource[],
  prefetch: Prefetch = noPrefetch,
): RouteObject[] => [
  // Reached only through links inside the application; `main.ts` handles these addresses on a page load.
  ...['/', '/login', '/app', '/app/user'].map(path => ({ path, loader: goHome })),
  // react-admin redirects here if a user lacks the right for a list or a form.
  { path: '/access-denied', element: <RefusedPage refused="role" /> },
  {
    errorElement: <RouteError />,
    children: [
      ...screensOf(resources, prefetch),
      ...groupRoutes(resources, prefetch),
      {
        path: '*',
        lazy: async () => ({
          Component: await loadScreen(async () => (await import('../states/NotFound.tsx')).NotFound),
        }),
      },
    ],
  },
]
