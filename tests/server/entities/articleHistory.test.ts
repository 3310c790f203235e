import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../../support/articles.ts'

let app: TestApp
let types: CategoryIds
beforeAll(async () => {
  app = await startApp()
  types = await prepareTypes(app)
})
afterAll(() => app.close())

const east = () => app.world.offices.get('东所')!
const eastern = () => app.world.people.get('13800000002')!.id
const add = async (account: string, more: object = {}, submit: 0 | 1 = 0) =>
  (await app.as(account)).call('articles.add', { ...inputOf(app, types, more), ...(submit && { submit }) })
const fromEast = (more: object = {}) => ({ organizationId: east(), lawyerIds: [eastern()], ...more })
const read = async (articleId: number) => (await app.as('admin')).call('articles.one', { articleId })
const currentVersion = async (articleId: number) => ({ articleId, version: (await read(articleId)).version })
const lastLog = async (articleId: number) => {
  const rows = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'articles'), eq(logs.targetId, articleId)))
      .orderBy(logs.seq),
  )
  return rows.at(-1)!
}

describe('the history of an article', () => {
  test('names the person, the time and the fields by label, and the changed paragraphs of a long text', async () => {
    const admin = await app.as('admin')
    const content =
      '<p>第一段不变。</p><p>第二段旧文。</p><p><img src="/api/files/1/a.webp" alt="流程图"></p>'
    const { articleId, version } = await add('admin', { content })
    await admin.call('articles.update', {
      articleId,
      version,
      typeId: types[2],
      title: '改过的标题',
      content: '<p>第一段不变。</p><p>第二段新文。</p><p>加了一段。</p>',
    })
    const [edit, create, ...more] = await admin.call('articles.revisions', { articleId })
    expect(more).toEqual([])
    expect(create).toMatchObject({ kind: 'create', by: '赵主任', version: 1 })
    expect(create!.diff.find(it => it.field === 'typeId')).toMatchObject({ label: '分类', after: '分类2' })
    expect(edit).toMatchObject({
      kind: 'edit',
      diff: [
        { field: 'title', label: '标题', before: '股东出资期限的实务问题', after: '改过的标题' },
        {
          field: 'content',
          label: '正文',
          before: '第二段旧文。\n[图片：流程图]',
          after: '第二段新文。\n加了一段。',
        },
      ],
    })
    const other = await app.as('13800000002')
    await expect(other.call('articles.revisions', { articleId })).rejects.toMatchObject({ code: '4040' })
  })

  test('shows the time of publication in the firm’s time zone', async () => {
    const { articleId } = await add('admin', {}, 1)
    const [latest] = await (await app.as('admin')).call('articles.revisions', { articleId })
    expect(latest).toMatchObject({ kind: 'publish', diff: [{ label: '发布时间', before: '' }] })
    expect(latest!.diff[0]!.after).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('restores an earlier content of a draft as a new revision; the scheduled time stays', async () => {
    const admin = await app.as('admin')
    const { articleId, version } = await add('admin', { publishAt: '2020-01-01T00:00:00.000Z', sort: 1 })
    await admin.call('articles.update', { articleId, version, title: '后来的标题', sort: 5 })
    const saved = await admin.call('articles.restore', { articleId, to: 1, version: 2 })
    expect(saved).toMatchObject({ status: 0, version: 3 })
    expect(await read(articleId)).toMatchObject({ title: '股东出资期限的实务问题', sort: 5 })
    const [latest] = await admin.call('articles.revisions', { articleId })
    expect(latest).toMatchObject({ kind: 'restore', version: 3 })
    expect(await lastLog(articleId)).toMatchObject({ action: 'restore', diff: [{ field: 'title' }] })
    await expect(admin.call('articles.restore', { articleId, to: 1, version: 2 })).rejects.toMatchObject({
      code: '4090',
    })
    await expect(admin.call('articles.restore', { articleId, to: 9, version: 3 })).rejects.toMatchObject({
      code: '4040',
    })
  })

  test('restores a published article as a pending change, and not during a review', async () => {
    const [writer, head] = [await app.as('branch2'), await app.as('branch')]
    const { articleId } = await add('branch2', fromEast({ title: '最初的标题' }), 1)
    await head.call('articles.pass', await currentVersion(articleId))
    await writer.call('articles.update', { articleId, version: 3, title: '第二个标题', submit: 1 })
    await head.call('articles.pass', await currentVersion(articleId))
    const { version } = await read(articleId)
    await writer.call('articles.restore', { articleId, to: 1, version })
    expect(await read(articleId)).toMatchObject({
      status: 2,
      revisionStatus: 0,
      title: '最初的标题',
      changedFields: ['title'],
      published: { title: '第二个标题' },
    })
    await writer.call('articles.update', { articleId, version: version + 1, submit: 1 })
    await expect(
      writer.call('articles.restore', { articleId, to: 3, version: version + 2 }),
    ).rejects.toMatchObject({ code: '4091' })
  })

  test('omits references that no longer exist', async () => {
    const admin = await app.as('admin')
    const { typeId } = await admin.call('categories.add', {
      kind: 2,
      typeName: '将删除的',
      sort: 0,
      enabled: 1,
    })
    const { articleId } = await add('admin', { typeId, title: '旧标题' })
    await admin.call('articles.update', { articleId, version: 1, typeId: types[2], title: '新标题' })
    await admin.call('categories.remove', { typeId })
    await admin.call('articles.restore', { articleId, to: 1, version: 2 })
    expect(await read(articleId)).toMatchObject({ title: '旧标题', typeId: types[2] })
  })

  test('can be restored by everybody who may edit the article', async () => {
    const { articleId } = await add('branch', fromEast())
    for (const account of ['south', 'branch2'])
      await expect(
        (await app.as(account)).call('articles.restore', { articleId, to: 1, version: 1 }),
      ).rejects.toMatchObject({ code: '4040' })
  })
})

describe('D a pending change', () => {
  test('can be dropped: the public version stays, and the log names what was dropped', async () => {
    const [writer, head] = [await app.as('branch2'), await app.as('branch')]
    const { articleId } = await add('branch2', fromEast({ title: '公开的标题' }), 1)
    await head.call('articles.pass', await currentVersion(articleId))
    await expect(writer.call('articles.discard', { articleId, version: 3 })).rejects.toMatchObject({
      code: '4091',
      message: '没有待处理的修改',
    })
    await writer.call('articles.update', { articleId, version: 3, title: '不要的标题', submit: 1 })
    await expect(writer.call('articles.discard', { articleId, version: 3 })).rejects.toMatchObject({
      code: '4090',
    })
    await expect(
      (await app.as('south')).call('articles.discard', { articleId, version: 4 }),
    ).rejects.toMatchObject({ code: '4040' })
    expect(await writer.call('articles.discard', { articleId, version: 4 })).toEqual({
      status: 2,
      version: 5,
    })
    expect(await read(articleId)).toMatchObject({
      title: '公开的标题',
      revisionStatus: null,
      changedFields: [],
      published: null,
    })
    await expect(head.call('articles.pass', await currentVersion(articleId))).rejects.toMatchObject({
      code: '4091',
    })
    expect(await lastLog(articleId)).toMatchObject({
      action: 'withdraw',
      summary: '放弃【公开的标题】的修改：标题',
      diff: [{ field: 'title', before: '不要的标题', after: '公开的标题' }],
    })
    const [latest] = await head.call('articles.revisions', { articleId })
    expect(latest).toMatchObject({ kind: 'discard', diff: [{ before: '不要的标题', after: '公开的标题' }] })
  })
})

describe('the people of an article', () => {
  test('are visible to every administrator and found by pinyin, but not by mobile', async () => {
    const south = await app.as('south')
    const { articleId } = await add('branch', fromEast(), 1)
    expect((await south.call('articles.one', { articleId })).people).toMatchObject([
      { lawyerId: eastern(), name: '郑律师', organizationId: east(), role: 1, isShow: 1, isTop: 0 },
    ])
    const find = async (query: object) => (await south.call('authors.page', query)).records.map(it => it.name)
    expect(await find({ ids: [eastern()] })).toEqual(['郑律师'])
    expect(await find({ keyword: 'zheng' })).toEqual(['郑律师'])
    expect(await find({ keyword: '郑' })).toEqual(['郑律师'])
    expect(await find({ keyword: '13800000002' })).toEqual([])
    expect((await find({})).length).toBe(3)
  })

  test('whose whole name was typed come before those whose name contains it', async () => {
    const south = await app.as('south')
    const organizationId = app.world.offices.get('南所')!
    const person = (name: string, mobile: string) => ({ name, mobile, organizationId, personType: 1 })
    await (
      await app.as('admin')
    ).call('lawyers.addList', { list: [person('阿律师团', '13900000071'), person('律师', '13900000072')] })
    const found = async (keyword: string) =>
      (await south.call('authors.page', { keyword })).records.map(it => it.name)
    expect((await found('律师'))[0]).toBe('律师')
    expect((await found('lvshi'))[0]).toBe('律师')
    expect((await found('alv'))[0]).toBe('阿律师团')
  })

  test('a row says whether the caller wrote it', async () => {
    const { articleId } = await add('branch2', fromEast())
    const owned = async (account: string) =>
      (await (await app.as(account)).call('articles.getList', { ids: [articleId] })).records[0]!.isOwn
    expect([await owned('branch2'), await owned('branch')]).toEqual([1, 0])
  })

  test('the only author of a published article cannot be removed; a co-author can', async () => {
    const admin = await app.as('admin')
    const lawyerId = app.world.people.get('13800000003')!.id
    const south = app.world.offices.get('南所')!
    const { articleId } = await add('admin', { organizationId: south, lawyerIds: [lawyerId] }, 1)
    const remove = async () =>
      (await admin.send('DELETE', `/lawyer/remove/${lawyerId}`, { body: { reason: '已离职' } })).body
    expect(await remove()).toMatchObject({
      code: '4093',
      message: expect.stringContaining('王律师是1篇'),
      data: { refs: [{ type: 'articles', count: 1 }] },
    })
    const { version } = await read(articleId)
    await admin.call('articles.update', { articleId, version, lawyerIds: [lawyerId, eastern()], submit: 1 })
    expect(await remove()).toMatchObject({ code: '200' })
    expect((await read(articleId)).people.map(it => it.name)).toEqual(['王律师', '郑律师'])
  })
})
