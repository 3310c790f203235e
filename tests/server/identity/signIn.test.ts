import { verify } from '@node-rs/argon2'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { admins, firmConfigs, lawyers, logs, messages } from '../../../server/db/tables.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'

vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})
const verifies = vi.mocked(verify)

const minute = 60_000
let app: TestApp
beforeAll(async () => void (app = await startApp({ trustedProxies: ['127.0.0.1'] })))
afterAll(() => app.close())
afterEach(() => {
  // Separates the tests, so that none meets the limits of another.
  app.clock.advance(60 * minute)
  verifies.mockClear()
})

let networks = 0
/** A request from a network of its own, unless the limits of networks are tested. */
const fromElsewhere = () => ({ 'X-Forwarded-For': `203.0.${Math.floor(++networks / 250)}.${networks % 250}` })

type Given = { account?: string; password?: string; [name: string]: unknown }
const trySignIn = async (given: Given = {}, headers: Record<string, string> = fromElsewhere()) => {
  const body = new URLSearchParams({ account: 'admin', password, ...given } as Record<string, string>)
  const answer = await app.send('POST', '/auth/firmAccessUserLogin', { body, headers })
  return { ...answer.body, status: answer.status, cookie: answer.headers.get('set-cookie') }
}

const picture = async () => {
  const { codeId } = await app.call('session.code', { scene: 'login' }, fromElsewhere())
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
const wrong = 'wrong-horse-battery'
/** A wrong guess, with a captcha once it is required. */
const guess = async (account: string) => trySignIn({ account, password: wrong, ...(await picture()) })
const fail = async (times: number, account = 'admin') => {
  const answers: Envelope[] = []
  for (let time = 0; time < times; time++) answers.push(await guess(account))
  return answers.map(it => it.code)
}

const withoutIds = (it: Envelope) => ({ ...it, requestId: '' })

test('an administrator signs in with account or mobile, a lawyer with the mobile', async () => {
  expect(await trySignIn({ account: 'ADMIN' })).toMatchObject({
    code: '200',
    data: {
      userInfo: { name: '赵主任', auth: ['admin', 'mainAdmin'], unread: 0, mobileMasked: '139****0100' },
    },
  })
  expect((await trySignIn({ account: '13900000100' })).code).toBe('200')
  const lawyer = await app.call('session.lawyerLogin', { mobile: '13800000001', password }, fromElsewhere())
  expect(lawyer.userInfo).toMatchObject({ userType: 2, auth: ['lawyer'], organizationName: '总所' })
  expect(lawyer.token).toMatch(/^1-[\w-]{43}$/)
})

test('populations and firms are kept apart', async () => {
  const answer = await app.send('POST', '/auth/lawyerLogin', {
    body: { mobile: '13900000100', password },
    headers: fromElsewhere(),
  })
  expect(answer.body.code).toBe('4001')
  const other = await trySignIn({ firmId: 2 })
  expect(other).toMatchObject({ data: { userInfo: { name: '冯主任', firmId: 2 } } })
  expect((await trySignIn({ firmId: 77 })).code).toBe('4040')
})

test('one mobile number signs in as administrator and as lawyer, and each session makes its own calls only', async () => {
  const mobile = '13900000100'
  const rename = (from: string, to: string) =>
    app.database.write(1, db => db.update(lawyers).set({ mobile: to }).where(eq(lawyers.mobile, from)))
  await rename('13800000003', mobile)
  const admin = await app.call('session.firmAccessUserLogin', { account: mobile, password }, fromElsewhere())
  const lawyer = await app.call('session.lawyerLogin', { mobile, password }, fromElsewhere())
  expect([admin.userInfo.userType, lawyer.userInfo.userType]).toEqual([1, 2])
  expect([admin.userInfo.name, lawyer.userInfo.name]).toEqual(['赵主任', '王律师'])
  const codeOf = async (path: string, { token }: { token: string }) =>
    (await app.send('GET', path, { token })).body.code
  const own = '/lawyer/card/draft?language=CN'
  const others = '/firmAccessUser/pageList?pageNum=1&pageSize=20'
  expect([await codeOf(own, lawyer), await codeOf(own, admin)]).toEqual(['200', '4030'])
  expect([await codeOf(others, admin), await codeOf(others, lawyer)]).toEqual(['200', '4030'])
  await rename(mobile, '13800000003')
})

describe('known and unknown accounts', () => {
  test('get the same answer after the same work', async () => {
    const [known, unknown] = [
      await trySignIn({ password: wrong }),
      await trySignIn({ account: 'nobody', password: wrong }),
    ]
    expect(known).toMatchObject({ code: '4001', message: '账号或密码错误' })
    expect(withoutIds(unknown)).toEqual(withoutIds(known))
    expect(verifies).toHaveBeenCalledTimes(2)
  })

  test('require a captcha and are locked alike', async () => {
    const series = async (account: string) => [
      ...(await fail(3, account)),
      (await trySignIn({ account, password: wrong })).code,
      ...(await fail(3, account)),
    ]
    const expected = ['4001', '4001', '4001', '4002', '4001', '4001', '4009']
    expect(await series('branch')).toEqual(expected)
    expect(await series('no.such.one')).toEqual(expected)
    expect(verifies).toHaveBeenCalledTimes(10)
  })

  test('a person without a password is treated like an unknown one', async () => {
    const { id } = app.world.people.get('south')!
    await app.database.write(1, db => db.update(admins).set({ passwordHash: null }).where(eq(admins.id, id)))
    expect((await trySignIn({ account: 'south' })).code).toBe('4001')
    expect(verifies).toHaveBeenCalledTimes(1)
  })
})

describe('the lock', () => {
  test('holds for the right password too, names its duration, and ends by itself', async () => {
    await fail(5)
    const locked = await trySignIn(await picture())
    expect(locked).toMatchObject({ code: '4009', message: '账号已锁定，请1分钟后再试' })
    expect(verifies).toHaveBeenCalledTimes(5)
    app.clock.advance(61_000)
    expect((await trySignIn(await picture())).code).toBe('200')
  })

  test('lasts longer with every further failure, at most 15 minutes', async () => {
    await fail(5, 'admin2')
    const waitTimes: number[] = []
    for (let round = 0; round < 6; round++) {
      const { data } = await guess('admin2')
      const { retryAfter } = data as { retryAfter: number }
      waitTimes.push(Math.round(retryAfter / 60))
      app.clock.advance(retryAfter * 1000 + 1000)
      expect((await guess('admin2')).code).toBe('4001')
    }
    expect(waitTimes).toEqual([1, 2, 4, 8, 15, 15])
  })

  test.each([
    ['somebody', 'admin', 'ADMIN'],
    ['nobody', 'no.such.admin', 'No.Such.ADMIN'],
  ])('is the same for %s, however the name is written', async (_, small, large) => {
    expect(await fail(3, small)).toEqual(['4001', '4001', '4001'])
    expect(await fail(3, large)).toEqual(['4001', '4001', '4009'])
  })

  test('is counted by account for account and mobile together', async () => {
    await fail(3, 'admin')
    expect(await fail(3, '13900000100')).toEqual(['4001', '4001', '4009'])
  })

  test('is not bypassed by parallel guesses', async () => {
    const captchas = await Promise.all(Array.from({ length: 100 }, () => picture()))
    const answers = await Promise.all(
      captchas.map(it => trySignIn({ account: 'branch2', password: wrong, ...it })),
    )
    const codes = Object.groupBy(answers, it => it.code)
    expect(codes['4001']).toHaveLength(5)
    // Evaluated attempts beyond the fifth find the account locked; those beyond the queue are not evaluated.
    expect((codes['4009'] ?? []).length + (codes['5030'] ?? []).length).toBe(95)
    expect(verifies).toHaveBeenCalledTimes(5)
  })

  test('does not take simultaneous valid sign-ins for an attack', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => trySignIn({ account: 'admin2' })))
    expect(new Set(answers.map(it => it.code))).toEqual(new Set(['200']))
  })

  test('is logged, and the person is notified', async () => {
    const { id } = app.world.people.get('branch')!
    await fail(5, 'branch')
    const rows = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(2))
    expect(rows.map(it => [it.action, it.targetId, it.result])).toEqual([
      ['lock', id, 0],
      ['loginFail', id, 0],
    ])
    const sentMessages = await app.database.read(1, db =>
      db.select().from(messages).where(eq(messages.receiverId, id)),
    )
    expect(sentMessages.at(-1)).toMatchObject({ type: 5, receiverType: 1, title: '账号因多次登录失败被锁定' })
  })
})

describe('a browser that has signed in before', () => {
  const deviceOf = (cookie: string | null) => /device=([^;]+)/.exec(cookie ?? '')?.[1]

  test('is not locked out by strangers, and has limits of its own', async () => {
    const { cookie } = await trySignIn({ account: 'system' })
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    const ownDevice = { Cookie: `device=${deviceOf(cookie)}` }
    await fail(5, 'system')
    expect((await trySignIn({ account: 'system', ...(await picture()) })).code).toBe('4009')
    expect((await trySignIn({ account: 'system' }, { ...ownDevice, ...fromElsewhere() })).code).toBe('200')
    for (let time = 0; time < 5; time++)
      await trySignIn(
        { account: 'system', password: wrong, ...(await picture()) },
        { ...ownDevice, ...fromElsewhere() },
      )
    const ended = await trySignIn(
      { account: 'system', ...(await picture()) },
      { ...ownDevice, ...fromElsewhere() },
    )
    expect(ended.code).toBe('4009')
  })

  test('is recognised by a signature, for one person, and signs nobody in', async () => {
    const device = deviceOf((await trySignIn({ account: 'system' })).cookie)!
    await fail(5, 'admin2')
    const forged = device.replace(/\.\d+\.\d+\./, `.1.${app.world.people.get('admin2')!.id}.`)
    for (const value of [device, forged])
      expect(
        (
          await trySignIn(
            { account: 'admin2', ...(await picture()) },
            { Cookie: `device=${value}`, ...fromElsewhere() },
          )
        ).code,
      ).toBe('4009')
    const answer = await app.send('GET', '/auth/self', { headers: { Cookie: `device=${device}` } })
    expect(answer.body.code).toBe('4003')
  })
})

test('an account allows at most 100 consecutive failures, however slow', async () => {
  await fail(2, 'branch2')
  await app.database.pool.query(`update counters set total = 100 where key like 'login:1:1:%'`)
  app.clock.advance(24 * 60 * minute)
  const answer = await trySignIn({ account: 'branch2' })
  expect(answer.code).toBe('4009')
  expect(answer.message).toContain('常用设备')
  await app.database.pool.query('delete from counters')
})

test('a network allows 20 failures in 15 minutes; an IPv6 network is its first half', async () => {
  const from = (host: number) => ({ 'X-Forwarded-For': `2001:db8:1:2:${host}::1` })
  const answers = []
  for (let time = 0; time < 21; time++)
    answers.push(await trySignIn({ account: `guess${time}`, password: wrong }, from(time)))
  expect(answers.map(it => it.code)).toEqual([...Array.from({ length: 20 }, () => '4001'), '4290'])
  expect(answers.at(-1)).toMatchObject({ status: 429, data: { retryAfter: expect.any(Number) as number } })
  expect((await trySignIn({}, from(99))).code).toBe('4290')
  expect((await trySignIn({}, { 'X-Forwarded-For': '2001:db8:1:3::1' })).code).toBe('200')
})

test('a burst of sign-ins waits in a queue, and beyond it gets a time to retry, while other calls continue', async () => {
  const release = Promise.withResolvers<void>()
  verifies.mockImplementation(async () => {
    await release.promise
    return false
  })
  const admin = await app.as('admin')
  // Each from a network of its own: 4 running, 32 waiting, 4 too many.
  const answers = Array.from({ length: 40 }, (_, time) =>
    app.send('POST', '/auth/firmAccessUserLogin', {
      body: new URLSearchParams({ account: `burst${time}`, password: wrong }),
      headers: fromElsewhere(),
    }),
  )
  const refused = Promise.withResolvers<void>()
  let count = 0
  for (const answer of answers)
    void answer.then(({ body }) => {
      if (body.code === '5030' && ++count === 4) refused.resolve()
    })
  await refused.promise
  await expect(admin.call('offices.pageList', { pageNum: 1, pageSize: 20 })).resolves.toMatchObject({
    current: 1,
  })
  release.resolve()
  const all = await Promise.all(answers)
  expect(all.filter(it => it.body.code === '4001')).toHaveLength(36)
  const busy = all.filter(it => it.body.code === '5030')
  expect(busy).toHaveLength(4)
  for (const { status, headers, body } of busy) {
    const { retryAfter } = body.data as { retryAfter: number }
    expect({ status, header: headers.get('retry-after') }).toEqual({
      status: 503,
      header: String(retryAfter),
    })
    expect(body.message).toBe(`当前登录和验证的人数较多，请${retryAfter}秒后再试`)
  }
  verifies.mockReset()
})

test('a made-up client address is not believed', async () => {
  const plain = await startApp()
  const { body } = await plain.send('POST', '/auth/firmAccessUserLogin', {
    body: new URLSearchParams({ account: 'admin', password: wrong }),
    headers: { 'X-Forwarded-For': '198.51.100.7' },
  })
  expect(body.code).toBe('4001')
  const rows = await plain.database.read(1, db => db.select().from(logs))
  expect(rows.map(it => it.ip)).toEqual(['127.0.0.1'])
  await plain.close()
})

describe('a captcha', () => {
  test('is valid once, for two minutes, and a wrong answer uses it', async () => {
    await fail(3)
    const once = await picture()
    expect((await trySignIn({ password: wrong, ...once })).code).toBe('4001')
    expect(await trySignIn(once)).toMatchObject({ code: '4002', data: { captcha: 1 } })
    const mistyped = await picture()
    expect((await trySignIn({ ...mistyped, code: 'ZZZZ' })).code).toBe('4002')
    expect((await trySignIn(mistyped)).code).toBe('4002')
    const old = await picture()
    app.clock.advance(121_000)
    expect((await trySignIn(old)).code).toBe('4002')
    expect((await trySignIn(await picture())).code).toBe('200')
  })

  test('is announced by the failure before it is required', async () => {
    await fail(2)
    expect(await trySignIn({ password: wrong })).toMatchObject({ code: '4001', data: { captcha: 1 } })
  })
})

describe('the state of an account', () => {
  const set = (status: 0 | 1 | 2 | 3 | 4, rejectReason: string | null = null) =>
    app.database.write(1, db =>
      db.update(lawyers).set({ status, rejectReason }).where(eq(lawyers.mobile, '13800000002')),
    )
  const enter = async (given = password) =>
    (
      await app.send('POST', '/auth/lawyerLogin', {
        body: { mobile: '13800000002', password: given },
        headers: fromElsewhere(),
      })
    ).body

  test.each([
    [0, { code: '4006', data: { status: 0, reason: null } }],
    [2, { code: '4006', data: { status: 2, reason: '照片不清' }, message: '注册申请未通过：照片不清' }],
    [3, { code: '4005' }],
    [4, { code: '4005', message: '您已办理离所，账号已停止使用，如有疑问请联系管理员' }],
  ] as const)('%i is only answered after the right password', async (status, expected) => {
    await set(status, status === 2 ? '照片不清' : null)
    expect((await enter(wrong)).code).toBe('4001')
    expect(await enter()).toMatchObject(expected)
    await set(1)
  })
})

test('a disabled sign-in method is closed for everybody', async () => {
  const value = { passwordLogin: 0, smsLogin: 0 }
  await app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value }))
  const signInBy = async (body: object) =>
    (await app.send('POST', '/auth/lawyerLogin', { body, headers: fromElsewhere() })).body.code
  expect(await signInBy({ mobile: '13800000001', password })).toBe('4031')
  expect(await signInBy({ mobile: '13811112222', password })).toBe('4031')
  expect(await signInBy({ mobile: '13800000001', smsId: 'x', smsCode: '123456' })).toBe('4031')
  expect(verifies).not.toHaveBeenCalled()
  await app.database.write(1, db => db.delete(firmConfigs))
})

test('a password hashed with weaker parameters is hashed again', async () => {
  const { hash } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  const passwordHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await app.database.write(1, db =>
    db.update(admins).set({ passwordHash }).where(eq(admins.account, 'admin')),
  )
  expect((await trySignIn()).code).toBe('200')
  const [row] = await app.database.read(1, db => db.select().from(admins).where(eq(admins.account, 'admin')))
  expect(row!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
