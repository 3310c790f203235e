import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { call } from '../../providers/call.ts'
import { readToken } from '../../providers/session.ts'
import { password } from '../support/app.ts'
import { address, useClient } from '../support/client.ts'

const { app, network, visit } = useClient()
const user = userEvent.setup()
const settings = '/app/user/account/settings'
const isTimedOut = { code: '4004', message: '登录超时', data: null, requestId: '' }

test('signing in again after a timeout stays on the page, with typed values', async () => {
  const person = await app().asNew('13800000001')
  await visit(person, settings)
  const mail = await screen.findByRole<HTMLInputElement>('textbox', { name: /^邮箱/ })
  await user.type(mail, 'half@typed')
  const entries = history.length
  network.use(http.get('*/api/*', () => HttpResponse.json(isTimedOut), { once: true }))
  const answer = call('session.self', {})
  const dialog = within(await screen.findByRole('dialog', { name: '登录超时，请重新登录' }))
  await user.click(dialog.getByRole('button', { name: '登录' }))
  expect(await dialog.findByText('请输入手机号')).toBeTruthy()
  expect(dialog.getByText('请输入密码')).toBeTruthy()
  await user.type(dialog.getByLabelText('手机号'), '13800000001')
  await user.type(dialog.getByLabelText('密码'), `${password}!`)
  await user.click(dialog.getByRole('button', { name: '登录' }))
  await dialog.findByText('账号或密码不正确，请核对后重新输入')
  await user.clear(dialog.getByLabelText('密码'))
  await user.type(dialog.getByLabelText('密码'), password)
  await user.click(dialog.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await answer).id).toBe((await person.call('session.self')).id)
  expect(readToken()).not.toBe(person.token)
  expect(history).toHaveLength(entries)
  expect(address()).toBe(settings)
  expect(mail.value).toBe('half@typed')
})
