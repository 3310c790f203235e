import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
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
const requestUrls: URL[] = []
const network = setupServer(
  http.all('*/api/*', ({ request }) => {
    requestUrls.push(new URL(request.url))
    return app.app.fetch(request)
  }),
)
beforeAll(async () => {
  app = await startApp()
  network.listen({ onUnhandledFrame: 'error' })
})
afterAll(async () => {
  network.close()
  await app.close()
})

let stop: (() => void) | undefined
const unmount = () => act(() => stop?.())
afterEach(() => {
  unmount()
  network.resetHandlers()
  clearSession()
  localStorage.clear()
  document.body.innerHTML = ''
})

const user = userEvent.setup()
const address = () => location.pathname.replace('/web', '') + location.search

/** Opens the whole application at a page, as somebody of the test world. */
const visit = async (account: string, path: string) => {
  setLocation(`/web${path}`)
  document.body.innerHTML = '<div id="root"></div>'
  const { token, call } = await app.as(account)
  startSession(token, await call('session.self'), false)
  stop = startClient(
    { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
    createLanguage(),
  )
  await screen.findByRole('button', { name: '搜索' })
}

const openPalette = async () => {
  await user.keyboard('{Control>}k{/Control}')
  return screen.findByRole<HTMLInputElement>('combobox')
}
const optionNames = () =>
  screen.queryAllByRole('option').map(it => it.querySelector('.palette-name')?.textContent)
const group = (name: string) => within(screen.getByRole('group', { name }))
const activeOption = () =>
  screen.getAllByRole('option').find(it => it.getAttribute('aria-selected') === 'true')

/** The keywords that lists were asked for. */
const keywords = (path: string) =>
  requestUrls.filter(it => it.pathname.endsWith(path)).flatMap(it => it.searchParams.get('keyword') ?? [])

describe('opening', () => {
  test('by Ctrl+K, ⌘K and the button of the header, with the focus in its input', async () => {
    await visit('admin', '/app/logs')
    for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      await user.keyboard(keys)
      const input = await screen.findByRole('combobox')
      await waitFor(() => expect(document.activeElement).toBe(input))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    }
    await user.click(screen.getByRole('button', { name: '搜索' }))
    await screen.findByRole('combobox')
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  test('not above a dialog, which has to be answered first', async () => {
    await visit('admin', '/app/logs')
    await user.click(screen.getByRole('button', { name: '赵主任' }))
    await user.click(await screen.findByRole('menuitem', { name: '语言' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('pages', () => {
  test('are those of the menu and the settings, found by name, pinyin and initials', async () => {
    await visit('admin', '/app/logs')
    const input = await openPalette()
    expect(group('页面').getByRole('option', { name: /^职位管理/ })).toBeDefined()
    // The dictionary of pinyin arrives a moment later.
    for (const typed of ['审核权限', 'shenhequanxian', 'shqx']) {
      await user.clear(input)
      await user.type(input, typed)
      await waitFor(() => expect(optionNames()[0]).toBe('审核权限'))
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/app/conf/card-audit'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('include those that the user may open without a menu entry', async () => {
    await visit('admin', '/app/logs')
    await user.type(await openPalette(), '站内信')
    expect(group('页面').getByRole('option', { name: /站内信/ })).toBeDefined()
  })

  test('are selected with arrow keys, which wrap around', async () => {
    await visit('admin', '/app/logs')
    const input = await openPalette()
    const [first, second] = screen.getAllByRole('option')
    expect(activeOption()).toBe(first)
    await user.keyboard('{ArrowDown}')
    expect(activeOption()).toBe(second)
    expect(input.getAttribute('aria-activedescendant')).toBe(second!.id)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(activeOption()).toBe(screen.getAllByRole('option').at(-1))
  })

  test('opened recently come first, for this account only', async () => {
    await visit('admin', '/app/logs')
    await user.type(await openPalette(), '职位管理{Enter}')
    await waitFor(() => expect(address()).toBe('/app/operation/position'))
    await openPalette()
    expect(optionNames()[0]).toBe('职位管理')
    expect(group('最近打开').getAllByRole('option')[0]?.textContent).toContain('职位管理')
    unmount()
    await visit('branch', '/app/logs')
    await openPalette()
    expect(screen.queryByRole('group', { name: '最近打开' })).toBeNull()
  })
})

describe('records', () => {
  test('are found by keyword, and opened', async () => {
    await visit('admin', '/app/logs')
    await user.type(await openPalette(), '王律师')
    const found = await screen.findByRole('option', { name: /^王律师/ })
    await waitFor(() => expect(found.textContent).toContain('南所'))
    expect(group('人员').getAllByRole('option')).toEqual([found])
    await user.click(found)
    const { id } = app.world.people.get('13800000003')!
    await waitFor(() => expect(address()).toBe(`/app/lawyer/${id}/show`))
    await openPalette()
    await waitFor(() => expect(group('最近打开').getAllByRole('option')[0]?.textContent).toContain('王律师'))
    // Local storage contains no names of people.
    expect(JSON.stringify(localStorage)).not.toContain('王律师')
    await user.type(screen.getByRole('combobox'), 'wls')
    await waitFor(() => expect(optionNames()[0]).toBe('王律师'))
  })

  test('are searched after a pause in typing, and never during a composition', async () => {
    await visit('admin', '/app/logs')
    const input = await openPalette()
    requestUrls.length = 0
    fireEvent.compositionStart(input)
    for (const value of ['w', 'wu']) fireEvent.change(input, { target: { value } })
    // The Enter that ends a composition of an input method does not choose an option.
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
    expect(screen.getByRole('combobox')).toBe(input)
    fireEvent.change(input, { target: { value: '吴' } })
    fireEvent.compositionEnd(input)
    await screen.findByRole('option', { name: /^吴律师/ })
    await user.type(input, '律师')
    await waitFor(() => expect(keywords('/lawyer/pageList')).toEqual(['吴', '吴律师']))
  })

  test('cancel requests for an outdated keyword', async () => {
    const aborted: string[] = []
    network.use(
      http.get('*/api/lawyer/pageList', async ({ request }) => {
        const keyword = new URL(request.url).searchParams.get('keyword')
        if (keyword !== '吴') return undefined
        request.signal.addEventListener('abort', () => aborted.push(keyword))
        await delay('infinite')
      }),
    )
    await visit('admin', '/app/logs')
    const input = await openPalette()
    await user.type(input, '吴')
    expect(await screen.findByText('加载中…')).toBeDefined()
    await user.type(input, '律师')
    expect(await screen.findByRole('option', { name: /^吴律师/ })).toBeDefined()
    await waitFor(() => expect(aborted).toEqual(['吴']))
  })

  test('that cannot be loaded do not affect other groups, and are retried on request', async () => {
    let isDown = true
    network.use(
      http.get('*/api/lawyer/pageList', () =>
        isDown ? HttpResponse.json({ code: '4290', message: '请求过于频繁', data: null }) : undefined,
      ),
    )
    await visit('admin', '/app/logs')
    await user.type(await openPalette(), '南所')
    expect(await screen.findByRole('group', { name: '律所' })).toBeDefined()
    const retryOption = await group('人员').findByRole('option', { name: '加载失败，重试' })
    isDown = false
    await user.click(retryOption)
    await waitFor(() => expect(screen.queryByRole('group', { name: '人员' })).toBeNull())
    expect(screen.getByRole('combobox')).toBeDefined()
  })

  test('are limited to those that the account may read', async () => {
    await visit('branch', '/app/logs')
    const input = await openPalette()
    await user.type(input, '律师')
    await waitFor(() => expect(group('人员').getAllByRole('option')).toHaveLength(1))
    expect(group('人员').getByRole('option', { name: /^郑律师/ })).toBeDefined()
  })
})

describe('an account without the rights', () => {
  test('sees neither records nor pages of others', async () => {
    await visit('13800000001', '/app/user/account/settings')
    const input = await openPalette()
    expect(optionNames()).toContain('修改密码')
    expect(optionNames()).not.toContain('人员列表')
    await user.type(input, '律师')
    // No group is left that still waits for an answer.
    await screen.findByText('没有找到“律师”')
  })
})

describe('commands', () => {
  test('open the page of a new record, by several names', async () => {
    await visit('admin', '/app/logs')
    const input = await openPalette()
    for (const [typed, found] of [
      ['新建人员', '新增人员'],
      ['创建账号', '新增人员'],
      ['新建文章', '新增原创文章'],
    ] as const) {
      await user.clear(input)
      await user.type(input, typed)
      await waitFor(() => expect(optionNames()[0]).toBe(found))
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/app/cms/add?kind=2'))
  })

  test('switch the colour scheme', async () => {
    await visit('admin', '/app/logs')
    await user.type(await openPalette(), '切换到深色{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.type(await openPalette(), '切换到浅色{Enter}')
    expect(document.documentElement.dataset['theme']).toBe('light')
  })
})

describe('what is not offered is explained', () => {
  test('for the open record, by its state, and for a page that was not found', async () => {
    await visit('admin', '/app/lawyer/1/show')
    await user.type(await openPalette(), '为什么看不到{Enter}')
    const dialog = await screen.findByRole('dialog', { name: '为什么看不到' })
    const record = within((await within(dialog).findByText('吴律师')).closest('section')!)
    expect(record.getByText('启用').nextElementSibling?.textContent).toBe('此记录目前的状态不允许')
    await user.keyboard('{Escape}')
    await user.type(await openPalette(), '没有这样的页面')
    await user.click(await screen.findByRole('button', { name: '为什么看不到某个页面或操作？' }))
    await screen.findByRole('dialog', { name: '为什么看不到' })
  })
})
