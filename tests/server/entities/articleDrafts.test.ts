import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { articleDrafts, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../../support/articles.ts'

let app: TestApp
let types: CategoryIds
beforeAll(async () => {
  app = await startApp()
  types = await prepareTypes(app)
})
afterAll(() => app.close())

const textOf = (values: object) => JSON.stringify(values)
const noDraft = { values: null, savedAt: null, version: null }
const logged = () => app.database.read(1, async db => (await db.select().from(logs)).length)
const addOne = async (account = 'admin', more: object = {}) =>
  (await app.as(account)).call('articles.add', inputOf(app, types, more))

describe('the draft of an article', () => {
  test('is refused beyond the allowed depth, and an earlier unreadable one is answered as empty', async () => {
    const admin = await app.as('admin')
    const values = `{"title":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    await expect(admin.call('articles.keepDraft', { kind: 1, values })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { values: '草稿的格式不正确' } },
    })
    const owner = { firmId: 1, ownerPopulation: 1 as const, ownerId: admin.id, savedAt: new Date() }
    await app.database.write(1, db =>
      db.insert(articleDrafts).values({ ...owner, articleId: 0, kind: 1, values }),
    )
    expect((await admin.call('articles.draft', { kind: 1 })).values).toBe('{}')
  })

  test('is stored unfinished and unlogged, for its author only, and does not change the article', async () => {
    const [admin, other] = [await app.as('admin'), await app.as('admin2')]
    const { articleId, version } = await addOne()
    const before = await logged()
    const values = textOf({ title: '', content: '<p>写到一', linkUrl: 'no address' })
    const savedDraft = await admin.call('articles.keepDraft', { kind: 2, articleId, version, values })
    expect(savedDraft.version).toBe(version)
    const read = await admin.call('articles.draft', { kind: 2, articleId })
    expect(read).toMatchObject({ savedAt: savedDraft.savedAt, version })
    expect(JSON.parse(read.values!)).toEqual({ title: '', content: '<p>写到一</p>', linkUrl: 'no address' })
    expect(await other.call('articles.draft', { kind: 2, articleId })).toEqual(noDraft)
    expect(await admin.call('articles.one', { articleId })).toMatchObject({
      version,
      title: '股东出资期限的实务问题',
    })
    expect(await logged()).toBe(before)
  })

  test('is deleted when the article is saved, submitted or the draft is dropped, and stays when a list submits', async () => {
    const admin = await app.as('admin')
    const { articleId, version } = await addOne()
    const target = { kind: 2 as const, articleId }
    const keep = (since: string | null = null) =>
      admin.call('articles.keepDraft', { ...target, values: textOf({ title: '改过的标题' }), since })
    const read = async () => (await admin.call('articles.draft', target)).values
    const { savedAt } = await keep()
    const submitted = await admin.call('articles.update', { articleId, version, submit: 1 })
    expect(await read()).not.toBeNull()
    await admin.call('articles.update', { articleId, version: submitted.version, title: '改过的标题' })
    expect(await read()).toBeNull()
    // The author continues in the window that saved last.
    await keep(savedAt)
    await admin.call('articles.dropDraft', target)
    expect(await read()).toBeNull()

    await admin.call('articles.keepDraft', { kind: 2, values: textOf({ title: '新' }) })
    await addOne()
    expect(await admin.call('articles.draft', { kind: 2 })).toEqual(noDraft)
  })

  test('of another window is not overwritten, and reports early that somebody else has changed the article', async () => {
    const admin = await app.as('admin')
    const { articleId, version } = await addOne()
    const target = { kind: 2 as const, articleId, version }
    const first = await admin.call('articles.keepDraft', { ...target, values: textOf({ title: '第一' }) })
    app.clock.advance(5)
    const next = { ...target, values: textOf({ title: '第二' }) }
    await admin.call('articles.keepDraft', { ...next, since: first.savedAt })
    for (const since of [first.savedAt, null])
      await expect(
        admin.call('articles.keepDraft', { ...target, values: textOf({ title: '旧窗口' }), since }),
      ).rejects.toMatchObject({ code: '4090' })
    await (await app.as('admin2')).call('articles.update', { articleId, version, title: '别人改的标题' })
    // The same text again counts as a repetition whose first answer was lost.
    const repeated = await admin.call('articles.keepDraft', { ...next, since: first.savedAt })
    const third = await admin.call('articles.keepDraft', { ...next, since: repeated.savedAt })
    expect(third.version).toBe(version + 1)
    expect((await admin.call('articles.draft', { kind: 2, articleId })).version).toBe(version)
  })

  test('of an inaccessible article is refused as not found; lawyers keep those of their own articles', async () => {
    const { articleId } = await addOne()
    const values = textOf({ title: '偷改' })
    const [branch, lawyer] = [await app.as('branch'), await app.as('13800000002')]
    for (const id of [articleId, articleId + 1000])
      await expect(
        branch.call('articles.keepDraft', { kind: 2, articleId: id, values }),
      ).rejects.toMatchObject({ code: '4040' })
    await lawyer.call('articles.keepDraft', { kind: 2, values })
    expect((await lawyer.call('articles.draft', { kind: 2 })).values).toBe(values)
    expect(await branch.call('articles.draft', { kind: 2 })).toEqual(noDraft)
  })

  test('has known fields only and no script, and a maximum size', async () => {
    const admin = await app.as('admin')
    const content =
      '<p onclick="x()">文\u0000</p><script>alert(1)</script><img src="data:image/png;base64,AA">'
    const values = textOf({ content, articleId: 9, ['__proto__x']: 1, refuseReason: '无' })
    await admin.call('articles.keepDraft', { kind: 4, values })
    const read = await admin.call('articles.draft', { kind: 4 })
    expect(Object.keys(JSON.parse(read.values!) as object)).toEqual(['content'])
    expect(read.values).not.toMatch(/onclick|script|data:/)
    for (const broken of ['[]', '{', '"x"', 'null', `{"a":"${'x'.repeat(600_000)}"}`])
      await expect(admin.call('articles.keepDraft', { kind: 4, values: broken })).rejects.toMatchObject({
        code: '4220',
      })
  })

  test('of more than fifty articles is not kept', async () => {
    const person = await app.as('branch')
    await app.database.write(1, db =>
      db.insert(articleDrafts).values(
        Array.from({ length: 60 }, (_, index) => ({
          firmId: 1,
          ownerPopulation: 1 as const,
          ownerId: person.id,
          articleId: 10_000 + index,
          kind: 2 as const,
          values: '{}',
          savedAt: new Date(2020, 0, 1, 0, index),
        })),
      ),
    )
    await person.call('articles.keepDraft', { kind: 1, values: '{}' })
    const rows = await app.database.read(1, db =>
      db.select().from(articleDrafts).where(eq(articleDrafts.ownerId, person.id)),
    )
    expect(rows).toHaveLength(50)
    expect(rows.filter(it => it.ownerPopulation === 1 && it.kind === 1)).toHaveLength(1)
  })
})
