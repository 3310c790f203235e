import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { firmConfigs, lawyers, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
  stage = await setStage(app)
})
afterAll(() => app.close())

const change = async (patch: object) => {
  const { version } = await stage.admin.call('system.queryAuditCode')
  return stage.admin.call('system.updateAuditCode', { ...patch, version })
}

/** An applicant's form that lacks only the code. */
const applicant = async () => {
  const { mobile, smsId, smsCode } = await stage.provenMobile()
  const { ticket } = await app.call('registration.checkSmsCode', { mobile, smsId, smsCode })
  const form = {
    ticket,
    mobile,
    name: '秦明',
    password: 'maple-harbour-31',
    organizationId: stage.organizationId,
    personType: 1 as const,
    consentVersion: '1',
  }
  return (inviteCode?: string) =>
    app.send('POST', '/lawyer/register', { body: { ...form, ...(inviteCode && { inviteCode }) } })
}

test('shows an audit code once and afterwards only its first characters', async () => {
  const created = await change({ enabled: 1 })
  expect(created).toMatchObject({ code: expect.stringMatching(/^[A-Z2-9]{8}$/), used: 0, enabled: 1 })
  expect(await stage.admin.call('system.queryAuditCode')).toMatchObject({
    code: `${created.code!.slice(0, 2)}******`,
  })
  const stored = await app.database.read(1, async db => [
    await db.select().from(firmConfigs).where(eq(firmConfigs.key, 'auditCode')),
    await db.select().from(logs).where(eq(logs.targetType, 'auditCode')),
  ])
  expect(JSON.stringify(stored)).not.toContain(created.code)
  await expect((await app.as('branch')).call('system.queryAuditCode')).rejects.toMatchObject({ code: '4030' })
})

test('accepts exactly the remaining uses of a code from many simultaneous registrations', async () => {
  const { code } = await change({ enabled: 1, rotate: 1, maxUse: 3 })
  const everybody = await Promise.all(Array.from({ length: 8 }, applicant))
  const answers = await Promise.all(everybody.map(register => register(code)))
  const codes = answers.map(it => it.body.code)
  expect(codes.filter(it => it === '200')).toHaveLength(3)
  expect(codes.filter(it => it === '4220')).toHaveLength(5)
  expect(await stage.admin.call('system.queryAuditCode')).toMatchObject({ used: 3, maxUse: 3 })
  const passed = await app.database.read(1, db =>
    db
      .select({ status: lawyers.status })
      .from(lawyers)
      .where(and(eq(lawyers.name, '秦明'), like(lawyers.mobile, '136%'))),
  )
  expect(passed).toEqual([{ status: 1 }, { status: 1 }, { status: 1 }])
})

test('accepts no code that was changed, switched off or has expired, and lets a person without a code wait for review', async () => {
  const old = await change({ enabled: 1, rotate: 1, maxUse: null })
  const { code } = await change({ rotate: 1 })
  const register = await applicant()
  const refused = { code: '4220', data: { errors: { inviteCode: expect.stringContaining('免审码') } } }
  expect((await register(old.code)).body).toMatchObject(refused)
  await change({ enabled: 0 })
  expect((await register(code)).body).toMatchObject(refused)
  await change({ enabled: 1, expireAt: new Date(app.clock.now().getTime() - 1000).toISOString() })
  expect((await register(code)).body).toMatchObject(refused)
  expect((await register()).body).toMatchObject({ code: '200', data: { status: 0 } })
})

test('refuses the second of two concurrent changes', async () => {
  const { version } = await stage.admin.call('system.queryAuditCode')
  const answers = await Promise.all(
    [5, 6].map(maxUse => stage.admin.send('POST', '/audit/updateAuditCode', { body: { maxUse, version } })),
  )
  expect(answers.map(it => it.body.code).toSorted()).toEqual(['200', '4090'])
})
