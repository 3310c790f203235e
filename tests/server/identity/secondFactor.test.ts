import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { counters, firmConfigs, logs, messages, secondFactors } from '../../../server/db/tables.ts'
import { prepareFactorCode } from '../../../server/services/identity/secondFactor.ts'
import { resetAdmin } from '../../../server/services/operation/accounts.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { challengeOf, codeOf, provePassword, turnFactorOn } from '../../support/secondFactor.ts'

const interval = 30_000
const lawyer = '13800000001'
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.write(1, db => db.delete(secondFactors))
  await app.database.write(1, db => db.delete(firmConfigs).where(eq(firmConfigs.key, 'loginRegSet')))
  await app.database.write(null, db => db.delete(counters))
})

const second = (body: object, headers = {}) => app.send('POST', '/auth/factor/login', { body, headers })
const codesOf = (answers: { body: { code: string } }[]) => answers.map(it => it.body.code).toSorted()
const actions = async () => {
  const rows = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.id)).limit(3))
  return rows.map(it => it.action)
}
const stored = async () => (await app.database.read(1, db => db.select().from(secondFactors)))[0]
const require = (factorLevels: number[]) =>
  app.database.write(1, db =>
    db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { factorLevels } }),
  )

describe('setting up', () => {
  test('requires the password and a code, encrypts the secret and hashes the recovery codes', async () => {
    const person = await app.asNew('admin')
    const other = await app.asNew('admin')
    expect(
      (await person.send('PUT', '/auth/factor/secret', { body: { password: 'wrong-one' } })).body.code,
    ).toBe('4220')
    const { key, uri } = await person.call('session.beginFactor', { password })
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+:admin\?issuer=.+&secret=/)
    expect(await person.call('session.factor')).toMatchObject({ isOn: 0, recoveryLeft: 0 })
    // The factor has no effect yet.
    expect((await provePassword(app, 'admin')).body.code).toBe('200')
    const wrong = { code: codeOf(key, new Date(app.clock.now().getTime() + 20 * interval)) }
    expect((await person.send('PUT', '/auth/factor', { body: wrong })).body).toMatchObject({
      code: '4220',
      data: { errors: { code: expect.stringContaining('验证码不正确') as string } },
    })
    const { recoveryCodes } = await person.call('session.confirmFactor', {
      code: codeOf(key, app.clock.now()),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect(await person.call('session.factor')).toMatchObject({ isOn: 1, recoveryLeft: 10, isRequired: 0 })
    const row = JSON.stringify(await stored())
    for (const text of [key, ...recoveryCodes, ...recoveryCodes.map(it => it.replace('-', ''))])
      expect(row).not.toContain(text)
    expect((await other.send('GET', '/auth/self')).body.code).toBe('4003')
    expect((await actions())[0]).toBe('factorOn')
  })

  test('refuses another secret while one is confirmed', async () => {
    const { person, codeNow } = await turnFactorOn(app, lawyer)
    expect((await person.send('PUT', '/auth/factor/secret', { body: { password } })).body.code).toBe('4091')
    app.clock.advance(interval)
    expect((await person.send('PUT', '/auth/factor', { body: { code: codeNow() } })).body.code).toBe('4091')
  })
})

describe('signing in', () => {
  test.each(['admin', lawyer])(
    'gives %s no session by the password alone, and one with a code',
    async who => {
      const { codeNow } = await turnFactorOn(app, who)
      app.clock.advance(interval)
      const first = await provePassword(app, who)
      expect(first.body.code).toBe('4011')
      expect(Object.keys(first.body.data as object).toSorted()).toEqual(['challenge', 'expireIn'])
      expect(first.headers.get('set-cookie')).toBeNull()
      const { challenge } = first.body.data as { challenge: string }
      const { body } = await second({ challenge, code: codeNow() })
      expect(body.code).toBe('200')
      expect(
        (await app.send('GET', '/auth/self', { token: (body.data as { token: string }).token })).body.code,
      ).toBe('200')
      expect((await actions())[0]).toBe('login')
    },
  )

  test('by SMS is only the first step too', async () => {
    const { codeNow } = await turnFactorOn(app, lawyer)
    app.clock.advance(interval)
    const { codeId } = await app.call('session.code', { scene: 'login' })
    const code = app.outbox.captchas.get(codeId)!
    const { smsId } = await app.call('session.queryCode', { mobile: lawyer, scene: 'login', codeId, code })
    const { code: smsCode } = await app.receiveSms()
    const { body } = await app.send('POST', '/auth/lawyerLogin', { body: { mobile: lawyer, smsId, smsCode } })
    expect(body.code).toBe('4011')
    const { challenge } = body.data as { challenge: string }
    expect((await second({ challenge, code: codeNow() })).body.code).toBe('200')
  })

  test('with `totp` beside the password is one call, as the specification has it', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const enter = (totp: string) =>
      app.send('POST', '/auth/firmAccessUserLogin', {
        body: new URLSearchParams({ account: 'admin', password, totp }),
      })
    expect((await enter('12')).body.code).toBe('4002')
    expect((await enter(codeNow())).body.code).toBe('200')
  })

  test('accepts a code once, and then none of an earlier interval', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    const code = codeNow()
    expect((await second({ challenge: await challengeOf(app, 'admin'), code })).body.code).toBe('4002')
    app.clock.advance(interval)
    const [before, now] = [codeNow(), (app.clock.advance(interval), codeNow())]
    expect((await second({ challenge: await challengeOf(app, 'admin'), code: now })).body.code).toBe('200')
    for (const usedTime of [before, now])
      expect((await second({ challenge: await challengeOf(app, 'admin'), code: usedTime })).body.code).toBe(
        '4002',
      )
    expect(await actions()).toContain('loginFail')
  })

  test('of two simultaneous uses of one code, one opens a session', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const challenges = [await challengeOf(app, 'admin'), await challengeOf(app, 'admin')]
    const code = codeNow()
    const answers = await Promise.all(challenges.map(challenge => second({ challenge, code })))
    expect(codesOf(answers)).toEqual(['200', '4002'])
  })

  test('accepts a recovery code once, without the hyphen and in capitals', async () => {
    const { recoveryCodes, person } = await turnFactorOn(app, 'admin')
    const recoveryCode = recoveryCodes[3]!.replace('-', '').toUpperCase()
    const challenges = [await challengeOf(app, 'admin'), await challengeOf(app, 'admin')]
    const answers = await Promise.all(challenges.map(challenge => second({ challenge, recoveryCode })))
    expect(codesOf(answers)).toEqual(['200', '4002'])
    expect(await person.call('session.factor')).toMatchObject({ recoveryLeft: 9 })
    const rows = await app.database.read(1, db =>
      db.select().from(logs).where(eq(logs.action, 'recoveryCode')),
    )
    expect(rows.at(-1)?.summary).toContain('剩余9个恢复码')
    const received = await app.database.read(1, db =>
      db
        .select({ title: messages.title })
        .from(messages)
        .where(and(eq(messages.receiverType, 1), eq(messages.receiverId, person.id))),
    )
    expect(received.map(it => it.title)).toContain('您的账号通过恢复码登录')
  })

  test('of two transactions with the same code, as from two processes, one finds it unused', async () => {
    const { codeNow, recoveryCodes, person } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const owner = { firmId: 1, population: 1, id: person.id } as const
    for (const proof of [{ code: codeNow() }, { recoveryCode: recoveryCodes[0] }]) {
      const consume = await prepareFactorCode(app.database, owner, proof, app.clock.now())
      const used = await Promise.all(Array.from({ length: 8 }, () => app.database.write(1, consume)))
      expect(used.filter(Boolean)).toHaveLength(1)
    }
  })

  test('accepts a challenge once, within five minutes, from the same browser', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const used = await challengeOf(app, 'admin')
    expect((await second({ challenge: used, code: codeNow() })).body.code).toBe('200')
    app.clock.advance(interval)
    expect((await second({ challenge: used, code: codeNow() })).body.code).toBe('4091')
    const elsewhere = await challengeOf(app, 'admin')
    const headers = { 'User-Agent': 'another browser' }
    expect((await second({ challenge: elsewhere, code: codeNow() }, headers)).body.code).toBe('4091')
    app.clock.advance(301_000)
    expect((await second({ challenge: elsewhere, code: codeNow() })).body.code).toBe('4091')
    expect((await second({ challenge: 'made-up', code: codeNow() })).body.code).toBe('4091')
    expect((await second({ challenge: 'made-up' })).body.code).toBe('4220')
  })

  test('ends a challenge when its password changes', async () => {
    const { codeNow, person } = await turnFactorOn(app, lawyer)
    app.clock.advance(interval)
    const challenge = await challengeOf(app, lawyer)
    await person.call('session.password', { oldPassword: password, newPassword: 'silver-birch-lane' })
    expect((await second({ challenge, code: codeNow() })).body.code).toBe('4091')
    await person.call('session.password', { oldPassword: 'silver-birch-lane', newPassword: password })
  })

  test('locks after wrong codes as after wrong passwords, which a right password between does not reset', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const foundTexts: string[] = []
    for (let time = 0; time < 5; time++) {
      const { body } = await provePassword(app, 'admin')
      const { challenge } = body.data as { challenge?: string }
      if (challenge) foundTexts.push((await second({ challenge, code: '000000' })).body.code)
      else foundTexts.push(`first ${body.code}`)
    }
    // From the third failure on, the first step requires a captcha too.
    expect(foundTexts.slice(0, 3)).toEqual(['4002', '4002', '4002'])
    expect(foundTexts.slice(3)).toEqual(['first 4002', 'first 4002'])
    expect(codeNow()).toHaveLength(6)
  })

  test('accepts at most five wrong codes per challenge', async () => {
    const { codeNow } = await turnFactorOn(app, 'admin')
    app.clock.advance(interval)
    const challenge = await challengeOf(app, 'admin')
    const answers: string[] = []
    for (let time = 0; time < 6; time++) answers.push((await second({ challenge, code: '000000' })).body.code)
    expect(answers).toEqual(['4002', '4002', '4002', '4002', '4002', '4009'])
    expect((await second({ challenge, code: codeNow() })).body.code).toBe('4009')
    expect((await provePassword(app, 'admin')).body.code).toBe('4009')
  })
})

describe('turning off', () => {
  test('requires password and code', async () => {
    const { person, codeNow } = await turnFactorOn(app, lawyer)
    app.clock.advance(interval)
    const remove = (body: object) => person.send('DELETE', '/auth/factor', { body })
    expect((await remove({ password: 'wrong-one', code: codeNow() })).body.code).toBe('4220')
    expect((await remove({ password, code: '000000' })).body.code).toBe('4220')
    expect((await remove({ password, code: codeNow() })).body.code).toBe('200')
    expect((await actions())[0]).toBe('factorOff')
    expect((await provePassword(app, lawyer)).body.code).toBe('200')
  })

  test('new recovery codes replace the former ones', async () => {
    const { person, codeNow, recoveryCodes } = await turnFactorOn(app, lawyer)
    app.clock.advance(interval)
    const renewed = await person.call('session.renewRecoveryCodes', { password, code: codeNow() })
    expect(renewed.recoveryCodes).toHaveLength(10)
    const challenge = await challengeOf(app, lawyer)
    expect((await second({ challenge, recoveryCode: recoveryCodes[0] })).body.code).toBe('4002')
    expect((await second({ challenge, recoveryCode: renewed.recoveryCodes[0] })).body.code).toBe('200')
  })

  test('an administrator does it for others, with a reason and a message, but not for oneself', async () => {
    const { person, codeNow } = await turnFactorOn(app, lawyer)
    const [admin, branch] = [await app.as('admin'), await app.as('branch')]
    expect((await admin.call('lawyers.lawyerInfo', { id: person.id })).secondFactor).toBe(1)
    const off = (by: typeof admin, body: object) =>
      by.send('DELETE', `/lawyer/factor/${person.id}`, { body: { reason: '手机遗失', ...body } })
    expect((await off(branch, {})).body.code).toBe('4040')
    expect((await off(admin, { reason: '' })).body.code).toBe('4220')
    expect((await off(person, {})).body.code).toBe('4030')
    expect((await off(admin, {})).body.code).toBe('200')
    expect((await off(admin, {})).body.code).toBe('4091')
    expect((await provePassword(app, lawyer)).body.code).toBe('200')
    const page = await person.call('messages.page')
    expect(JSON.stringify(page)).toContain('您的两步验证已被关闭')
    expect(codeNow()).toHaveLength(6)
    const { person: second2 } = await turnFactorOn(app, 'admin2')
    const { records } = await admin.call('admins.pageList')
    expect(records.find(it => it.id === second2.id)?.secondFactor).toBe(1)
    expect(
      (await branch.send('DELETE', `/firmAccessUser/factor/${second2.id}`, { body: { reason: '遗失' } })).body
        .code,
    ).toBe('4040')
    await admin.call('admins.removeFactor', { id: second2.id, reason: '手机遗失' })
    expect((await provePassword(app, 'admin2')).body.code).toBe('200')
  })

  test('the command that resets an administrator removes the factor', async () => {
    await turnFactorOn(app, 'south')
    const fresh = await resetAdmin(app.database, 1, 'south')
    const { body } = await app.send('POST', '/auth/firmAccessUserLogin', {
      body: new URLSearchParams({ account: 'south', password: fresh! }),
    })
    expect(body.code).toBe('200')
    const rows = await app.database.read(1, db => db.select().from(logs).where(eq(logs.action, 'factorOff')))
    expect(rows.at(-1)).toMatchObject({ operatorName: '系统', targetType: 'admins' })
  })
})

describe('D where the firm demands it', () => {
  test('people without a factor can only set one up; other levels are not affected', async () => {
    await require([2])
    const [person, other] = [await app.asNew('admin2'), await app.asNew('admin')]
    expect(await person.call('session.self')).toMatchObject({ mustSetFactor: 1 })
    expect(await other.call('session.self')).toMatchObject({ mustSetFactor: 0 })
    const code = async (path: string) => (await person.send('GET', path)).body.code
    expect([await code('/firm/post'), await code('/auth/sessions')]).toEqual(['4007', '4007'])
    expect((await other.send('GET', '/firm/post')).body.code).toBe('200')
    expect(await person.call('session.factor')).toMatchObject({ isOn: 0, isRequired: 1 })
    const { key } = await person.call('session.beginFactor', { password })
    expect(await code('/firm/post')).toBe('4007')
    await person.call('session.confirmFactor', { code: codeOf(key, app.clock.now()) })
    expect(await code('/firm/post')).toBe('200')
    app.clock.advance(interval)
    const { body } = await person.send('DELETE', '/auth/factor', {
      body: { password, code: codeOf(key, app.clock.now()) },
    })
    expect(body.code).toBe('4091')
    expect(await person.call('session.factor')).toMatchObject({ isOn: 1 })
  })

  test('lawyers can be required separately', async () => {
    await require([0])
    const person = await app.asNew(lawyer)
    expect((await person.send('GET', '/auth/sessions')).body.code).toBe('4007')
    expect((await (await app.asNew('branch')).send('GET', '/firm/post')).body.code).toBe('200')
  })
})

test('a password recovered by the question does not replace the factor', async () => {
  await app.database.write(1, db =>
    db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { questionRecovery: 1 } }),
  )
  const { person, codeNow } = await turnFactorOn(app, lawyer)
  await person.call('session.question', { password, question: 3, answer: '东方小学' })
  app.clock.advance(interval)
  const { codeId } = await app.call('session.code', { scene: 'forgot' })
  const picture = { codeId, code: app.outbox.captchas.get(codeId)! }
  const recoveryStart = await app.call('session.loginByQuestion', {
    account: lawyer,
    userType: 2,
    ...picture,
  })
  if (!('ticket' in recoveryStart)) throw new Error('The question was not asked')
  const { body } = await app.send('POST', '/auth/loginByQuestion', {
    body: {
      ticket: recoveryStart.ticket,
      answer: '东方小学',
      smsCode: (await app.receiveSms()).code,
      newPassword: 'silver-birch-lane',
    },
  })
  expect(body.code).toBe('4011')
  expect((await person.send('GET', '/auth/self')).body.code).toBe('4003')
  const { challenge } = body.data as { challenge: string }
  expect((await second({ challenge, code: codeNow() })).body.code).toBe('200')
})
