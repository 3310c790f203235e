import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  admins,
  articles,
  cards,
  lawyers,
  logs,
  messages,
  offices,
  transferRequests,
} from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { holdingRow } from '../../support/rowLock.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { statementsOf } from '../../support/statements.ts'
import { addAdmin, addLawyer, password } from '../../support/world.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const demands = { reason: '合并办公', confirmPassword: password }
type Targets = { version?: number; peopleTo?: number; adminsTo?: number; articlesTo?: number }
const close = async (organizationId: number, { version = 1, ...targets }: Targets, by = 'admin') => {
  const { body } = await (
    await app.as(by)
  ).send('PUT', '/firmOrganization/close', { body: { organizationId, version, ...targets, ...demands } })
  return body as { code: string; message: string; data: Record<string, number> }
}
const read = <T>(work: Parameters<typeof app.database.read<T>>[1]) => app.database.read(1, work)
const contents = async (organizationId: number) =>
  (await app.as('admin')).call('offices.contents', { organizationId })

/** A branch with people, two cards, two administrators and two articles. */
const fill = async (people = 2) => {
  const { name, organizationId } = await stage.office()
  const keys = [stage.next(), stage.next()].map(it => `closing${it}`)
  const mobiles = Array.from({ length: people }, () => `1350000${stage.next()}`)
  await app.database.write(1, async db => {
    for (const [index, key] of keys.entries())
      await addAdmin(
        db,
        app.world,
        1,
        [key, `管理员${key}`, name, index === 0 ? 3 : 4],
        5000 + Number(key.slice(7)),
      )
    for (const mobile of mobiles) await addLawyer(db, app.world, 1, mobile, mobile, '样本律师', name)
  })
  const ids = mobiles.map(it => app.world.people.get(it)!.id)
  const adminIds = keys.map(it => app.world.people.get(it)!.id)
  const [card, one, other] = [await stage.publishedCard(), await stage.published(), await stage.article()]
  await app.database.write(1, async db => {
    await db
      .update(lawyers)
      .set({ organizationId })
      .where(inArray(lawyers.id, [card.lawyerId]))
    await db.update(cards).set({ organizationId }).where(eq(cards.id, card.id))
    await db
      .update(articles)
      .set({ organizationId })
      .where(inArray(articles.articleId, [one.articleId, other.articleId]))
  })
  const articleIds = [one.articleId, other.articleId]
  return {
    name,
    organizationId,
    keys,
    mobiles,
    lawyerIds: [...ids, card.lawyerId],
    adminIds,
    card,
    articleIds,
  }
}

const stateOf = (organizationId: number) =>
  read(async db => ({
    office: (await db.select().from(offices).where(eq(offices.organizationId, organizationId)))[0],
    people: await db.$count(lawyers, eq(lawyers.organizationId, organizationId)),
    cards: await db.$count(cards, eq(cards.organizationId, organizationId)),
    admins: await db.$count(admins, eq(admins.organizationId, organizationId)),
    articles: await db.$count(articles, eq(articles.organizationId, organizationId)),
  }))

const messagesTo = (population: 1 | 2, ids: readonly number[]) =>
  read(db =>
    db
      .select({ id: messages.receiverId, title: messages.title, content: messages.content })
      .from(messages)
      .where(and(eq(messages.receiverType, population), inArray(messages.receiverId, [...ids])))
      .orderBy(messages.id),
  )

test('refuses a closing until every part that the office has got a target', async () => {
  const { organizationId } = await fill(11)
  const target = app.world.offices.get('东所')!
  expect(await contents(organizationId)).toEqual({ people: 12, admins: 2, cards: 1, articles: 2 })
  expect(await close(organizationId, {})).toMatchObject({
    code: '4220',
    data: {
      errors: {
        peopleTo: '请选择人员和名片转入的律所',
        adminsTo: '请选择管理员转入的律所',
        articlesTo: '请选择内容转入的律所',
      },
    },
  })
  const { organizationId: disabled } = await stage.office()
  await app.database.write(1, db =>
    db.update(offices).set({ status: 0 }).where(eq(offices.organizationId, disabled)),
  )
  const wrong = '请选择另一家启用中的律所'
  for (const peopleTo of [organizationId, disabled, app.world.offices.get('别所')!, 999_999])
    expect(await close(organizationId, { peopleTo, adminsTo: target, articlesTo: target })).toMatchObject({
      code: '4220',
      data: { errors: { peopleTo: wrong } },
    })
  expect(await stateOf(organizationId)).toMatchObject({ people: 12, cards: 1, admins: 2, articles: 2 })
})

test('moves people, cards, administrators and articles to their targets in one batch of the log', async () => {
  const { name, organizationId, keys, mobiles, lawyerIds, adminIds, card, articleIds } = await fill()
  const [east, south] = [app.world.offices.get('东所')!, app.world.offices.get('南所')!]
  const eastName = (await read(db => db.select().from(offices).where(eq(offices.organizationId, east))))[0]!
  const [lawyer, branchAdmin] = [await app.asNew(mobiles[0]!), await app.asNew(keys[0]!)]
  const targets = { peopleTo: east, adminsTo: south, articlesTo: stage.organizationId }
  let answer: Awaited<ReturnType<typeof close>> | undefined
  const seen = await statementsOf(app.database.pool, async () => {
    answer = await close(organizationId, targets)
  })
  // The number of statements does not depend on the number of records.
  expect(seen.length).toBeLessThanOrEqual(27)
  expect(answer).toMatchObject({
    code: '200',
    data: { people: 3, cards: 1, admins: 2, articles: 2, version: 2 },
  })
  expect(await stateOf(organizationId)).toMatchObject({
    office: { status: 0, showStatus: 0 },
    people: 0,
    cards: 0,
    admins: 0,
    articles: 0,
  })
  const after = await read(async db => ({
    people: await db.select().from(lawyers).where(inArray(lawyers.id, lawyerIds)),
    cards: await db.select().from(cards).where(eq(cards.id, card.id)),
    admins: await db.select().from(admins).where(inArray(admins.id, adminIds)),
    articles: await db.select().from(articles).where(inArray(articles.articleId, articleIds)),
  }))
  expect(new Set(after.people.map(it => it.organizationId))).toEqual(new Set([east]))
  expect(after.cards).toMatchObject([{ organizationId: east, showStatus: 1, auditStatus: 2 }])
  expect(after.admins.map(it => [it.organizationId, it.officeLevel])).toEqual([
    [south, 4],
    [south, 4],
  ])
  expect(after.articles.map(it => [it.organizationId, it.version > 1])).toEqual([
    [stage.organizationId, true],
    [stage.organizationId, true],
  ])
  for (const session of [lawyer, branchAdmin])
    expect((await session.send('GET', '/firm/post')).body.code).toBe('4003')
  const batch = await read(db =>
    db.select().from(logs).where(eq(logs.batchId, answer!.data['batchId']!)).orderBy(logs.seq),
  )
  expect(batch.map(it => [it.action, it.targetType, it.batchCount, it.reason])).toEqual([
    ['close', 'offices', 8, '合并办公'],
    ...Array.from({ length: 2 }, () => ['update', 'admins', 8, '合并办公']),
    ...Array.from({ length: 3 }, () => ['transfer', 'lawyers', 8, '合并办公']),
    ...Array.from({ length: 2 }, () => ['update', 'articles', 8, '合并办公']),
  ])
  expect(batch[0]!.summary).toBe(`关闭【${name}】，转出3人、1张名片、2名管理员、2篇内容`)
  expect(batch.find(it => it.action === 'transfer')!.diff).toMatchObject([
    { field: 'organizationId', before: name, after: eastName.name },
  ])
  const told = await messagesTo(2, lawyerIds)
  expect(told.filter(it => it.title === '您的所属律所已变更')).toHaveLength(3)
  expect((await messagesTo(1, adminIds)).map(it => it.content)).toEqual(
    adminIds.map(() => expect.stringContaining('现为分所子管理员') as string),
  )
  const [note] = await read(db =>
    db
      .select()
      .from(messages)
      .where(eq(messages.title, `${name}的人员转入本所`))
      .orderBy(desc(messages.id)),
  )
  expect(note?.content).toContain('3人转入本所')
  expect(await close(organizationId, { version: 2 })).toMatchObject({
    code: '4091',
    message: '该律所已关闭',
  })
})

test('makes sub-administrators of the main office of those who move there, and closes an office without contents at once', async () => {
  const { organizationId, adminIds } = await fill(0)
  const main = app.world.offices.get('总所')!
  const targets = { peopleTo: main, adminsTo: main, articlesTo: main }
  expect(await close(organizationId, targets)).toMatchObject({ code: '200' })
  const moved = await read(db => db.select().from(admins).where(inArray(admins.id, adminIds)))
  expect(moved.map(it => it.officeLevel)).toEqual([2, 2])
  const { organizationId: empty } = await stage.office()
  expect(await close(empty, { peopleTo: 999_999 })).toMatchObject({ code: '200', data: { people: 0 } })
})

test('is for the main administrator alone, needs reason and password, and never closes the main office', async () => {
  const { organizationId } = await stage.office()
  for (const account of ['admin2', 'branch', 'branch2', 'system'])
    expect((await close(organizationId, {}, account)).code).toBe('4030')
  const admin = await app.as('admin')
  const sent = (body: object) =>
    admin.send('PUT', '/firmOrganization/close', {
      body: { organizationId, version: 1, ...demands, ...body },
    })
  expect((await sent({ reason: '' })).body.code).toBe('4220')
  expect((await sent({ confirmPassword: 'wrong-password' })).body.code).toBe('4220')
  const main = app.world.offices.get('总所')!
  expect(await close(main, {})).toMatchObject({ code: '4091', message: '总所不能关闭' })
  expect((await close(app.world.offices.get('别所')!, {})).code).toBe('4040')
  expect((await close(organizationId, { version: 7 })).code).toBe('4090')
  const branch = await app.as('branch')
  await expect(branch.call('offices.contents', { organizationId })).rejects.toMatchObject({ code: '4040' })
})

test('leaves people and articles of the recycle bins in the closed office, and closes its transfer requests', async () => {
  const { organizationId, lawyerIds, articleIds, card } = await fill()
  const [removed, asked, incoming] = [lawyerIds[0]!, lawyerIds[1]!, await stage.lawyer()]
  const admin = await app.as('admin')
  await admin.send('DELETE', `/lawyer/remove/${removed}`, { body: { reason: '录入有误' } })
  const east = app.world.offices.get('东所')!
  await app.database.write(1, async db => {
    await db.update(articles).set({ deletedAt: new Date() }).where(eq(articles.articleId, articleIds[0]!))
    const request = { firmId: 1, lawyerName: '样本律师', reason: '团队调整' }
    await db.insert(transferRequests).values([
      { ...request, lawyerId: asked, organizationId, toId: east },
      { ...request, lawyerId: incoming.id, organizationId: stage.organizationId, toId: organizationId },
    ])
  })
  const main = app.world.offices.get('总所')!
  const targets = { peopleTo: main, adminsTo: east, articlesTo: main }
  expect(await close(organizationId, targets)).toMatchObject({
    code: '200',
    data: { people: 2, cards: 1, articles: 1 },
  })
  const state = await read(async db => ({
    people: await db.select().from(lawyers).where(inArray(lawyers.id, lawyerIds)).orderBy(lawyers.id),
    cards: await db.select().from(cards).where(eq(cards.id, card.id)),
    articles: await db.select().from(articles).where(inArray(articles.articleId, articleIds)),
    requests: await db
      .select()
      .from(transferRequests)
      .where(inArray(transferRequests.lawyerId, [asked, incoming.id])),
  }))
  expect(state.people.map(it => it.organizationId)).toEqual([organizationId, main, main])
  expect(state.cards).toMatchObject([{ organizationId: main }])
  expect(new Set(state.articles.map(it => it.organizationId))).toEqual(new Set([organizationId, main]))
  expect(state.requests.map(it => it.status)).toEqual([3, 3])
})

test('a change of an article that waits for review moves with it', async () => {
  const { organizationId, articleIds } = await fill(0)
  const main = app.world.offices.get('总所')!
  const [articleId] = articleIds
  await app.database.write(1, db =>
    db
      .update(articles)
      .set({ revision: { title: '新标题', organizationId }, revisionStatus: 1 })
      .where(eq(articles.articleId, articleId!)),
  )
  await close(organizationId, { peopleTo: main, adminsTo: main, articlesTo: main })
  const [article] = await read(db => db.select().from(articles).where(eq(articles.articleId, articleId!)))
  expect(article).toMatchObject({ organizationId: main, revision: { title: '新标题', organizationId: main } })
})

test('changes nothing where the process ends in the middle', async () => {
  const { organizationId, lawyerIds, articleIds } = await fill()
  const main = app.world.offices.get('总所')!
  const before = await stateOf(organizationId)
  const targets = { peopleTo: main, adminsTo: main, articlesTo: main }
  await holdingRow(app, 'articles', articleIds[0]!, async waiting => {
    const closing = close(organizationId, targets)
    await waiting(1, closing)
    // People and administrators have moved in the transaction that ends here.
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect((await closing).code).not.toBe('200')
  })
  expect(await stateOf(organizationId)).toEqual(before)
  const told = await messagesTo(2, lawyerIds)
  expect(told.filter(it => it.title === '您的所属律所已变更')).toEqual([])
  expect(
    await read(db => db.$count(logs, and(eq(logs.action, 'close'), eq(logs.targetId, organizationId)))),
  ).toBe(0)
  expect(await close(organizationId, targets)).toMatchObject({ code: '200', data: { people: 3 } })
})

test('an administrator or a person who is added meanwhile is refused, and a target that is closed meanwhile too', async () => {
  const { organizationId, articleIds } = await fill()
  const { organizationId: target } = await stage.office()
  const admin = await app.as('admin')
  const added = (mobile: string) => ({ name: '后来者', mobile, organizationId })
  const targets = { peopleTo: target, adminsTo: target, articlesTo: target }
  const [closing, person, administrator, disabling] = await holdingRow(
    app,
    'articles',
    articleIds[0]!,
    async waiting => {
      const first = close(organizationId, targets)
      await waiting(1, first)
      const sent = [
        admin.send('POST', '/lawyer/addList', {
          body: { list: [{ ...added(`1340000${stage.next()}`), personType: 1 }] },
        }),
        admin.send('POST', '/firmAccessUser/add', {
          body: { ...added(`1340000${stage.next()}`), officeLevel: 4 },
        }),
        admin.send('PUT', '/firmOrganization/status', {
          body: { organizationId: target, status: 0, version: 1, ...demands },
        }),
      ] as const
      await waiting(4, first, ...sent)
      return [first, ...sent] as const
    },
  )
  expect((await closing).code).toBe('200')
  expect((await person).body).toMatchObject({
    data: { rows: [{ ok: 0, errors: { organizationId: '请选择所属律所' } }] },
  })
  expect((await administrator).body).toMatchObject({
    code: '4220',
    data: { errors: { organizationId: '请选择所属律所' } },
  })
  expect((await disabling).body.code).toBe('200')
  expect(await stateOf(organizationId)).toMatchObject({ people: 0, admins: 0, articles: 0 })
  const { organizationId: second } = await fill(0)
  expect(await close(second, { ...targets })).toMatchObject({
    code: '4220',
    data: { errors: { peopleTo: '请选择另一家启用中的律所' } },
  })
})

test('refuses an office with more than 5,000 records', async () => {
  const { organizationId } = await stage.office()
  await app.database.write(1, db =>
    db.execute(sql`insert into lawyers (firm_id, name, mobile, organization_id, code_key)
      select 1, '样本律师', '131' || lpad(n::text, 8, '0'), ${organizationId}, 'closing' || n from generate_series(1, 5001) n`),
  )
  expect(await close(organizationId, { peopleTo: stage.organizationId })).toMatchObject({
    code: '4091',
    message: '该律所有超过5000条人员、管理员和内容，请先分批转出一部分，再关闭律所',
  })
})

test('of several simultaneous closings one is done', async () => {
  const { organizationId } = await fill(1)
  const main = app.world.offices.get('总所')!
  const targets = { peopleTo: main, adminsTo: main, articlesTo: main }
  const codes = await Promise.all(
    Array.from({ length: 4 }, async () => (await close(organizationId, targets)).code),
  )
  expect(codes.toSorted()).toEqual(['200', '4090', '4090', '4090'])
  expect(
    await read(db => db.$count(logs, and(eq(logs.action, 'close'), sql`target_id = ${organizationId}`))),
  ).toBe(1)
})
