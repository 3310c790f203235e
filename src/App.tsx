import { onlineManager, useIsFetching } from '@tanstack/react-query'
import {
  CoreAdminContext,
  type ResourceDefinitions,
  ResourceDefinitionContextProvider,
  useI18nProvider,
} from 'ra-core'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom'

import { mayCall, canOpenRoute, readAccess } from '../providers/access.ts'
import { createAuthProvider } from '../providers/authProvider.ts'
import { additionsStore, setServedAdditions } from '../providers/backend/additions.ts'
import { callByName } from '../providers/call.ts'
import { titleOf } from '../providers/choices.ts'
import { createDataProvider } from '../providers/dataProvider.ts'
import { loadHostTexts } from '../providers/i18nProvider.ts'
import type { AppLanguage } from '../providers/language.ts'
import { newQueryClient, throttleFocus } from '../providers/queryClient.ts'
import { savePreference } from '../providers/preferences.ts'
import { keepScreen, restoreScreen } from '../providers/lastScreen.ts'
import { recordQuery } from '../providers/recordQuery.ts'
import { appBase, identityKeyOf, readUser } from '../providers/session.ts'
import { storeOf } from '../providers/store.ts'
import type { AnyResource } from '../resources/kit/index.ts'
import { resourceNamed, resources } from '../resources/index.ts'
import type { Self } from '../resources/session.ts'
import type { AppConfiguration } from '../resources/settings/app.ts'
import { firm } from '../resources/settings/firm.ts'
import { ConsentGuard } from './pages/consent/ConsentGuard.tsx'
import { PaletteButton, preloadPalette } from './palette/PaletteButton.tsx'
import { ShortcutHelpKey } from './palette/ShortcutHelpKey.tsx'
import { RouteGuard } from './shell/RouteGuard.tsx'
import { PrefetchContext } from './shell/IntentLink.tsx'
import { isRouteHandle } from './shell/routeHandle.ts'
import { LanguageProvider } from './shell/language/LanguageProvider.tsx'
import { setAppearance } from './shell/appearance.ts'
import { findMenuNode, routesOf } from './shell/menuTree.ts'
import { createPathMapper } from './shell/paths.ts'
import { RootTheme } from './shell/RootTheme.tsx'
import { RouteError } from './shell/RouteError.tsx'
import { createRouterProvider } from './shell/routerProvider.tsx'
import { confKey, selfKey, createShellSession } from './shell/sessionContext.ts'
import { Spinner } from './shell/Spinner.tsx'
import { type BootstrapAnswers, SessionProvider, sessionQueries } from './shell/SessionProvider.tsx'
import { NotificationArea } from './shell/NotificationArea.tsx'
import { runWhenIdle } from './shell/runWhenIdle.ts'
import { type Prefetch, routeTable } from './routes.tsx'
import { SessionGuard } from './entrance/SessionGuard.tsx'
import { prefetchRows } from './list/prefetchRows.ts'
import { Layout } from './shell/Layout.tsx'
import { lazyComponent } from './shell/lazyComponent.tsx'
import { ReviewLink } from './review/ReviewLink.tsx'

// What all screens are drawn with; a page's own style sheet holds what is that page's alone.
import './shell/surfaces.css'
import './shell/layout.css'
import './fields/parts.css'
import './fields/cells.css'
import './shell/dialog.css'
import './list/filters.css'
import './list/list.css'
import './list/table.css'
import './list/tableFrame.css'
import './form/form.css'
import './shell/content.css'
import './shell/panels.css'

const routes = resources.flatMap(routesOf)
const authProvider = createAuthProvider(resourceNamed)
const routerProvider = createRouterProvider(createPathMapper(resources))
const definitionOf = (resource: AnyResource, { readProvider }: AppLanguage): ResourceDefinitions[string] => ({
  name: resource.name,
  hasList: 'list' in resource.views,
  hasCreate: 'create' in resource.views,
  hasEdit: 'edit' in resource.views,
  hasShow: 'show' in resource.views,
  recordRepresentation: record =>
    resource.isSetting ? resource.label : titleOf(resource, record, readProvider().getLocale()),
})
const definitionsFor = (language: AppLanguage): ResourceDefinitions =>
  Object.fromEntries(resources.map(it => [it.name, definitionOf(it, language)]))

const NewVersion = lazyComponent(() => import('./shell/NewVersion.tsx').then(it => it.NewVersion))

/** Fetches in a pause, once the page has its data, what is shown only when something is pressed. */
const LaterParts = () => {
  const isWaiting = useIsFetching() > 0
  const [isPause, setPause] = useState(false)
  useEffect(() => {
    if (isWaiting) return
    return runWhenIdle(() => {
      void loadHostTexts().catch(() => {})
      preloadPalette()
      setPause(true)
    })
  }, [isWaiting])
  return isPause && <NewVersion />
}

/**
 * react-admin without its `<Admin>`: that brings a layout of its own, addresses of its own and a telemetry picture.
 * The rest of it (data, forms, lists, notifications) works in this context.
 */
const AppShell = ({
  queries,
  client,
  store,
  dataProvider,
  definitions,
}: ReturnType<typeof createProviders>) => (
  <CoreAdminContext
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={useI18nProvider()}
    queryClient={client}
    routerProvider={routerProvider}
    store={store}
  >
    <ResourceDefinitionContextProvider definitions={definitions}>
      <SessionGuard />
      <SessionProvider queries={queries} resources={resources}>
        <Layout
          tools={
            <>
              <PaletteButton />
              <ShortcutHelpKey />
              <ReviewLink />
            </>
          }
        >
          <RouteGuard />
        </Layout>
        <ConsentGuard />
      </SessionProvider>
      <NotificationArea />
      <LaterParts />
    </ResourceDefinitionContextProvider>
  </CoreAdminContext>
)

const createProviders = (answers: BootstrapAnswers, language: AppLanguage) => {
  const client = newQueryClient()
  const user = readUser() ?? { userType: 1, id: 0 }
  const store = storeOf(user, {
    outside: {
      locale: locale => void language.chooseLocale(locale).catch(() => {}),
      theme: theme => setAppearance(theme === 'light' || theme === 'dark' ? theme : 'system'),
    },
    onSet: (name, value) => savePreference(client, name, value),
  })
  const queries = sessionQueries(answers, self => {
    const locale = language.readChosenAtSignIn()
    store.applyAccount(locale ? { ...self.prefs, locale } : self.prefs)
    // conf.app says whether the back-end keeps preferences.
    const saveLocale = () => savePreference(client, 'locale', locale)
    if (locale) void client.ensureQueryData(queries.conf).then(saveLocale, () => {})
  })
  restoreScreen(client, identityKeyOf(user))
  setServedAdditions(client.getQueryData<AppConfiguration>(confKey)?.additions)
  // Asked before the first screen is drawn, since its code is still on the way.
  void client.prefetchQuery(queries.conf)
  void client.prefetchQuery(queries.self)
  return {
    client,
    queries,
    dataProvider: createDataProvider(
      resourceNamed,
      callByName,
      declared => mayCall(declared, readAccess()?.user ?? null),
      () => language.readProvider().language,
    ),
    definitions: definitionsFor(language),
    store,
    owner: identityKeyOf(user),
  }
}

/**
 * Whether the first steps are to be done by this user: `/app/office`, where the specification has administrators begin,
 * would show the one office that every firm has.
 */
const mustBegin = ({ hasPeople }: AppConfiguration, self: Self) =>
  hasPeople === 0 && mayCall(firm.calls.checklist, self)

/** Whatever fails here is asked for again by what is drawn, which says why. */
const createPrefetch = ({
  client,
  queries,
  store,
  dataProvider,
}: ReturnType<typeof createProviders>): Prefetch => ({
  rows: async (entity, search) => {
    // Whether an addition is served stands in conf.app.
    if (entity.calls[entity.crud.list!]?.isAddition)
      await client.ensureQueryData(queries.conf).catch(() => null)
    const self = await client.ensureQueryData(queries.self).catch(() => null)
    // What the firm has switched off is known later; the server refuses it, and nobody sees that.
    if (
      self &&
      canOpenRoute(entity.views.list!, { user: self, switches: {}, additions: additionsStore.read() })
    )
      await prefetchRows(entity, search, { client, dataProvider, store })
  },
  record: async (resource, route, id) => {
    const self = await client.ensureQueryData(queries.self).catch(() => null)
    if (self && canOpenRoute(route, { user: self, switches: {}, additions: additionsStore.read() }))
      await client.prefetchQuery(recordQuery(dataProvider, resource.name, id))
  },
  entrance: async group => {
    const asked = [client.ensureQueryData(queries.conf), client.ensureQueryData(queries.self)] as const
    const known = await Promise.all(asked).catch(() => null)
    if (!known) return null
    const { menu } = createShellSession(...known, additionsStore.read(), routes)
    const home = group === 'office' && mustBegin(...known) ? findMenuNode(menu, 'home') : undefined
    return (home ?? findMenuNode(menu, group))?.path ?? null
  },
})

/** Fetches ahead of the click what the router fetches upon it; a failure shows when the link is followed. */
const prefetchPage = (table: RouteObject[], path: string, search: string) => {
  const { route, params } = matchRoutes(table, path, appBase)?.at(-1) ?? {}
  if (typeof route?.lazy === 'function') route.lazy().catch(() => {})
  if (isRouteHandle(route?.handle)) route.handle.prefetch(params?.['id'], search)
}

/** Draws the application for whoever is signed in; `main.ts` has seen to it that somebody is. */
export const startApp = (
  answers: BootstrapAnswers,
  language: AppLanguage,
  element = document.getElementById('root')!,
) => {
  throttleFocus()
  // It hears of changes, and takes the network for there until the first.
  onlineManager.setOnline(navigator.onLine)
  const providers = createProviders(answers, language)
  const table = routeTable(resources, createPrefetch(providers))
  const router = createBrowserRouter(
    [
      {
        element: <AppShell {...providers} />,
        errorElement: <RouteError />,
        HydrateFallback: Spinner,
        children: table,
      },
    ],
    { basename: appBase },
  )
  const root = createRoot(element)
  root.render(
    <LanguageProvider language={language}>
      <RootTheme>
        <PrefetchContext value={(path, search) => prefetchPage(table, path, search)}>
          <RouterProvider router={router} useTransitions={false} />
        </PrefetchContext>
      </RootTheme>
    </LanguageProvider>,
  )
  const stopKeeping = keepScreen(providers.client, providers.owner, [...confKey, ...selfKey])
  return () => {
    stopKeeping()
    root.unmount()
  }
}
