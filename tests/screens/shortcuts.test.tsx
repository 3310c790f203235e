import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { createLanguage } from '../../providers/language.ts'
import { send } from '../../providers/request.ts'
import { clearSession, startSession } from '../../providers/session.ts'
import { startApp as startClient } from '../../src/app/App.tsx'
import { startApp, type TestApp } from '../support/app.ts'
import { setLocation } from '../support/location.ts'

let app: TestApp
const network = setupServer(http.all('*/api/*', ({ request }) => app.app.fetch(request)))
beforeAll(async () => {
  app = await startApp()
  network.listen({ onUnhandledFrame: 'error' })
})
afterAll(async () => {
  network.close()
  await app.close()
})

let stop: (() => void) | undefined
afterEach(() => {
  act(() => stop?.())
  clearSession()
  localStorage.clear()
  document.body.innerHTML = ''
})

const user = userEvent.setup()

const visit = async (path: string) => {
  setLocation(`/web${path}`)
  document.body.innerHTML = '<div id="root"></div>'
  const { token, call } = await app.as('admin')
  startSession(token, await call('session.self'), false)
  stop = startClient(
    { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
    createLanguage(),
  )
  await screen.findByRole('button', { name: '搜索' })
}

const closeDialog = async () => {
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** What the open dialog lists: keys and what they do. */
const shownShortcuts = () =>
  within(screen.getByRole('dialog', { name: '快捷键' }))
    .getAllByRole('term')
    .map(term => [term.textContent, term.nextElementSibling?.textContent])

/** What `?` lists on the page that is open. */
const listedShortcuts = async () => {
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: '快捷键' })
  const rows = shownShortcuts()
  await closeDialog()
  return rows
}

const palette: [string, string] = ['Ctrl + K', '搜索页面、人员和操作']
const help: [string, string] = ['?', '显示本说明']

/** Presses a key as it is listed, and shows that it does what the list says. */
const effectChecks: Record<string, () => Promise<unknown>> = {
  '搜索页面、人员和操作': async () => {
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: /^搜索页面/ })
    await closeDialog()
  },
  显示本说明: listedShortcuts,
  保存: async () => {
    await user.keyboard('{Control>}s{/Control}')
    await screen.findAllByText(/^请输入/)
  },
  填入上一行的内容: async () => {
    const cells = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /姓名/ })
    await user.type(cells()[0]!, '卢俊义')
    await user.click(cells()[1]!)
    await user.keyboard('{Control>}d{/Control}')
    await waitFor(() => expect(cells()[1]!.value).toBe('卢俊义'))
    act(() => cells()[1]!.blur())
  },
}

describe('list of shortcuts', () => {
  test.each([
    ['on a list', '/app/logs', [palette, help]],
    ['on a form', '/app/operation/position/create', [palette, help, ['Ctrl + S', '保存']]],
    ['on a grid', '/app/lawyer/create', [palette, help, ['Ctrl + D', '填入上一行的内容']]],
  ])('%s, and each of them does it', async (_, path, expected) => {
    await visit(path)
    await waitFor(async () => expect(await listedShortcuts()).toEqual(expected))
    for (const [, label] of expected) await effectChecks[label!]!()
  })

  test('excludes shortcuts whose component is gone', async () => {
    await visit('/app/operation/position/create')
    await waitFor(async () => expect(await listedShortcuts()).toContainEqual(['Ctrl + S', '保存']))
    await user.click(screen.getByRole('link', { name: '重要日志' }))
    await screen.findByRole('heading', { level: 1, name: '重要日志' })
    expect(await listedShortcuts()).toEqual([palette, help])
  })

  test('gains those of a record that arrives while it is open', async () => {
    const post = {
      postName: '顾问',
      postCode: 'Consultant',
      postLevel: 5,
      isPartner: 0 as const,
      needLicence: 0 as const,
      sort: 1,
      enabled: '1' as const,
    }
    const { postId } = await (await app.as('admin')).call('positions.add', post)
    const record = Promise.withResolvers<void>()
    network.use(http.get(`*/firm/post/${postId}`, () => record.promise))
    await visit(`/app/operation/position/${postId}`)
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: '快捷键' })
    expect(shownShortcuts()).toEqual([palette, help])
    record.resolve()
    await waitFor(() => expect(shownShortcuts()).toEqual([palette, help, ['Ctrl + S', '保存']]))
  })

  test('contains the single letters of the review desk while they are switched on', async () => {
    await visit('/app/card/review')
    const letters = [
      ['J', '下一项'],
      ['K', '上一项'],
      ['Z', '撤销最近一次决定（10秒内）'],
    ]
    await waitFor(async () => expect(await listedShortcuts()).toEqual([palette, help, ...letters]))
    await user.click(screen.getByRole('button', { name: '快捷键 ?' }))
    await user.click(await screen.findByRole('switch', { name: '启用单键快捷键' }))
    expect(shownShortcuts()).toEqual([palette, help])
    await user.click(screen.getByRole('switch', { name: '启用单键快捷键' }))
    expect(shownShortcuts()).toEqual([palette, help, ...letters])
  })

  test('does not open while the user types a question mark', async () => {
    await visit('/app/logs')
    const input = await screen.findByRole<HTMLInputElement>('searchbox')
    await user.type(input, '谁?')
    expect(input.value).toBe('谁?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
