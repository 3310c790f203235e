import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { messages } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

const wuMobile = '13800000001'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() => app.database.write(1, db => db.delete(messages)))

const send = async (account: string, types: readonly (1 | 3 | 7)[]) => {
  const { population, id } = app.world.people.get(account)!
  const rows = await app.database.write(1, db =>
    db
      .insert(messages)
      .values(
        types.map((type, index) => ({
          firmId: 1,
          receiverType: population,
          receiverId: id,
          type,
          title: `第${index + 1}条`,
          content: '请查看。',
        })),
      )
      .returning({ id: messages.id }),
  )
  return rows.map(it => it.id)
}

test('the badge counts unread messages, and decreases when one is read', async () => {
  const [first] = await send(wuMobile, [3, 3, 7])
  const lawyer = await app.as(wuMobile)
  expect(await lawyer.call('logs.msg.count', { status: 0 })).toBe(3)
  const read = await lawyer.call('messages.one', { id: first! })
  expect(read).toMatchObject({ status: 1, readAt: expect.any(String) })
  expect(await lawyer.call('logs.msg.count', { status: 0 })).toBe(2)
  expect((await lawyer.call('messages.one', { id: first! })).readAt).toBe(read.readAt)
  expect(await lawyer.call('messages.getUnReadStatistics')).toMatchObject({
    total: 2,
    types: expect.arrayContaining([
      { type: 3, typeName: '名片审核', unread: 1 },
      { type: 7, typeName: '律所公告', unread: 1 },
      { type: 1, typeName: '系统通知', unread: 0 },
    ]),
  })
})

test('lists unread messages first, and filters by type and status', async () => {
  const [first, second] = await send(wuMobile, [3, 7])
  const lawyer = await app.as(wuMobile)
  await lawyer.call('messages.one', { id: second! })
  const list = async (query: object) => (await lawyer.call('messages.page', query)).records.map(it => it.id)
  expect(await list({})).toEqual([first, second])
  expect(await list({ type: 7 })).toEqual([second])
  expect(await list({ status: 0 })).toEqual([first])
  expect(await list({ keyword: '第2' })).toEqual([second])
})

test('marks one type or all as read', async () => {
  await send(wuMobile, [3, 3, 7])
  const lawyer = await app.as(wuMobile)
  expect(await lawyer.call('messages.readAll', { type: 3 })).toEqual({ count: 2 })
  expect(await lawyer.call('messages.readAll', {})).toEqual({ count: 1 })
  expect(await lawyer.call('logs.msg.count', { status: 1 })).toBe(3)
})

test('hides messages of others, even with the same id in the other population', async () => {
  const [id] = await send(wuMobile, [3])
  for (const account of ['admin', 'system', '13800000002', 'other-13800000001']) {
    const other = await app.as(account)
    await expect(other.call('messages.one', { id: id! })).rejects.toMatchObject({ code: '4040' })
    expect(await other.call('logs.msg.count', { status: 0 })).toBe(0)
  }
  expect(await (await app.as(wuMobile)).call('logs.msg.count', { status: 0 })).toBe(1)
})

test('an announcement reaches the people of the offices in the sender’s scope', async () => {
  const east = app.world.offices.get('东所')!
  const south = app.world.offices.get('南所')!
  const notice = { title: '停电通知', content: '周六停电。' }
  const branch = await app.as('branch')
  await expect(
    branch.call('announcements.announce', { ...notice, organizationIds: [south] }),
  ).rejects.toMatchObject({ code: '4040' })
  await expect((await app.as('branch2')).call('announcements.announce', notice)).rejects.toMatchObject({
    code: '4030',
  })
  expect(await branch.call('announcements.announce', notice)).toMatchObject({ count: 2 })
  expect((await (await app.as('13800000002')).call('messages.page', {})).records).toMatchObject([
    { type: 7, title: '停电通知', senderName: '孙主管', status: 0 },
  ])
  expect(await (await app.as('13800000003')).call('logs.msg.count', { status: 0 })).toBe(0)
  expect(
    await (
      await app.as('admin')
    ).call('announcements.announce', { ...notice, organizationIds: [east, south] }),
  ).toMatchObject({ count: 5 })
  await (await app.as('system')).call('announcements.announce', notice)
  expect((await (await app.as('admin')).call('messages.page', {})).records).toMatchObject([{ type: 1 }])
})
