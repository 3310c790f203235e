import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { privacyRequests } from '../../../server/db/tables.ts'
import { runPrivacyReminders } from '../../../server/services/privacy/reminders.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { settledCodes } from '../../support/settledCodes.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const DAY_MS = 24 * 3_600_000
const ask = async (who: string, kind: 1 | 2, content = '资料有误，请处理') =>
  (await app.as(who)).call('privacyRequests.ask', { kind, content })
const register = async (who: string) =>
  (await (await app.as(who)).call('privacyRequests.page', { pageSize: 200 })).records
const titlesOf = async (who: string) =>
  (await (await app.as(who)).call('messages.page', { pageSize: 50 })).records.map(it => it.title)
const expire = (id: number, days: number) =>
  app.database.write(1, db =>
    db
      .update(privacyRequests)
      .set({ dueAt: new Date(Date.now() - days * DAY_MS) })
      .where(eq(privacyRequests.id, id)),
  )

test('a request is answered, or it is listed as overdue, before all others', async () => {
  const [first, second] = [await stage.lawyer(), await stage.lawyer()]
  const answered = await ask(first.key, 1)
  const overdue = await ask(second.key, 2)
  const later = await ask(first.key, 2)
  expect(Date.parse(answered.dueAt) - Date.now()).toBeGreaterThan(14 * DAY_MS)
  await expire(overdue.id, 1)
  const rows = await register('admin')
  expect(rows.map(row => row.id)).toEqual([overdue.id, answered.id, later.id])
  expect(rows.map(row => row.isOverdue)).toEqual([1, 0, 0])

  await stage.admin.call('privacyRequests.reply', {
    id: answered.id,
    status: 1,
    response: '已按您的要求更正',
    version: 1,
  })
  expect((await register('admin')).map(row => row.id)).toEqual([overdue.id, later.id, answered.id])
  expect(await (await app.as(first.key)).call('privacyRequests.own')).toMatchObject([
    { id: later.id, status: 0 },
    { id: answered.id, status: 1, response: '已按您的要求更正' },
  ])
  expect(await titlesOf(first.key)).toContain('您的个人信息请求已完成')
  // The answer stays as it is.
  await expect(
    stage.admin.call('privacyRequests.reply', { id: answered.id, status: 2, response: '不同意', version: 2 }),
  ).rejects.toMatchObject({ code: '4091' })
  await expect(ask(first.key, 2)).rejects.toMatchObject({ code: '4091' })
})

test('of two who answer at once, one is refused', async () => {
  const { id } = await ask((await stage.lawyer()).key, 1)
  const reply = (status: 1 | 2) =>
    stage.admin.call('privacyRequests.reply', { id, status, response: '答复内容', version: 1 })
  const codes = await settledCodes([reply(1), reply(2)])
  expect(codes.filter(code => code === '200')).toHaveLength(1)
})

test('the main administrator sees all requests, a branch those of its office, others none', async () => {
  const { id } = await ask('13800000002', 1)
  const elsewhere = await ask('13800000003', 1)
  expect((await register('branch')).map(row => row.id)).toEqual([id])
  expect((await register('admin')).map(row => row.id)).toEqual(expect.arrayContaining([id, elsewhere.id]))
  for (const who of ['admin2', 'branch2', '13800000002', 'system'])
    await expect(register(who)).rejects.toMatchObject({ code: '4030' })
  const branch = await app.as('branch')
  await expect(
    branch.call('privacyRequests.reply', { id: elsewhere.id, status: 1, response: '已处理', version: 1 }),
  ).rejects.toMatchObject({ code: '4040' })
  expect(await titlesOf('branch')).toContain('郑律师提出个人信息请求')
})

test('those who may answer are reminded once, three days before the deadline', async () => {
  const { id } = await ask('13800000002', 2)
  await app.database.write(1, db =>
    db
      .update(privacyRequests)
      .set({ dueAt: new Date(Date.now() + 10 * DAY_MS) })
      .where(eq(privacyRequests.status, 0)),
  )
  expect(await runPrivacyReminders(app.database, 1, new Date())).toBe(0)
  await expire(id, -2)
  expect(await runPrivacyReminders(app.database, 1, new Date())).toBe(1)
  expect(await runPrivacyReminders(app.database, 1, new Date())).toBe(0)
  for (const who of ['admin', 'branch']) expect(await titlesOf(who)).toContain('个人信息请求即将到期')
  expect(await titlesOf('south')).not.toContain('个人信息请求即将到期')
})

test('after the purge of its person, the register keeps the request without name and texts', async () => {
  const { id: lawyerId, key } = await stage.lawyer()
  const { id } = await ask(key, 2, '离职后请删除我的资料')
  await stage.admin.send('DELETE', `/lawyer/remove/${lawyerId}`, { body: { reason: '本人要求' } })
  const purged = await stage.admin.send('DELETE', `/lawyer/purge/${lawyerId}`, {
    body: { reason: '本人要求', confirmPassword: password },
  })
  expect(purged.body.code).toBe('200')
  const row = (await register('admin')).find(it => it.id === id)
  expect(row).toMatchObject({ name: '已删除的人员', content: '', kind: 2, status: 1 })
})
