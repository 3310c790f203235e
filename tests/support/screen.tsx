import { ThemeProvider } from '@mui/material/styles'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { CoreAdminContext, memoryStore, ResourceDefinitionContextProvider } from 'ra-core'
import { Notification } from 'react-admin'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { mayCall, writeHolder } from '../../providers/access.ts'
import { authProvider } from '../../providers/authProvider.ts'
import { callByName } from '../../providers/call.ts'
import { dataProviderOf } from '../../providers/dataProvider.ts'
import { i18nProvider } from '../../providers/i18nProvider.ts'
import { newQueryClient } from '../../providers/queryClient.ts'
import { startSession } from '../../providers/session.ts'
import { resources } from '../../resources/index.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import type { Self } from '../../resources/session.ts'
import { PageSlots, type Slots } from '../../src/layout/pageSlots.tsx'
import { type Shell, ShellContext } from '../../src/layout/shell.ts'
import { theme } from '../../src/layout/theme.ts'
import { routeTable } from '../../src/routes.tsx'
import { startApp, type TestApp } from './app.ts'
import { setLocation } from './location.ts'

configure({ asyncUtilTimeout: 10_000 })

/** Where a test looks at what the screen puts into the page header. */
const slot = (name: string) => {
  const element = document.createElement('div')
  element.dataset['slot'] = name
  document.body.append(element)
  return element
}

type Options = { resource: AnyResource; self: Self; path: string }

/** The screens of one resource in everything they stand in, except the frame of menu and header. */
const drawScreens = ({ resource, self, path }: Options) => {
  const slots: Slots = { title: slot('title'), state: slot('state'), actions: slot('actions') }
  const firm = { firmId: 1, name: '梁山律师事务所', shortName: '梁山' }
  const shell = { self, conf: { firm, adminFuncSwitch: { global: {} } }, menu: [] } as unknown as Shell
  const definitions = Object.fromEntries(
    resources.map(({ name, title }) => [name, { name, recordRepresentation: title }]),
  )
  const client = newQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
  const dataProvider = dataProviderOf(resources, callByName, declared => mayCall(declared, self))
  const House = () => (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={client}
      store={memoryStore()}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <ThemeProvider theme={theme}>
          <ShellContext value={shell}>
            <PageSlots value={slots}>
              <Outlet />
            </PageSlots>
          </ShellContext>
          <Notification />
        </ThemeProvider>
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  )
  const screens = routeTable([resource]).filter(it => it.path !== '/app')
  const router = createMemoryRouter([{ element: <House />, children: screens }], { initialEntries: [path] })
  const { unmount } = render(<RouterProvider router={router} />)
  const close = () => {
    unmount()
    document.body.replaceChildren()
  }
  return { router, client, close, user: userEvent.setup() }
}

/** The real server behind msw, for one test file. `faults` are put before it with `network.use`. */
export const useServer = () => {
  const network = setupServer()
  let server: TestApp | undefined
  const app = () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  beforeAll(async () => {
    server = await startApp()
    network.listen({ onUnhandledFrame: 'error' })
  })
  const serve = () => network.use(http.all('*/api/*', ({ request }) => app().app.fetch(request)))
  afterEach(() => {
    cleanup()
    network.resetHandlers()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })
  afterAll(async () => {
    network.close()
    await app().close()
  })

  /** Opens a screen as somebody of the test's world; `prepare` puts faults before the server. */
  const open = async (account: string, resource: AnyResource, path: string, prepare = () => {}) => {
    serve()
    prepare()
    setLocation(`/web${path}`)
    const person = await app().as(account)
    const self = await person.call('session.self')
    startSession(person.token, { ...self, auth: [...self.auth] }, false)
    writeHolder(self)
    return { ...drawScreens({ resource, self, path }), person }
  }
  return { app, network, open }
}
