import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { CoreAdminContext, memoryStore, ResourceDefinitionContextProvider, useI18nProvider } from 'ra-core'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { mayCall, writeAccess } from '../../providers/access.ts'
import { createAuthProvider } from '../../providers/authProvider.ts'
import { setServedAdditions } from '../../providers/backend/additions.ts'
import { callByName } from '../../providers/call.ts'
import { createDataProvider } from '../../providers/dataProvider.ts'
import { loadHostTexts } from '../../providers/i18nProvider.ts'
import { createLanguage } from '../../providers/language.ts'
import { newQueryClient } from '../../providers/queryClient.ts'
import { startSession } from '../../providers/session.ts'
import type { FeatureSwitches } from '../../resources/domain/menu.ts'
import { additions, additionsInView, resources } from '../../resources/index.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import type { servedCalls } from '../../server/routes/served.ts'
import { LanguageProvider } from '../../src/language/LanguageProvider.tsx'
import { NotificationArea } from '../../src/notices/NotificationArea.tsx'
import { PageSlots, type PageSlotElements } from '../../src/layout/pageSlots.tsx'
import { RootTheme } from '../../src/theme/RootTheme.tsx'
import { type ShellSession, SessionContext } from '../../src/session/sessionContext.ts'
import { routeTable } from '../../src/app/routes.tsx'
import { startApp, type TestApp } from './app.ts'
import { setLocation } from './location.ts'

type Person = Awaited<ReturnType<TestApp['as']>>

/** The place of the page header into which a screen renders, for assertions. */
const slot = (name: string) => {
  const element = document.createElement('div')
  element.dataset['slot'] = name
  document.body.append(element)
  return element
}

const accessOf = (user: Self, switches: FeatureSwitches, served: readonly string[]) => ({
  user,
  switches,
  additions: new Set(served),
})

type Options = {
  screens: RouteObject[]
  shown: readonly AnyResource[]
  self: Self
  switches: FeatureSwitches
  /** The optional calls that the back-end serves. */
  served: readonly string[]
  path: string
}

/** Renders screens with all their providers, without the frame of menu and header. */
const drawScreens = ({ screens, shown, self, switches, served, path }: Options) => {
  const slots: PageSlotElements = { title: slot('title'), state: slot('state'), actions: slot('actions') }
  const firm = { firmId: 1, name: '梁山律师事务所', shortName: '梁山' }
  const session = {
    self,
    access: accessOf(self, switches, served),
    conf: { firm, adminFuncSwitch: { global: switches } },
    menu: [],
  } as unknown as ShellSession
  const definitions = Object.fromEntries(
    resources.map(it => [
      it.name,
      { name: it.name, recordRepresentation: it.isSetting ? it.label : it.title },
    ]),
  )
  const language = createLanguage()
  language.enterApp()
  const client = newQueryClient()
  const defaults = client.getDefaultOptions()
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 1 } })
  const known = new Map([...resources, ...shown].map(it => [it.name, it]))
  const resourceNamed = (name: string) => known.get(name)
  const authProvider = createAuthProvider(resourceNamed)
  const dataProvider = createDataProvider(
    resourceNamed,
    callByName,
    declared => mayCall(declared, self),
    () => language.readProvider().language,
  )
  const AppShell = () => (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={useI18nProvider()}
      queryClient={client}
      store={memoryStore()}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <SessionContext value={session}>
          <PageSlots value={slots}>
            <Outlet />
          </PageSlots>
        </SessionContext>
        <NotificationArea />
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  )
  const router = createMemoryRouter([{ element: <AppShell />, children: screens }], {
    initialEntries: [path],
  })
  const { unmount } = render(
    <LanguageProvider language={language}>
      <RootTheme>
        <RouterProvider router={router} />
      </RootTheme>
    </LanguageProvider>,
  )
  const close = () => {
    unmount()
    document.body.replaceChildren()
  }
  const showLocale = (locale: string) => act(() => language.showLocale(locale))
  return { router, client, close, showLocale, user: userEvent.setup() }
}

/** Matches a button that does nothing: a disabled one, or one that keeps the focus (src/ui/useKeptFocus.ts). */
export const disabledSelector = ':disabled, [aria-disabled=true]'

/**
 * The real server behind msw, for one test file. `calls` are served in addition to those of the product;
 * failures are simulated with `network.use`.
 */
export const useServer = (calls: typeof servedCalls = []) => {
  const network = setupServer()
  let server: TestApp | undefined
  const app = () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  beforeAll(async () => {
    await loadHostTexts()
    server = await startApp({ calls })
    network.listen({ onUnhandledFrame: 'error' })
  })
  const serve = () =>
    network.use(
      http.all('*/api/*', ({ request }) => app().app.fetch(request)),
      // The production build serves the texts of other languages as files.
      http.get('*/resources/locales/en/:file', ({ params }) =>
        HttpResponse.text(readFileSync(join('resources/locales/en', String(params['file'])), 'utf8')),
      ),
    )
  afterEach(() => {
    cleanup()
    network.resetHandlers()
    document.body.replaceChildren()
    document.documentElement.lang = 'zh-CN'
    document.documentElement.dir = 'ltr'
    localStorage.clear()
    sessionStorage.clear()
  })
  afterAll(async () => {
    network.close()
    await app().close()
  })

  const signIn = async (
    person: Person,
    path: string,
    switches: FeatureSwitches,
    served: readonly string[],
  ) => {
    const replace = setLocation(`/web${path}`)
    const self = await person.call('session.self')
    startSession(person.token, { ...self, auth: [...self.auth] }, false)
    setServedAdditions(served)
    writeAccess(accessOf(self, switches, served))
    return { self, replace }
  }

  const openAs = async (
    person: Person,
    resource: AnyResource | readonly AnyResource[],
    path: string,
    served: readonly string[],
  ) => {
    const { self } = await signIn(person, path, {}, served)
    const shown = [resource].flat()
    const screens = routeTable(shown).filter(it => it.path !== '/app')
    return { ...drawScreens({ screens, shown, self, switches: {}, served, path }), person }
  }

  /**
   * Opens a screen of one or several resources as a person of the test's world; `prepare` simulates failures of the server, `served`
   * lists the optional calls of a back-end that lacks some of them.
   */
  const open = async (
    account: string,
    resource: AnyResource | readonly AnyResource[],
    path: string,
    prepare = () => {},
    served: readonly string[] = additions,
  ) => {
    serve()
    prepare()
    return openAs(await app().as(account), resource, path, served)
  }

  /** Opens a screen in a view of another administrator's account (以该用户视角查看). */
  const openView = async (viewer: string, viewed: string, resource: AnyResource, path: string) => {
    serve()
    const { id } = app().world.people.get(viewed)!
    const { token } = await (await app().as(viewer)).call('admins.viewAs', { id })
    return openAs(app().withToken(viewed, token), resource, path, additionsInView)
  }

  /** Renders components on an otherwise empty page, for a person of a firm with these feature switches. */
  const put = async (account: string, element: ReactNode, switches: FeatureSwitches = {}) => {
    serve()
    const path = '/app/page'
    const person = await app().as(account)
    const { self, replace } = await signIn(person, path, switches, additions)
    const screens = [
      { path, element },
      { path: '*', element: null },
    ]
    return {
      ...drawScreens({ screens, shown: [], self, switches, served: additions, path }),
      person,
      replace,
    }
  }
  return { app, network, open, openView, put }
}
