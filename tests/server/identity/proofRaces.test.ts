import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { admins, firmConfigs, lawyers, logs, sessions } from '../../../server/db/tables.ts'
import { hashPassword } from '../../../server/services/identity/passwords.ts'
import { type Envelope, password, startApp, type TestApp } from '../../support/app.ts'
import { holdingRow } from '../../support/rowLock.ts'

// Between a proof (password, code, ticket, answer) and its effect, a request waits in a queue. In each test a
// change of the account comes first and holds the person's row, while the proof, still valid when given,
// waits behind it.

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const value = { questionRecovery: 1 }
  await app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value }))
})
afterAll(() => app.close())

type Who = { table: 'admins' | 'lawyers'; name: string; id: number }
const adminNamed = (name: string): Who => ({ table: 'admins', name, id: app.world.people.get(name)!.id })
const lawyerNamed = (name: string): Who => ({ table: 'lawyers', name, id: app.world.people.get(name)!.id })
const me = '13800000001'
const newPassword = 'maple-harbour-9'

let hash = ''
beforeAll(async () => void (hash = await hashPassword(password)))
/** Resets everybody: password, number and status; no sessions, no counters. */
beforeEach(async () => {
  const account = { passwordHash: hash, mustChangePwd: 0, deletedAt: null } as const
  await app.database.write(1, async db => {
    await db
      .update(lawyers)
      .set({ ...account, status: 1, mobile: me })
      .where(eq(lawyers.id, lawyerNamed(me).id))
    await db
      .update(admins)
      .set({ ...account, status: 1 })
      .where(eq(admins.id, adminNamed('branch').id))
    await db.delete(sessions).where(eq(sessions.userId, lawyerNamed(me).id))
  })
  await app.database.pool.query('delete from counters')
})
afterEach(() => app.clock.advance(25 * 60 * 60_000))

const send = async (method: string, path: string, body: object, token?: string): Promise<Envelope> =>
  (await app.send(method, path, { body, token })).body
const picture = async () => {
  const { codeId } = await app.call('session.code', { scene: 'forgot' })
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
const codeTo = async (mobile: string, scene: 'login' | 'forgot' | 'changeMobile', headers = {}) => {
  const { smsId } = await app.call('session.queryCode', { mobile, scene, ...(await picture()) }, headers)
  return { smsId, smsCode: (await app.receiveSms()).code }
}
const ticketFor = async (mobile: string) => {
  const { data } = await send('POST', '/cardSelf/checkSmsCode', {
    mobile,
    ...(await codeTo(mobile, 'forgot')),
  })
  return (data as { ticket: string }).ticket
}
const mobileOf = async ({ table, id }: Who) => {
  const personTable = table === 'admins' ? admins : lawyers
  const [row] = await app.database.read(1, db =>
    db.select({ mobile: personTable.mobile }).from(personTable).where(eq(personTable.id, id)),
  )
  return row!.mobile
}

const signIn = ({ table, name }: Who, captcha: Partial<Awaited<ReturnType<typeof picture>>> = {}) =>
  table === 'lawyers'
    ? send('POST', '/auth/lawyerLogin', { mobile: name, password, ...captcha })
    : send('POST', '/auth/firmAccessUserLogin', new URLSearchParams({ account: name, password, ...captcha }))

/** Runs `change` first with `proofs` waiting behind it; returns the answers of the proofs. */
const behind = async <T>(
  { table, id }: Who,
  change: () => Promise<T>,
  ...proofs: (() => Promise<Envelope>)[]
) => {
  const open = await holdingRow(app, table, id, async waiting => {
    const first = change()
    await waiting(1, first)
    const second = proofs.map(proof => proof())
    await waiting(2, ...second)
    return { first, second }
  })
  const proved = await Promise.all(open.second)
  return { changed: await open.first, codes: proved.map(it => it.code), proved }
}

const openSessions = ({ id, table }: Who) => {
  const isOwnSession = and(eq(sessions.population, table === 'admins' ? 1 : 2), eq(sessions.userId, id))
  return app.database.read(1, db => db.$count(sessions, isOwnSession))
}

const setPassword = async (who: Who) => {
  const { token } = await app.asNew(who.name)
  return () => send('PUT', '/auth/password', { oldPassword: password, newPassword }, token)
}
const recover = async (who: Who) => {
  const ticket = await ticketFor(await mobileOf(who))
  const userType = who.table === 'admins' ? 1 : 2
  return () => send('PUT', '/auth/password', { ticket, userType, newPassword })
}
const resetByAdmin = async (who: Who) => {
  const { token } = await app.asNew('admin')
  if (who.table === 'lawyers') return () => send('PUT', '/lawyer/updatePassword', { id: who.id }, token)
  const [row] = await app.database.read(1, db => db.select().from(admins).where(eq(admins.id, who.id)))
  const body = { id: who.id, version: row!.version, resetPassword: 1 }
  return () => send('PUT', '/firmAccessUser/firmAccessUserUpdate', body, token)
}

const people = [
  ['an administrator', () => adminNamed('branch')],
  ['a lawyer', () => lawyerNamed(me)],
] as const
const changes = [
  ['changed by its owner', setPassword],
  ['recovered by a ticket', recover],
  ['reset by an administrator', resetByAdmin],
] as const

describe.each(people)('D the old password of %s', (_, whoIs) => {
  test.each(changes)('opens nothing after it was %s', async (_way, prepare) => {
    const person = whoIs()
    const change = await prepare(person)
    const before = await openSessions(person)
    const captchas = [await picture(), await picture(), await picture(), await picture(), await picture()]
    const { changed, codes } = await behind(
      person,
      change,
      ...captchas.map(captcha => () => signIn(person, captcha)),
    )
    expect(changed.code).toBe('200')
    expect(codes).toEqual(['4001', '4001', '4001', '4001', '4001'])
    expect(await openSessions(person)).toBeLessThanOrEqual(before)
  })
})

describe('a sign-in', () => {
  const edit = (values: Partial<typeof lawyers.$inferInsert>) => () =>
    app.database.write(1, db =>
      db
        .update(lawyers)
        .set(values)
        .where(eq(lawyers.id, lawyerNamed(me).id)),
    )

  test.each([
    ['disabled', { status: 3 }, '4005'],
    ['refused', { status: 2, rejectReason: '照片不清' }, '4006'],
    ['removed', { deletedAt: new Date() }, '4001'],
    ['given another number', { mobile: '13800000099' }, '4001'],
  ] as const)('is refused for a person who is %s meanwhile', async (_, values, code) => {
    const person = lawyerNamed(me)
    const { codes } = await behind(person, edit(values), () => signIn(person))
    expect(codes).toEqual([code])
    expect(await openSessions(person)).toBe(0)
  })

  test.each([
    ['disabled', { status: 3 }, '4005'],
    ['removed', { deletedAt: new Date() }, '4002'],
    ['given another number', { mobile: '13800000099' }, '4002'],
  ] as const)('by SMS is refused for a person who is %s meanwhile', async (_, values, code) => {
    const person = lawyerNamed(me)
    const sms = await codeTo(me, 'login')
    const { codes } = await behind(person, edit(values), () =>
      send('POST', '/auth/lawyerLogin', { mobile: me, ...sms }),
    )
    expect(codes).toEqual([code])
    expect(await openSessions(person)).toBe(0)
  })

  test('of a person who is deleted meanwhile is answered like a wrong password', async () => {
    const person = adminNamed('south')
    const { codes } = await behind(
      person,
      () => app.database.write(1, db => db.delete(admins).where(eq(admins.id, person.id))),
      () => signIn(person),
    )
    expect(codes).toEqual(['4001'])
  })

  test('succeeds when a concurrent sign-in renews the hash of the same password', async () => {
    const person = lawyerNamed(me)
    const passwordHash = await hashPassword(password)
    const { codes } = await behind(person, edit({ passwordHash }), () => signIn(person))
    expect(codes).toEqual(['200'])
  })

  test('that loses the race is logged as a failure', async () => {
    const person = lawyerNamed(me)
    const failures = () => app.database.read(1, db => db.$count(logs, eq(logs.action, 'loginFail')))
    const before = await failures()
    await behind(person, await setPassword(person), () => signIn(person))
    expect(await failures()).toBe(before + 1)
  })
})

describe('the ticket of a code', () => {
  test.each([
    ['a number that is another one', { mobile: '13800000099' }],
    ['somebody who is removed', { deletedAt: new Date() }],
  ] as const)('sets no password for a person who is %s by then', async (_, values) => {
    const person = lawyerNamed(me)
    const reset = await recover(person)
    const { codes } = await behind(
      person,
      () => app.database.write(1, db => db.update(lawyers).set(values).where(eq(lawyers.id, person.id))),
      reset,
    )
    expect(codes).toEqual(['4002'])
    const [row] = await app.database.read(1, db => db.select().from(lawyers).where(eq(lawyers.id, person.id)))
    expect(row!.passwordHash).toBe(hash)
  })
})

describe('D the repeated password', () => {
  const confirmed = async (who: Who, request: (token: string) => Promise<Envelope>) => {
    const { token } = await app.asNew(who.name)
    return behind(who, await setPassword(who), () => request(token))
  }

  test('for a security question is refused when it was changed in another session', async () => {
    const { codes } = await confirmed(lawyerNamed(me), token =>
      send('PUT', '/auth/question', { password, question: 1, answer: '朝阳' }, token),
    )
    expect(codes).toEqual(['4003'])
  })

  test('for another password is refused when it was changed in another session', async () => {
    const person = lawyerNamed(me)
    const another = (token: string) =>
      send('PUT', '/auth/password', { oldPassword: password, newPassword: 'quiet-river-stone' }, token)
    expect((await confirmed(person, another)).codes).toEqual(['4003'])
  })

  test('for another password is refused when it was changed in the same session', async () => {
    const person = lawyerNamed(me)
    const { token } = await app.asNew(me)
    const change = (to: string) => () =>
      send('PUT', '/auth/password', { oldPassword: password, newPassword: to }, token)
    const { changed, proved } = await behind(person, change(newPassword), change('quiet-river-stone'))
    expect(changed.code).toBe('200')
    expect(proved).toMatchObject([
      { code: '4220', data: { errors: { oldPassword: expect.any(String) as string } } },
    ])
  })

  test('for a new mobile is refused when it was changed in another session', async () => {
    const mobile = '13800000098'
    const { token } = await app.asNew(me)
    const codeAnswer = await app.send('GET', `/auth/queryCode?mobile=${mobile}&scene=changeMobile`, { token })
    const { smsId } = codeAnswer.body.data as { smsId: string }
    const smsCode = (await app.receiveSms()).code
    const person = lawyerNamed(me)
    const { codes } = await behind(person, await setPassword(person), () =>
      send('PUT', '/lawyer/updateMobile', { mobile, smsId, smsCode, password }, token),
    )
    expect(codes).toEqual(['4003'])
    expect(await mobileOf(person)).toBe(me)
  })

  test('for a right that demands it is refused when it was changed in another session', async () => {
    const person = adminNamed('branch')
    const organizationId = app.world.offices.get('东所')!
    await app.database.write(1, db =>
      db
        .insert(firmConfigs)
        .values({ firmId: 1, key: 'cardReview', value: { l3TransferMain: 1 } })
        .onConflictDoNothing(),
    )
    const firmAccessUserId = adminNamed('branch2').id
    const body = { organizationId, firmAccessUserId, confirmPassword: password }
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
    const { codes } = await confirmed(person, token => send('POST', '/lawfirm/admins/main', form, token))
    expect(codes).toEqual(['4003'])
    const [row] = await app.database.read(1, db => db.select().from(admins).where(eq(admins.id, person.id)))
    expect(row!.officeLevel).toBe(3)
  })
})

describe('recovery by question', () => {
  const prepare = async () => {
    const { token } = await app.asNew(me)
    expect(
      (await send('PUT', '/auth/question', { password, question: 3, answer: '东方小学' }, token)).code,
    ).toBe('200')
    const { data } = await send('POST', '/auth/loginByQuestion', {
      account: me,
      userType: 2,
      ...(await picture()),
    })
    const { ticket } = data as { ticket: string }
    const body = { ticket, answer: '东方小学', smsCode: (await app.receiveSms()).code, newPassword }
    return { token, finish: () => send('POST', '/auth/loginByQuestion', body) }
  }

  test('is refused when the question has changed by then', async () => {
    const { token, finish } = await prepare()
    const { codes } = await behind(
      lawyerNamed(me),
      () => send('PUT', '/auth/question', { password, question: 4, answer: '史记' }, token),
      finish,
    )
    expect(codes).toEqual(['4002'])
  })

  test.each([
    ['has another number', { mobile: '13800000099' }, '4002'],
    ['is disabled', { status: 3 }, '4005'],
    ['is removed', { deletedAt: new Date() }, '4002'],
  ] as const)('is refused when its owner %s by then', async (_, values, code) => {
    const person = lawyerNamed(me)
    const { finish } = await prepare()
    const { codes } = await behind(
      person,
      () => app.database.write(1, db => db.update(lawyers).set(values).where(eq(lawyers.id, person.id))),
      finish,
    )
    expect(codes).toEqual([code])
  })

  test('is refused when the mobile was changed between its steps', async () => {
    const { finish } = await prepare()
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ mobile: '13800000099' })
        .where(eq(lawyers.id, lawyerNamed(me).id)),
    )
    expect((await finish()).code).toBe('4002')
  })
})
