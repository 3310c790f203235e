import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../../support/articles.ts'

let app: TestApp
let types: CategoryIds
beforeAll(async () => {
  app = await startApp()
  types = await prepareTypes(app)
})
afterAll(() => app.close())

const add = async (typeName: string, kind: 1 | 2 | 3 | 4 = 2) =>
  (await (await app.as('admin')).call('categories.add', { kind, typeName, sort: 0, enabled: 1 })).typeId

test('refuses a name that its kind has already', async () => {
  await add('法规解读')
  await expect(add('法规解读')).rejects.toMatchObject({ data: { errors: { typeName: '该分类名称已存在' } } })
  await expect(add('法规解读', 3)).resolves.toBeGreaterThan(0)
})

test('deletes a category in use only when another of its kind takes its articles', async () => {
  const admin = await app.as('admin')
  const [used, spare] = [await add('实务指引'), await add('专业研究')]
  const { articleId } = await admin.call('articles.add', inputOf(app, types, { typeId: used }))
  const counted = async (typeId: number) => (await admin.call('categories.one', { typeId })).articleNum
  expect([await counted(used), await counted(spare)]).toEqual([1, 0])

  await expect(admin.call('categories.remove', { typeId: used })).rejects.toMatchObject({
    code: '4093',
    data: { refs: [{ type: 'articles', count: 1 }] },
  })
  await expect(admin.call('categories.remove', { typeId: used, moveTo: types[3] })).rejects.toMatchObject({
    data: { errors: { moveTo: '请选择同一栏目的分类' } },
  })
  await expect(admin.call('categories.update', { typeId: used, version: 1, kind: 1 })).rejects.toMatchObject({
    data: { errors: { kind: '已有内容的分类不能改变栏目' } },
  })
  await admin.call('categories.remove', { typeId: used, moveTo: spare })
  expect(await counted(spare)).toBe(1)
  expect((await admin.call('articles.one', { articleId })).typeId).toBe(spare)
})

test('hides a disabled category from the public and from new articles, but keeps it on existing ones', async () => {
  const admin = await app.as('admin')
  const typeId = await add('旧分类')
  const { articleId } = await admin.call('articles.add', inputOf(app, types, { typeId }))
  await admin.call('categories.update', { typeId, version: 1, enabled: 0 })
  const names = async (call: typeof app.call) =>
    (await call('categories.getList', { kind: 2 })).map(it => it.typeName)
  expect(await names(app.call)).not.toContain('旧分类')
  expect(await names(admin.call)).toContain('旧分类')
  await expect(admin.call('articles.add', inputOf(app, types, { typeId }))).rejects.toMatchObject({
    data: { errors: { typeId: expect.any(String) } },
  })
  await expect(
    admin.call('articles.update', { articleId, version: 1, title: '改了标题' }),
  ).resolves.toMatchObject({ version: 2 })
})

test('pinning twice has the effect of pinning once; branches may only read', async () => {
  const admin = await app.as('admin')
  expect(await admin.call('categories.top', { typeId: types[1], to: 1 })).toEqual({ isTop: 1 })
  expect(await admin.call('categories.top', { typeId: types[1], to: 1 })).toEqual({ isTop: 1 })
  expect(await admin.call('categories.top', { typeId: types[1] })).toEqual({ isTop: 0 })
  const branch = await app.as('branch')
  expect((await branch.call('categories.page', {})).total).toBeGreaterThan(3)
  await expect(branch.call('categories.top', { typeId: types[1] })).rejects.toMatchObject({ code: '4030' })
})
