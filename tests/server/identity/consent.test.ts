import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, lawyers, logs } from '../../../server/db/tables.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
  stage = await setStage(app)
})
afterAll(() => app.close())

/** Saves the page 律师登录 as an administrator. */
const save = async (patch: object) => {
  const admin = await app.asNew('admin')
  const now = await admin.call('loginRegSet.get')
  await admin.call('loginRegSet.update', { ...now, ...patch })
}
const mustConsent = async ({ call }: Awaited<ReturnType<TestApp['asNew']>>) =>
  (await call('session.self')).mustConsent
const latestConsent = async () => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.action, 'consent')))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  return row
}

describe('the agreement to the firm’s notice', () => {
  test('is not requested where the firm has none', async () => {
    await save({ agreement: null, privacy: null, agreementVersion: '7' })
    expect(await mustConsent(await app.asNew('13800000001'))).toBe(0)
    expect(await mustConsent(await app.asNew('admin2'))).toBe(0)
  })

  test.each([
    ['13800000001', lawyers],
    ['admin2', admins],
  ] as const)('of %s is stored with version, time and address, and logged once', async (name, table) => {
    await save({ privacy: '<p>我们怎样使用您的信息</p>', agreementVersion: '2', agreementDate: '2026-11-01' })
    const person = await app.asNew(name)
    expect(await mustConsent(person)).toBe(1)
    expect(await person.call('session.notice')).toEqual({
      version: '2',
      date: '2026-11-01',
      agreement: null,
      privacy: '<p>我们怎样使用您的信息</p>',
    })
    const agree = () =>
      app.send('POST', '/auth/consent', {
        body: { version: '2' },
        token: person.token,
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      })
    expect((await agree()).body.code).toBe('200')
    expect(await mustConsent(person)).toBe(0)
    const [row] = await app.database.read(1, db => db.select().from(table).where(eq(table.id, person.id)))
    expect(row).toMatchObject({ consentVersion: '2', consentIp: '203.0.113.9', version: 1 })
    expect(row?.consentAt).toBeInstanceOf(Date)
    const logged = await latestConsent()
    expect(logged).toMatchObject({
      module: 14,
      operatorId: person.id,
      targetId: person.id,
      ip: '203.0.113.9',
      summary: expect.stringContaining('版本2') as string,
    })
    expect((await agree()).body.code).toBe('200')
    expect((await latestConsent())?.seq).toBe(logged?.seq)
  })

  test('is not requested again for another text, but for another version', async () => {
    const person = await app.asNew('13800000001')
    await save({ privacy: '<p>更正了一个错字</p>' })
    expect(await mustConsent(person)).toBe(0)
    await save({ agreementVersion: '3' })
    expect(await mustConsent(person)).toBe(1)
  })

  test('to an outdated version is refused and not stored', async () => {
    const person = await app.asNew('13800000001')
    await expect(person.call('session.consent', { version: '2' })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { version: '用户协议已更新，请重新阅读并同意' } },
    })
    expect(await mustConsent(person)).toBe(1)
  })

  test('blocks neither work nor the change of a first password', async () => {
    const person = await app.asNew('13800000003')
    expect(await mustConsent(person)).toBe(1)
    expect((await person.call('lawyers.lawyerInfo', { id: person.id })).name).toBeTruthy()
    await app.database.write(1, db =>
      db.update(lawyers).set({ mustChangePwd: 1 }).where(eq(lawyers.id, person.id)),
    )
    expect((await person.call('session.notice')).version).toBe('3')
    await person.call('session.consent', { version: '3' })
    expect(await person.call('session.self')).toMatchObject({ mustConsent: 0, mustChangePwd: 1 })
  })

  test('given at registration is not requested at the first sign-in', async () => {
    await save({ agreementVersion: '4' })
    const { mobile, smsId, smsCode } = await stage.provenMobile()
    const { ticket } = await app.call('registration.checkSmsCode', { mobile, smsId, smsCode })
    const place = { organizationId: stage.organizationId, personType: 1 } as const
    const { id } = await app.call('registration.register', {
      ...place,
      ticket,
      mobile,
      name: '花荣',
      password,
      consentVersion: '4',
    })
    await app.database.write(1, db => db.update(lawyers).set({ status: 1 }).where(eq(lawyers.id, id)))
    const { userInfo } = await app.call('session.lawyerLogin', { mobile, password, remember: 0 })
    expect(userInfo.mustConsent).toBe(0)
  })
})
