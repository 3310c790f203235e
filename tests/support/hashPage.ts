import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import userEvent from '@testing-library/user-event'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { type ComponentType, createElement } from 'react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

import { createLanguage } from '../../providers/language.ts'
import { clearSession } from '../../providers/session.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import { loginOptionsIn } from '../../providers/publicConf.ts'
import type { HashPageProps } from '../../src/entrance/hashPages/hashPage.ts'
import { LanguageProvider } from '../../src/language/LanguageProvider.tsx'
import { startApp, type TestApp } from './app.ts'
import { setLocation } from './location.ts'

/** A label with the optional mark of a required field. */
export const labelled = (label: string) => new RegExp(`^${label}\\*?$`)

/** Registration or recovery within the sign-in page, against the real server. */
export const useHashPage = (Door: ComponentType<HashPageProps>) => {
  let server: TestApp | undefined
  const app = () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
  const network = setupServer(
    http.all('*/api/*', ({ request }) => app().app.fetch(request)),
    // The production build serves the texts of other languages as files.
    http.get('*/resources/locales/en/:file', ({ params }) =>
      HttpResponse.text(readFileSync(join('resources/locales/en', String(params['file'])), 'utf8')),
    ),
  )
  const onSigned = vi.fn<(signed: SignInResult) => void>()
  const onLeave = vi.fn<HashPageProps['onLeave']>()
  const onFactor = vi.fn<HashPageProps['onFactor']>()
  const user = userEvent.setup()
  let language = createLanguage()
  beforeAll(async () => {
    server = await startApp()
    network.listen({ onUnhandledFrame: 'error' })
  })
  afterEach(() => {
    network.resetHandlers()
    // Beyond the window of every rate limit used so far.
    app().clock.advance(25 * 60 * 60_000)
    vi.clearAllMocks()
    clearSession()
    localStorage.clear()
    sessionStorage.clear()
    cleanup()
    document.documentElement.lang = 'zh-CN'
  })
  afterAll(async () => {
    network.close()
    await app().close()
  })

  const open = async (given: Partial<HashPageProps> = {}) => {
    setLocation('/web/login')
    const options = loginOptionsIn(await app().call('conf.app'))
    cleanup()
    const props = {
      options,
      population: 2,
      account: '',
      refused: null,
      onSigned,
      onFactor,
      onLeave,
      ...given,
    } as const
    language = createLanguage()
    render(createElement(LanguageProvider, { language }, createElement(Door, props)))
  }
  const type = async (label: string, text: string) => {
    const input = await screen.findByLabelText(labelled(label), { selector: 'input' })
    await user.clear(input)
    await user.type(input, text)
  }
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const picture = async () => {
    await waitFor(() => expect(screen.getByLabelText('图形验证码')).toBeDefined())
    await type('图形验证码', [...app().outbox.captchas.values()].at(-1) ?? '')
  }
  const receivedCode = async () => (await app().receiveSms()).code
  /** Requests a code for the mobile and types it in. */
  const proveMobile = async (mobile: string) => {
    await type('手机号', mobile)
    await press(/获取/)
    await picture()
    await press(/获取/)
    await screen.findByRole('button', { name: /秒后重发/ })
    await type('短信验证码', await receivedCode())
    await press('下一步')
  }
  const heading = (name: string) => screen.findByRole('heading', { name })
  return {
    app,
    network,
    user,
    onSigned,
    onLeave,
    open,
    type,
    press,
    picture,
    receivedCode,
    proveMobile,
    heading,
    showLocale: (locale: string) => act(() => language.showLocale(locale)),
  }
}
