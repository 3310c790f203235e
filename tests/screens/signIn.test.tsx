import userEvent from '@testing-library/user-event'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { clearSession } from '../../providers/session.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import { password, startApp, type TestApp } from '../support/app.ts'
import { setLocation } from '../support/location.ts'
import { turnFactorOn } from '../support/secondFactor.ts'

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

const onSigned = vi.fn<(signed: SignInResult) => void>()
const onBegin = vi.fn<() => void>()

let leave = () => {}
/** The built HTML document, hydrated as in a tab that has just been opened. */
const show = async (beforehand = () => {}, firm = '梁山律师事务所') => {
  act(leave)
  vi.resetModules()
  const [{ prerender }, { showEntrance }, { createLanguage }] = await Promise.all([
    import('../../src/entrance/prerender.tsx'),
    import('../../src/entrance/showEntrance.tsx'),
    import('../../providers/language.ts'),
  ])
  document.body.innerHTML = `<div id="sign-in">${prerender()}</div>`
  beforehand()
  leave = showEntrance({ language: createLanguage(), onSigned, onBegin })
  await screen.findByText(firm)
}

const consoleError = vi.spyOn(console, 'error')
beforeEach(async () => {
  setLocation('/web/login')
  await show()
})
afterEach(() => {
  act(leave)
  leave = () => {}
  const [complaint] = consoleError.mock.calls
  if (complaint) throw new Error(complaint.join(' '))
  network.resetHandlers()
  vi.clearAllMocks()
  clearSession()
  localStorage.clear()
})

const user = userEvent.setup()
const fillSignIn = async (account: string, secret: string, label = '账号') => {
  await user.clear(await screen.findByLabelText(label))
  if (account) await user.type(await screen.findByLabelText(label), account)
  await user.clear(await screen.findByLabelText('密码'))
  if (secret) await user.type(await screen.findByLabelText('密码'), secret)
  await user.click(await screen.findByRole('button', { name: '登录' }))
}
const alertText = () => screen.getByRole('alert').textContent

const refuseSignIn = (code: string, data: unknown, message: string) =>
  network.use(http.post('*/api/auth/firmAccessUserLogin', () => HttpResponse.json({ code, message, data })))

describe('signing in', () => {
  test('signs an administrator in, and stores the session', async () => {
    await fillSignIn('admin', password)
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0]).toMatchObject({
      user: { name: '赵主任', auth: ['admin', 'mainAdmin'] },
    })
    const stored: unknown = JSON.parse(localStorage.getItem('tenant-admin:userinfo') ?? '')
    expect(stored).toMatchObject({ name: '赵主任', auth: ['admin', 'mainAdmin'] })
  })

  test('signs a lawyer in by a mobile number in full-width digits, and remembers the population', async () => {
    await user.click(await screen.findByRole('tab', { name: '律师登录' }))
    await fillSignIn('１３８０００００００１', password, '手机号')
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '吴律师', auth: ['lawyer'] })
    expect(localStorage.getItem('tenant-admin:population')).toBe('2')
  })

  test('the arrow keys move between the tabs', async () => {
    screen.getByRole('tab', { name: '管理员登录' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: '律师登录' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '律师登录' }))
    expect(await screen.findByLabelText('手机号')).toBeDefined()
  })

  test("shows the firm's filing numbers and its own pictures", async () => {
    const operator = await app.as('system')
    const conf = await operator.call('conf.app')
    const imgs = {
      loginBackground: 'https://files.example.com/back.webp',
      loginIllustration: 'https://files.example.com/drawing.webp',
    }
    const saved = await operator.call('conf.updateApp', { assets: { imgs }, version: conf.version! })
    const { version, ...filing } = await operator.call('icpSet.get')
    const filed = await operator.call('icpSet.update', {
      ...filing,
      icpNo: '沪ICP备12345678号',
      icpUrl: 'https://icp.example.com/',
      psbNo: '31010102001234',
      psbUrl: 'https://psb.example.com/1',
      copyright: '© 2026 梁山',
      version,
    })
    await show()
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '沪ICP备12345678号' })
    expect(link.href).toBe('https://icp.example.com/')
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '31010102001234' }).href).toBe(
      'https://psb.example.com/1',
    )
    expect(await screen.findByText('© 2026 梁山')).toBeDefined()
    expect(document.querySelector<HTMLImageElement>('.letterhead .illustration')?.src).toBe(
      imgs.loginIllustration,
    )
    expect(document.querySelector('.letterhead.has-picture')).not.toBeNull()
    await operator.call('icpSet.update', { ...filing, version: filed.version })
    await operator.call('conf.updateApp', { assets: { imgs: {} }, version: saved.version! })
  })

  test('shows the firm by its public configuration', async () => {
    await screen.findByText('梁山律师事务所')
    expect(document.title).toBe('登录 - 梁山律师事务所')
  })
})

test('an Enter that confirms a composition does not sign in', async () => {
  const account = screen.getByLabelText('账号')
  // Safari reports the key after the composition has ended, with the code of an input method.
  expect(fireEvent.keyDown(account, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(account, { key: 'Enter', keyCode: 229 })).toBe(false)
  expect(fireEvent.keyDown(account, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(account, { key: 'a', isComposing: true })).toBe(true)
})

describe('SMS code', () => {
  const picture = () => [...app.outbox.captchas.values()].at(-1) ?? ''
  const button = (name: RegExp | string) => screen.findByRole('button', { name })
  const shownPicture = () =>
    waitFor(() => {
      const input = screen.getByLabelText('图形验证码')
      expect(input.closest('[hidden]')).toBeNull()
      return input
    })
  /** Advances the clock until the limits on SMS codes have expired. */
  const skipSmsLimits = () => app.clock.advance(25 * 60 * 60_000)
  const open = async () => {
    await user.click(await screen.findByRole('tab', { name: '律师登录' }))
    await user.click(await button('短信验证码登录'))
  }
  const submit = async () => user.click(await button('登录'))
  const receive = async (mobile: string) => {
    await user.clear(await screen.findByLabelText('手机号'))
    await user.type(await screen.findByLabelText('手机号'), mobile)
    await user.click(await button('获取验证码'))
    await user.type(await shownPicture(), picture())
    await user.click(await button('获取验证码'))
    await button(/秒后重发$/)
    return (await app.receiveSms()).code
  }

  test('signs a lawyer in, and remembers the choice', async () => {
    skipSmsLimits()
    await open()
    await submit()
    expect(alertText()).toBe('请输入手机号')
    const code = await receive('13800000002')
    expect(await screen.findByText(/^如果 138\*{4}0002 已有账号，验证码短信正在发往该手机号/)).toBeDefined()
    expect(screen.getByLabelText('密码').closest('[hidden]')).not.toBeNull()
    await user.type(await screen.findByLabelText('短信验证码'), code)
    await submit()
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0]).toMatchObject({ user: { name: '郑律师' } })
    expect(localStorage.getItem('tenant-admin:method')).toBe('sms')
  })

  test('is requested before signing in; a wrong captcha and a wrong code are reported at their fields', async () => {
    skipSmsLimits()
    await open()
    await user.type(await screen.findByLabelText('手机号'), '1380000')
    await user.click(await button('获取验证码'))
    expect(alertText()).toBe('请输入正确的手机号')
    await user.type(await screen.findByLabelText('手机号'), '0003')
    await submit()
    expect(await screen.findByText('请先获取短信验证码')).toBeDefined()
    await user.click(await button('获取验证码'))
    await user.type(await shownPicture(), 'nope{Enter}')
    expect(await screen.findByText('验证码错误或已过期，请输入新的验证码')).toBeDefined()
    await user.type(await screen.findByLabelText('图形验证码'), `${picture()}{Enter}`)
    await button(/秒后重发/)
    const code = (await app.receiveSms()).code
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await user.type(await screen.findByLabelText('短信验证码'), other)
    await submit()
    expect(await screen.findByText('短信验证码错误或已过期，请核对后重新输入')).toBeDefined()
    expect(screen.getByLabelText('短信验证码').getAttribute('aria-invalid')).toBe('true')
    expect(onSigned).not.toHaveBeenCalled()
  })

  test('refuses a second message within a minute, with the time to wait', async () => {
    skipSmsLimits()
    network.use(
      http.get('*/api/auth/queryCode', () =>
        HttpResponse.json({ code: '4290', message: '操作过于频繁', data: { retryAfter: 42 } }),
      ),
    )
    await open()
    await user.type(await screen.findByLabelText('手机号'), '13800000003')
    await user.click(await button('获取验证码'))
    await user.type(await shownPicture(), `${picture()}{Enter}`)
    expect(await screen.findByText('操作过于频繁，请42秒后再试')).toBeDefined()
    expect(await button(/秒后重发/)).toHaveProperty('disabled', true)
  })
})

describe('sign-in options of the firm', () => {
  const showAgain = async (login: object) => {
    network.use(
      http.get('*/api/firm/appconf', () =>
        HttpResponse.json({ code: '200', message: '', data: { firm: { name: '方圆律师事务所' }, login } }),
      ),
    )
    await show(() => {}, '方圆律师事务所')
    await user.click(await screen.findByRole('tab', { name: '律师登录' }))
  }
  const method = () => screen.queryByRole('button', { name: /^(短信验证码|密码)登录$/ })

  test('without SMS codes there is no choice', async () => {
    await showAgain({ smsLogin: 0 })
    expect(method()).toBeNull()
    expect(screen.queryByLabelText('短信验证码')).toBeNull()
  })

  test('without passwords lawyers get the code at once, and administrators a password', async () => {
    await showAgain({ passwordLogin: 0 })
    expect(method()).toBeNull()
    expect(await screen.findByLabelText('短信验证码')).toBeDefined()
    await user.click(await screen.findByRole('tab', { name: '管理员登录' }))
    expect(screen.queryByLabelText('短信验证码')).toBeNull()
    expect(screen.getByLabelText('密码').closest('[hidden]')).toBeNull()
  })

  test('with a permanent captcha, it is shown before the first attempt', async () => {
    await showAgain({ captcha: 'always' })
    await user.click(await screen.findByRole('tab', { name: '管理员登录' }))
    await waitFor(() => expect(screen.getByLabelText('图形验证码').closest('[hidden]')).toBeNull())
  })
})

describe('sign-in errors', () => {
  test('reports an empty field, and focuses it', async () => {
    await fillSignIn('', '')
    expect(alertText()).toBe('请输入账号')
    expect(document.activeElement).toBe(screen.getByLabelText('账号'))
    expect(screen.getByLabelText('账号').getAttribute('aria-invalid')).toBe('true')
    await fillSignIn('admin', '')
    expect(alertText()).toBe('请输入密码')
  })

  test('reports a wrong password; after several ones a captcha is required', async () => {
    for (const attempt of [1, 2, 3]) {
      await fillSignIn('admin2', `wrong-password-${attempt}`)
      // The message of the last attempt stays until the next attempt is answered.
      await waitFor(() =>
        expect(screen.getByRole('button', { name: '登录' }).getAttribute('aria-disabled')).toBe('false'),
      )
      expect(alertText()).toMatch(/不正确|验证码/)
    }
    await fillSignIn('admin2', password)
    await waitFor(() => expect(screen.getByLabelText('图形验证码').closest('[hidden]')).toBeNull())
    await user.type(await screen.findByLabelText('图形验证码'), 'nope')
    await fillSignIn('admin2', password)
    await waitFor(() => expect(alertText()).toBe('验证码错误或已过期，请输入新的验证码'))
    expect(onSigned).not.toHaveBeenCalled()
    await user.type(
      await screen.findByLabelText('图形验证码'),
      [...app.outbox.captchas.values()].at(-1) ?? '',
    )
    await fillSignIn('admin2', password)
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  })

  test.each([
    ['4005', {}, '账号已停用，请联系管理员', '账号已停用，请联系管理员'],
    ['4006', { status: 0 }, '账号正在审核中', '账号正在审核中，通过后即可登录'],
    ['4006', { status: 2, reason: '证号不符' }, '注册未通过', '注册未通过：证号不符。更正后重新提交'],
    [
      '4006',
      { status: 2, reason: '证号不符' },
      '注册未通过：证号不符',
      '注册未通过：证号不符。更正后重新提交',
    ],
    ['4009', {}, '账号已锁定，请15分钟后再试', '账号已锁定，请15分钟后再试'],
    ['4290', { retryAfter: 40 }, '操作过于频繁，请稍后再试', '操作过于频繁，请40秒后再试'],
    ['4290', { retryAfter: 90 }, '操作过于频繁，请稍后再试', '操作过于频繁，请2分钟后再试'],
    ['4220', { errors: { account: '账号最多30个字' } }, '请检查填写内容', '账号最多30个字'],
  ])('%s %j', async (code, data, message, sentence) => {
    refuseSignIn(code, data, message)
    await fillSignIn('admin', 'whatever-it-is')
    await waitFor(() => expect(alertText()).toBe(sentence))
  })

  test('reports that the server is unreachable', async () => {
    network.use(http.post('*/api/auth/*', () => HttpResponse.error()))
    await fillSignIn('admin', password)
    await waitFor(() => expect(alertText()).toBe('连接不到服务器，请检查网络后重试'))
  })
})

describe('contacts', () => {
  test('shows masked contacts of the main office after a captcha', async () => {
    const look = () => user.click(screen.getByRole('button', { name: '查看联系人' }))
    const field = () => screen.getByLabelText('图形验证码', { selector: '#contact-picture' })
    await user.click(await screen.findByText('联系管理员'))
    await waitFor(() => expect(field().closest('[hidden]')).toBeNull())
    await look()
    expect(await screen.findByText('请输入图片中的验证码')).toBeDefined()
    await user.type(field(), 'nope')
    await look()
    expect(await screen.findByText('验证码错误或已过期，请输入新的验证码')).toBeDefined()
    await user.type(field(), [...app.outbox.captchas.values()].at(-1) ?? '')
    await look()
    expect(await screen.findByText('赵主任')).toBeDefined()
    expect(screen.getAllByText(/^手机 139\*{4}\d{4}$/).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('link', { name: '021-55550000' })[0]?.getAttribute('href')).toBe(
      'tel:02155550000',
    )
    expect(screen.queryByText('孙主管')).toBeNull()
  })
})

test('reveals the password', async () => {
  await user.click(await screen.findByRole('button', { name: '显示密码' }))
  expect(await screen.findByLabelText('密码')).toHaveProperty('type', 'text')
  await user.click(await screen.findByRole('button', { name: '隐藏密码' }))
  expect(await screen.findByLabelText('密码')).toHaveProperty('type', 'password')
})

test('loads further code when the user starts typing, not before', async () => {
  expect(onBegin).not.toHaveBeenCalled()
  await user.click(await screen.findByLabelText('密码'))
  expect(onBegin).toHaveBeenCalledOnce()
})

describe('second step', () => {
  const code = (label: string) => screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input' })
  const send = async (label: string, text: string) => {
    await user.clear(await code(label))
    await user.type(await code(label), text)
    await user.click(await screen.findByRole('button', { name: '登录' }))
  }

  test('replaces the form by one for a code; a wrong one is reported at its field', async () => {
    const { codeNow } = await turnFactorOn(app, 'south')
    app.clock.advance(30_000)
    await fillSignIn('south', password)
    await screen.findByRole('heading', { name: '两步验证' })
    const input = await code('验证码')
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ])
    await send('验证码', '000000')
    await screen.findByText('验证码不正确或已使用')
    expect(onSigned).not.toHaveBeenCalled()
    await send('验证码', codeNow())
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '周主管' })
  })

  test('accepts a recovery code; an expired challenge returns to the form', async () => {
    const { recoveryCodes } = await turnFactorOn(app, 'branch2')
    await fillSignIn('branch2', password)
    await user.click(await screen.findByRole('button', { name: '使用恢复码' }))
    await send('恢复码', '12')
    await screen.findByText('请输入完整的恢复码，如 3k7x9-m2c4d')
    app.clock.advance(301_000)
    await send('恢复码', recoveryCodes[0]!)
    await waitFor(() => expect(alertText()).toBe('验证已过期，请重新登录'))
    expect(await screen.findByLabelText('账号')).toHaveProperty('value', 'branch2')
    await fillSignIn('branch2', password)
    await user.click(await screen.findByRole('button', { name: '使用恢复码' }))
    await send('恢复码', recoveryCodes[0]!)
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  })
})

describe('before the code is loaded', () => {
  const input = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!
  const typeEarly = () => {
    input('account').value = '13800000001'
    input('password').value = password
  }
  /** Runs the script of the document's head, which runs before all other code. */
  const start = () => import('../../src/entrance/beforePage.ts')

  test('keeps typed values, and loads further code at once', async () => {
    await show(typeEarly)
    expect(input('account').value).toBe('13800000001')
    expect(input('password').value).toBe(password)
    expect(onBegin).toHaveBeenCalledOnce()
    await user.click(await screen.findByRole('tab', { name: '律师登录' }))
    await user.click(await screen.findByRole('button', { name: '登录' }))
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  })

  test('replays clicks in order, and does not submit the form', async () => {
    vi.resetModules()
    await start()
    const prevented: boolean[] = []
    await show(() => {
      typeEarly()
      for (const id of ['tab-2', 'show-password', 'sign-in-submit', 'sign-in-submit']) {
        const button = document.querySelector<HTMLElement>(
          id === 'show-password' ? '.password-button' : `#${id}`,
        )!
        prevented.push(fireEvent.click(button))
      }
    })
    expect(prevented).toEqual([false, false, false, false])
    expect(screen.getByRole('tab', { name: '律师登录' }).getAttribute('aria-selected')).toBe('true')
    expect(input('password').type).toBe('text')
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
    expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '吴律师' })
    expect(document.documentElement.dataset['waiting']).toBeUndefined()
  })

  test('does not show the sign-in page to a signed-in user', async () => {
    vi.resetModules()
    const { startSession } = await import('../../providers/session.ts')
    await start()
    expect(document.documentElement.dataset['stage']).toBe('signIn')
    startSession('a token', { id: 1, userType: 1, name: '赵主任', auth: ['admin'] }, false)
    vi.resetModules()
    await start()
    expect(document.documentElement.dataset['stage']).toBe('app')
  })
})

test('restores typed values after registration was opened', async () => {
  await user.type(screen.getByLabelText('账号'), '13800000002')
  await user.type(screen.getByLabelText('密码'), password)
  act(() => {
    location.hash = '#register'
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(await screen.findByRole('heading', { name: '注册律师账号' })).toBe(document.activeElement)
  expect(document.title).toBe('注册律师账号 - 梁山律师事务所')
  expect(screen.getByRole('textbox', { name: '手机号' })).toHaveProperty('value', '13800000002')
  await user.click(screen.getByRole('button', { name: '已有账号，去登录' }))
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')))
  expect(await screen.findByRole('heading', { name: '登录' })).toBe(document.activeElement)
  expect(document.title).toBe('登录 - 梁山律师事务所')
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', '13800000002')
  expect(screen.getByLabelText('密码')).toHaveProperty('value', password)
})
