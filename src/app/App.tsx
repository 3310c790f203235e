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

import { mayCall, canOpenRoute, readAccess } from '../../providers/access.ts'
import { createAuthProvider } from '../../providers/authProvider.ts'
import { additionsStore, setServedAdditions } from '../../providers/backend/additions.ts'
import { callByName } from '../../providers/call.ts'
import { titleOf } from '../../providers/choices.ts'
import { createDataProvider } from '../../providers/dataProvider.ts'
import { loadHostTexts } from '../../providers/i18nProvider.ts'
import type { AppLanguage } from '../../providers/language.ts'
import { newQueryClient, throttleFocus } from '../../providers/queryClient.ts'
import { savePreference } from '../../providers/preferences.ts'
import { keepScreen, restoreScreen } from '../../providers/lastScreen.ts'
import { recordQuery } from '../../providers/recordQuery.ts'
import { appBase, identityKeyOf, readUser, readView } from '../../providers/session.ts'
import { storeOf } from '../../providers/store.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { resourceNamed, resources } from '../../resources/index.ts'
import type { Self } from '../../resources/session.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { firm } from '../../resources/settings/firm.ts'
import { ConsentGuard } from '../pages/consent/ConsentGuard.tsx'
import { PaletteButton, preloadPalette } from '../palette/PaletteButton.tsx'
import { ShortcutHelpKey } from '../palette/ShortcutHelpKey.tsx'
import { HelpButton } from '../help/HelpButton.tsx'
import { RouteGuard } from './RouteGuard.tsx'
import { PrefetchContext } from '../routing/IntentLink.tsx'
import { isRouteHandle } from '../routing/routeHandle.ts'
import { LanguageProvider } from '../language/LanguageProvider.tsx'
import { setAppearance } from '../theme/appearance.ts'
import { findMenuNode, routesOf } from '../routing/menuTree.ts'
import { createPathMapper } from '../routing/paths.ts'
import { RootTheme } from '../theme/RootTheme.tsx'
import { RouteError } from '../states/RouteError.tsx'
import { createRouterProvider } from './routerProvider.tsx'
import { confKey, selfKey, createShellSession, useSession } from '../session/sessionContext.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { type BootstrapAnswers, SessionProvider, sessionQueries } from './SessionProvider.tsx'
import { NotificationArea } from '../notices/NotificationArea.tsx'
import { backgroundLimit, whenIdle } from '../loading/whenIdle.ts'
import { type Prefetch, routeTable } from './routes.tsx'
import { SessionGuard } from '../entrance/signIn/SessionGuard.tsx'
import { prefetchRows } from '../list/table/prefetchRows.ts'
import { Layout } from '../layout/Layout.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { ReviewLink } from '../review/ReviewLink.tsx'

// Style sheets shared by all pages; a page imports only its own.
import '../states/skeletons.css'
import '../layout/layout.css'
import '../fields/parts.css'
import '../fields/cells.css'
import '../ui/dialog/dialog.css'
import '../list/filters/filters.css'
import '../list/list.css'
import '../list/table/table.css'
import '../list/table/tableFrame.css'
import '../form/form.css'
import '../theme/content.css'
import '../ui/panels.css'

const routes = resources.flatMap(routesOf)
const authProvider = createAuthProvider(resourceNamed)
const routerProvider = createRouterProvider(createPathMapper(resources))
const resourceDefinition = (
  resource: AnyResource,
  { readProvider }: AppLanguage,
): ResourceDefinitions[string] => ({
  name: resource.name,
  hasList: 'list' in resource.views,
  hasCreate: 'create' in resource.views,
  hasEdit: 'edit' in resource.views,
  hasShow: 'show' in resource.views,
  recordRepresentation: record =>
    resource.isSetting ? resource.label : titleOf(resource, record, readProvider().getLocale()),
})
const resourceDefinitions = (language: AppLanguage): ResourceDefinitions =>
  Object.fromEntries(resources.map(it => [it.name, resourceDefinition(it, language)]))

const LateNotices = lazyComponent(() => import('../notices/LateNotices.tsx').then(it => it.LateNotices))

const ViewBanner = lazyComponent(() => import('../record/viewAs/ViewBanner.tsx').then(it => it.ViewBanner))

/** Says above every page that somebody else's view of the application is shown. */
const CurrentView = () => {
  const { view } = useSession().self
  return view && <ViewBanner view={view} />
}

/** Preloads code that is not needed for the first page, when its data has been loaded and the browser is idle. */
const DeferredParts = () => {
  const isWaiting = useIsFetching() > 0
  const [isPause, setPause] = useState(false)
  useEffect(() => {
    if (isWaiting) return
    return whenIdle(() => {
      void loadHostTexts().catch(() => {})
      preloadPalette()
      setPause(true)
    }, backgroundLimit)
  }, [isWaiting])
  return isPause && <LateNotices />
}

/**
 * react-admin's context without its `<Admin>`, which would bring its own layout and routes, and a telemetry request. All
 * other parts (data, forms, lists, notifications) work in this context.
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
          banner={<CurrentView />}
          tools={
            <>
              <PaletteButton />
              <ShortcutHelpKey />
              <ReviewLink />
              <HelpButton />
            </>
          }
        >
          <RouteGuard />
        </Layout>
        <ConsentGuard />
      </SessionProvider>
      <NotificationArea />
      <DeferredParts />
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
    isView: readView() !== null,
  })
  const queries = sessionQueries(answers, self => {
    const locale = language.readChosenAtSignIn()
    store.applyAccount(locale ? { ...self.prefs, locale } : self.prefs)
    // The configuration tells whether the back-end stores preferences.
    const saveLocale = () => savePreference(client, 'locale', locale)
    if (locale) void client.ensureQueryData(queries.conf).then(saveLocale, () => {})
  })
  restoreScreen(client, identityKeyOf(user))
  setServedAdditions(client.getQueryData<AppConfiguration>(confKey)?.additions)
  // Requested now, because the code of the first page is still loading.
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
    definitions: resourceDefinitions(language),
    store,
    owner: identityKeyOf(user),
  }
}

/**
 * Whether the user should start with the first steps of a new firm instead of the office list at `/app/office`, where the
 * specification lets administrators start.
 */
const needsFirstSteps = ({ hasPeople }: AppConfiguration, self: Self) =>
  hasPeople === 0 && mayCall(firm.calls.checklist, self)

/** Prefetches the data of a page. Errors are ignored, because the page requests the data again and reports them. */
const createPrefetch = ({
  client,
  queries,
  store,
  dataProvider,
}: ReturnType<typeof createProviders>): Prefetch => ({
  rows: async (entity, search) => {
    // The configuration tells whether the back-end supports an additional call.
    if (entity.calls[entity.crud.list!]?.isAddition)
      await client.ensureQueryData(queries.conf).catch(() => null)
    const self = await client.ensureQueryData(queries.self).catch(() => null)
    // The firm's switches are not known yet; the server refuses calls that are switched off.
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
    const bootstrapRequests = [
      client.ensureQueryData(queries.conf),
      client.ensureQueryData(queries.self),
    ] as const
    const bootstrap = await Promise.all(bootstrapRequests).catch(() => null)
    if (!bootstrap) return null
    const { menu } = createShellSession(...bootstrap, additionsStore.read(), routes)
    const home = group === 'office' && needsFirstSteps(...bootstrap) ? findMenuNode(menu, 'home') : undefined
    return (home ?? findMenuNode(menu, group))?.path ?? null
  },
})

/** Prefetches the code and the data of a page before its link is clicked; errors are reported on the click. */
const prefetchPage = (table: RouteObject[], path: string, search: string) => {
  const { route, params } = matchRoutes(table, path, appBase)?.at(-1) ?? {}
  if (typeof route?.lazy === 'function') route.lazy().catch(() => {})
  if (isRouteHandle(route?.handle)) route.handle.prefetch(params?.['id'], search)
}

/** Renders the application; `main.ts` ensures that a user is signed in. */
export const startApp = (
  answers: BootstrapAnswers,
  language: AppLanguage,
  element = document.getElementById('root')!,
) => {
  throttleFocus()
  // React Query assumes to be online until the first event.
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
