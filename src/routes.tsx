import { ResourceContextProvider } from 'ra-core'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router-dom'

import { homeOf, readUser } from '../providers/session.ts'
import { entryWithAncestors, menuEntry, type MenuName } from '../resources/domain/menu.ts'
import {
  type AnyEntity,
  type AnyResource,
  type AnySetting,
  entriesOf,
  isEntity,
  type Route,
  type View,
} from '../resources/kit/index.ts'
import { GroupRedirect } from './shell/GroupRedirect.tsx'
import { groupPaths, routesOf } from './shell/menuTree.ts'
import { lazyComponent } from './shell/lazyComponent.tsx'
import { PageFailed } from './shell/PageFailed.tsx'
import { RouteError } from './shell/RouteError.tsx'
import { RefusedPage } from './shell/RouteGuard.tsx'
import type { Crumb, RouteHandle } from './shell/routeHandle.ts'
import { Spinner } from './shell/Spinner.tsx'
import { withStyles } from './shell/withStyles.ts'
import { pages } from './pages/index.ts'
import { ResourceList } from './list/ResourceList.tsx'

type Load = () => Promise<ComponentType>

const entityViews: Record<View, (resource: AnyEntity) => Load> = {
  // Comes with the application: nobody is here without seeing a list.
  list: resource => async () => () => <ResourceList resource={resource} />,
  create: resource => async () => {
    const { ResourceCreate } = await import('./record/ResourceForm.tsx')
    return () => <ResourceCreate resource={resource} />
  },
  edit: resource => async () => {
    const { ResourceEdit } = await import('./record/ResourceForm.tsx')
    return () => <ResourceEdit resource={resource} />
  },
  show: resource => async () => {
    const { ResourceShow } = await import('./record/ResourceShow.tsx')
    return () => <ResourceShow resource={resource} />
  },
}

const settingForm =
  (setting: AnySetting): Load =>
  async () => {
    const { SettingPage } = await import('./settings/SettingPage.tsx')
    return () => <SettingPage setting={setting} />
  }

const viewOf = (resource: AnyResource, view: View): Load =>
  resource.isSetting ? settingForm(resource) : entityViews[view](resource)

/** Groups of the menu, and for a page that is in no menu the entry it belongs to. */
const crumbsOf = (route: Route, pathOf: (name: MenuName) => string | undefined): Crumb[] => {
  const { menu, parent } = route
  const known = menu ? entryWithAncestors(menu).slice(0, -1) : parent ? entryWithAncestors(parent) : []
  const crumbs = known.map((name): Crumb => {
    const path = pathOf(name)
    return { label: menuEntry(name).label, ...(path && path !== route.path && { path }) }
  })
  return [...crumbs, { label: route.title }]
}

/** What the router sees to beside the code of a screen. */
export type Prefetch = {
  /** Asks for the rows of a list; `search` is the query in its address. */
  rows: (entity: AnyEntity, search: string) => Promise<void>
  /** Asks for the record that a screen begins with. */
  record: (resource: AnyResource, route: Route, id: string) => Promise<void>
  /** The address of the first screen of a group that the user may open; null where that isn't known. */
  entrance: (group: MenuName) => Promise<string | null>
}

const isList = (resource: AnyResource, route: Route): resource is AnyEntity =>
  isEntity(resource) && route === resource.views.list && !route.page

/** One written by hand reads what it needs, and a read that writes waits for its screen. */
const isOfRecord = ({ views: { edit, show }, calls, crud }: AnyResource, route: Route) =>
  (route === edit || route === show) && !route.page && !calls[crud.one!]?.writes

const prefetchOf =
  (resource: AnyResource, route: Route, { rows, record }: Prefetch): RouteHandle['prefetch'] =>
  (id, search) => {
    if (isList(resource, route)) void rows(resource, search)
    if (id && isOfRecord(resource, route)) void record(resource, route, id)
  }

/** The router remembers a failure for good: a screen that could not be loaded is tried again by its own boundary. */
const loadScreen = (load: Load) =>
  withStyles(load).catch(() => lazyComponent(load, () => <Spinner />, PageFailed))

const screenRoute = (
  resource: AnyResource,
  route: Route,
  load: Load,
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
    // At the click and beside `lazy`, since the screen itself asks only when it has been drawn.
    loader: ({ params, request }) => {
      handle.prefetch(params['id'], new URL(request.url).search)
      return null
    },
    // A list asks for its next page itself.
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

/** Every address has a path and a title, and no two are the same: otherwise the product does not start. */
const checkRoutes = (routes: readonly Route[]) => {
  const seen = new Set<string>()
  for (const { path, title } of routes) {
    if (!path.startsWith('/app/')) throw new Error(`路由缺少路径：${title} (${path})`)
    if (title.trim() === '') throw new Error(`路由缺少标题：${path}`)
    const pattern = path.replaceAll(/:\w+/g, ':')
    if (seen.has(pattern)) throw new Error(`路由重复：${path}`)
    seen.add(pattern)
  }
}

/** The routes of a resource, each with what loads its screen. */
const loadersOf = (resource: AnyResource): (readonly [Route, Load])[] => [
  ...entriesOf(resource.views).map(
    ([view, route]) => [route, route.page ? pages[route.page] : viewOf(resource, view)] as const,
  ),
  ...Object.values(resource.pages).map(route => [route, pages[route.page]] as const),
]

const screensOf = (resources: readonly AnyResource[], prefetch: Prefetch): RouteObject[] => {
  const all = [...new Set(resources.flatMap(routesOf))]
  checkRoutes(all)
  const pathOf = (name: MenuName) =>
    all.find(it => it.menu === name)?.path ?? groupPaths.find(it => it.name === name)?.path
  const drawn = new Set<Route>()
  // One route may be the same page of several resources.
  const isFirst = (route: Route) => !drawn.has(route) && drawn.add(route)
  return resources.flatMap(resource =>
    loadersOf(resource)
      .filter(([route]) => isFirst(route))
      .map(([route, load]) => screenRoute(resource, route, load, crumbsOf(route, pathOf), prefetch)),
  )
}

/** `/app/office` and the like lead to the first screen of the group; a declared screen of that address goes first. */
const groupRoutes = (resources: readonly AnyResource[], prefetch: Prefetch): RouteObject[] => {
  const taken = new Set(resources.flatMap(routesOf).map(it => String(it.path)))
  return groupPaths
    .filter(({ path }) => !taken.has(path))
    .map(({ name, path }) => {
      // Most often where it leads.
      const first = resources.find(
        ({ views }) => views.list?.menu && entryWithAncestors(views.list.menu).includes(name),
      )
      return {
        path,
        // Before anything is drawn: otherwise the whole frame is drawn twice.
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

/** The one table of addresses, derived from the declarations. */
export const routeTable = (
  resources: readonly AnyResource[],
  prefetch: Prefetch = noPrefetch,
): RouteObject[] => [
  // Reached only by a link inside the application; the document's own start is in main.ts.
  ...['/', '/login', '/app', '/app/user'].map(path => ({ path, loader: goHome })),
  // Where react-admin's lists and forms lead whoever may not see them.
  { path: '/access-denied', element: <RefusedPage refused="role" /> },
  {
    errorElement: <RouteError />,
    children: [
      ...screensOf(resources, prefetch),
      ...groupRoutes(resources, prefetch),
      {
        path: '*',
        lazy: async () => ({
          Component: await loadScreen(async () => (await import('./shell/NotFound.tsx')).NotFound),
        }),
      },
    ],
  },
]
