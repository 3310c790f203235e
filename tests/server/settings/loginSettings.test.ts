import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
  stage = await setStage(app)
})
afterAll(() => app.close())

/** Saves a patch like an administrator on the settings page 律师登录. */
const save = async (patch: object) => {
  const admin = await app.asNew('admin')
  const now = await admin.call('loginRegSet.get')
  await admin.call('loginRegSet.update', { ...now, ...patch })
}
const minute = 60_000
afterEach(() => save({ lockTimes: 5, lockMinutes: 15, idleMinutes: 0, singleSession: 0, pwdMinLength: 10 }))

let networks = 0
const fromAnotherNetwork = () => ({ 'X-Forwarded-For': `203.0.113.${++networks % 250}` })
const mobile = '13800000001'
const logIn = async (given: string, more: object = {}) => {
  const body = { mobile, password: given, ...more }
  return (await app.send('POST', '/auth/lawyerLogin', { body, headers: fromAnotherNetwork() })).body
}
const isAlive = async (token: string) => (await app.send('GET', '/auth/self', { token })).body.code === '200'

describe('wrong passwords', () => {
  const guess = async () => logIn('wrong-horse-battery', await stage.picture())
  const codes = async (times: number) => {
    const answers: string[] = []
    for (let time = 0; time < times; time++) answers.push((await guess()).code)
    return answers
  }

  test('lock the account after the number of attempts that the firm sets', async () => {
    await save({ lockTimes: 3 })
    expect(await codes(4)).toEqual(['4001', '4001', '4001', '4009'])
    app.clock.advance(60 * minute)
    await logIn(password, await stage.picture())
    await save({ lockTimes: 6 })
    expect(await codes(7)).toEqual([...Array.from({ length: 6 }, () => '4001'), '4009'])
  })

  test('lock the account for at most the time that the firm sets', async () => {
    app.clock.advance(60 * minute)
    await logIn(password, await stage.picture())
    await save({ lockTimes: 3, lockMinutes: 5 })
    await codes(3)
    // The lock lasts 1, 2 and 4 minutes, and from then on 5 instead of 8.
    for (const wait of [1, 2, 4, 5]) {
      expect((await guess()).code).toBe('4009')
      app.clock.advance(wait * minute)
      expect((await guess()).code).toBe('4001')
    }
    expect(await guess()).toMatchObject({ code: '4009', message: expect.stringContaining('5分钟') })
    app.clock.advance(60 * minute)
  })
})

test('a session, remembered or not, expires after the idle time that the firm sets', async () => {
  const token = async (remember: 0 | 1) =>
    ((await logIn(password, { remember })).data as { token: string }).token
  const [short, long] = [await token(0), await token(1)]
  app.clock.advance(60 * minute)
  expect([await isAlive(short), await isAlive(long)]).toEqual([true, true])
  await save({ idleMinutes: 30 })
  app.clock.advance(31 * minute)
  expect([await isAlive(short), await isAlive(long)]).toEqual([false, false])
})

test('a lawyer has one session if the firm requires it', async () => {
  const token = async () => ((await logIn(password)).data as { token: string }).token
  const first = await token()
  await save({ singleSession: 1 })
  const last = await token()
  expect([await isAlive(first), await isAlive(last)]).toEqual([false, true])
})

test('a new password has at least the length that the firm sets', async () => {
  await save({ pwdMinLength: 20 })
  const lawyer = await app.asNew(mobile)
  const passwordChange = { oldPassword: password, newPassword: 'short-enough-14' }
  await expect(lawyer.call('session.password', passwordChange)).rejects.toMatchObject({
    code: '4220',
    data: { errors: { newPassword: expect.stringContaining('20位') } },
  })
  await save({ pwdMinLength: 10 })
  await lawyer.call('session.password', passwordChange)
  await (
    await app.asNew(mobile)
  ).call('session.password', { oldPassword: passwordChange.newPassword, newPassword: password })
})

test('a captcha is always required if the firm says so, and the sign-in page is told', async () => {
  await save({ captcha: 'always' })
  expect(await logIn(password)).toMatchObject({ code: '4002', data: { captcha: 1 } })
  expect((await app.call('conf.app')).login).toMatchObject({ captcha: 'always' })
  expect((await logIn(password, await stage.picture())).code).toBe('200')
  await save({ captcha: 'auto' })
})

test('a disabled sign-in method is refused by the server, and the last one cannot be disabled', async () => {
  await save({ passwordLogin: 0 })
  expect((await logIn(password)).code).toBe('4031')
  expect((await app.call('conf.app')).login).toMatchObject({ passwordLogin: 0, smsLogin: 1 })
  await expect(save({ passwordLogin: 0, smsLogin: 0 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { passwordLogin: expect.stringContaining('至少开启一项') } },
  })
  await save({ passwordLogin: 1 })
})

describe('registration', () => {
  const register = async (more: object) => {
    const { mobile: own, smsId, smsCode } = await stage.provenMobile()
    const { ticket } = await app.call('registration.checkSmsCode', { mobile: own, smsId, smsCode })
    const form = { ticket, mobile: own, name: '花荣', password: 'maple-harbour-31', consentVersion: '1' }
    return (
      await app.send('POST', '/lawyer/register', {
        body: { ...form, ...more },
        headers: fromAnotherNetwork(),
      })
    ).body
  }
  const place = () => ({ organizationId: stage.organizationId, personType: 1 })

  test('requires the fields that the firm asks for', async () => {
    expect(await register({})).toMatchObject({
      code: '4220',
      data: { errors: { organizationId: '请选择所属律所', personType: '请选择人员类别' } },
    })
    await save({ registerFields: [{ field: 'email', required: 1 }] })
    expect((await app.call('conf.app')).login.registerFields).toEqual([{ field: 'email', required: 1 }])
    expect(await register({})).toMatchObject({ data: { errors: { email: '请输入邮箱' } } })
    expect(await register({ email: 'hua@example.com' })).toMatchObject({ code: '200', data: { status: 0 } })
    await save({ registerFields: null })
    expect((await app.call('conf.app')).login.registerFields).toEqual([])
  })

  test('refers to the current agreement', async () => {
    await save({ agreementVersion: '2' })
    expect(await register(place())).toMatchObject({
      code: '4220',
      data: { errors: { consentVersion: expect.stringContaining('重新阅读') } },
    })
    expect(await register({ ...place(), consentVersion: '2' })).toMatchObject({ code: '200' })
    await save({ agreementVersion: '1' })
  })

  test('waits for a review or not, as the firm sets', async () => {
    const admin = await app.asNew('admin')
    const now = await admin.call('cardReview.get')
    await admin.call('cardReview.update', { ...now, registerReview: 0 })
    expect(await register(place())).toMatchObject({ code: '200', data: { status: 1 } })
  })

  test('is refused if the firm disables it', async () => {
    await save({ register: 0 })
    await expect(
      app.call('registration.getCardCode', { mobile: '13611110000', ...(await stage.picture()) }),
    ).rejects.toMatchObject({ code: '4031' })
    await save({ register: 1, mobileWhitelistOnly: 1 })
    expect((await register(place())).code).toBe('4031')
  })
})

test('an initial password is either shown once or sent to its owner and shown to nobody', async () => {
  const admin = await app.asNew('admin')
  const list = (mobile: string) => ({
    mode: 'all' as const,
    list: [{ name: '穆弘', mobile, organizationId: stage.organizationId, personType: 2 as const }],
  })
  const shown = await admin.call('lawyers.addList', list('13733330001'))
  expect(shown.passwords).toMatchObject([{ initialPassword: expect.stringMatching(/^\w{10}$/) }])
  await save({ initialPwdMode: 2 })
  const sent = await (await app.asNew('admin')).call('lawyers.addList', list('13733330002'))
  expect(sent).toMatchObject({ success: 1, passwords: [] })
  const message = await app.receiveSms()
  expect(message).toMatchObject({ mobile: '13733330002', text: expect.stringContaining(message.code) })
  const body = { mobile: '13733330002', password: message.code }
  expect(
    (await app.send('POST', '/auth/lawyerLogin', { body, headers: fromAnotherNetwork() })).body.code,
  ).toBe('200')
  const { id } = sent.rows[0]!
  expect(await (await app.asNew('admin')).call('lawyers.updatePassword', { id: id! })).toEqual({})
  expect((await app.receiveSms()).code).not.toBe(message.code)
  await save({ initialPwdMode: 1 })
})
