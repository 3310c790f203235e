import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  admins,
  counters,
  firms,
  hosts,
  lawyers,
  logs,
  oneTimeCodes,
  sessions,
} from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { createOpenId } from '../../../server/services/integrations/openId.ts'
import { createSignOn } from '../../../server/services/integrations/signOn.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { wecomAddresses } from '../../support/wecom.ts'
import { clientId, clientSecret, startOpenIdProvider, visitProvider } from '../../support/openIdProvider.ts'
import { addPasskeyFor } from '../../support/passkey.ts'
import { turnFactorOn } from '../../support/secondFactor.ts'
import { beginSignOnAt, offerOpenId, prepareSignOn, signInPage, signOnProof } from '../../support/signOn.ts'

const adminMobile = '13900000100'
const lawyer = '13800000001'
const pageOfTwo = 'https://two.example/web/login'
const both = [
  ['admin', 1],
  [lawyer, 2],
] as const

let app: TestApp
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
beforeAll(async () => {
  provider = await startOpenIdProvider([signInPage, pageOfTwo])
  const verified = { phone_number_verified: true }
  provider.accounts.set('admin', { phone_number: adminMobile, ...verified, preferred_username: 'ADMIN' })
  provider.accounts.set(lawyer, { phone_number: `+86 138-0000-0001`, ...verified })
  provider.accounts.set('stranger', { phone_number: '13711112222', ...verified })
  provider.accounts.set('unverified', { phone_number: lawyer, phone_number_verified: false })
  app = await startApp({
    services: {
      signOn: createSignOn(
        { isProduction: false, isPrivateSignOnAllowed: true, wecom: wecomAddresses },
        createLog('silent'),
      ),
    },
  })
  await app.database.write(null, db => db.insert(hosts).values({ name: 'two.example', firmId: 2 }))
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(async () => {
  await offerOpenId(app, provider.url)
  await app.database.write(null, db => db.delete(counters))
})

type Proof = Awaited<ReturnType<typeof prepareSignOn>>

const login = async (body: Partial<Proof>, headers = {}) =>
  (await app.send('POST', '/auth/sso/login', { body, headers })).body
const lastLog = async (action: string) => {
  const isSuch = and(eq(logs.firmId, 1), eq(logs.action, action))
  const rows = await app.database.read(1, db =>
    db.select().from(logs).where(isSuch).orderBy(desc(logs.id)).limit(1),
  )
  return rows[0]
}
const countSessions = () => app.database.read(1, db => db.$count(sessions))
const setLawyer = (values: Partial<typeof lawyers.$inferInsert>, id: number) =>
  app.database.write(1, db =>
    db
      .update(lawyers)
      .set(values)
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id))),
  )

describe('signing in', () => {
  test.each(both)('opens a session for %s, whose log row names the way', async (who, userType) => {
    const { id } = await app.as(who)
    const body = await login(await prepareSignOn(app, who, { userType }))
    expect(body).toMatchObject({ code: '200', data: { userInfo: { id, userType } } })
    const { token } = body.data as { token: string }
    expect((await app.send('GET', '/auth/self', { token })).body.code).toBe('200')
    expect(await lastLog('login')).toMatchObject({ summary: expect.stringContaining('单点登录') as string })
  })

  test('asks the provider with PKCE, a nonce and a state of which only hashes are stored', async () => {
    const { url, state, browser } = await beginSignOnAt(app)
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'tenant-admin',
      response_type: 'code',
      redirect_uri: signInPage,
      code_challenge_method: 'S256',
      scope: 'openid profile phone',
      state,
    })
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/)
    const rows = await app.database.read(1, db => db.select().from(oneTimeCodes))
    const stored = JSON.stringify(rows)
    for (const secret of [state, browser, Buffer.from(state, 'hex').toString()])
      expect(stored).not.toContain(secret)
  })

  test('finds people by the account, the employee number or a verified e-mail address, if the firm says so', async () => {
    const { id } = await app.as(lawyer)
    await setLawyer({ employeeNo: 'E-007', email: 'wu@liangshan.example' }, id)
    await offerOpenId(app, provider.url, { match: 'account' })
    expect((await login(await prepareSignOn(app, 'admin', { userType: 1 }))).code).toBe('200')
    await offerOpenId(app, provider.url, { match: 'account', claim: 'staff_no' })
    provider.accounts.set('wu', { staff_no: 'e-007' })
    expect((await login(await prepareSignOn(app, 'wu'))).data).toMatchObject({ userInfo: { id } })
    await offerOpenId(app, provider.url, { match: 'email' })
    provider.accounts.set('mail', { email: 'Wu@liangshan.example', email_verified: true })
    expect((await login(await prepareSignOn(app, 'mail'))).data).toMatchObject({ userInfo: { id } })
    provider.accounts.set('mail2', { email: 'wu@liangshan.example', email_verified: false })
    expect(await login(await prepareSignOn(app, 'mail2'))).toMatchObject({
      code: '4091',
      message: '身份平台没有确认您的邮箱，请先在身份平台完成邮箱验证，或联系管理员',
    })
    await setLawyer({ email: null }, id)
  })

  test.each([
    ['the answer about the person', { email_verified: true }],
    ['a text', { email: 'wu@liangshan.example', email_verified: 'true' }],
    ['a text with a capital', { email: 'wu@liangshan.example', email_verified: 'True' }],
    ['a number', { email: 'wu@liangshan.example', email_verified: 1 }],
  ])('accepts a verification that is in %s', async (_, claims) => {
    const { id } = await app.as(lawyer)
    await setLawyer({ email: 'wu@liangshan.example' }, id)
    await offerOpenId(app, provider.url, { match: 'email' })
    provider.idTokens.set('apart', { email: 'wu@liangshan.example' })
    provider.accounts.set('apart', claims)
    expect((await login(await prepareSignOn(app, 'apart'))).data).toMatchObject({ userInfo: { id } })
    await setLawyer({ email: null }, id)
  })

  test.each(['8613800000001', 8613800000001, '+8613800000001', 'tel:+86-138-0000-0001'])(
    'finds a person by the mobile that a provider writes %s',
    async phone => {
      provider.accounts.set('written', { phone_number: phone, phone_number_verified: true })
      const { id } = await app.as(lawyer)
      expect((await login(await prepareSignOn(app, 'written'))).data).toMatchObject({ userInfo: { id } })
    },
  )

  test('asks for the second factor as a password does', async () => {
    await turnFactorOn(app, '13800000002')
    provider.accounts.set('factor', { phone_number: '13800000002', phone_number_verified: true })
    const before = await countSessions()
    const body = await login(await prepareSignOn(app, 'factor'))
    expect(body).toMatchObject({ code: '4011', data: { challenge: expect.any(String) as string } })
    expect(await countSessions()).toBe(before)
    await addPasskeyFor(app, lawyer)
    expect((await login(await prepareSignOn(app, lawyer))).code).toBe('200')
  })
})

describe('an identity', () => {
  test('that nobody has is told whom to ask, and nothing is created', async () => {
    const people = () =>
      app.database.read(1, db => Promise.all([lawyers, admins, sessions].map(table => db.$count(table))))
    const before = await people()
    const body = await login(await prepareSignOn(app, 'stranger'))
    expect(body).toMatchObject({
      code: '4001',
      message: '本所没有与您的身份对应的律师账号，请联系管理员',
      data: {
        identity: '137****2222',
        contacts: expect.arrayContaining([expect.objectContaining({ name: '赵主任' })]) as [],
      },
    })
    expect(JSON.stringify(body)).not.toContain(adminMobile)
    expect(await people()).toEqual(before)
    expect(await lastLog('loginFail')).toMatchObject({
      summary: expect.stringContaining('137****2222') as string,
    })
  })

  test('of the other population, or with an unverified mobile, opens nothing', async () => {
    expect(await login(await prepareSignOn(app, 'admin'))).toMatchObject({ code: '4001' })
    expect(await login(await prepareSignOn(app, 'unverified'))).toMatchObject({
      code: '4091',
      message: '身份平台没有确认您的手机号，请先在身份平台完成手机号验证，或联系管理员',
    })
    provider.accounts.set('nobody', {})
    expect(await login(await prepareSignOn(app, 'nobody'))).toMatchObject({
      code: '4001',
      message: '身份平台没有提供可用于登录的身份，请联系管理员',
    })
  })

  test('is not taken from a value that a person has written into the own record', async () => {
    const [owner, other] = [await app.as(lawyer), await app.asNew('13800000003')]
    const email = 'colleague@liangshan.example'
    provider.accounts.set('colleague', { email, email_verified: true })
    await offerOpenId(app, provider.url, { match: 'email' })
    const versionOf = async (id: number) =>
      (await (await app.as('admin')).call('lawyers.lawyerInfo', { id })).version
    await other.call('lawyers.update', { id: other.id, version: await versionOf(other.id), email })
    expect((await login(await prepareSignOn(app, 'colleague'))).code).toBe('4001')
    const admin = await app.as('admin')
    const enter = async (id: number, value: string | null) =>
      admin.call('lawyers.update', { id, version: await versionOf(id), email: value })
    await enter(owner.id, email)
    expect((await login(await prepareSignOn(app, 'colleague'))).data).toMatchObject({
      userInfo: { id: owner.id },
    })
    // What an administrator enters counts, for whomever.
    await enter(owner.id, null)
    await enter(other.id, null)
    await enter(other.id, email)
    expect((await login(await prepareSignOn(app, 'colleague'))).data).toMatchObject({
      userInfo: { id: other.id },
    })
    await enter(other.id, null)
  })

  test('of several people is refused', async () => {
    const [one, two] = [await app.as(lawyer), await app.as('13800000003')]
    for (const { id } of [one, two])
      await setLawyer({ email: 'team@liangshan.example', isEmailUnproven: 0 }, id)
    provider.accounts.set('team', { email: 'team@liangshan.example', email_verified: true })
    await offerOpenId(app, provider.url, { match: 'email' })
    expect(await login(await prepareSignOn(app, 'team'))).toMatchObject({ code: '4092' })
    // Of two people with one address, the one who has left does not count.
    await setLawyer({ status: 4 }, two.id)
    expect((await login(await prepareSignOn(app, 'team'))).data).toMatchObject({ userInfo: { id: one.id } })
    await setLawyer({ status: 1, email: null }, two.id)
  })

  test('of a disabled, applying, departed or recycled person is refused in the words of the password', async () => {
    const { id } = await app.as(lawyer)
    for (const [status, code] of [
      [0, '4006'],
      [2, '4006'],
      [3, '4005'],
      [4, '4005'],
    ] as const) {
      await setLawyer({ status }, id)
      const byPassword = (
        await app.send('POST', '/auth/lawyerLogin', {
          body: { mobile: lawyer, password: 'liangshan-0108' },
        })
      ).body
      const bySignOn = await login(await prepareSignOn(app, lawyer))
      expect(bySignOn.code).toBe(code)
      expect(bySignOn.message).toBe(byPassword.message)
    }
    await setLawyer({ status: 1, deletedAt: new Date() }, id)
    expect((await login(await prepareSignOn(app, lawyer))).code).toBe('4001')
    await setLawyer({ deletedAt: null }, id)
  })

  test('of a suspended firm opens nothing', async () => {
    const proof = await prepareSignOn(app, lawyer)
    const suspend = (suspendedAt: Date | null) =>
      app.database.write(1, db => db.update(firms).set({ suspendedAt }).where(eq(firms.firmId, 1)))
    await suspend(new Date())
    const refused = await login(proof)
    const byPassword = await app.send('POST', '/auth/lawyerLogin', {
      body: { mobile: lawyer, password: 'liangshan-0108' },
    })
    await suspend(null)
    expect(refused.code).not.toBe('200')
    expect(refused.message).toBe(byPassword.body.message)
  })

  test('is looked for again when the session is opened', async () => {
    const { id } = await app.as('13800000003')
    provider.accounts.set('moving', { phone_number: '13800000003', phone_number_verified: true })
    const proof = await prepareSignOn(app, 'moving')
    await setLawyer({ mobile: '13800000093' }, id)
    expect((await login(proof)).code).toBe('4001')
    await setLawyer({ mobile: '13800000003' }, id)
  })

  test('does not take over an account by its own e-mail address in another population', async () => {
    const { id } = await app.as(lawyer)
    await setLawyer({ email: 'boss@liangshan.example' }, id)
    provider.accounts.set('boss', { email: 'boss@liangshan.example', email_verified: true })
    await offerOpenId(app, provider.url, { match: 'email' })
    expect((await login(await prepareSignOn(app, 'boss', { userType: 1 }))).code).toBe('4001')
    await setLawyer({ email: null }, id)
  })

  test('opens the account of its own firm only', async () => {
    const headers = { Host: 'two.example' }
    // Firm 2 has a lawyer with the same mobile, and offers nothing.
    const attempt = { way: 'openId' as const, userType: 2 as const, page: pageOfTwo }
    const begun = await app.send('POST', '/auth/sso/start', { body: attempt, headers })
    expect(begun.body.code).toBe('4031')
    const proof = await prepareSignOn(app, lawyer)
    expect((await login(proof, headers)).code).not.toBe('200')
    const other = await app.as('other-13800000001')
    const own = await login(proof)
    expect(own.data).toMatchObject({ userInfo: { firmId: 1 } })
    expect(own.data).not.toMatchObject({ userInfo: { id: other.id, firmId: 2 } })
  })
})

describe('an attack', () => {
  test.each(['ftp://localhost/web/login', 'javascript://localhost/web/login'])(
    'by a page that no browser opens as a sign-in page, %s, is refused',
    async page => {
      const body = { way: 'openId', userType: 2, page }
      const answer = await app.send('POST', '/auth/sso/start', { body, headers: { Host: 'localhost' } })
      expect(answer.body).toMatchObject({
        code: '4220',
        data: { errors: { page: expect.any(String) as string } },
      })
    },
  )

  test('by the address of a provider that only the server can reach is refused', async () => {
    const strict = createOpenId({ isProduction: false, isPrivateSignOnAllowed: false }, { error: () => {} })
    const settings = { way: 'openId', clientId, secret: clientSecret, match: 'mobile', claim: '' } as const
    const start = { page: signInPage, state: 's', nonce: 'n', verifier: 'v'.repeat(43), isInApp: false }
    const before = provider.seen.requests
    const { port } = new URL(provider.url)
    for (const issuer of [provider.url, `https://127.0.0.1:${port}`, `https://localhost:${port}`])
      await expect(strict.address({ ...settings, issuer }, start)).rejects.toMatchObject({ code: '5030' })
    expect(provider.seen.requests).toBe(before)
  })

  test('with the state of another browser, or what belongs to another population or page, is refused', async () => {
    const [mine, other] = [await beginSignOnAt(app), await beginSignOnAt(app)]
    const answer = await visitProvider(mine.url, { account: lawyer })
    const stolen = { ...signOnProof(mine, answer), browser: other.browser }
    expect(await login(stolen)).toMatchObject({ code: '4091', message: '登录已过期或已使用，请重新登录' })
    expect((await login({ ...signOnProof(mine, answer), userType: 1 })).code).toBe('4091')
    expect((await login({ ...signOnProof(mine, answer), page: 'http://localhost:81/web/login' })).code).toBe(
      '4091',
    )
    // None of them has used the state up.
    expect((await login(signOnProof(mine, answer))).code).toBe('200')
  })

  test('by repeating a state or a code is refused', async () => {
    const begun = await beginSignOnAt(app)
    const answer = await visitProvider(begun.url, { account: lawyer })
    expect((await login(signOnProof(begun, answer))).code).toBe('200')
    const asked = provider.seen.tokenRequests
    expect((await login(signOnProof(begun, answer))).code).toBe('4091')
    expect(provider.seen.tokenRequests).toBe(asked)
    // A used code with a fresh state: the code's challenge belongs to another sign-in.
    const fresh = await beginSignOnAt(app)
    const injected = { ...signOnProof(fresh, answer), state: fresh.state }
    expect((await login(injected)).code).toBe('4091')
  })

  test('of two parallel exchanges one wins', async () => {
    const proof = await prepareSignOn(app, lawyer)
    const codes = (await Promise.all([login(proof), login(proof), login(proof)])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['200', '4091', '4091'])
  })

  test('with another nonce, challenge or issuer is refused', async () => {
    const change = async (name: string, value: string) => {
      const begun = await beginSignOnAt(app)
      const address = new URL(begun.url)
      address.searchParams.set(name, value)
      return login(signOnProof(begun, await visitProvider(address.href, { account: lawyer })))
    }
    const message = '身份平台没有确认这次登录，请重新登录'
    expect(await change('nonce', 'another')).toMatchObject({ code: '4091', message })
    expect(await change('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toMatchObject({
      message,
    })
    const proof = await prepareSignOn(app, lawyer)
    expect(await login({ ...proof, iss: 'https://evil.example' })).toMatchObject({ code: '4091', message })
    // The provider names itself otherwise than the firm's settings do.
    await offerOpenId(app, provider.url.replace('127.0.0.1', 'localhost'))
    const begun = await app.send('POST', '/auth/sso/start', {
      body: { way: 'openId', userType: 2, page: signInPage },
    })
    expect(begun.body).toMatchObject({ code: '5030' })
  })

  test('with a state that is older than ten minutes is refused', async () => {
    const proof = await prepareSignOn(app, lawyer)
    app.clock.advance(11 * 60_000)
    expect((await login(proof)).code).toBe('4091')
    app.clock.advance(-11 * 60_000)
  })

  test.each([
    'https://evil.example/web/login',
    'http://localhost.evil.example/web/login',
    'http://localhost@evil.example/web/login',
    'http://localhost/web/login?next=https://evil.example',
    'http://localhost/web/login#x',
    'http://localhost/web/../api/login',
    'javascript:alert(1)',
    'not an address',
  ])('that would lead back to %s is refused', async page => {
    const { body } = await app.send('POST', '/auth/sso/start', { body: { way: 'openId', userType: 2, page } })
    expect(body).toMatchObject({ code: '4220', data: { errors: { page: expect.any(String) as string } } })
  })

  test('on an unencrypted page away from the machine is refused', async () => {
    const page = 'http://cards.example/web/login'
    const headers = { Host: 'cards.example' }
    const { body } = await app.send('POST', '/auth/sso/start', {
      body: { way: 'openId', userType: 2, page },
      headers,
    })
    expect(body.code).toBe('4220')
  })

  test('by many attempts from one address is limited', async () => {
    const attempt = { way: 'openId', userType: 2, page: signInPage }
    const codes: string[] = []
    for (let count = 0; count < 61; count++)
      codes.push((await app.send('POST', '/auth/sso/start', { body: attempt })).body.code)
    expect(codes.filter(code => code === '4290')).toHaveLength(1)
  })
})

describe('the provider', () => {
  test('is not offered before all of its values are set, and to the chosen population only', async () => {
    const offered = async () => {
      const { login: options } = await app.call('conf.app', {})
      return options.sso
    }
    expect(await offered()).toEqual([{ way: 'openId', name: '统一身份认证', userTypes: [1, 2] }])
    await offerOpenId(app, provider.url, { lawyers: 0 })
    expect(await offered()).toMatchObject([{ userTypes: [1] }])
    const body = { way: 'openId', userType: 2, page: signInPage }
    expect((await app.send('POST', '/auth/sso/start', { body })).body.code).toBe('4031')
    await expect(offerOpenId(app, '')).rejects.toMatchObject({ code: '4220' })
    await offerOpenId(app, '', { admins: 0, lawyers: 0 })
    expect(await offered()).toEqual([])
  })

  test('keeps its secret to itself', async () => {
    const system = await app.as('system')
    const config = await system.call('system.config', {})
    expect(config.sso).toMatchObject({ secretSet: 1, clientId: 'tenant-admin' })
    expect(JSON.stringify(config)).not.toContain('a secret of the firm')
    const row = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.firmId, 1), eq(logs.action, 'config'))),
    )
    expect(JSON.stringify(row)).not.toContain('a secret of the firm')
  })

  test('that answers nothing is given up, and the password still works', async () => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => void silent.listen(0, '127.0.0.1', resolve))
    const { port }: AddressInfo = Object(silent.address())
    await offerOpenId(app, `http://127.0.0.1:${port}`)
    const body = { way: 'openId', userType: 2, page: signInPage }
    const waiting = app.send('POST', '/auth/sso/start', { body })
    expect((await app.asNew(lawyer)).id).toBeGreaterThan(0)
    expect(await waiting).toMatchObject({
      status: 503,
      body: { code: '5030', message: '身份平台暂不可用，请稍后重试或改用其他方式登录' },
    })
    await new Promise<void>(resolve => {
      silent.closeAllConnections()
      silent.close(() => resolve())
    })
  })
})
