import { act, screen, waitFor } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

import { bootstrapCalls } from '../../../providers/bootstrapCalls.ts'
import { createLanguage } from '../../../providers/language.ts'
import { send } from '../../../providers/request.ts'
import { clearSession } from '../../../providers/session.ts'
import { login } from '../../../providers/signIn.ts'
import { startApp } from '../../../src/app/App.tsx'
import { setLocation } from '../location.ts'
import { foreignBackend, type Person } from './handlers.ts'
import type { Style } from './styles.ts'

const populations = { admin: 1, lawyer: 2 } as const

/** Collects console messages, except about requests that were cancelled because their screen was left. */
const listen = () => {
  const consoleLines: string[] = []
  const keep = (...words: unknown[]) => {
    const text = words.map(it => (it instanceof Error ? (it.stack ?? it.message) : String(it))).join(' ')
    if (!text.startsWith('AbortError')) consoleLines.push(text.slice(0, 600))
  }
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(keep)
  // In development the client reports here what differs from the declaration.
  vi.spyOn(console, 'info').mockImplementation(() => {})
  return consoleLines
}

const loadings =
  '.start, .spinner, .field-loading, [role="status"][aria-label="加载中"], .form-grid[aria-busy="true"]'

const MAX_TURNS = 20

/**
 * Passes when no request is pending and the page no longer changes: an answer appears on the page only some
 * turns of the event loop after it arrives.
 */
const expectStill = async (path: string, isLoading: () => boolean) => {
  let isChanged = false
  const watcher = new MutationObserver(() => {
    isChanged = true
  })
  watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let turn = 0; turn < MAX_TURNS && !isChanged && !isLoading(); turn++)
    await new Promise(resolve => setTimeout(resolve))
  watcher.disconnect()
  if (isChanged || isLoading()) throw new Error(`${path} is still loading`)
}

/**
 * The whole client against a back-end that implements only section 7 of the specification, for one test file.
 */
export const useForeignClient = () => {
  const network = setupServer()
  let pending = 0
  network.events.on('request:start', () => void pending++)
  network.events.on('request:end', () => void pending--)
  let stop: (() => void) | undefined
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  beforeEach(() => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
    happyDOM.setViewport({ width: 1440 })
  })
  afterEach(() => {
    act(() => stop?.())
    network.resetHandlers()
    vi.restoreAllMocks()
    clearSession()
    localStorage.clear()
    sessionStorage.clear()
    document.body.innerHTML = ''
  })
  afterAll(() => network.close())

  /** Signs a person in. `unknown` collects requests that the specification does not name. */
  const signInAs = async (style: Style, who: Person) => {
    const unknown: string[] = []
    network.use(...foreignBackend(style, row => unknown.push(row)))
    const consoleLines = listen()
    setLocation('/web/login')
    await login({ userType: populations[who], account: 'a', password: 'b', isRemembered: false })
    return { unknown, said: consoleLines }
  }
  /** Opens an address anew and waits until no request is pending. */
  const open = async (path: string) => {
    act(() => stop?.())
    setLocation(`/web${path}`)
    document.body.innerHTML = '<div id="root"></div>'
    stop = startApp(
      { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
      createLanguage(),
    )
    await screen.findByRole('navigation', { name: '主菜单' })
    const isLoading = () => pending > 0 || document.querySelector(loadings) !== null
    await waitFor(() => expectStill(path, isLoading), { interval: 5 })
  }
  return { network, enter: signInAs, open }
}
