import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { admins, messages, offices } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app, { office: '东所', admin: 'branch' })
})
afterAll(() => app.close())

const request = async (account: string, id: number, to = '总所') =>
  (
    await (
      await app.as(account)
    ).send('POST', '/lawyer/transfers', {
      body: { id, organizationId: app.world.offices.get(to)!, reason: '团队调整' },
    })
  ).body as { code: string; data: { id: number } }
const decide = async (account: string, id: number, body: object) =>
  (await (await app.as(account)).send('PUT', `/lawyer/transfers/${id}`, { body: { version: 1, ...body } }))
    .body
const pending = async (account: string) =>
  (await (await app.as(account)).call('transfers.page', { status: 0, pageSize: 200 })).records
const officeOf = async (id: number) =>
  (await (await app.as('admin')).call('lawyers.lawyerInfo', { id })).organizationId
/** The messages that an administrator received about one request. */
const messagesAbout = (account: string, requestId: number) => {
  const { id } = app.world.people.get(account)!
  return app.database.read(1, async db => {
    const rows = await db.select().from(messages).where(eq(messages.receiverId, id)).orderBy(messages.id)
    const isOfRequest = (it: (typeof rows)[number]) => it.bizType === 'transfer' && it.bizId === requestId
    return rows.filter(it => it.receiverType === 1 && isOfRequest(it))
  })
}
const titlesOf = async (account: string, requestId: number) =>
  (await messagesAbout(account, requestId)).map(it => it.title)

test('a branch requests, the main office agrees, and the person moves with the card', async () => {
  const { id: cardId, lawyerId } = await stage.submittedCard()
  const { code, data } = await request('branch', lawyerId)
  expect(code).toBe('200')
  expect(await officeOf(lawyerId)).toBe(stage.organizationId)
  expect(await pending('admin2')).toMatchObject([
    { id: data.id, lawyerName: '样本律师', reason: '团队调整', createdByName: expect.any(String) as string },
  ])
  for (const account of ['admin', 'admin2'])
    expect(await messagesAbout(account, data.id)).toMatchObject([
      {
        type: 6,
        title: '样本律师申请转所',
        content: expect.stringMatching(/申请将样本律师转入.+。原因：团队调整$/) as string,
        link: '/app/lawyer/transfers',
      },
    ])
  for (const account of ['branch', 'branch2', 'south', 'system'])
    expect(await titlesOf(account, data.id)).toEqual([])
  expect(await decide('admin2', data.id, { result: 1 })).toMatchObject({ code: '200', data: { status: 1 } })
  const main = app.world.offices.get('总所')!
  expect(await officeOf(lawyerId)).toBe(main)
  expect((await (await app.as('admin')).call('cards.cardInfo', { id: cardId })).organizationId).toBe(main)
  expect(await pending('admin')).toEqual([])
  const { records } = await (
    await app.as('admin')
  ).call('logs.getAdminLogPageList', { targetType: 'lawyers', targetId: lawyerId })
  expect(records.slice(0, 2).map(it => [it.action, it.reason])).toEqual([
    ['transfer', '团队调整'],
    ['submit', '团队调整'],
  ])
  expect(await decide('admin', data.id, { result: 1, version: 2 })).toMatchObject({ code: '4091' })
})

test('a refusal needs a reason, of which the requester is notified', async () => {
  const { id } = await stage.lawyer()
  const { data } = await request('branch', id)
  expect((await decide('admin', data.id, { result: 0 })).code).toBe('4220')
  expect((await decide('admin', data.id, { result: 0, reason: '本所另有安排' })).code).toBe('200')
  expect(await officeOf(id)).toBe(stage.organizationId)
  expect((await messagesAbout('branch', data.id)).map(it => [it.title, it.content, it.level])).toEqual([
    ['样本律师的转所申请未通过', '总所没有同意。原因：本所另有安排', 2],
  ])
  expect(await titlesOf('branch2', data.id)).toEqual([])
  const listed = await stage.admin.call('transfers.page', { pageSize: 200 })
  expect(listed.records.find(it => it.id === data.id)).toMatchObject({
    status: 2,
    decisionReason: '本所另有安排',
  })
  // The transfer may be requested again.
  expect((await request('branch', id)).code).toBe('200')
})

test('limits who may request, who decides, and about whom', async () => {
  const { id } = await stage.lawyer()
  for (const account of ['admin', 'admin2', 'branch2', 'system'])
    expect((await request(account, id)).code).toBe('4030')
  expect((await request('branch', id, '东所')).code).toBe('4220')
  expect((await request('branch', app.world.people.get('13800000001')!.id)).code).toBe('4040')
  const { data } = await request('branch', id)
  expect((await request('branch', id)).code).toBe('4091')
  for (const account of ['branch', 'branch2', 'system'])
    expect((await decide(account, data.id, { result: 1 })).code).toBe('4030')
  await stage.admin.send('DELETE', `/lawyer/transfers/${data.id}`)
  expect(await decide('admin', data.id, { result: 1 })).toMatchObject({ code: '4091' })
})

test('closes the request of a person who left, was removed or was transferred otherwise', async () => {
  const admin = await app.as('admin')
  const ask = async () => {
    const { id } = await stage.lawyer()
    return { id, requestId: (await request('branch', id)).data.id }
  }
  const [leftId, removedId, movedId] = [await ask(), await ask(), await ask()]
  await admin.call('lawyers.update', { id: leftId.id, version: 1, status: 4, reason: '合同到期' })
  await admin.send('DELETE', `/lawyer/remove/${removedId.id}`, { body: { reason: '录入有误' } })
  const organizationId = app.world.offices.get('南所')!
  await admin.call('lawyers.update', { id: movedId.id, version: 1, organizationId, reason: '团队调整' })
  const waiting = (await pending('admin')).map(it => it.id)
  for (const [{ requestId }, content] of [
    [leftId, '样本律师已离所，转所申请不再处理。'],
    [removedId, '样本律师已移入回收站，转所申请不再处理。'],
    [movedId, '样本律师已转入其他律所，转所申请不再处理。'],
  ] as const) {
    expect(waiting).not.toContain(requestId)
    expect(await messagesAbout('branch', requestId)).toMatchObject([
      { title: '样本律师的转所申请已关闭', content },
    ])
  }
})

test('nobody is transferred into an office that is not enabled, not even by a request of before', async () => {
  const { name, organizationId } = await stage.office()
  const { id } = await stage.lawyer()
  const { data } = await request('branch', id, name)
  await app.database.write(1, db =>
    db.update(offices).set({ status: 0 }).where(eq(offices.organizationId, organizationId)),
  )
  const refusal = { code: '4220', data: { errors: { organizationId: '请选择所属律所' } } }
  const change = { id, version: 1, organizationId, reason: '团队调整' }
  const admin = await app.as('admin')
  expect((await admin.send('POST', '/lawyer/update', { body: change })).body).toMatchObject(refusal)
  expect(await decide('admin', data.id, { result: 1 })).toMatchObject(refusal)
  expect(await officeOf(id)).toBe(stage.organizationId)
  expect((await pending('admin')).map(it => it.id)).toContain(data.id)
})

test('administrators without a right to review decide about transfers, and are notified of them', async () => {
  await app.database.write(1, db =>
    db.update(admins).set({ canAudit: 0 }).where(eq(admins.account, 'admin2')),
  )
  const { data } = await request('branch', (await stage.lawyer()).id)
  expect(await titlesOf('admin2', data.id)).toEqual(['样本律师申请转所'])
  expect((await decide('admin2', data.id, { result: 1 })).code).toBe('200')
})

test('a requester is not notified of own actions', async () => {
  const { id } = await stage.lawyer()
  const { data } = await request('branch', id)
  await stage.admin.call('lawyers.update', { id, version: 1, status: 4, reason: '合同到期' })
  expect(await titlesOf('branch', data.id)).toEqual([])
})

test('of two simultaneous decisions, one succeeds', async () => {
  const { id } = await stage.lawyer()
  const { data } = await request('branch', id)
  const answers = await Promise.all([
    decide('admin', data.id, { result: 1 }),
    decide('admin2', data.id, { result: 0, reason: '本所另有安排' }),
  ])
  expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4091'])
})

test('the destination office can see a pending request, but not decide', async () => {
  const { id } = await stage.lawyer()
  const { data } = await request('branch', id, '南所')
  const row = async (account: string) =>
    (await (await app.as(account)).call('transfers.page', { pageSize: 200 })).records.find(
      it => it.id === data.id,
    )
  expect(await row('south')).toMatchObject({ status: 0, lawyerName: '样本律师', reason: '团队调整' })
  const withdrawn = await (await app.as('south')).send('DELETE', `/lawyer/transfers/${data.id}`)
  expect(withdrawn.body.code).toBe('4040')
  expect((await decide('south', data.id, { result: 1 })).code).toBe('4030')
  await decide('admin', data.id, { result: 0, reason: '本所另有安排' })
  // A refused or withdrawn request is only visible to the requesting office and the main office.
  expect(await row('south')).toBeUndefined()
  expect(await row('branch')).toMatchObject({ status: 2 })
  const secondRequest = (await request('branch', id, '南所')).data
  await decide('admin', secondRequest.id, { result: 1 })
  const { records } = await (await app.as('south')).call('transfers.page', { pageSize: 200 })
  expect(records.find(it => it.id === secondRequest.id)).toMatchObject({ status: 1 })
})

test('pending requests are counted for those who decide', async () => {
  const counted = async (account: string) =>
    (await (await app.as(account)).call('reviews.count')).transfer!.all
  const before = await counted('admin')
  await request('branch', (await stage.lawyer()).id)
  expect([await counted('admin'), await counted('admin2')]).toEqual([before + 1, before + 1])
  expect([await counted('branch'), await counted('south'), await counted('system')]).toEqual([0, 0, 0])
  const admin = await app.as('admin')
  expect((await admin.call('reviews.queue', {})).counts.transfer!.all).toBe(before + 1)
  expect((await admin.call('reviews.summary')).waiting.transfer!.all).toBe(before + 1)
})
