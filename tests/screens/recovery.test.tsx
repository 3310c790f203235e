import { screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { admins, firmConfigs } from '../../server/db/tables.ts'
import { Recovery } from '../../src/entrance/recovery/Recovery.tsx'
import { password } from '../support/app.ts'
import { labelled, useHashPage } from '../support/hashPage.ts'

const { app, user, onSigned, onLeave, open, type, press, picture, receivedCode, proveMobile, heading } =
  useHashPage(Recovery)

const newPassword = 'maple-harbour-9'

test('a lawyer sets a new password with an SMS code, and is signed in', async () => {
  const elsewhere = await app().asNew('13800000001')
  await open()
  await proveMobile('13800000001')
  await heading('设置新密码')
  await press('重设密码并登录')
  expect(await screen.findByText('请输入新密码')).toBeDefined()
  await type('新密码', 'password12')
  await press('重设密码并登录')
  expect(await screen.findByText(/不能是常见密码，也不能包含账号或手机号/)).toBeDefined()
  await type('新密码', newPassword)
  await press('重设密码并登录')
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '吴律师' })
  expect((await elsewhere.send('GET', '/auth/self')).body.code).toBe('4003')
})

test('an administrator has to select that population; the wrong one is reported', async () => {
  const [row] = await app().database.read(1, db =>
    db.select({ mobile: admins.mobile }).from(admins).where(eq(admins.account, 'branch')),
  )
  const { mobile } = row!
  await open()
  await proveMobile(mobile)
  await heading('设置新密码')
  await type('新密码', newPassword)
  await press('重设密码并登录')
  expect(await screen.findByText('该手机号没有律师账号，请核对登录身份')).toBeDefined()
  app().clock.advance(61_000)
  await user.click(await screen.findByLabelText('管理员'))
  await proveMobile(mobile)
  await heading('设置新密码')
  await type('新密码', newPassword)
  await press('重设密码并登录')
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '孙主管' })
})

test('does not reveal whether a number has an account', async () => {
  await open()
  await type('手机号', '13811112222')
  await press('获取验证码')
  await picture()
  await press('获取验证码')
  expect(await screen.findByText(/^如果 138\*{4}2222 已有账号，验证码短信正在发往该手机号/)).toBeDefined()
  await type('短信验证码', '123456')
  await press('下一步')
  expect(await screen.findByText('短信验证码错误或已过期，请核对后重新输入')).toBeDefined()
})

test('returns to the code if the ticket has expired', async () => {
  await open()
  await proveMobile('13800000002')
  await heading('设置新密码')
  app().clock.advance(11 * 60_000)
  await type('新密码', newPassword)
  await press('重设密码并登录')
  expect(await screen.findByText('验证已过期，请重新获取短信验证码')).toBeDefined()
  expect(await screen.findByLabelText(labelled('手机号'))).toHaveProperty('value', '13800000002')
})

test('offers the security question if the firm has enabled it, never on its own', async () => {
  await open()
  expect(screen.queryByRole('button', { name: '用密保问题找回' })).toBeNull()
  await app().database.write(1, db =>
    db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { questionRecovery: 1 } }),
  )
  const person = await app().asNew('13800000003')
  await person.call('session.question', { password, question: 3, answer: '东方小学' })

  await open()
  await press('用密保问题找回')
  await type('账号或手机号', '13800000003')
  await picture()
  await press('下一步')
  await heading('回答密保问题')
  expect(await screen.findByText('您就读的小学？')).toBeDefined()
  await type('答案', '西方小学')
  await type('新密码', newPassword)
  await press('重设密码并登录')
  expect(await screen.findByText('请输入6位短信验证码')).toBeDefined()
  await type('短信验证码', await receivedCode())
  await press('重设密码并登录')
  expect(await screen.findByText('密保答案或短信验证码错误，请核对后重试')).toBeDefined()
  app().clock.advance(61_000)
  await press('重新开始')
  await type('账号或手机号', '13800000003')
  await picture()
  await press('下一步')
  await type('答案', ' 东方 小学')
  await type('短信验证码', await receivedCode())
  await type('新密码', newPassword)
  await press('重设密码并登录')
  await waitFor(() => expect(onSigned).toHaveBeenCalledOnce())
  expect(onSigned.mock.lastCall?.[0].user).toMatchObject({ name: '王律师' })
  expect(onLeave).not.toHaveBeenCalled()
})

test('keeps population and account when switching between the methods', async () => {
  await open({ population: 1, account: 'admin' })
  const isChosen = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked
  expect(isChosen('管理员')).toBe(true)
  await user.click(await screen.findByLabelText('律师'))
  await type('手机号', '13800000003')
  await press('用密保问题找回')
  expect(await screen.findByLabelText(labelled('账号或手机号'))).toHaveProperty('value', '13800000003')
  expect(isChosen('律师')).toBe(true)
  await type('账号或手机号', '13800000002')
  await press('用短信验证码找回')
  expect(await screen.findByLabelText(labelled('手机号'))).toHaveProperty('value', '13800000002')
  expect(isChosen('律师')).toBe(true)
  await press('用密保问题找回')
  await picture()
  await press('下一步')
  await heading('回答密保问题')
  await press('重新开始')
  expect(await screen.findByLabelText(labelled('账号或手机号'))).toHaveProperty('value', '13800000002')
  expect(isChosen('律师')).toBe(true)
})
