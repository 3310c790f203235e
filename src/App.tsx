import { ThemeProvider } from '@mui/material/styles'
import { CoreAdminContext, type ResourceDefinitions, ResourceDefinitionContextProvider } from 'ra-core'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'

import { mayCall, mayOpen, readHolder } from '../providers/access.ts'
import { authProvider } from '../providers/authProvider.ts'
import { callByName } from '../providers/call.ts'
import { dataProviderOf } from '../providers/dataProvider.ts'
import { i18nProvider } from '../providers/i18nProvider.ts'
import { newQueryClient, throttleFocus } from '../providers/queryClient.ts'
import { appBase, readUser } from '../providers/session.ts'
import { storeOf } from '../providers/store.ts'
import { resources } from '../resources/index.ts'
import type { AnyResource } from '../resources/kit/index.ts'
import { Gate } from './Gate.tsx'
import { Layout } from './layout/Layout.tsx'
import { nodeOf, routesOf } from './layout/menuTree.ts'
import { publicPaths } from './layout/paths.ts'
import { RouteError } from './layout/RouteError.tsx'
import { routerProviderOf } from './layout/routerProvider.tsx'
import { shellOf } from './layout/shell.ts'
import { Spinner } from './layout/Spinner.tsx'
import { type Early, Start, startQueries } from './layout/Start.tsx'
import { theme } from './layout/theme.ts'
import { ToastsOnDemand } from './layout/ToastsOnDemand.tsx'
import { type Ahead, routeTable } from './routes.tsx'
import { SessionGuard } from './SessionGuard.tsx'
import { prefetchRows } from './views/list/prefetchRows.ts'

const routes = resources.flatMap(routesOf)
const routerProvider = routerProviderOf(publicPaths(resources))
const dataProvider = dataProviderOf(resources, callByName, declared => mayCall(declared, readHolder()))

const definitionOf = ({ name, label, title, views }: AnyResource): ResourceDefinitions[string] => ({
  name,
  hasList: 'list' in views,
  hasCreate: 'create' in views,
  hasEdit: 'edit' in views,
  hasShow: 'show' in views,
  options: { label },
  recordRepresentation: title,
})
const definitions: ResourceDefinitions = Object.fromEntries(resources.map(it => [it.name, definitionOf(it)]))

/**
 * react-admin without its `<Admin>`: that brings a layout of its own, addresses of its own and a telemetry picture.
 * The rest of it (data, forms, lists, notifications) works in this context.
 */
const House = ({ queries, client, store }: ReturnType<typeof furnish>) => (
  <CoreAdminContext
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={i18nProvider}
    queryClient={client}
    routerProvider={routerProvider}
    store={store}
  >
    <ResourceDefinitionContextProvider definitions={definitions}>
      <ThemeProvider theme={theme}>
        <SessionGuard />
        <Start queries={queries} routes={routes}>
          <Layout>
            <Gate />
          </Layout>
        </Start>
        <ToastsOnDemand />
      </ThemeProvider>
    </ResourceDefinitionContextProvider>
  </CoreAdminContext>
)

const furnish = (early: Early) => {
  const client = newQueryClient()
  const queries = startQueries(early)
  // Asked before the first screen is drawn, since its code is still on the way.
  void client.prefetchQuery(queries.conf)
  void client.prefetchQuery(queries.self)
  return { client, queries, store: storeOf(readUser() ?? { userType: 1, id: 0 }) }
}

/** Whatever fails here is asked for again by what is drawn, which says why. */
const aheadOf = ({ client, queries, store }: ReturnType<typeof furnish>): Ahead => ({
  rows: async (resource, search) => {
    const self = await client.ensureQueryData(queries.self).catch(() => null)
    // What the firm has switched off is known later; the server refuses it, and nobody sees that.
    if (self?.mustChangePwd === 0 && mayOpen(resource.views.list!, self, {}))
      await prefetchRows(resource, search, { client, dataProvider, store })
  },
  entrance: async group => {
    const asked = [client.ensureQueryData(queries.conf), client.ensureQueryData(queries.self)] as const
    const known = await Promise.all(asked).catch(() => null)
    return (known && nodeOf(shellOf(...known, routes).menu, group)?.path) ?? null
  },
})

/** The code of a screen is fetched when the pointer or the focus reaches a link to it, a step ahead of the click. */
const fetchOnIntent = ({ routes: table }: ReturnType<typeof createBrowserRouter>) => {
  const fetchTarget = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin) return
    const lazyRoute = matchRoutes(table, link.pathname, appBase)?.at(-1)?.route.lazy
    // A failure shows when the link is followed.
    if (typeof lazyRoute === 'function') lazyRoute().catch(() => {})
  }
  const intents = ['pointerover', 'focusin']
  for (const intent of intents) document.addEventListener(intent, fetchTarget)
  return () => intents.forEach(it => document.removeEventListener(it, fetchTarget))
}

/** Draws the application for whoever is signed in; `main.ts` has seen to it that somebody is. */
export const startApp = (early: Early, element = document.getElementById('root')!) => {
  throttleFocus()
  const house = furnish(early)
  const router = createBrowserRouter(
    [
      {
        element: <House {...house} />,
        errorElement: <RouteError />,
        HydrateFallback: Spinner,
        children: routeTable(resources, aheadOf(house)),
      },
    ],
    { basename: appBase },
  )
  const root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  const stopFetching = fetchOnIntent(router)
  return () => {
    stopFetching()
    root.unmount()
  }
}
