import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, lawyers, logs, messages, sessions } from '../../../server/db/tables.ts'
import { expireUnusable } from '../../../server/services/jobs/housekeeping.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { sha256Of } from '../../../server/services/identity/tokens.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { createAsker, inputFieldsOf } from '../../support/asking.ts'

const minute = 60_000
const hour = 60 * minute
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const signIn = (remember: 0 | 1 = 0) =>
  app.call('session.firmAccessUserLogin', { account: 'admin', password, remember })
const self = async (token: string) => (await app.send('GET', '/auth/self', { token })).body.code

describe('a token', () => {
  test('is new at each sign-in, long, and stored as a hash', async () => {
    const [first, second] = [await signIn(), await signIn()]
    expect(first.token).not.toBe(second.token)
    expect(first.token.split('-').slice(1).join('-')).toMatch(/^[\w-]{43}$/)
    const rows = await app.database.read(1, db => db.select().from(sessions))
    expect(JSON.stringify(rows)).not.toContain(first.token)
    expect(rows.map(it => it.tokenHash)).toContain(sha256Of(first.token))
  })

  test('is accepted in the header Token only', async () => {
    const { token } = await signIn()
    const ask = async (path: string, headers: Record<string, string>) =>
      (await app.send('GET', path, { headers })).body.code
    expect(await ask('/auth/self', { Token: token })).toBe('200')
    expect(await ask('/auth/self', { Cookie: `token=${token}; Token=${token}` })).toBe('4003')
    expect(await ask('/auth/self', { Authorization: `Bearer ${token}` })).toBe('4003')
    expect(await ask(`/auth/self?token=${token}`, {})).toBe('4003')
    expect(await ask(`/auth/self?Token=${token}`, {})).toBe('4003')
  })

  test.each(['', 'x', '1-', `2-${'A'.repeat(43)}`, `1-${'A'.repeat(43)}`, "1-' or 1=1 --", '1'.repeat(8000)])(
    'that is unknown or malformed is answered with 4003: %.20s',
    async token => expect(await self(token)).toBe('4003'),
  )

  test('of one firm is invalid in another', async () => {
    const { token } = await signIn()
    expect(await self(token.replace(/^1-/, '2-'))).toBe('4003')
  })
})

describe('a session ends', () => {
  test('after two idle hours, not while it is used, and after twelve in total', async () => {
    const { token, expireAt } = await signIn()
    expect(Date.parse(expireAt) - app.clock.now().getTime()).toBeGreaterThan(12 * hour - minute)
    for (let time = 0; time < 6; time++) {
      app.clock.advance(119 * minute)
      expect(await self(token)).toBe('200')
    }
    app.clock.advance(7 * minute)
    expect(await self(token)).toBe('4003')
    const idle = await signIn()
    app.clock.advance(121 * minute)
    expect(await self(idle.token)).toBe('4003')
  })

  test('for good, when it was made while the clock was ahead', async () => {
    app.clock.advance(24 * hour)
    const earlySession = await app.asNew('admin')
    const unseen = await app.asNew('admin')
    await earlySession.call('session.self')
    app.clock.advance(-24 * hour)
    const now = await app.asNew('admin')
    await expect(earlySession.call('session.self')).rejects.toMatchObject({ code: '4003' })
    await now.call('session.self')
    app.clock.advance(25 * hour)
    for (const person of [earlySession, unseen])
      await expect(person.call('session.self')).rejects.toMatchObject({ code: '4003' })
    app.clock.advance(-25 * hour)
  })

  test('when it was made while the clock was ahead, even if nobody uses it or signs in', async () => {
    app.clock.advance(24 * hour)
    const unseen = await app.asNew('admin')
    app.clock.advance(-24 * hour)
    await expireUnusable(app.database, app.clock.now())
    app.clock.advance(25 * hour)
    await expect(unseen.call('session.self')).rejects.toMatchObject({ code: '4003' })
    app.clock.advance(-25 * hour)
  })

  test('after seven days when it is remembered', async () => {
    const { token } = await signIn(1)
    app.clock.advance(6 * 24 * hour + 23 * hour)
    expect(await self(token)).toBe('200')
    app.clock.advance(2 * hour)
    expect(await self(token)).toBe('4003')
  })

  test('by logout, at once, and only itself', async () => {
    const [ownSession, otherSession] = [await app.asNew('admin'), await app.asNew('admin')]
    await ownSession.call('session.logout')
    expect(await self(ownSession.token)).toBe('4003')
    expect(await self(otherSession.token)).toBe('200')
    expect((await ownSession.send('POST', '/auth/logout')).body.code).toBe('4003')
  })

  test('when the person is disabled or deleted', async () => {
    const branch = await app.asNew('branch2')
    const lawyer = await app.asNew('13800000003')
    expect([await self(branch.token), await self(lawyer.token)]).toEqual(['200', '200'])
    await app.database.write(1, async db => {
      await db.update(admins).set({ status: 0 }).where(eq(admins.id, branch.id))
      await db.update(lawyers).set({ deletedAt: new Date() }).where(eq(lawyers.id, lawyer.id))
    })
    expect([await self(branch.token), await self(lawyer.token)]).toEqual(['4003', '4003'])
  })

  test('by its owner from another device, never by somebody else', async () => {
    const [ownSession, lostSession, strangerSession] = [
      await app.asNew('admin2'),
      await app.asNew('admin2'),
      await app.asNew('system'),
    ]
    const list = await ownSession.call('session.sessions')
    expect(list.filter(it => it.current === 1)).toHaveLength(1)
    const { id } = list.find(it => it.current === 0)!
    await expect(strangerSession.call('session.endSessions', { id })).rejects.toMatchObject({ code: '4040' })
    await ownSession.call('session.endSessions', { id })
    expect([await self(lostSession.token), await self(ownSession.token)]).toEqual(['4003', '200'])
    await app.asNew('admin2')
    await ownSession.call('session.endSessions', {})
    expect(await ownSession.call('session.sessions')).toHaveLength(1)
  })
})

describe('a new password', () => {
  const change = async (account: string, input: object) => {
    const person = await app.asNew(account)
    return { person, answer: (await person.send('PUT', '/auth/password', { body: input })).body }
  }

  test('needs the old one, ends the other sessions, and is notified and logged', async () => {
    const other = await app.asNew('branch')
    const { person, answer } = await change('branch', {
      oldPassword: password,
      newPassword: 'silver-birch-lane',
    })
    expect(answer.code).toBe('200')
    expect([await self(person.token), await self(other.token)]).toEqual(['200', '4003'])
    const [sentMessage] = await app.database.read(1, db =>
      db.select().from(messages).where(eq(messages.receiverId, person.id)),
    )
    expect(sentMessage).toMatchObject({ type: 5, title: '您的登录密码已修改' })
    const [row] = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.operatorId, person.id), eq(logs.operatorType, 1)))
        .orderBy(desc(logs.seq)),
    )
    expect(row).toMatchObject({ action: 'changePassword', result: 1 })
    expect(JSON.stringify(row)).not.toContain('silver-birch-lane')
    await expect(
      app.call('session.firmAccessUserLogin', { account: 'branch', password }),
    ).rejects.toMatchObject({
      code: '4001',
    })
    await app.call('session.firmAccessUserLogin', { account: 'branch', password: 'silver-birch-lane' })
  })

  test('cannot be set by guessing the old one in an open session', async () => {
    const person = await app.asNew('south')
    const guess = async (oldPassword: string) =>
      (
        await person.send('PUT', '/auth/password', {
          body: { oldPassword, newPassword: 'silver-birch-lane' },
        })
      ).body
    for (let time = 0; time < 5; time++)
      expect(await guess('wrong-horse-battery')).toMatchObject({
        code: '4220',
        data: { errors: { oldPassword: '密码不正确，请重新输入' } },
      })
    expect((await guess(password)).code).toBe('4009')
    app.clock.advance(2 * minute)
    expect(await self(person.token)).toBe('200')
  })

  const sentence = '密码至少10位，不能是常见密码，也不能包含账号或手机号'
  test.each([
    ['short', '密码至少10位'],
    ['x'.repeat(129), '新密码最多128位'],
    ['1234567890', sentence],
    ['qwertyuiop', sentence],
    ['Password2026!', sentence],
    ['p@ssw0rd123', sentence],
    ['woaini1314520', sentence],
    ['pass-word_2026', sentence],
    ['p@ss.w0rd-123', sentence],
    ['qwer-tyui-op12', sentence],
    ['abcabcabcabc', sentence],
    ['aaaaaaaaaaaa', sentence],
    ['梁山律师事务所', '新密码至少10位'],
    ['梁山律师事务所2026!', sentence],
    ['my13900000105pass', sentence],
    ['i-am-system-now', sentence],
    [password, '新密码不能与原密码相同'],
  ])('%s is refused with a message', async (newPassword, message) => {
    const { answer } = await change('system', { oldPassword: password, newPassword })
    expect(answer.code).toBe('4220')
    expect((answer.data as { errors: { newPassword: string } }).errors.newPassword).toContain(
      message.slice(-8),
    )
  })

  test.each([
    'correct horse battery',
    '  spaces at both ends  ',
    '春眠不觉晓处处闻啼鸟',
    'ПарольНеОбычный🙂',
  ])('%s is accepted as typed', async newPassword => {
    expect((await change('system', { oldPassword: password, newPassword })).answer.code).toBe('200')
    const signed = await app.call('session.firmAccessUserLogin', { account: 'system', password: newPassword })
    await expect(
      app.call('session.firmAccessUserLogin', { account: 'system', password: newPassword.trim() + '.' }),
    ).rejects.toMatchObject({ code: '4001' })
    const back = await app.send('PUT', '/auth/password', {
      token: signed.token,
      body: { oldPassword: newPassword, newPassword: password },
    })
    expect(back.body.code).toBe('200')
  })

  test('must be chosen before anything else when the first one was assigned', async () => {
    const person = await app.asNew('admin2')
    await app.database.write(1, db =>
      db.update(admins).set({ mustChangePwd: 1 }).where(eq(admins.id, person.id)),
    )
    const code = async (path: string) => (await person.send('GET', path)).body.code
    expect([await code('/firm/post'), await code('/auth/self')]).toEqual(['4007', '200'])
    await person.call('session.password', { oldPassword: password, newPassword: 'silver-birch-lane' })
    expect(await code('/firm/post')).toBe('200')
  })
})

describe('before the first password is changed', () => {
  const open = servedCalls.filter(({ call }) => call.who === 'public' && !call.writes)

  test.each(open.map(it => [it.name, it.call] as const))(
    '%s answers as without a session',
    async (_, call) => {
      const ask = createAsker(app)
      const person = await app.asNew('admin')
      const input = { code: '310000', provinceCode: '310000', cityCode: '310100' }
      const callInput = Object.fromEntries(
        Object.entries(input).filter(([name]) => inputFieldsOf(call).includes(name)),
      )
      const token = { Token: person.token }
      const setFirst = (mustChangePwd: 0 | 1) =>
        app.database.write(1, db => db.update(admins).set({ mustChangePwd }).where(eq(admins.id, person.id)))
      await setFirst(1)
      const [anonymousAnswer, signedInAnswer] = [
        await ask(call, null, callInput),
        await ask(call, null, callInput, token),
      ]
      await setFirst(0)
      expect(signedInAnswer).toEqual({ ...anonymousAnswer, requestId: signedInAnswer.requestId })
    },
  )
})

test('self still identifies the caller', async () => {
  expect(await (await app.as('admin')).call('session.self')).toMatchObject({
    userType: 1,
    officeLevel: 1,
    isSystem: 0,
    organizationName: '总所',
    firmId: 1,
    hasQuestion: 0,
    mustChangePwd: 0,
    capabilities: expect.arrayContaining(['office.create', 'card.audit']) as string[],
  })
  const lawyer = await (await app.as('13800000001')).call('session.self')
  expect(lawyer).toMatchObject({ userType: 2, officeLevel: null, mobileMasked: '138****0001' })
  expect(JSON.stringify(lawyer)).not.toMatch(/password\w*":|hash|13800000001/i)
})
