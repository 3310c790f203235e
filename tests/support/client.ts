import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { createLanguage } from '../../providers/language.ts'
import { send } from '../../providers/request.ts'
import { clearSession, startSession } from '../../providers/session.ts'
import { startApp as startClient } from '../../src/app/App.tsx'
import { startApp, type TestApp } from './app.ts'
import { setLocation } from './location.ts'

export type Person = Awaited<ReturnType<TestApp['asNew']>>

const setViewport = (width: number) => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}

/** The whole client with its frame against the real server, for one test file. */
export const useClient = () => {
  let server: TestApp | undefined
  let stop: (() => void) | undefined
  const app = () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  const network = setupServer(http.all('*/api/*', ({ request }) => app().app.fetch(request)))
  beforeAll(async () => {
    server = await startApp()
    network.listen({ onUnhandledFrame: 'error' })
  })
  beforeEach(() => setViewport(1440))
  afterEach(() => {
    act(() => stop?.())
    network.resetHandlers()
    clearSession()
    localStorage.clear()
    sessionStorage.clear()
    document.body.innerHTML = ''
  })
  afterAll(async () => {
    network.close()
    await app().close()
  })

  /** Opens an address as this person, as `main.ts` does after a reload. */
  const visit = async ({ token, call }: Person, path: string) => {
    setLocation(`/web${path}`)
    document.body.innerHTML = '<div id="root"></div>'
    startSession(token, await call('session.self'), false)
    stop = startClient(
      { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
      createLanguage(),
    )
    await screen.findByRole('main')
  }
  return { app, network, visit, setViewport }
}

export const address = () => location.pathname.replace('/web', '') + location.search
