import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf } from '../../support/articles.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const person = (more: object = {}) => ({
  name: '导入人员',
  mobile: `1334000${stage.next()}`,
  organizationId: stage.organizationId,
  personType: 2,
  ...more,
})
const rowsOf = (batchId: number) =>
  app.database.read(1, db => db.select().from(lawyers).where(eq(lawyers.batchId, batchId)))
const undo = async (account: string, batchId: number) =>
  (await (await app.as(account)).send('POST', `/lawyer/import/${batchId}/undo`, { body: {} })).body
const preview = async (account: string, batchId: number) =>
  (await (await app.as(account)).send('GET', `/lawyer/import/${batchId}`)).body

test('continues one batch over several requests, and marks its people as imported', async () => {
  const first = await stage.admin.call('lawyers.addList', { list: [person(), person()], source: 2 })
  const second = await stage.admin.call('lawyers.addList', {
    list: [person(), person({ mobile: '1' })],
    source: 2,
    batchId: first.batchId!,
  })
  expect(second).toMatchObject({ batchId: first.batchId, success: 1, failed: 1 })
  expect((await rowsOf(first.batchId!)).map(it => it.source)).toEqual([2, 2, 2])
  const other = await app.as('admin2')
  const sameBatch = { list: [person()], source: 2, batchId: first.batchId }
  expect((await other.send('POST', '/lawyer/addList', { body: sameBatch })).body.code).toBe('4040')
  expect(await rowsOf(first.batchId!)).toHaveLength(3)
})

test('undoing deletes the people who were not used or changed since, and says why the others are kept', async () => {
  const names = ['未动过', '改过资料', '有名片', '写过文章', '登录过', '也未动过']
  const list = names.map(name => person({ name }))
  const { batchId, rows, passwords } = await stage.admin.call('lawyers.addList', { list, source: 2 })
  const [untouched, changed, carded, author] = rows.map(it => it.id!)
  await stage.admin.call('lawyers.update', { id: changed!, version: 1, team: '争议部' })
  await stage.admin.call('cards.createCard', { lawyerId: carded!, language: 'CN', name: '有名片' })
  const article = inputOf(app, stage.types, { lawyerIds: [author!], submit: 0 })
  await stage.admin.call('articles.add', article)
  const { mobile, initialPassword } = passwords!.find(it => it.name === '登录过')!
  await app.call('session.lawyerLogin', { mobile, password: initialPassword })

  const undoPreview = await stage.admin.call('imports.preview', { batchId: batchId! })
  expect(undoPreview).toMatchObject({ createdByName: '赵主任', mayUndo: 1 })
  expect(undoPreview.removing.map(it => it.name)).toEqual(['未动过', '也未动过'])
  expect(undoPreview.kept.map(it => it.reason)).toEqual([
    '资料已修改',
    '已有名片',
    '已是内容的作者',
    '已登录过',
  ])
  // admin2 may create people but not remove them, and did not create this batch.
  expect(await undo('admin2', batchId!)).toMatchObject({ code: '4030' })
  expect((await preview('admin2', batchId!)).data).toMatchObject({ mayUndo: 0 })
  expect(await undo('admin', batchId!)).toMatchObject({
    code: '200',
    data: {
      removed: 2,
      kept: [
        { name: '改过资料', reason: '资料已修改' },
        { name: '有名片', reason: '已有名片' },
        { name: '写过文章', reason: '已是内容的作者' },
        { name: '登录过', reason: '已登录过' },
      ],
    },
  })
  expect(new Set((await rowsOf(batchId!)).map(it => it.name))).toEqual(
    new Set(['有名片', '改过资料', '写过文章', '登录过']),
  )
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    batchId: batchId!,
    action: ['importUndo'],
  })
  expect(new Set(records.map(it => it.targetName))).toEqual(new Set(['也未动过', '未动过']))
  expect(records.some(it => it.targetId === untouched)).toBe(true)
  // The same people may be imported again.
  const secondAttempt = await stage.admin.call('lawyers.addList', { list: [list[0]!], source: 2 })
  expect(secondAttempt.success).toBe(1)
  expect(await undo('admin', batchId!)).toMatchObject({ data: { removed: 0 } })
})

test('those who may remove people undo batches of their own office, but not of others', async () => {
  const organizationId = app.world.offices.get('东所')!
  const { batchId } = await (
    await app.as('branch2')
  ).call('lawyers.addList', { list: [person({ organizationId })], source: 2 })
  for (const account of ['south', 'system']) {
    expect((await preview(account, batchId!)).code).toMatch(/^40[34]0$/)
    expect((await undo(account, batchId!)).code).toMatch(/^40[34]0$/)
  }
  expect((await preview('branch', batchId!)).data).toMatchObject({ mayUndo: 1, removing: [{}], kept: [] })
  expect(await undo('branch', batchId!)).toMatchObject({ code: '200', data: { removed: 1 } })
  expect(await rowsOf(batchId!)).toEqual([])
  // People whom the main office created for a branch can only be undone by the main office.
  const created = await stage.admin.call('lawyers.addList', { list: [person({ organizationId })], source: 2 })
  expect(await undo('branch', created.batchId!)).toMatchObject({ code: '4040' })
  expect(await rowsOf(created.batchId!)).toHaveLength(1)
})

test('of two simultaneous undos, each person is deleted once', async () => {
  const list = Array.from({ length: 5 }, () => person())
  const { batchId } = await stage.admin.call('lawyers.addList', { list, source: 2 })
  const answers = await Promise.all([
    undo('admin', batchId!),
    undo('admin', batchId!),
    undo('admin', batchId!),
  ])
  const removed = answers.map(it => (it.code === '200' ? (it.data as { removed: number }).removed : 0))
  expect(removed.reduce((sum, it) => sum + it, 0)).toBe(5)
})

test('hints at possible duplicates, and refers to the bin for people who are there', async () => {
  const known = person({ name: '同名同所' })
  await stage.admin.call('lawyers.addList', { list: [known] })
  const binned = person({ name: '已删人员', licenseNumber: '13101202010129999' })
  const { rows } = await stage.admin.call('lawyers.addList', { list: [binned] })
  await stage.admin.send('DELETE', `/lawyer/remove/${rows[0]!.id}`, { body: { reason: '录入有误' } })
  const list = [
    person({ name: '同名同所' }),
    person({ name: '同名同所', organizationId: app.world.offices.get('东所')! }),
    known,
    { ...binned, licenseNumber: undefined },
    person({ licenseNumber: binned['licenseNumber' as keyof typeof binned] }),
  ]
  const answer = await stage.admin.call('lawyers.addList', { list, dryRun: 1 })
  expect(answer.rows).toMatchObject([
    { ok: 1, hints: { name: expect.stringContaining('同名') } },
    { ok: 1 },
    { ok: 0, errors: { mobile: '该手机号已存在' } },
    { ok: 0, errors: { mobile: expect.stringContaining('回收站') } },
    { ok: 0, errors: { licenseNumber: expect.stringContaining('回收站') } },
  ])
  expect(answer.rows[1]!.hints).toBeUndefined()
})

const recordsOf = async (account: string) =>
  (await (await app.as(account)).call('imports.page', { pageSize: 200 })).records
const recordOf = async (account: string, id: number) => (await recordsOf(account)).find(it => it.id === id)

test('records who imported, how many, how many failed, how many remain, and the undoing', async () => {
  const { batchId } = await stage.admin.call('lawyers.addList', {
    list: [person(), person({ mobile: '1' })],
    source: 2,
    left: 3,
  })
  await stage.admin.call('lawyers.addList', { list: [person()], source: 2, batchId: batchId! })
  const record = { source: 2, state: 5, created: 2, failed: 4, remaining: 2 }
  expect(await recordOf('admin', batchId!)).toMatchObject({ ...record, createdByName: '赵主任' })
  const [used] = await rowsOf(batchId!)
  await stage.admin.call('lawyers.update', { id: used!.id, version: 1, team: '争议部' })
  await undo('admin', batchId!)
  expect(await recordOf('admin', batchId!)).toMatchObject({
    state: 6,
    remaining: 1,
  })
})

test('a check is not recorded, a row typed in the grid is, and a branch sees its own', async () => {
  const before = (await recordsOf('admin')).length
  await stage.admin.call('lawyers.addList', { list: [person()], source: 2, dryRun: 1 })
  await stage.admin.call('lawyers.addList', { list: [person({ mobile: '1' })], source: 2 })
  expect(await recordsOf('admin')).toHaveLength(before)
  const office = app.world.offices.get('东所')!
  const branch = await app.as('branch')
  const { batchId } = await branch.call('lawyers.addList', { list: [person({ organizationId: office })] })
  expect(await recordOf('branch', batchId!)).toMatchObject({ source: 1, state: 4, failed: 0 })
  expect(await recordsOf('admin')).toHaveLength(before + 1)
  const refused = await (await app.as('system')).send('GET', '/lawyer/imports')
  expect(refused.body.code).toBe('4030')
})
