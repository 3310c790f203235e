import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  admins,
  counters,
  firmConfigs,
  hosts,
  lawyers,
  logs,
  messages,
  oneTimeCodes,
  passkeys,
  secondFactors,
} from '../../../server/db/tables.ts'
import { resetAdmin } from '../../../server/services/operation/accounts.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { addPasskeyFor, createAuthenticator, passkeyProof } from '../../support/passkey.ts'
import { codeOf, provePassword, turnFactorOn } from '../../support/secondFactor.ts'

const lawyer = '13800000001'
const both = [
  ['admin', 1],
  [lawyer, 2],
] as const
let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await app.database.write(null, db => db.insert(hosts).values({ name: 'two.example', firmId: 2 }))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.write(1, db => db.delete(passkeys))
  await app.database.write(1, db => db.delete(secondFactors))
  await app.database.write(1, db => db.delete(firmConfigs).where(eq(firmConfigs.key, 'loginRegSet')))
  await app.database.write(null, db => db.delete(counters))
})

const login = (body: object, headers = {}) =>
  app.send('POST', '/auth/passkey/login', { body, headers: { Host: 'localhost', ...headers } })
const lastLog = async () =>
  (await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.id)).limit(1)))[0]
const stored = async () => (await app.database.read(1, db => db.select().from(passkeys)))[0]
const titlesFor = async (population: 1 | 2, id: number) => {
  const isReceiver = and(eq(messages.receiverType, population), eq(messages.receiverId, id))
  const rows = await app.database.read(1, db => db.select().from(messages).where(isReceiver))
  return rows.map(({ title }) => title)
}
const require = (factorLevels: number[]) =>
  app.database.write(1, db =>
    db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value: { factorLevels } }),
  )

describe('adding', () => {
  test('takes the password, ends other sessions, and is logged and reported', async () => {
    const person = await app.asNew(lawyer)
    const other = await app.asNew(lawyer)
    const headers = { Host: 'localhost' }
    const wrong = await person.send('PUT', '/auth/passkey/new', { body: { password: 'wrong-one' }, headers })
    expect(wrong.body.code).toBe('4220')
    const { options } = await person.call('session.beginPasskey', { password }, headers)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const authenticator = createAuthenticator()
    const credential = authenticator.create(options)
    await person.call('session.addPasskey', { name: '手机', credential }, headers)
    expect(await person.call('session.passkeys', {}, headers)).toMatchObject([
      { name: '手机', isHere: 1, lastUsedAt: null },
    ])
    expect((await other.send('GET', '/auth/self')).body.code).toBe('4003')
    expect(await lastLog()).toMatchObject({ action: 'passkeyOn', targetType: 'lawyers', targetId: person.id })
    expect(await titlesFor(2, person.id)).toContain('您的账号添加了通行密钥')
    // A second answer to the same options.
    const again = await person.send('POST', '/auth/passkey', { body: { name: '手机', credential }, headers })
    expect(again.body.code).toBe('4091')
  })

  test('refuses an answer without user verification, of another page or another session', async () => {
    const headers = { Host: 'localhost' }
    const [person, other] = [await app.asNew('admin'), await app.asNew('admin')]
    const add = async (by: typeof person, page: { host?: string; origin?: string }, isVerified = true) => {
      const { options } = await person.call('session.beginPasskey', { password }, headers)
      const authenticator = createAuthenticator(page)
      authenticator.state.isVerified = isVerified
      const body = { name: '电脑', credential: authenticator.create(options) }
      return (await by.send('POST', '/auth/passkey', { body, headers })).body.code
    }
    expect(await add(person, {}, false)).toBe('4091')
    expect(await add(person, { host: 'evil.example' })).toBe('4091')
    expect(await add(person, { origin: 'https://evil.example' })).toBe('4091')
    expect(await add(other, {})).toBe('4091')
    expect(await stored()).toBeUndefined()
  })

  test('is refused at a bare address, where browsers know no passkeys', async () => {
    const person = await app.as('admin')
    for (const Host of ['127.0.0.1:8080', '[::1]:8080']) {
      const begun = await person.send('PUT', '/auth/passkey/new', { body: { password }, headers: { Host } })
      expect(begun.body).toMatchObject({ code: '4091', message: expect.stringContaining('域名') as string })
    }
  })

  test('stops at ten, and a name can be changed by the version that was read', async () => {
    const { person, id } = await addPasskeyFor(app, 'admin')
    for (let count = 1; count < 10; count++) await addPasskeyFor(app, 'admin')
    const begun = await person.send('PUT', '/auth/passkey/new', {
      body: { password },
      headers: { Host: 'localhost' },
    })
    expect(begun.body.code).toBe('4091')
    await person.call('session.renamePasskey', { id, name: '家里的电脑', version: 1 })
    const late = await person.send('PUT', '/auth/passkey', { body: { id, name: '旧名', version: 1 } })
    expect(late.body).toMatchObject({ code: '4090', data: { current: { name: '家里的电脑' } } })
    const other = await app.as(lawyer)
    const foreign = await other.send('PUT', '/auth/passkey', { body: { id, name: '旧名', version: 2 } })
    expect(foreign.body.code).toBe('4040')
  })
})

describe('the password of the account', () => {
  const assign = (table: typeof admins | typeof lawyers, id: number) =>
    app.database.write(1, db => db.update(table).set({ mustChangePwd: 1 }).where(eq(table.id, id)))
  const logged = async (action: string) =>
    app.database.read(1, db => db.select().from(logs).where(eq(logs.action, action)).orderBy(desc(logs.id)))
  const newPassword = 'silver-birch-lane'

  test.each([
    ['PUT', '/auth/passkey/new', { password }],
    ['POST', '/auth/passkey', { name: '手机', credential: {} }],
    ['GET', '/auth/passkey', undefined],
    ['PUT', '/auth/factor/secret', { password }],
    ['PUT', '/auth/factor', { code: '123456' }],
    ['GET', '/auth/factor', undefined],
  ] as const)(
    'must be the owner’s own before %s %s, whatever the firm demands',
    async (method, path, body) => {
      await require([2])
      const person = await app.asNew('admin2')
      await assign(admins, person.id)
      const answer = await person.send(method, path, {
        ...(body && { body }),
        headers: { Host: 'localhost' },
      })
      await app.database.write(1, db => db.update(admins).set({ mustChangePwd: 0 }))
      expect(answer.body).toMatchObject({ code: '4007', message: '请先修改初始密码' })
    },
  )

  test.each([
    ['admin', 1, admins],
    [lawyer, 2, lawyers],
  ] as const)(
    'of %s, replacing an assigned one removes the passkeys added before',
    async (who, userType, table) => {
      const { authenticator, person } = await addPasskeyFor(app, who)
      await assign(table, person.id)
      await person.call('session.password', { oldPassword: password, newPassword })
      const { body } = await login(await passkeyProof(app, authenticator, userType))
      await person.call('session.password', { oldPassword: newPassword, newPassword: password })
      expect(body.code).toBe('4001')
      expect((await logged('passkeyOff'))[0]).toMatchObject({ targetId: person.id })
      expect(await titlesFor(userType, person.id)).not.toContain('请核对您的通行密钥')
    },
  )

  test('replaced by its owner leaves the passkeys and asks which are still right', async () => {
    const { authenticator, person } = await addPasskeyFor(app, 'admin2')
    await person.call('session.password', { oldPassword: password, newPassword })
    const { body } = await login(await passkeyProof(app, authenticator, 1))
    await person.call('session.password', { oldPassword: newPassword, newPassword: password })
    expect(body.code).toBe('200')
    expect(await titlesFor(1, person.id)).toContain('请核对您的通行密钥')
  })

  test('reset by an administrator removes the passkeys of both populations', async () => {
    const admin = await app.as('admin')
    const { person } = await addPasskeyFor(app, '13800000003')
    await admin.call('lawyers.updatePassword', { id: person.id })
    const { person: other } = await addPasskeyFor(app, 'branch2')
    const { version } = (await admin.call('admins.pageList')).records.find(({ id }) => id === other.id)!
    await admin.call('admins.firmAccessUserUpdate', { id: other.id, version, resetPassword: 1 })
    expect(await stored()).toBeUndefined()
    expect((await logged('passkeyOff')).slice(0, 2).map(it => it.targetId)).toEqual([other.id, person.id])
  })
})

describe('signing in', () => {
  test.each(both)(
    'opens a session for %s without a password, past the authenticator app',
    async (who, userType) => {
      const { person } = await turnFactorOn(app, who)
      const { authenticator } = await addPasskeyFor(app, who)
      const { body } = await login(await passkeyProof(app, authenticator, userType))
      expect(body).toMatchObject({ code: '200', data: { userInfo: { id: person.id, userType } } })
      const { token } = body.data as { token: string }
      expect((await app.send('GET', '/auth/self', { token })).body.code).toBe('200')
      expect(await lastLog()).toMatchObject({
        action: 'login',
        summary: expect.stringContaining('通行密钥') as string,
      })
      expect((await stored())?.lastUsedAt).not.toBeNull()
      // The password alone still needs the app.
      expect((await provePassword(app, who)).body.code).toBe('4011')
    },
  )

  test('accepts a challenge once, for five minutes, also of parallel attempts one', async () => {
    const { authenticator } = await addPasskeyFor(app, 'admin')
    const proof = await passkeyProof(app, authenticator, 1)
    const answers = await Promise.all([login(proof), login(proof), login(proof)])
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['200', '4001', '4001'])
    expect((await login(proof)).body.code).toBe('4001')
    const old = await passkeyProof(app, authenticator, 1)
    app.clock.advance(301_000)
    expect((await login(old)).body.code).toBe('4001')
    expect(await lastLog()).toMatchObject({ action: 'loginFail', targetType: 'admins' })
  })

  test('uses a challenge up with a wrong answer too', async () => {
    const { authenticator } = await addPasskeyFor(app, 'admin')
    const proof = await passkeyProof(app, authenticator, 1)
    const { credential } = proof
    const forged = { ...credential, response: { ...credential.response, signature: 'AAAA' } }
    expect((await login({ ...proof, credential: forged })).body.code).toBe('4001')
    expect((await login(proof)).body.code).toBe('4001')
  })

  test('refuses a copy of the authenticator, whose count does not grow', async () => {
    const { authenticator } = await addPasskeyFor(app, 'admin')
    authenticator.state.signCount = 20
    expect((await login(await passkeyProof(app, authenticator, 1))).body.code).toBe('200')
    authenticator.state.signCount = 15
    expect((await login(await passkeyProof(app, authenticator, 1))).body.code).toBe('4001')
    expect((await stored())?.signCount).toBe(21)
  })

  test('refuses an answer without user verification', async () => {
    const { authenticator } = await addPasskeyFor(app, 'admin')
    authenticator.state.isVerified = false
    expect((await login(await passkeyProof(app, authenticator, 1))).body.code).toBe('4001')
  })

  test('refuses the other population, another host name and another firm', async () => {
    const { authenticator } = await addPasskeyFor(app, lawyer)
    expect((await login(await passkeyProof(app, authenticator, 1))).body.code).toBe('4001')
    const asAdmin = await passkeyProof(app, authenticator, 1)
    expect((await login({ ...asAdmin, userType: 2 })).body.code).toBe('4001')
    // A challenge of another host name, answered by a browser at this one.
    const elsewhere = await passkeyProof(app, authenticator, 2, 'other.example')
    expect((await login(elsewhere)).body.code).toBe('4001')
    expect((await login(elsewhere, { Host: 'other.example' })).body.code).toBe('4001')
    const atSecondFirm = await passkeyProof(app, authenticator, 2, 'two.example')
    expect((await login(atSecondFirm, { Host: 'two.example' })).body.code).toBe('4001')
    expect((await login(await passkeyProof(app, authenticator, 2))).body.code).toBe('200')
  })

  test('refuses an unknown or removed passkey, and the owner id of somebody else', async () => {
    const { authenticator, person, id } = await addPasskeyFor(app, 'admin')
    expect((await login(await passkeyProof(app, createAuthenticator(), 1))).body.code).toBe('4001')
    const stranger = createAuthenticator()
    stranger.state.userHandle = authenticator.state.userHandle
    expect((await login(await passkeyProof(app, stranger, 1))).body.code).toBe('4001')
    const own = authenticator.state.userHandle
    authenticator.state.userHandle = 'c29tZWJvZHk'
    expect((await login(await passkeyProof(app, authenticator, 1))).body.code).toBe('4001')
    authenticator.state.userHandle = own
    const late = await passkeyProof(app, authenticator, 1)
    await person.call('session.removePasskey', { id, password })
    expect((await login(late)).body.code).toBe('4001')
    expect(await lastLog()).toMatchObject({ action: 'loginFail' })
  })

  test('treats disabled, waiting and departed accounts as with a password', async () => {
    const { authenticator, person } = await addPasskeyFor(app, lawyer)
    const setStatus = (status: 0 | 1 | 2 | 3 | 4) =>
      app.database.write(1, db => db.update(lawyers).set({ status }).where(eq(lawyers.id, person.id)))
    for (const [status, code] of [
      [0, '4006'],
      [2, '4006'],
      [3, '4005'],
      [4, '4005'],
    ] as const) {
      await setStatus(status)
      expect((await login(await passkeyProof(app, authenticator, 2))).body.code).toBe(code)
    }
    await setStatus(1)
    const administrator = await addPasskeyFor(app, 'admin2')
    const setAdminStatus = (status: 0 | 1) =>
      app.database.write(1, db =>
        db.update(admins).set({ status }).where(eq(admins.id, administrator.person.id)),
      )
    await setAdminStatus(0)
    expect((await login(await passkeyProof(app, administrator.authenticator, 1))).body.code).toBe('4005')
    await setAdminStatus(1)
  })

  test('limits the attempts of a network, without locking the account', async () => {
    const { authenticator } = await addPasskeyFor(app, 'admin')
    authenticator.state.isVerified = false
    let last = ''
    for (let count = 0; count < 21; count++)
      last = (await login(await passkeyProof(app, authenticator, 1))).body.code
    expect(last).toBe('4290')
    expect((await provePassword(app, 'admin')).body.code).toBe('200')
  })

  test('stores no challenge that can be read from the database', async () => {
    const { options } = await app.call('session.passkeyChallenge', { userType: 1 }, { Host: 'localhost' })
    const rows = await app.database.read(1, db => db.select().from(oneTimeCodes))
    const ticket = Buffer.from(String(options['challenge']), 'base64url').toString('utf8')
    expect(JSON.stringify(rows)).not.toContain(ticket)
  })
})

describe('removing', () => {
  test('takes the password, ends other sessions, and is logged and reported', async () => {
    const { person, id } = await addPasskeyFor(app, 'admin')
    const other = await app.asNew('admin')
    const remove = (body: object) => person.send('DELETE', '/auth/passkey', { body })
    expect((await remove({ id, password: 'wrong-one' })).body.code).toBe('4220')
    expect((await remove({ id: id + 1, password })).body.code).toBe('4040')
    expect((await remove({ id, password })).body.code).toBe('200')
    expect((await other.send('GET', '/auth/self')).body.code).toBe('4003')
    expect(await lastLog()).toMatchObject({ action: 'passkeyOff' })
    expect(await titlesFor(1, person.id)).toContain('您的账号移除了通行密钥')
  })

  test('an administrator removes the passkeys of others with their app, as the command does', async () => {
    const { person, authenticator } = await addPasskeyFor(app, lawyer)
    const admin = await app.as('admin')
    expect((await admin.call('lawyers.lawyerInfo', { id: person.id })).secondFactor).toBe(1)
    await admin.call('lawyers.removeFactor', { id: person.id, reason: '手机遗失' })
    expect((await admin.call('lawyers.lawyerInfo', { id: person.id })).secondFactor).toBe(0)
    expect((await login(await passkeyProof(app, authenticator, 2))).body.code).toBe('4001')
    const south = await addPasskeyFor(app, 'south')
    await resetAdmin(app.database, 1, 'south')
    expect((await login(await passkeyProof(app, south.authenticator, 1))).body.code).toBe('4001')
  })
})

describe('where the firm demands a second factor', () => {
  test('a passkey is one, and the last factor cannot be removed', async () => {
    await require([3])
    const person = await app.as('branch')
    expect((await person.send('GET', '/firm/post')).body.code).toBe('4007')
    const { authenticator, id } = await addPasskeyFor(app, 'branch')
    const { body } = await login(await passkeyProof(app, authenticator, 1))
    const signed = app.withToken('branch', (body.data as { token: string }).token)
    expect((await signed.send('GET', '/firm/post')).body.code).toBe('200')
    const removed = await signed.send('DELETE', '/auth/passkey', { body: { id, password } })
    expect(removed.body).toMatchObject({
      code: '4091',
      message: expect.stringContaining('最后一个') as string,
    })

    // With an app beside it, either of them can go, but not both.
    const { key } = await signed.call('session.beginFactor', { password })
    await signed.call('session.confirmFactor', { code: codeOf(key, app.clock.now()) })
    expect(await signed.call('session.factor')).toMatchObject({ isOn: 1, isRequired: 0 })
    app.clock.advance(30_000)
    const removals = await Promise.all([
      signed.send('DELETE', '/auth/passkey', { body: { id, password } }),
      signed.send('DELETE', '/auth/factor', { body: { password, code: codeOf(key, app.clock.now()) } }),
    ])
    expect(removals.map(it => it.body.code).toSorted()).toEqual(['200', '4091'])
  })

  test('the password alone gives no session to somebody who has only a passkey', async () => {
    await addPasskeyFor(app, 'admin2')
    expect((await provePassword(app, 'admin2')).body.code).toBe('200')
    await require([2])
    const { body } = await provePassword(app, 'admin2')
    expect(body).toMatchObject({ code: '4011', data: { app: 0, passkey: 1 } })
    const { challenge } = body.data as { challenge: string }
    const guess = await app.send('POST', '/auth/factor/login', { body: { challenge, code: '000000' } })
    expect(guess.body.code).toBe('4002')
  })
})
