import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'

import { readToken } from '../../providers/session.ts'
import { address, type Person, useClient } from '../support/client.ts'

const { app, network, visit } = useClient()
const user = userEvent.setup()

const save = async (patch: object) => {
  const { call } = await app().as('admin')
  const now = await call('loginRegSet.get')
  await call('loginRegSet.update', { ...now, ...patch })
}
const dialogName = { name: '请阅读并同意律所的协议' }
const agreementDialog = async () => within(await screen.findByRole('dialog', dialogName))
const mustConsent = async ({ call }: Person) => (await call('session.self')).mustConsent
const emailInput = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^邮箱/ })
const settings = '/app/user/account/settings'

beforeAll(() =>
  save({
    agreement: '<p>名片的用户协议</p>',
    privacy: '<p>我们怎样使用您的信息</p>',
    agreementVersion: '2',
    agreementDate: '2026-11-01',
  }),
)

describe('a notice that the user has not agreed to', () => {
  test('is shown with text, version and date, has to be answered, and is not asked again', async () => {
    const person = await app().asNew('13800000001')
    await visit(person, settings)
    const dialog = await agreementDialog()
    expect(dialog.getByText(/^版本 2，自 2026-11-01 起生效$/)).toBeTruthy()
    expect(await dialog.findByText('名片的用户协议')).toBeTruthy()
    expect(await dialog.findByText('我们怎样使用您的信息')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '关闭' })).toBeNull()
    await user.keyboard('{Escape}{Enter} ')
    expect(screen.getByRole('dialog', dialogName)).toBeTruthy()
    expect(await mustConsent(person)).toBe(1)
    await user.click(dialog.getByRole('button', { name: '同意并继续' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await mustConsent(person)).toBe(0)
    expect(address()).toBe(settings)
  })

  test('keeps typed values below the dialog', async () => {
    const person = await app().asNew('13800000003')
    let hold: (() => void) | undefined
    const heldAnswer = new Promise<void>(resolve => {
      hold = resolve
    })
    network.use(
      http.get('*/api/auth/consent', async ({ request }) => {
        await heldAnswer
        return app().app.fetch(request)
      }),
    )
    await visit(person, settings)
    await user.type(await emailInput(), 'half@typed')
    hold?.()
    await user.click((await agreementDialog()).getByRole('button', { name: '同意并继续' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await emailInput()).value).toBe('half@typed')
  })

  test('is shown again if it has changed while it was being read', async () => {
    const person = await app().asNew('admin2')
    await visit(person, '/app/logs')
    const dialog = await agreementDialog()
    await save({ privacy: '<p>又改了一次</p>', agreementVersion: '3' })
    await user.click(dialog.getByRole('button', { name: '同意并继续' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('重新阅读并同意')
    expect(await dialog.findByText('又改了一次')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '同意并继续' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await mustConsent(person)).toBe(0)
  })

  test('does not block the user if it cannot be loaded', async () => {
    network.use(
      http.get('*/api/auth/consent', () =>
        HttpResponse.json({ code: '4291', message: '', data: null, requestId: '' }),
      ),
    )
    await visit(await app().asNew('south'), '/app/logs')
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('is not shown without a new version; the field of the version explains when it is', async () => {
  const admin = await app().asNew('admin')
  const { version } = await admin.call('session.notice')
  await admin.call('session.consent', { version })
  await save({ privacy: '<p>只改了错字</p>' })
  await visit(admin, '/app/conf/login-and-register')
  const field = await screen.findByRole('textbox', { name: /^协议版本/ })
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const hint = described.map(it => document.getElementById(it)?.textContent).join('')
  expect(hint).toContain('只改内容、不换版本，不会再次询问')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// The last test, because a page whose session has ended sends no more requests.
test('signs out users who do not agree', async () => {
  const person = await app().asNew('branch')
  await visit(person, '/app/logs')
  await user.click((await agreementDialog()).getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(readToken()).toBeUndefined())
  expect(await mustConsent(await app().asNew('branch'))).toBe(1)
})
