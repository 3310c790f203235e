import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { articles, cards, lawyers, messages } from '../../../server/db/tables.ts'
import { removeLeavers } from '../../../server/services/lawyers/leavers.ts'
import { runPublication } from '../../../server/services/jobs/publication.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const update = async (account: string, id: number, change: object) => {
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id })
  return (await (await app.as(account)).send('POST', '/lawyer/update', { body: { id, version, ...change } }))
    .body
}
const cardOf = async (id: number) =>
  (await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, id))))[0]!
const statusOf = async (articleId: number) =>
  (await app.database.read(1, db => db.select().from(articles).where(eq(articles.articleId, articleId))))[0]!
    .status
const isAlive = async (token: string) => (await app.send('GET', '/auth/self', { token })).body.code === '200'

/** A person with a published card, an own article, a shared one, and two sessions. */
const established = async () => {
  const { id: cardId, lawyerId, key } = await stage.publishedCard()
  const { id: other } = await stage.lawyer()
  const own = await stage.article({ lawyerIds: [lawyerId], submit: 1 })
  const shared = await stage.article({ lawyerIds: [lawyerId, other], submit: 1 })
  const sessions = [await app.asNew(key), await app.asNew(key)].map(it => it.token)
  return { cardId, lawyerId, key, own: own.articleId, shared: shared.articleId, sessions }
}
const leaving = { status: 4, reason: '合同到期' }

test('leaving announces its effects, has them, and answers them', async () => {
  const { cardId, lawyerId, own, shared, sessions } = await established()
  const before = await stage.admin.call('lawyers.consequences', { id: lawyerId })
  expect(before).toMatchObject({ cards: 1, waiting: 0, articles: 1, shared: 1 })
  expect(before.sessions).toBeGreaterThanOrEqual(2)
  expect(await update('admin', lawyerId, leaving)).toMatchObject({ code: '200', data: { receipt: before } })
  expect((await cardOf(cardId)).showStatus).toBe(0)
  expect([await statusOf(own), await statusOf(shared)]).toEqual([4, 2])
  expect(await Promise.all(sessions.map(isAlive))).toEqual([false, false])
  expect(await stage.admin.call('lawyers.consequences', { id: lawyerId })).toMatchObject({
    cards: 0,
    articles: 0,
    sessions: 0,
  })
  const { records } = await stage.admin.call('logs.getAdminLogPageList', { pageSize: 10 })
  expect(records.slice(0, 3).map(it => [it.action, it.reason])).toEqual(
    expect.arrayContaining([
      ['leave', '合同到期'],
      ['hide', '合同到期'],
      ['offline', '合同到期'],
    ]),
  )
})

test('a return shows what leaving hid, except what was changed since', async () => {
  const { cardId, lawyerId, own, shared } = await established()
  const second = await stage.article({ lawyerIds: [lawyerId], submit: 1 })
  await update('admin', lawyerId, leaving)
  // Somebody has changed this article meanwhile.
  const { version } = await stage.admin.call('articles.one', { articleId: second.articleId })
  await stage.admin.call('articles.update', { articleId: second.articleId, version, title: '另作处理的文章' })
  expect(await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })).toMatchObject({
    code: '200',
  })
  expect((await cardOf(cardId)).showStatus).toBe(1)
  expect([await statusOf(own), await statusOf(shared), await statusOf(second.articleId)]).toEqual([2, 2, 4])
})

test('a card that was changed since its person left stays hidden after the return', async () => {
  const { cardId, lawyerId } = await established()
  await update('admin', lawyerId, leaving)
  const { version } = await cardOf(cardId)
  await stage.admin.call('cards.update', { id: cardId, version, slogan: '另作处理的名片' })
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  expect((await cardOf(cardId)).showStatus).toBe(0)
})

test('an article that expired meanwhile stays offline when its author returns', async () => {
  const { lawyerId } = await established()
  const expireAt = new Date(app.clock.now().getTime() + 10 * 60_000).toISOString()
  const { articleId } = await stage.article({ lawyerIds: [lawyerId], submit: 1, expireAt })
  expect(await statusOf(articleId)).toBe(2)
  await update('admin', lawyerId, leaving)
  app.clock.advance(11 * 60_000)
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  // It is not public in the meantime, even before the job that takes articles offline has run.
  expect(await statusOf(articleId)).toBe(4)
})

test('a scheduled article becomes a draft, and is scheduled again unless its time has passed', async () => {
  const { lawyerId } = await established()
  const { id: other } = await stage.lawyer()
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()
  const scheduled = async (hours: number, lawyerIds: number[]) =>
    (await stage.article({ lawyerIds, submit: 1, publishAt: at(hours) })).articleId
  const [soon, late] = [await scheduled(1, [lawyerId]), await scheduled(50, [lawyerId])]
  const shared = await scheduled(1, [lawyerId, other])
  expect(await stage.admin.call('lawyers.consequences', { id: lawyerId })).toMatchObject({
    articles: 1,
    scheduled: 2,
    shared: 2,
  })
  expect(await update('admin', lawyerId, leaving)).toMatchObject({ data: { receipt: { scheduled: 2 } } })
  expect([await statusOf(soon), await statusOf(late), await statusOf(shared)]).toEqual([0, 0, 5])
  app.clock.advance(1.2 * 3_600_000)
  await runPublication(app.database, 1, app.clock.now())
  expect([await statusOf(soon), await statusOf(shared)]).toEqual([0, 2])
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  expect([await statusOf(soon), await statusOf(late)]).toEqual([0, 5])
  app.clock.advance(-1.2 * 3_600_000)
})

test('the code of a person who left leads to the office, and to the card again after the return', async () => {
  const { cardId, lawyerId } = await established()
  const { codeKey } = await stage.admin.call('cards.cardInfo', { id: cardId })
  const where = async () => (await app.send('GET', `/lawyer/card/code/${codeKey!}`)).body.data
  const office = { organizationId: stage.organizationId, name: '总所' }
  expect(await where()).toEqual({ cardId, ...office })
  await update('admin', lawyerId, leaving)
  expect(await where()).toEqual({ cardId: null, ...office })
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  expect(await where()).toEqual({ cardId, ...office })
  expect((await app.send('GET', '/lawyer/card/code/nobody')).body.code).toBe('4040')
})

test('a return without restoring keeps the card hidden, as does a card hidden before', async () => {
  const { cardId, lawyerId } = await established()
  await update('admin', lawyerId, leaving)
  await update('admin', lawyerId, { status: 1, reason: '返聘' })
  expect((await cardOf(cardId)).showStatus).toBe(0)
  await update('admin', lawyerId, leaving)
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '返聘' })
  expect((await cardOf(cardId)).showStatus).toBe(0)
})

test('a change that waits for review becomes a draft again', async () => {
  const { id, lawyerId } = await stage.submittedCard()
  expect(await stage.admin.call('lawyers.consequences', { id: lawyerId })).toMatchObject({ waiting: 1 })
  await update('admin', lawyerId, leaving)
  expect((await cardOf(id)).auditStatus).toBe(0)
})

test('a transfer moves the card with its pending change, ends the sessions, notifies both offices and is logged once', async () => {
  const { id, lawyerId, key } = await stage.submittedCard()
  const { token } = await app.asNew(key)
  const targetOffice = app.world.offices.get('东所')!
  expect(await update('admin', lawyerId, { organizationId: targetOffice, reason: '团队调整' })).toMatchObject(
    {
      code: '200',
    },
  )
  expect(await cardOf(id)).toMatchObject({ organizationId: targetOffice, auditStatus: 1 })
  expect(await isAlive(token)).toBe(false)
  // The new office now decides about the pending change.
  const waiting = await (await app.as('branch')).call('cards.pageList', { auditStatus: 1, lawyerId })
  expect(waiting.total).toBe(1)
  const sent = await app.database.read(1, db =>
    db.select().from(messages).where(eq(messages.bizId, lawyerId)),
  )
  expect(sent.filter(it => it.receiverType === 2).map(it => it.title)).toEqual(['您的所属律所已变更'])
  const toBranch = sent.filter(
    it => it.receiverId === app.world.people.get('branch')!.id && it.receiverType === 1,
  )
  expect(toBranch).toMatchObject([{ title: '样本律师转入本所', link: `/app/lawyer/${lawyerId}` }])
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    targetType: 'lawyers',
    targetId: lawyerId,
  })
  expect(records[0]).toMatchObject({
    action: 'transfer',
    reason: '团队调整',
    summary: '将【样本律师】由总所转入东所',
  })
  expect(await update('branch', lawyerId, { organizationId: stage.organizationId })).toMatchObject({
    code: '4220',
    data: { errors: { organizationId: expect.stringContaining('申请转所') as string } },
  })
})

const codeOf = async (id: number) => {
  const [row] = await app.database.read(1, db =>
    db.select({ codeKey: lawyers.codeKey }).from(lawyers).where(eq(lawyers.id, id)),
  )
  return row!.codeKey
}
const authorsIn = async (articleId: number) =>
  (await app.database.read(1, db => db.select().from(articles).where(eq(articles.articleId, articleId))))[0]!
    .lawyerIds

test('the code of who left opens the successor’s card, and the content goes to the successor and back', async () => {
  const { lawyerId, own, shared } = await established()
  const { id: successorCard, lawyerId: successorId } = await stage.publishedCard()
  const codeKey = await codeOf(lawyerId)
  const change = { ...leaving, successorId, contents: 'move' }
  expect(await update('admin', lawyerId, change)).toMatchObject({
    data: { receipt: { moved: 1, articles: 0 } },
  })
  expect(await app.call('cards.code', { codeKey })).toMatchObject({ cardId: successorCard })
  expect(await statusOf(own)).toBe(2)
  expect([await authorsIn(own), await authorsIn(shared)]).toEqual([
    [successorId],
    expect.arrayContaining([lawyerId]),
  ])
  const { records } = await stage.admin.call('logs.getAdminLogPageList', { pageSize: 10 })
  expect(records.map(it => it.action)).toEqual(expect.arrayContaining(['leave', 'hide', 'update']))

  // A hidden successor's card leads to the office, as without a successor.
  const { version } = await cardOf(successorCard)
  await stage.admin.call('cards.update', { id: successorCard, version, showStatus: 0 })
  expect(await app.call('cards.code', { codeKey })).toMatchObject({ cardId: null })

  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  expect(await authorsIn(own)).toEqual([lawyerId])
  expect(await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })).toMatchObject({
    successorId: null,
    leaveDate: null,
  })
  expect((await app.call('cards.code', { codeKey })).cardId).not.toBeNull()
})

test('an article that was changed since it went to the successor stays with the successor after a return', async () => {
  const { lawyerId, own } = await established()
  const { articleId: changed } = await stage.article({ lawyerIds: [lawyerId], submit: 1 })
  const { lawyerId: successorId } = await stage.publishedCard()
  await update('admin', lawyerId, { ...leaving, successorId, contents: 'move' })
  expect([await authorsIn(own), await authorsIn(changed)]).toEqual([[successorId], [successorId]])
  const { version } = await stage.admin.call('articles.one', { articleId: changed })
  await stage.admin.call('articles.update', { articleId: changed, version, title: '由接任人续写的文章' })
  await update('admin', lawyerId, { status: 1, restore: 1, reason: '办理有误' })
  expect([await authorsIn(own), await authorsIn(changed)]).toEqual([[lawyerId], [successorId]])
})

test('content may stay public under the name of who left', async () => {
  const { lawyerId, own } = await established()
  expect(await update('admin', lawyerId, { ...leaving, contents: 'keep' })).toMatchObject({
    data: { receipt: { kept: 1, articles: 0 } },
  })
  expect([await statusOf(own), await authorsIn(own)]).toEqual([2, [lawyerId]])
})

test('a successor must be another active person, and a day of removal lies ahead', async () => {
  const { lawyerId } = await established()
  const refused = (change: object) => update('admin', lawyerId, change)
  const error = expect.any(String) as string
  expect(await refused({ ...leaving, successorId: lawyerId })).toMatchObject({
    data: { errors: { successorId: error } },
  })
  expect(await refused({ ...leaving, successorId: 999_999 })).toMatchObject({
    data: { errors: { successorId: error } },
  })
  expect(await refused({ ...leaving, contents: 'move' })).toMatchObject({
    data: { errors: { successorId: error } },
  })
  for (const removeOn of ['2020-01-01', firmDay(new Date())])
    expect(await refused({ ...leaving, removeOn }), removeOn).toMatchObject({
      data: { errors: { removeOn: error } },
    })
  expect(await refused({ removeOn: '2099-01-01' })).toMatchObject({ data: { errors: { removeOn: error } } })
  expect(await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })).toMatchObject({ status: 1 })
})

test('who left is moved to the recycle bin on the set day, and is restored from there', async () => {
  const { lawyerId, cardId } = await established()
  const day = firmDay(new Date(Date.now() + 3 * 86_400_000))
  await update('admin', lawyerId, { ...leaving, removeOn: day })
  const at = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await removeLeavers(app.database, 1, at(2))).toBe(0)
  expect(await dueJobs(app.database)).toContainEqual({ work: 'leavers', at: momentOfFirm(day) })
  expect(await removeLeavers(app.database, 1, at(3))).toBe(1)
  expect(await removeLeavers(app.database, 1, at(3))).toBe(0)
  expect((await cardOf(cardId)).deletedAt).not.toBeNull()
  const body = { reason: '返聘' }
  expect((await stage.admin.send('POST', `/lawyer/restore/${lawyerId}`, { body })).body.code).toBe('200')
  expect(await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })).toMatchObject({
    status: 4,
    removeOn: null,
  })
  expect((await cardOf(cardId)).deletedAt).toBeNull()
})

test('the only author of public content is not moved to the recycle bin', async () => {
  const { lawyerId } = await established()
  const day = firmDay(new Date(Date.now() + 86_400_000))
  await update('admin', lawyerId, { ...leaving, contents: 'keep', removeOn: day })
  expect(await removeLeavers(app.database, 1, new Date(Date.now() + 2 * 86_400_000))).toBe(0)
})
