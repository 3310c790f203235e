import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { announcements, logs, messages } from '../../../server/db/tables.ts'
import { verifyAudit } from '../../../server/services/audit/auditChain.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'

const [wuMobile, zhengMobile, wangMobile] = ['13800000001', '13800000002', '13800000003']
const notice = { title: '停电通知', content: '周六停电。' }

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() =>
  app.database.write(1, async db => {
    await db.delete(messages)
    await db.delete(announcements)
  }),
)

const idOf = (account: string) => app.world.people.get(account)!.id
const received = async (account: string) =>
  (await (await app.as(account)).call('messages.page', { type: 7 })).records

test('everybody, chosen offices or chosen people receive an announcement, but not the sender or the operator', async () => {
  const admin = await app.as('admin')
  expect(await admin.call('announcements.announce', { ...notice, audience: 1 })).toMatchObject({ count: 7 })
  expect(await received('admin')).toEqual([])
  expect((await (await app.as('system')).call('messages.page', {})).records).toEqual([])
  const organizationIds = [app.world.offices.get('东所')!]
  expect(
    await admin.call('announcements.announce', { ...notice, audience: 2, organizationIds }),
  ).toMatchObject({ count: 3 })
  const people = { audience: 3 as const, lawyerIds: [idOf(wangMobile)], adminIds: [idOf('branch2')] }
  expect(await admin.call('announcements.announce', { ...notice, ...people })).toMatchObject({ count: 2 })
  expect(await received(wangMobile)).toHaveLength(2)
  expect(await received('branch2')).toHaveLength(3)
  expect(await received(wuMobile)).toHaveLength(1)
})

test('sends to as many people as were counted beforehand', async () => {
  const admin = await app.as('admin')
  for (const to of [
    { audience: 1 as const },
    { audience: 2 as const, organizationIds: [app.world.offices.get('南所')!] },
    { audience: 3 as const, lawyerIds: [idOf(wuMobile), idOf(zhengMobile)], adminIds: [] },
  ]) {
    const { count } = await admin.call('announcements.count', to)
    expect(await admin.call('announcements.announce', { ...notice, ...to })).toMatchObject({ count })
  }
})

test('a branch reaches its own people only, and sees its own announcements only', async () => {
  const branch = await app.as('branch')
  expect(await branch.call('announcements.count', { audience: 1 })).toEqual({ count: 2 })
  const [outside, inside] = [{ lawyerIds: [idOf(wangMobile)] }, { lawyerIds: [idOf(zhengMobile)] }]
  for (const call of ['announcements.count', 'announcements.announce'] as const)
    await expect(branch.call(call, { ...notice, audience: 3, ...outside } as never)).rejects.toMatchObject({
      code: call === 'announcements.count' ? '4220' : '4040',
    })
  await expect(branch.call('announcements.count', { audience: 3, ...outside })).rejects.toMatchObject({
    code: '4040',
  })
  const own = await branch.call('announcements.announce', { ...notice, audience: 3, ...inside })
  const all = await (await app.as('admin')).call('announcements.announce', notice)
  expect((await branch.call('announcements.page')).records.map(it => it.batchId)).toEqual([own.batchId])
  await expect(branch.call('announcements.one', { batchId: all.batchId })).rejects.toMatchObject({
    code: '4040',
  })
  expect((await branch.call('receivers.page', { batchId: all.batchId })).total).toBe(0)
  expect((await branch.call('receivers.page')).total).toBe(1)
})

test('refuses an announcement without receivers or to an empty office', async () => {
  const admin = await app.as('admin')
  const announce = (to: object) => admin.call('announcements.announce', { ...notice, ...to } as never)
  await expect(announce({ audience: 2 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { organizationIds: '请选择律所' } },
  })
  await expect(announce({ audience: 3 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { lawyerIds: '请选择收件人' } },
  })
  await expect(announce({ audience: 3, adminIds: [idOf('admin')] })).rejects.toMatchObject({ code: '4000' })
  expect(await app.database.read(1, db => db.$count(announcements))).toBe(0)
})

test('the list shows how many have read it, and the receivers who', async () => {
  const admin = await app.as('admin')
  const { batchId, count } = await admin.call('announcements.announce', notice)
  const [letter] = await received(wuMobile)
  await (await app.as(wuMobile)).call('messages.one', { id: letter!.id })
  expect((await admin.call('announcements.page')).records).toMatchObject([
    { batchId, title: '停电通知', readState: `1/${count} 已读`, createdBy: '赵主任' },
  ])
  const readers = await admin.call('receivers.page', { batchId, status: 1 })
  expect(readers.records).toMatchObject([{ name: '吴律师', receiverType: 2, readAt: expect.any(String) }])
  expect((await admin.call('receivers.page', { batchId, status: 0 })).total).toBe(count - 1)
  expect((await admin.call('receivers.page', { batchId, keyword: 'zhenglv' })).records).toMatchObject([
    { name: '郑律师', status: 0, readAt: null },
  ])
  expect((await admin.call('receivers.page', { batchId, pageSize: 3, pageNum: 2 })).records).toHaveLength(3)
})

test('is logged with its batch, and the log chain stays intact', async () => {
  const { batchId, count } = await (
    await app.as('admin')
  ).call('announcements.announce', { ...notice, organizationIds: [app.world.offices.get('南所')!] })
  const [row] = await app.database.read(1, db => db.select().from(logs).where(eq(logs.batchId, batchId)))
  expect(row).toMatchObject({
    module: 12,
    action: 'announce',
    batchCount: count,
    targetType: 'announcements',
    targetId: batchId,
    summary: `发布公告【停电通知】给南所的${count}人`,
  })
  expect(await app.database.read(1, db => verifyAudit(db, 1))).toMatchObject({ broken: [] })
})

test('is sent once when repeated with the same key', async () => {
  const admin = await app.as('admin')
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await admin.call('announcements.announce', notice, headers)
  expect(await admin.call('announcements.announce', notice, headers)).toEqual(first)
  expect(await received(wuMobile)).toHaveLength(1)
})

test('reaches five thousand people with one statement', async () => {
  const organizationId = app.world.offices.get('南所')!
  await app.database.write(1, db =>
    db.execute(sql`
      insert into lawyers (firm_id, name, name_pinyin, name_sort, name_initials, mobile, organization_id, status, code_key, search)
      select 1, '众律师', 'zhong', 'zhong', 'z', '150' || lpad(n::text, 8, '0'), ${organizationId}, 1, 'k' || n, '众'
      from generate_series(1, 5000) n`),
  )
  const admin = await app.as('admin')
  let count = 0
  const sentStatements = await statementsOf(app.database.pool, async () => {
    ;({ count } = await admin.call('announcements.announce', {
      ...notice,
      organizationIds: [organizationId],
    }))
  })
  expect(count).toBe(5002)
  expect(sentStatements.filter(it => /insert\s+into "messages"/.test(it))).toHaveLength(1)
  expect(sentStatements.length).toBeLessThan(20)
})

test.each([{ lawyerIds: true }, { adminIds: true }])('refuses %j without an audience', async named => {
  const admin = await app.as('admin')
  const to = {
    ...(named.lawyerIds && { lawyerIds: [idOf(wuMobile)] }),
    ...(named.adminIds && { adminIds: [idOf('branch2')] }),
  }
  const refused = { code: '4220', data: { errors: { audience: '请选择发给谁' } } }
  await expect(admin.call('announcements.announce', { ...notice, ...to })).rejects.toMatchObject(refused)
  await expect(admin.call('announcements.count', to)).rejects.toMatchObject(refused)
})
