import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { admins, logs, messages } from '../../../server/db/tables.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
afterEach(() => app.clock.advance(25 * 60 * 60_000))

const me = '13800000001'
const newPassword = 'maple-harbour-9'
const post = async (path: string, body: object): Promise<Envelope> =>
  (await app.send('POST', path, { body })).body
const reset = async (body: object): Promise<Envelope> =>
  (await app.send('PUT', '/auth/password', { body })).body

const ticketFor = async (mobile: string, scene: 'forgot' | 'register' = 'forgot') => {
  const { codeId } = await app.call('session.code', { scene: 'forgot' })
  const code = app.outbox.captchas.get(codeId)!
  const { smsId } = await app.call('session.queryCode', { mobile, scene, codeId, code })
  const smsCode = (await app.receiveSms()).code
  const { data } = await post('/cardSelf/checkSmsCode', { mobile, smsId, smsCode })
  return (data as { ticket: string }).ticket
}
const lawyerLogin = (given: string) => post('/auth/lawyerLogin', { mobile: me, password: given })

test('a code to the mobile sets a new password, ends sessions, notifies the owner and is logged', async () => {
  const elsewhere = await app.asNew(me)
  const ticket = await ticketFor(me)
  // A refused request does not use the ticket.
  expect(await reset({ ticket, newPassword: `x-${me}` })).toMatchObject({
    code: '4220',
    data: { errors: { newPassword: expect.any(String) as string } },
  })
  expect((await reset({ ticket, userType: 2, newPassword })).code).toBe('200')
  expect((await elsewhere.send('GET', '/auth/self')).body.code).toBe('4003')
  expect((await lawyerLogin(password)).code).toBe('4001')
  expect((await lawyerLogin(newPassword)).code).toBe('200')
  const sentMessages = await app.database.read(1, db =>
    db.select({ title: messages.title }).from(messages).where(eq(messages.receiverId, elsewhere.id)),
  )
  expect(sentMessages.map(it => it.title)).toContain('您的登录密码已通过短信验证码重设')
  const rows = await app.database.read(1, db =>
    db.select({ summary: logs.summary }).from(logs).where(eq(logs.action, 'changePassword')),
  )
  expect(rows).toEqual([{ summary: '【吴律师】通过短信验证码重设密码' }])
})

test('the ticket is valid once, also for 16 simultaneous uses', async () => {
  const ticket = await ticketFor(me)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => reset({ ticket, newPassword: `maple-harbour-${index}x` })),
  )
  expect(answers.filter(it => it.code === '200')).toHaveLength(1)
  expect(answers.filter(it => it.code === '4002')).toHaveLength(15)
})

test('accepts only a ticket for this purpose, and requires a session without one', async () => {
  expect((await reset({ newPassword })).code).toBe('4003')
  expect((await reset({ oldPassword: password, newPassword })).code).toBe('4003')
  expect((await reset({ ticket: 'x'.repeat(32), newPassword })).code).toBe('4002')
  expect((await reset({ ticket: await ticketFor(me, 'register'), newPassword })).code).toBe('4002')
  app.clock.advance(61_000)
  const lateTicket = await ticketFor(me)
  app.clock.advance(11 * 60_000)
  expect((await reset({ ticket: lateTicket, newPassword })).code).toBe('4002')
})

test('changes the administrator with this mobile, never one whose account equals the number', async () => {
  const mobileOf = async (account: string) => {
    const [row] = await app.database.read(1, db =>
      db.select({ mobile: admins.mobile }).from(admins).where(eq(admins.account, account)),
    )
    return row!.mobile
  }
  const mobile = await mobileOf('branch')
  const ticket = await ticketFor(mobile)
  expect((await reset({ ticket, userType: 2, newPassword })).data).toEqual({
    errors: { mobile: '该手机号没有律师账号，请核对登录身份' },
  })
  expect((await reset({ ticket, userType: 1, newPassword })).code).toBe('200')
  expect(
    (await app.call('session.firmAccessUserLogin', { account: 'branch', password: newPassword })).userInfo
      .name,
  ).toBe('孙主管')
  await app.database.write(1, db =>
    db.update(admins).set({ account: mobile }).where(eq(admins.account, 'south')),
  )
  app.clock.advance(61_000)
  expect((await reset({ ticket: await ticketFor(me), userType: 1, newPassword })).code).toBe('4220')
})

test('lifts a lock that somebody has caused', async () => {
  const ticket = await ticketFor(me)
  for (let time = 0; time < 5; time++) await lawyerLogin('wrong-horse-battery')
  expect((await lawyerLogin('wrong-horse-battery')).code).not.toBe('4001')
  expect((await reset({ ticket, newPassword: 'quiet-river-stone' })).code).toBe('200')
  expect((await lawyerLogin('quiet-river-stone')).code).toBe('200')
})
