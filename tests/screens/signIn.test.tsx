import { readFileSync } from 'node:fs'

import userEvent from '@testing-library/user-event'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Self } from '../../resources/session.ts'
import { password, startApp, type TestApp } from '../support/app.ts'
import { setLocation } from '../support/location.ts'

const body = /<body>([\s\S]*)<\/body>/.exec(readFileSync('index.html', 'utf8'))?.[1] ?? ''

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

const onSigned = vi.fn<(self: Self) => void>()
const onBegin = vi.fn<() => void>()

beforeEach(async () => {
  setLocation('/web/login')
  document.body.innerHTML = body
  vi.resetModules()
  const { showSignIn } = await import('../../src/pages/signIn/signIn.ts')
  showSignIn({ onSigned, onBegin })
})
afterEach(() => {
  network.resetHandlers()
  vi.clearAllMocks()
  localStorage.clear()
})

const user = userEvent.setup()
const fill = async (account: string, secret: string, label = '账号') => {
  await user.clear(screen.getByLabelText(label))
  if (account) await user.type(screen.getByLabelText(label), account)
  await user.clear(screen.getByLabelText('密码'))
  if (secret) await user.type(screen.getByLabelText('密码'), secret)
  await user.click(screen.getByRole('button', { name: '登录' }))
}
const told = () => screen.getByRole('alert').textContent

const refuse = (code: string, data: unknown, message: string) =>
  network.use(http.post('*/api/auth/firmAccessUserLogin', () => HttpResponse.json({ code, message, data })))

describe('signing in', () => {
  test('an administrator, and what is stored of him', async () => {
    await fill('admin', password)
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0]).toMatchObject({ name: '赵主任', auth: ['admin', 'mainAdmin'] })
    const stored: unknown = JSON.parse(localStorage.getItem('tenant-admin:userinfo') ?? '')
    expect(stored).toMatchObject({ name: '赵主任', auth: ['admin', 'mainAdmin'] })
  })

  test('a lawyer by his mobile, typed in full width; the population is remembered', async () => {
    await user.click(screen.getByRole('tab', { name: '律师登录' }))
    await fill('１３８０００００００１', password, '手机号')
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0]).toMatchObject({ name: '吴律师', auth: ['lawyer'] })
    expect(localStorage.getItem('tenant-admin:population')).toBe('2')
  })

  test('the arrow keys move between the tabs', async () => {
    screen.getByRole('tab', { name: '管理员登录' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: '律师登录' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '律师登录' }))
    expect(screen.getByLabelText('手机号')).toBeDefined()
  })

  test('shows the firm by its public configuration', async () => {
    await screen.findByText('梁山律师事务所')
    expect(document.title).toBe('登录 - 梁山律师事务所')
  })
})

describe('what is wrong, and what to do', () => {
  test('nothing typed: the field says so and has the focus', async () => {
    await fill('', '')
    expect(told()).toBe('请输入账号')
    expect(document.activeElement).toBe(screen.getByLabelText('账号'))
    expect(screen.getByLabelText('账号').getAttribute('aria-invalid')).toBe('true')
    await fill('admin', '')
    expect(told()).toBe('请输入密码')
  })

  test('a wrong password; after some of them the picture captcha, which must then be right', async () => {
    for (const attempt of [1, 2, 3]) {
      await fill('admin2', `wrong-password-${attempt}`)
      await waitFor(() => expect(told()).toMatch(/不正确|验证码/))
    }
    await fill('admin2', password)
    await waitFor(() => expect(screen.getByLabelText('验证码').closest('[hidden]')).toBeNull())
    await user.type(screen.getByLabelText('验证码'), 'nope')
    await fill('admin2', password)
    await waitFor(() => expect(told()).toBe('验证码错误或已过期,请输入新的验证码'))
    expect(onSigned).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('验证码'), [...app.outbox.captchas.values()].at(-1) ?? '')
    await fill('admin2', password)
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  })

  test.each([
    ['4005', {}, '账号已停用,请联系管理员', '账号已停用,请联系管理员'],
    ['4006', { status: 0 }, '账号正在审核中', '账号正在审核中,通过后即可登录'],
    ['4006', { status: 2, reason: '证号不符' }, '注册未通过', '注册未通过:证号不符'],
    ['4009', {}, '账号已锁定,请15分钟后再试', '账号已锁定,请15分钟后再试'],
    ['4290', { retryAfter: 40 }, '操作过于频繁,请稍后再试', '操作过于频繁,请40秒后再试'],
    ['4290', { retryAfter: 90 }, '操作过于频繁,请稍后再试', '操作过于频繁,请2分钟后再试'],
    ['4220', { errors: { account: '账号最多30个字' } }, '请检查填写内容', '账号最多30个字'],
  ])('%s %j', async (code, data, message, sentence) => {
    refuse(code, data, message)
    await fill('admin', 'whatever-it-is')
    await waitFor(() => expect(told()).toBe(sentence))
  })

  test('a server that is away', async () => {
    network.use(http.post('*/api/auth/*', () => HttpResponse.error()))
    await fill('admin', password)
    await waitFor(() => expect(told()).toBe('连接不到服务器,请检查网络后重试'))
  })
})

test('the password can be looked at', async () => {
  await user.click(screen.getByRole('button', { name: '显示' }))
  expect(screen.getByLabelText('密码')).toHaveProperty('type', 'text')
  await user.click(screen.getByRole('button', { name: '隐藏密码' }))
  expect(screen.getByLabelText('密码')).toHaveProperty('type', 'password')
})

test('what comes next is fetched when the user begins, not before', async () => {
  expect(onBegin).not.toHaveBeenCalled()
  await user.click(screen.getByLabelText('密码'))
  expect(onBegin).toHaveBeenCalledOnce()
})
