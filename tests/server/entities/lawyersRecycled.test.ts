import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  admins,
  articles,
  cardRevisions,
  cards,
  lawyers,
  messages,
  offices,
} from '../../../server/db/tables.ts'
import { runPurge } from '../../../server/services/jobs/purge.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { settledCodes } from '../../support/settledCodes.ts'

let app: TestApp
let stage: Stage
let branch: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  branch = await setStage(app, { office: '东所', admin: 'branch' }, stage.props)
})
afterAll(() => app.close())

const remove = (id: number) =>
  stage.admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
const restore = async (account: string, id: number, body: object = {}) =>
  (await (await app.as(account)).send('POST', `/lawyer/restore/${id}`, { body: { reason: '误删', ...body } }))
    .body
const binned = async (account: string) =>
  (await (await app.as(account)).call('recycled.page', { pageSize: 200 })).records
const cardsOf = (lawyerId: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(cards)
      .where(and(eq(cards.firmId, 1), eq(cards.lawyerId, lawyerId))),
  )

test('a removed lawyer is in the bin and is restored with status, cards and number', async () => {
  const { id, lawyerId, key } = await stage.publishedCard()
  const english = await stage.admin.call('cards.createCard', { lawyerId, language: 'EN', name: 'Sample' })
  // A card that was deleted before its lawyer is not restored with the lawyer.
  await stage.admin.send('POST', '/lawyer/card/delete', { body: { ids: [english.id], reason: '不再使用' } })
  await remove(lawyerId)
  const row = (await binned('admin')).find(it => it.id === lawyerId)!
  expect(row).toMatchObject({ status: 1, deletedBy: '赵主任', mobile: expect.stringContaining('****') })
  expect(await restore('admin', lawyerId)).toMatchObject({ code: '200', data: { status: 1 } })
  const remainingCards = (await cardsOf(lawyerId)).filter(it => it.deletedAt === null)
  expect(remainingCards.map(it => it.id)).toEqual([id])
  expect((await stage.admin.call('cards.cardInfo', { id })).publishState).toBe(1)
  await (await app.asNew(key)).call('session.self')
  expect((await binned('admin')).some(it => it.id === lawyerId)).toBe(false)
  expect((await restore('admin', lawyerId)).code).toBe('4040')
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    targetType: 'lawyers',
    targetId: lawyerId,
  })
  expect(records[0]).toMatchObject({ action: 'restore', reason: '误删' })
})

test('a restored lawyer has the articles and the place in the order as before', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  const { articleId } = await stage.article({ lawyerIds: [lawyerId], submit: 1 })
  await app.database.write(1, db => db.update(cards).set({ weight: 4321, isTop: 1 }).where(eq(cards.id, id)))
  const state = async () => {
    const { records: written } = await stage.admin.call('articles.getUserList', { lawyerId })
    const { records: listed } = await stage.admin.call('lawyers.pageList', { pageSize: 200 })
    const [card] = await cardsOf(lawyerId)
    return {
      articles: written.map(it => [it.articleId, it.isShow, it.isTop]),
      place: listed.findIndex(it => it.id === lawyerId),
      order: [card!.weight, card!.isTop],
    }
  }
  const before = await state()
  expect(before).toMatchObject({ articles: [[articleId, 1, 0]], place: 0, order: [4321, 1] })
  await remove(lawyerId)
  await restore('admin', lawyerId)
  expect(await state()).toEqual(before)
})

test('reports a closed office and accepts another one', async () => {
  const { name, organizationId } = await stage.office()
  const otherOffice = await setStage(app, { office: name, admin: 'admin' }, stage.props)
  const { lawyerId } = await otherOffice.card()
  await remove(lawyerId)
  await app.database.write(1, db =>
    db.update(offices).set({ status: 0 }).where(eq(offices.organizationId, organizationId)),
  )
  expect(await restore('admin', lawyerId)).toMatchObject({
    code: '4220',
    data: { errors: { organizationId: expect.stringContaining('请选择要转入的律所') } },
  })
  const targetOffice = app.world.offices.get('东所')!
  expect(await restore('admin', lawyerId, { organizationId: targetOffice })).toMatchObject({ code: '200' })
  expect((await cardsOf(lawyerId)).map(it => it.organizationId)).toEqual([targetOffice])
  expect((await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })).organizationId).toBe(targetOffice)
})

test('a branch has its own bin and restores people to itself only', async () => {
  const [own, other] = [await branch.lawyer(), await stage.lawyer()]
  await remove(own.id)
  await remove(other.id)
  const binnedIds = (await binned('branch')).map(it => it.id)
  expect([binnedIds.includes(own.id), binnedIds.includes(other.id)]).toEqual([true, false])
  expect((await restore('branch', other.id)).code).toBe('4040')
  expect(await restore('branch', own.id, { organizationId: stage.organizationId })).toMatchObject({
    code: '4220',
    data: { errors: { organizationId: expect.stringContaining('本所') } },
  })
  expect((await restore('branch2', own.id)).code).toBe('4030')
  expect((await restore('branch', own.id)).code).toBe('200')
})

test('of two simultaneous restorations, one succeeds', async () => {
  const { id } = await stage.lawyer()
  await remove(id)
  const codes = await settledCodes([restore('admin', id), restore('admin', id), restore('admin', id)])
  expect(codes).toEqual(['200', '4040', '4040'])
})

const DAY_MS = 24 * 3_600_000
const purge = async (id: number, more: object = {}) =>
  (
    await stage.admin.send('DELETE', `/lawyer/purge/${id}`, {
      body: { reason: '本人要求', confirmPassword: password, ...more },
    })
  ).body
const exists = async (id: number) =>
  app.database.read(1, db => db.$count(lawyers, and(eq(lawyers.firmId, 1), eq(lawyers.id, id))))
/** The number of remaining rows about the person. */
const remainingRowsOf = (lawyerId: number, cardId: number) =>
  app.database.read(1, async db => [
    await db.$count(lawyers, eq(lawyers.id, lawyerId)),
    await db.$count(cards, eq(cards.lawyerId, lawyerId)),
    await db.$count(cardRevisions, eq(cardRevisions.cardId, cardId)),
    await db.$count(messages, and(eq(messages.receiverType, 2), eq(messages.receiverId, lawyerId))),
  ])

test('a purged lawyer is deleted with cards and messages, and the number is free; the log stays', async () => {
  const { id: cardId, lawyerId, key } = await stage.publishedCard()
  expect((await purge(lawyerId)).code).toBe('4040')
  await remove(lawyerId)
  expect((await purge(lawyerId, { confirmPassword: 'not-the-password' })).code).not.toBe('200')
  expect((await purge(lawyerId, { reason: '' })).code).toBe('4220')
  expect(await exists(lawyerId)).toBe(1)
  expect((await purge(lawyerId)).code).toBe('200')
  expect(await remainingRowsOf(lawyerId, cardId)).toEqual([0, 0, 0, 0])
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    targetType: 'lawyers',
    targetId: lawyerId,
  })
  expect(records[0]).toMatchObject({ action: 'purge', reason: '本人要求' })
  const sameMobile = { name: '同号新人', mobile: key, organizationId: stage.organizationId, personType: 2 }
  expect(await stage.admin.call('lawyers.addList', { list: [sameMobile] })).toMatchObject({ success: 1 })
})

test('an author of some article is not purged, and the answer says what to do', async () => {
  const { articleId, lawyerId } = await stage.article()
  await remove(lawyerId)
  expect((await binned('admin')).find(it => it.id === lawyerId)).toMatchObject({ articleCount: 1 })
  expect(await purge(lawyerId)).toMatchObject({
    code: '4093',
    message: expect.stringContaining('1篇内容的作者'),
    data: { refs: [{ type: 'articles', count: 1 }] },
  })
  await stage.admin.send('DELETE', `/article/${articleId}`)
  expect((await purge(lawyerId)).code).toBe('200')
})

test('only the main administrator purges', async () => {
  const { id } = await branch.lawyer()
  await remove(id)
  for (const account of ['admin2', 'branch', 'branch2']) {
    const person = await app.as(account)
    const { body } = await person.send('DELETE', `/lawyer/purge/${id}`, {
      body: { reason: '录入有误', confirmPassword: password },
    })
    expect(body.code).toBe('4030')
  }
})

test('the card of an author whom the bin keeps stays too, and comes back with its person', async () => {
  const { id: cardId, lawyerId } = await stage.publishedCard()
  await stage.article({ lawyerIds: [lawyerId] })
  await remove(lawyerId)
  await runPurge(app.database, 1, new Date(app.clock.now().getTime() + 31 * DAY_MS))
  expect(await restore('admin', lawyerId)).toMatchObject({ code: '200' })
  expect(await stage.admin.call('cards.cardInfo', { id: cardId })).toMatchObject({ publishState: 1 })
})

test('the bin is emptied after 30 days, except for authors', async () => {
  const person = await stage.publishedCard()
  const named = await stage.article()
  const gone = await stage.article()
  const { id: adminId } = await stage.administrator(2)
  await remove(person.lawyerId)
  await remove(named.lawyerId)
  await stage.admin.send('DELETE', `/article/${gone.articleId}`)
  await stage.admin.send('DELETE', `/firmAccessUser/${adminId}`, { body: { reason: '离职' } })
  const remaining = () =>
    app.database.read(1, async db => [
      await db.$count(lawyers, eq(lawyers.id, person.lawyerId)),
      await db.$count(lawyers, eq(lawyers.id, named.lawyerId)),
      await db.$count(articles, eq(articles.articleId, gone.articleId)),
      await db.$count(admins, eq(admins.id, adminId)),
    ])
  const after = (days: number) =>
    runPurge(app.database, 1, new Date(app.clock.now().getTime() + days * DAY_MS))
  await after(29.9)
  expect(await remaining()).toEqual([1, 1, 1, 1])
  await after(30.1)
  expect(await remaining()).toEqual([0, 1, 0, 0])
  expect(await remainingRowsOf(person.lawyerId, person.id)).toEqual([0, 0, 0, 0])
  // The article that prevented the deletion is deleted first.
  await stage.admin.send('DELETE', `/article/${named.articleId}`)
  await after(31)
  expect(await exists(named.lawyerId)).toBe(0)
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    targetType: 'lawyers',
    targetId: person.lawyerId,
  })
  expect(records[0]).toMatchObject({ action: 'purge', operatorName: '系统', reason: '删除满30天' })
})
