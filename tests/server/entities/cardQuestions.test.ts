import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { cards, logs, messages } from '../../../server/db/tables.ts'
import { desc, eq } from 'drizzle-orm'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard } from '../../support/cards.ts'

const [wu, zheng] = ['13800000001', '13800000002'] as const

let app: TestApp
let needed: CardFields
beforeAll(async () => {
  app = await startApp()
  needed = await prepareCards(app)
})
afterAll(() => app.close())
afterEach(() =>
  app.database.write(1, async db => {
    await db.delete(cards)
    await db.delete(messages)
  }),
)

const messagesOf = async (account: string) => {
  const { population, id } = app.world.people.get(account)!
  const rows = await app.database.read(1, db =>
    db.select().from(messages).where(eq(messages.receiverId, id)).orderBy(desc(messages.id)),
  )
  return rows.filter(it => it.receiverType === population)
}
const lastLogs = (count: number) =>
  app.database.read(1, db =>
    db
      .select({ action: logs.action, operator: logs.operatorName, diff: logs.diff })
      .from(logs)
      .orderBy(desc(logs.id))
      .limit(count),
  )
const queueRow = async (account: string, query: object = {}) =>
  (await (await app.as(account)).call('reviews.queue', { kind: 'card', ...query })).records[0]

describe('a question about a waiting card', () => {
  test('leads its owner to the answer, which the reviewer is notified of, and the card keeps waiting', async () => {
    const { id, version, lawyer } = await submitCard(app, wu, needed)
    const admin = await app.as('admin')
    const { id: questionId } = await admin.call('cards.ask', { id, field: 'intro', question: '哪一年执业？' })
    expect(await queueRow('admin')).toMatchObject({ question: 1, version })
    expect((await messagesOf(wu))[0]).toMatchObject({
      title: '审核人有问题请您答复',
      content: '赵主任问（个人简介）：哪一年执业？',
      link: `/app/user/card?language=CN&question=${questionId}`,
    })
    await lawyer.call('cards.answer', { id: questionId, answer: '2008年' })
    expect(await queueRow('admin')).toMatchObject({ question: 2, version })
    expect((await messagesOf('admin'))[0]).toMatchObject({
      content: '问：哪一年执业？\n答：2008年',
      link: `/app/card/detail/${id}`,
    })
    expect((await lastLogs(2)).map(it => [it.action, it.operator, it.diff[0]?.after])).toEqual([
      ['answer', '吴律师', '2008年'],
      ['ask', '赵主任', '哪一年执业？'],
    ])
    const { records } = await lawyer.call('cards.questions', { id })
    expect(records).toMatchObject([{ field: 'intro', answer: '2008年', isOpen: 1, askedByName: '赵主任' }])
    expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({ auditStatus: 1, version })
  })

  test('is answered once, by the owner only, and closed by a decision', async () => {
    const { id, version, lawyer } = await submitCard(app, wu, needed)
    const admin = await app.as('admin')
    const first = await admin.call('cards.ask', { id, question: '哪一年执业？' })
    const second = await admin.call('cards.ask', { id, question: '在哪里执业？' })
    const answer = { answer: '2008年' }
    await expect((await app.as(zheng)).call('cards.answer', { ...first, ...answer })).rejects.toMatchObject({
      code: '4040',
    })
    const answers = await Promise.allSettled([
      lawyer.call('cards.answer', { ...first, ...answer }),
      lawyer.call('cards.answer', { ...first, answer: '2009年' }),
    ])
    expect(answers.map(it => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await admin.call('cards.adminAuditCard', { id, version, auditStatus: 3, reason: '请补充' })
    await expect(lawyer.call('cards.answer', { ...second, ...answer })).rejects.toMatchObject({
      code: '4091',
    })
    await expect(admin.call('cards.ask', { id, question: '还有吗？' })).rejects.toMatchObject({
      code: '4091',
    })
    expect((await admin.call('cards.questions', { id })).records.map(it => it.isOpen)).toEqual([0, 0])
    // The next submission begins without questions; the earlier ones stay readable.
    await lawyer.call('cards.submitAudit', { id, version: version + 1 })
    expect(await queueRow('admin')).toMatchObject({ question: null })
    expect((await lawyer.call('cards.questions', { id })).records).toHaveLength(2)
  })

  test('is limited in length and number, and closed to those who may not review the card', async () => {
    const { id } = await submitCard(app, wu, needed)
    const admin = await app.as('admin')
    await expect(admin.call('cards.ask', { id, question: '字'.repeat(501) })).rejects.toMatchObject({
      code: '4220',
    })
    for (const account of ['branch', 'south', 'other-admin'])
      await expect(
        (await app.as(account)).call('cards.ask', { id, question: '可以吗？' }),
      ).rejects.toMatchObject({
        code: '4040',
      })
    await expect((await app.as(zheng)).call('cards.questions', { id })).rejects.toMatchObject({
      code: '4040',
    })
    await expect((await app.as('system')).call('cards.questions', { id })).rejects.toMatchObject({
      code: '4040',
    })
    for (let count = 0; count < 20; count++) await admin.call('cards.ask', { id, question: `问题${count}号` })
    await expect(admin.call('cards.ask', { id, question: '再问一个' })).rejects.toMatchObject({
      code: '4220',
    })
  })
})

describe('an assigned card', () => {
  test('is found by the person to whom it is assigned, who gets a message', async () => {
    const { id } = await submitCard(app, zheng, needed)
    const other = await submitCard(app, wu, needed)
    const admin = await app.as('admin')
    const reviewers = await admin.call('cards.reviewers', { id })
    expect(reviewers.map(it => it.name).toSorted()).toEqual(
      ['孙主管', '李助理', '赵主任', '钱行政'].toSorted(),
    )
    const adminId = app.world.people.get('branch')!.id
    await admin.call('cards.assign', { id, adminId })
    expect((await messagesOf('branch'))[0]).toMatchObject({ title: '有名片分配给您审核' })
    expect(await queueRow('branch', { isAssigned: 1 })).toMatchObject({ id, assigneeName: '孙主管' })
    expect(await queueRow('admin', { isAssigned: 1 })).toBeUndefined()
    expect((await lastLogs(1))[0]).toMatchObject({
      action: 'assign',
      diff: [{ before: '', after: '孙主管' }],
    })
    // Somebody without the right to this card cannot be chosen.
    await expect(admin.call('cards.assign', { id: other.id, adminId })).rejects.toMatchObject({
      code: '4220',
    })
    await admin.call('cards.assign', { id, adminId: null })
    expect(await queueRow('branch', { isAssigned: 1 })).toBeUndefined()
  })

  test('stays assigned after a refusal, and not after an approval', async () => {
    const { id, version, lawyer } = await submitCard(app, zheng, needed)
    const branch = await app.as('branch')
    await branch.call('cards.assign', { id, adminId: branch.id })
    await branch.call('cards.adminAuditCard', { id, version, auditStatus: 3, reason: '请补充' })
    const again = await lawyer.call('cards.submitAudit', { id, version: version + 1 })
    expect(await queueRow('branch', { isAssigned: 1 })).toMatchObject({ id })
    await branch.call('cards.adminAuditCard', { id, version: again.version, auditStatus: 2 })
    const changed = await lawyer.call('cards.update', { id, version: again.version + 1, slogan: '行胜于言' })
    await lawyer.call('cards.submitAudit', { id, version: changed.version })
    expect(await queueRow('branch')).toMatchObject({ id, assigneeName: null })
  })
})
