import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { bootstrapCalls } from '../../providers/bootstrapCalls.ts'
import { createLanguage } from '../../providers/language.ts'
import { send } from '../../providers/request.ts'
import { clearSession, emitSessionEvent, startSession } from '../../providers/session.ts'
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
  document.body.innerHTML = ''
})

/** Opens an address as somebody of the test world, as `main.ts` does after a reload. */
const visit = async (account: string, path: string, person = app.as(account)) => {
  const replace = setLocation(`/web${path}`)
  document.body.innerHTML = '<div id="root"></div>'
  const { token, call } = await person
  startSession(token, await call('session.self'), false)
  stop = startClient(
    { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
    createLanguage(),
  )
  await screen.findByRole('navigation', { name: '主菜单' })
  return replace
}
const address = () => location.pathname.replace('/web', '')
const menu = () => within(screen.getByRole('navigation', { name: '主菜单' }))
const user = userEvent.setup()

const answerWith = (path: string, data: unknown) =>
  network.use(http.get(`*/api${path}`, () => HttpResponse.json({ code: '200', message: '', data })))

test("the footer shows the firm's filing numbers, with the configured links", async () => {
  const operator = await app.as('system')
  const { version, ...filing } = await operator.call('icpSet.get')
  const saved = await operator.call('icpSet.update', {
    ...filing,
    icpNo: '沪ICP备12345678号-1',
    icpUrl: 'https://icp.example.com/',
    psbNo: '31010102001234',
    psbUrl: 'https://psb.example.com/31010102001234',
    copyright: '© 2026 梁山律师事务所',
    version,
  })
  await visit('admin', '/app/operation/position')
  const footer = within(screen.getByRole('contentinfo'))
  const target = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
  expect(await footer.findByText('© 2026 梁山律师事务所')).toBeDefined()
  expect(target('沪ICP备12345678号-1')).toBe('https://icp.example.com/')
  expect(target('31010102001234')).toBe('https://psb.example.com/31010102001234')
  act(() => stop?.())
  const hidden = await operator.call('icpSet.update', {
    ...filing,
    icpNo: '沪ICP备12345678号-1',
    showInAdmin: 0,
    version: saved.version,
  })
  await visit('admin', '/app/operation/position')
  expect(screen.getByRole('contentinfo').textContent).not.toContain('ICP')
  await operator.call('icpSet.update', { ...filing, version: hidden.version })
})

describe('the menu', () => {
  test('shows the entries of an administrator, with the current page marked', async () => {
    await visit('admin', '/app/operation/position')
    expect(menu().getByRole('button', { name: '律所管理' })).toBeDefined()
    expect(menu().getByRole('button', { name: '运营配置' }).getAttribute('aria-expanded')).toBe('true')
    expect(menu().getByRole('link', { name: '职位管理' }).getAttribute('aria-current')).toBe('page')
    expect(menu().queryByRole('link', { name: '我的名片' })).toBeNull()
    // The messages are open to this account, but are reached by the icon in the header.
    expect(menu().queryByRole('link', { name: '站内信' })).toBeNull()
  })

  test('opens a group inside a group, also by the address of a page in it', async () => {
    await visit('system', '/app/setting/icp')
    const inner = menu().getByRole('button', { name: '图片与图标' })
    expect(inner.getAttribute('aria-expanded')).toBe('false')
    await user.click(inner)
    expect(inner.getAttribute('aria-expanded')).toBe('true')
    act(() => stop?.())
    await visit('system', '/app/setting/assets-images')
    expect(menu().getByRole('button', { name: '图片与图标' }).getAttribute('aria-expanded')).toBe('true')
    expect(menu().getByRole('button', { name: '系统运行' }).getAttribute('aria-expanded')).toBe('false')
    expect(menu().getByRole('link', { name: '后台图片' }).getAttribute('aria-current')).toBe('page')
  })

  test('leaves out entries of the main administrator', async () => {
    await visit('branch', '/app/logs')
    expect(menu().getByRole('link', { name: '重要日志' })).toBeDefined()
    expect(menu().queryByRole('button', { name: '运营配置' })).toBeNull()
  })

  test('leaves out entries that the firm has switched off, and refuses their addresses', async () => {
    const conf = await app.as('admin').then(it => it.call('conf.app'))
    const global = { ...conf.adminFuncSwitch?.global, 'operation.position': false }
    answerWith('/firm/appconf', { ...conf, adminFuncSwitch: { ...conf.adminFuncSwitch, global } })
    await visit('admin', '/app/operation/position')
    expect(await screen.findByRole('heading', { name: '功能未开启' })).toBeDefined()
    expect(menu().queryByRole('link', { name: '职位管理' })).toBeNull()
  })

  test('collapses, and stores that', async () => {
    await visit('admin', '/app/logs')
    await user.click(await screen.findByRole('button', { name: '收起菜单' }))
    expect(await screen.findByRole('button', { name: '展开菜单' })).toBeDefined()
    act(() => stop?.())
    await visit('admin', '/app/logs')
    expect(await screen.findByRole('button', { name: '展开菜单' })).toBeDefined()
  })
})

describe('addresses', () => {
  test('a group redirects to its first page', async () => {
    await visit('admin', '/app/office')
    await waitFor(() => expect(address()).toBe('/app/office/list'))
    expect(await screen.findByRole('heading', { level: 1, name: '律所列表' })).toBeDefined()
    await waitFor(() => expect(document.title).toBe('律所列表 - 梁山律师事务所'))
    expect(screen.getByRole('navigation', { name: '面包屑' }).textContent).toBe('律所管理律所列表')
  })

  test('starts with the first steps in a firm without people', async () => {
    const conf = await app.as('admin').then(it => it.call('conf.app'))
    expect(conf.hasPeople).toBe(1)
    answerWith('/firm/appconf', { ...conf, hasPeople: 0 })
    await visit('admin', '/app/office')
    await waitFor(() => expect(address()).toBe('/app/home'))
    expect(await screen.findByRole('region', { name: '开始使用' })).toBeDefined()
    act(() => stop?.())
    // An account that is not offered the set-up begins on the usual page.
    await visit('branch', '/app/office')
    await waitFor(() => expect(address()).toBe('/app/office/list'))
  })

  test('a page for another role says whom to contact', async () => {
    await visit('13800000001', '/app/operation/position')
    expect(await screen.findByRole('heading', { name: '没有权限' })).toBeDefined()
    expect(await screen.findByText(/请联系总所主管理员/)).toBeDefined()
  })

  test.each(['/app/nowhere', '/app/lawyer/nobody', '/app/card/edit/1.5'])(
    'an unknown one shows the page that is not found: %s',
    async path => {
      await visit('admin', path)
      expect(await screen.findByRole('heading', { level: 1, name: '找不到这个页面' })).toBeDefined()
      expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1)
    },
  )

  test('an initial password opens only the page that changes it', async () => {
    const self = await app.as('admin').then(it => it.call('session.self'))
    answerWith('/auth/self', { ...self, mustChangePwd: 1 })
    await visit('admin', '/app/logs')
    await waitFor(() => expect(address()).toBe('/app/user/account/passwd'))
  })
})

describe('the header', () => {
  test.each([
    [0, '站内信', ''],
    [3, '站内信，3条未读', '3'],
    [10, '站内信，10条未读', '10'],
    [11, '站内信，10+条未读', '10+'],
  ])('%i unread messages', async (count, name, badge) => {
    answerWith('/message/count', count)
    const self = await app.as('admin').then(it => it.call('session.self'))
    answerWith('/auth/self', { ...self, unread: count })
    await visit('admin', '/app/logs')
    const link = await screen.findByRole('link', { name })
    expect(link.textContent).toBe(badge)
    expect(link.getAttribute('href')).toBe('/web/app/user/logs/msg')
  })

  test('another tab that reads messages changes the count', async () => {
    await visit('admin', '/app/logs')
    await screen.findByRole('link', { name: '站内信' })
    answerWith('/message/count', 5)
    const otherTab = new BroadcastChannel('tenant-admin:messages')
    otherTab.postMessage('changed')
    expect(await screen.findByRole('link', { name: '站内信，5条未读' })).toBeDefined()
    otherTab.close()
  })

  test("shows the user's name, and changes colours and row height", async () => {
    await visit('admin', '/app/logs')
    await user.click(await screen.findByRole('button', { name: '赵主任' }))
    expect(await screen.findByText('您好，赵主任')).toBeDefined()
    await user.click(await screen.findByRole('menuitemradio', { name: '深色' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.click(await screen.findByRole('menuitemradio', { name: '紧凑' }))
    expect(document.documentElement.dataset['density']).toBe('compact')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('has an additional entry for lawyers', async () => {
    await visit('13800000001', '/app/user/logs/logs')
    expect(await screen.findByRole('link', { name: /名片预览/ })).toBeDefined()
    act(() => stop?.())
    await visit('admin', '/app/logs')
    expect(screen.queryByRole('link', { name: /名片预览/ })).toBeNull()
  })
})

test('shows an error message in place of content that could not be loaded', async () => {
  await visit('admin', '/app/logs')
  act(() => emitSessionEvent('unreachable'))
  expect(await screen.findByText('服务异常')).toBeDefined()
})

test('shows why starting failed, and retries', async () => {
  network.use(
    http.get('*/api/auth/self', () =>
      HttpResponse.json({ code: '4091', message: '系统正在维护', data: {}, requestId: '01JX' }),
    ),
  )
  setLocation('/web/app/logs')
  document.body.innerHTML = '<div id="root"></div>'
  const { token, name } = await app.as('admin')
  startSession(token, { id: 1, userType: 1, name, auth: ['admin'] }, false)
  stop = startClient(
    { conf: send(bootstrapCalls.appConf), self: send(bootstrapCalls.currentUser) },
    createLanguage(),
  )
  expect(await screen.findByText('系统正在维护')).toBeDefined()
  expect(await screen.findByText('请求号 01JX')).toBeDefined()
  network.resetHandlers()
  await user.click(await screen.findByRole('button', { name: '重试' }))
  await screen.findByRole('navigation', { name: '主菜单' })
})

describe('the browser hint', () => {
  const on = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('appears on Windows without Chrome, until it is dismissed', async () => {
    on(firefox)
    await visit('admin', '/app/logs')
    await user.click(await screen.findByRole('button', { name: '不再提醒' }))
    expect(screen.queryByText(/建议使用 Chrome/)).toBeNull()
    act(() => stop?.())
    await visit('admin', '/app/logs')
    expect(screen.queryByText(/建议使用 Chrome/)).toBeNull()
  })

  test.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    firefox.replace('Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10.15'),
  ])('does not show to %s', async agent => {
    on(agent)
    await visit('admin', '/app/logs')
    expect(screen.queryByText(/建议使用 Chrome/)).toBeNull()
  })
})

// The last test, because the page remembers that it is being left.
test('signing out ends the session on the server, forgets the user, and shows the sign-in page', async () => {
  const person = await app.asNew('admin2')
  const replace = await visit('admin2', '/app/logs', Promise.resolve(person))
  await user.click(await screen.findByRole('button', { name: '钱行政' }))
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
  expect(replace).toHaveBeenCalledExactlyOnceWith('/web/login')
  expect(localStorage.getItem('tenant-admin:userinfo')).toBeNull()
  await waitFor(() => expect(person.call('session.self')).rejects.toThrow('登录超时'))
})
