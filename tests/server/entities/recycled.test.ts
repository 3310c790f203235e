import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { articles, cardRevisions, cards, messages } from '../../../server/db/tables.ts'
import { runPurge } from '../../../server/services/jobs/purge.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let branch: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  branch = await setStage(app, { office: '东所', admin: 'branch' }, stage.props)
})
afterAll(() => app.close())

type Kind = 'card' | 'article'
const roots = { card: '/lawyer/card', article: '/article' } as const
const pages = { card: 'recycledCards.page', article: 'recycledArticles.page' } as const

const removeCard = async (id: number, account = 'admin') =>
  (
    await (
      await app.as(account)
    ).send('POST', '/lawyer/card/delete', { body: { ids: [id], reason: '不再使用' } })
  ).body
const restore = async (kind: Kind, account: string, id: number, body: object = {}) =>
  (
    await (
      await app.as(account)
    ).send('POST', `${roots[kind]}/restore/${id}`, {
      // Removing content needs no reason, so restoring needs none either.
      body: { ...(kind === 'card' && { reason: '误删' }), ...body },
    })
  ).body
const purge = async (kind: Kind, account: string, id: number, body: object = {}) =>
  (
    await (
      await app.as(account)
    ).send('DELETE', `${roots[kind]}/purge/${id}`, {
      body: { reason: '本人要求', confirmPassword: password, ...body },
    })
  ).body
const binned = async (kind: Kind, account: string) =>
  (await (await app.as(account)).call(pages[kind], { pageSize: 200 })).records
const isBinned = async (kind: Kind, account: string, id: number) =>
  (await binned(kind, account)).some(it => it.id === id)
const lastLog = async (targetType: string, targetId: number) =>
  (await stage.admin.call('logs.getAdminLogPageList', { targetType, targetId })).records[0]!

test('a removed card is in the bin and is restored hidden, with its review status', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  await removeCard(id)
  const [row] = (await binned('card', 'admin')).filter(it => it.id === id)
  expect(row).toMatchObject({ name: '样本律师', lawyerId, auditStatus: 2, deletedBy: '赵主任' })
  expect(await restore('card', 'admin', id)).toMatchObject({ code: '200', data: { auditStatus: 2 } })
  expect(await stage.admin.call('cards.cardInfo', { id })).toMatchObject({
    auditStatus: 2,
    showStatus: 0,
    publishState: 3,
  })
  expect(await isBinned('card', 'admin', id)).toBe(false)
  expect((await restore('card', 'admin', id)).code).toBe('4040')
  expect(await lastLog('cards', id)).toMatchObject({ action: 'restore', reason: '误删' })
  const sentMessages = await app.database.read(1, db =>
    db
      .select({ title: messages.title })
      .from(messages)
      .where(and(eq(messages.receiverType, 2), eq(messages.receiverId, lawyerId))),
  )
  expect(sentMessages.map(it => it.title)).toContain('名片已还原')
})

test('restoring an English card increases the completeness of the Chinese one', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  const english = await stage.admin.call('cards.createCard', { lawyerId, language: 'EN', name: 'Sample' })
  const completeness = async () => (await stage.admin.call('cards.cardInfo', { id })).completeness
  const fullCompleteness = await completeness()
  await removeCard(english.id)
  expect(await completeness()).toBeLessThan(fullCompleteness)
  await restore('card', 'admin', english.id)
  expect(await completeness()).toBe(fullCompleteness)
})

test('a card is not restored beside a new one in its language, nor to a lawyer in the bin', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  await removeCard(id)
  const other = await stage.admin.call('cards.createCard', { lawyerId, language: 'CN', name: '样本律师' })
  expect(await restore('card', 'admin', id)).toMatchObject({
    code: '4092',
    data: { field: 'language', existingId: other.id },
  })
  await removeCard(other.id)
  await stage.admin.send('DELETE', `/lawyer/remove/${lawyerId}`, { body: { reason: '录入有误' } })
  expect(await restore('card', 'admin', id)).toMatchObject({
    code: '4091',
    message: '样本律师已移入回收站，请先还原该人员',
  })
  // Both were removed before their lawyer, and so are not restored with the lawyer.
  await stage.admin.send('POST', `/lawyer/restore/${lawyerId}`, { body: { reason: '误删' } })
  expect((await restore('card', 'admin', id)).code).toBe('200')
  expect((await restore('card', 'admin', other.id)).code).toBe('4092')
})

test('a card is restored to the office to which its lawyer has moved meanwhile', async () => {
  const { id, lawyerId } = await branch.publishedCard()
  await removeCard(id)
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })
  await stage.admin.call('lawyers.update', {
    id: lawyerId,
    version,
    organizationId: stage.organizationId,
    reason: '团队调整',
  })
  expect(await isBinned('card', 'branch', id)).toBe(false)
  expect((await restore('card', 'admin', id)).code).toBe('200')
  expect((await stage.admin.call('cards.cardInfo', { id })).organizationId).toBe(stage.organizationId)
})

test('cards removed with their lawyer are not in the bin of cards', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  await stage.admin.send('DELETE', `/lawyer/remove/${lawyerId}`, { body: { reason: '录入有误' } })
  expect(await isBinned('card', 'admin', id)).toBe(false)
  expect((await restore('card', 'admin', id)).code).toBe('4040')
})

test('an article is restored with its earlier kind of state, but not public', async () => {
  const draft = await stage.article()
  const { articleId: id } = await stage.published()
  await stage.admin.call('articles.offline', { articleId: id })
  for (const articleId of [draft.articleId, id]) await stage.admin.call('articles.remove', { articleId })
  expect((await binned('article', 'admin')).find(it => it.id === id)).toMatchObject({
    status: 4,
    kind: 2,
    deletedBy: '赵主任',
  })
  expect(await restore('article', 'admin', id)).toMatchObject({ code: '200', data: { status: 4 } })
  expect(await restore('article', 'admin', draft.articleId)).toMatchObject({ data: { status: 0 } })
  expect((await stage.admin.call('articles.one', { articleId: id })).status).toBe(4)
  expect(await lastLog('articles', id)).toMatchObject({ action: 'restore' })
})

test('a published or waiting article is neither after it is restored', async () => {
  const { articleId: id } = await stage.published()
  await app.database.write(1, db =>
    db.update(articles).set({ deletedAt: app.clock.now() }).where(eq(articles.articleId, id)),
  )
  expect(await restore('article', 'admin', id)).toMatchObject({ data: { status: 4 } })
  const { articleId } = await stage.waiting()
  await app.database.write(1, db =>
    db.update(articles).set({ deletedAt: app.clock.now() }).where(eq(articles.articleId, articleId)),
  )
  expect(await restore('article', 'admin', articleId)).toMatchObject({ data: { status: 0 } })
})

test('its category stays until the article is purged; another category of its kind can be chosen', async () => {
  const { typeId } = await stage.admin.call('categories.add', { kind: 2, typeName: `分类${stage.next()}` })
  const { articleId: id } = await stage.article({ typeId })
  await stage.admin.call('articles.remove', { articleId: id })
  await expect(stage.admin.call('categories.remove', { typeId })).rejects.toMatchObject({ code: '4093' })
  expect(await restore('article', 'admin', id, { typeId: stage.types[3] })).toMatchObject({
    code: '4220',
    data: { errors: { typeId: '请选择本栏目的分类' } },
  })
  expect((await restore('article', 'admin', id, { typeId: stage.types[2] })).code).toBe('200')
  expect((await stage.admin.call('articles.one', { articleId: id })).typeId).toBe(stage.types[2])
})

test('a lawyer restores an own draft, and finds nobody else’s', async () => {
  const { id: lawyerId, key } = await stage.lawyer()
  const ownArticle = await stage.article({ lawyerIds: [lawyerId] })
  const lawyer = await app.as(key)
  const { articleId } = await lawyer.call('articles.add', {
    kind: 1,
    typeId: stage.types[1],
    title: '自己写的动态',
    language: 'CN',
    contentMode: 1,
    content: '<p>正文</p>',
    sourceType: 1,
    organizationId: stage.organizationId,
  })
  await stage.admin.call('articles.remove', { articleId: ownArticle.articleId })
  await lawyer.call('articles.remove', { articleId })
  expect((await binned('article', key)).map(it => it.id)).toEqual([articleId])
  expect((await restore('article', key, ownArticle.articleId)).code).toBe('4040')
  expect((await restore('article', key, articleId)).code).toBe('200')
})

test('a branch restores its own; only the main administrator purges', async () => {
  const [own, other] = [await branch.card(), await stage.card()]
  for (const { id } of [own, other]) await removeCard(id)
  expect([await isBinned('card', 'branch', own.id), await isBinned('card', 'branch', other.id)]).toEqual([
    true,
    false,
  ])
  expect((await restore('card', 'branch', other.id)).code).toBe('4040')
  expect((await restore('card', 'branch2', own.id)).code).toBe('4030')
  for (const account of ['admin2', 'branch', 'branch2'])
    expect((await purge('card', account, own.id)).code).toBe('4030')
  expect((await restore('card', 'branch', own.id)).code).toBe('200')
  const { articleId } = await branch.article()
  await stage.admin.call('articles.remove', { articleId })
  for (const account of ['admin2', 'branch', 'branch2'])
    expect((await purge('article', account, articleId)).code).toBe('4030')
  // A sub-administrator of a branch can reach own articles.
  expect(await isBinned('article', 'branch', articleId)).toBe(true)
  expect(await isBinned('article', 'branch2', articleId)).toBe(false)
  expect((await restore('article', 'branch2', articleId)).code).toBe('4040')
  expect((await restore('article', 'branch', articleId)).code).toBe('200')
})

test('of two simultaneous restorations, one succeeds, and the other finds nothing', async () => {
  const { id } = await stage.card()
  await removeCard(id)
  const { articleId } = await stage.article()
  await stage.admin.call('articles.remove', { articleId })
  for (const [kind, which] of [
    ['card', id],
    ['article', articleId],
  ] as const) {
    const answers = await Promise.all([1, 2, 3].map(() => restore(kind, 'admin', which)))
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4040', '4040'])
  }
})

test('a purged article is deleted with its history, by hand and after 30 days', async () => {
  const remainingRows = (id: number, articleId: number) =>
    app.database.read(1, async db => [
      await db.$count(cards, eq(cards.id, id)),
      await db.$count(cardRevisions, eq(cardRevisions.cardId, id)),
      await db.$count(articles, eq(articles.articleId, articleId)),
    ])
  const make = async () => {
    const { id } = await stage.card()
    const { articleId } = await stage.article()
    await removeCard(id)
    await stage.admin.call('articles.remove', { articleId })
    return { id, articleId }
  }
  const { id, articleId } = await make()
  expect((await purge('card', 'admin', id, { confirmPassword: 'not-the-password' })).code).not.toBe('200')
  expect((await purge('article', 'admin', articleId, { reason: '' })).code).toBe('4220')
  expect([
    (await purge('card', 'admin', id)).code,
    (await purge('article', 'admin', articleId)).code,
  ]).toEqual(['200', '200'])
  expect(await remainingRows(id, articleId)).toEqual([0, 0, 0])
  expect(await lastLog('cards', id)).toMatchObject({ action: 'purge', reason: '本人要求' })
  const due = await make()
  const after = (days: number) =>
    runPurge(app.database, 1, new Date(app.clock.now().getTime() + days * 24 * 3_600_000))
  await after(29.9)
  expect((await remainingRows(due.id, due.articleId)).at(-1)).toBe(1)
  await after(30.1)
  expect(await remainingRows(due.id, due.articleId)).toEqual([0, 0, 0])
})
