import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sheetStates } from '../../../resources/domain/sheets.ts'
import { lawyers, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const office = (name: string) => app.world.offices.get(name)!
const licence = () => `1310120101${Date.now().toString().slice(-3)}${stage.next()}`
const person = (more: object = {}) => ({
  name: '旧有人员',
  mobile: `1335000${stage.next()}`,
  organizationId: stage.organizationId,
  personType: 2,
  ...more,
})
const create = async (values: object) => {
  const { rows } = await stage.admin.call('lawyers.addList', { list: [person(values)] } as never)
  return rows[0]!.id!
}
const rowOf = async (id: number) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(lawyers)
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id))),
  )
  return row!
}
const line = (id: number, version: number, values: object) => JSON.stringify({ id, version, values })
const preview = async (lines: readonly string[], account = 'admin') => {
  const { rows } = await (
    await app.as(account)
  ).call('bulkRuns.rows', { resource: 'lawyers', lines: [...lines], dryRun: 1 })
  return rows.map(({ state, ...row }) => ({ ...row, state: sheetStates[state] }))
}
const apply = async (lines: readonly string[], account = 'admin') => {
  const { id } = await (
    await app.as(account)
  ).call('bulkRuns.rows', { resource: 'lawyers', lines: [...lines] })
  await app.runJobs()
  return id!
}
const refusal = (code: string) => expect.objectContaining({ code }) as unknown

test('a row with a known mobile, licence, or name and office names the person, within the caller’s scope', async () => {
  const number = licence()
  const known = await create({ name: '已有甲', mobile: '13359990001', licenseNumber: number })
  const list = [
    person({ mobile: '13359990001', name: '甲某' }),
    person({ licenseNumber: number, name: '甲乙' }),
    person({ name: '已有甲' }),
    person({ name: '没有的人' }),
  ]
  const answer = await stage.admin.call('lawyers.addList', { list, dryRun: 1 })
  const one = (by: string[]) => [{ id: known, name: '已有甲', officeName: '总所', version: 1, by }]
  expect(answer.rows.map(row => row.known)).toEqual([
    one(['mobile']),
    one(['licenseNumber']),
    one(['name']),
    undefined,
  ])
  // A known number is an error as long as nothing is chosen; the same name and office may be another person.
  expect(answer.rows.map(row => row.ok)).toEqual([0, 0, 1, 1])
  const both = person({ mobile: '13359990001', licenseNumber: number, name: '甲乙丙' })
  const { rows } = await stage.admin.call('lawyers.addList', { list: [both], dryRun: 1 })
  expect(rows[0]!.known).toEqual(one(['mobile', 'licenseNumber']))
  const created = await stage.admin.call('lawyers.addList', { list: list.slice(0, 1) })
  expect(created).toMatchObject({ success: 0, failed: 1, rows: [{ ok: 0, known: one(['mobile']) }] })
  // A branch learns that the number is taken, but not by whom in another office.
  const branch = await (
    await app.as('branch')
  ).call('lawyers.addList', {
    list: [person({ mobile: '13359990001', organizationId: office('东所') })],
    dryRun: 1,
  })
  expect(branch.rows).toMatchObject([{ ok: 0, errors: { mobile: '该手机号已存在' } }])
  expect(branch.rows[0]!.known).toBeUndefined()
})

test('updating known people changes the given values only, logs them, and is undone unless changed since', async () => {
  const [first, second] = [
    await create({ name: '改甲', team: '诉讼部', email: 'old@yanheng.example' }),
    await create({ name: '改乙', team: '诉讼部' }),
  ]
  const lines = [
    line(first, 1, { team: '争议解决部', personType: 2 }),
    line(second, 1, { team: '争议解决部' }),
  ]
  expect(await preview(lines)).toMatchObject([
    { id: first, name: '改甲', state: 'change', changes: { team: ['诉讼部', '争议解决部'] } },
    { id: second, state: 'change' },
  ])
  expect((await rowOf(first)).team).toBe('诉讼部')
  const run = await apply(lines)
  expect(await rowOf(first)).toMatchObject({
    team: '争议解决部',
    email: 'old@yanheng.example',
    version: 2,
    updatedByName: '赵主任',
  })
  const changed = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.batchId, run), inArray(logs.targetId, [first, second]))),
  )
  expect(changed).toHaveLength(2)
  expect(changed[0]!.diff).toMatchObject([{ field: 'team', before: '诉讼部', after: '争议解决部' }])

  // The second person is changed afterwards, and keeps that.
  await stage.admin.call('lawyers.update', { id: second, version: 2, team: '合规部' })
  await stage.admin.call('bulkRuns.undo', { id: run })
  await app.runJobs()
  expect((await rowOf(first)).team).toBe('诉讼部')
  expect((await rowOf(second)).team).toBe('合规部')
})

test('values by record obey scope, version, rights and the fields of the ordinary update', async () => {
  const own = await create({ name: '东所的人', organizationId: office('东所') })
  const other = await create({ name: '南所的人', organizationId: office('南所') })
  expect(
    (await preview([line(own, 1, { team: '一部' }), line(other, 1, { team: '一部' })], 'branch')).map(row => [
      row.state,
      row.messages,
    ]),
  ).toEqual([
    ['change', []],
    ['error', ['记录不存在，或不在您的管理范围内']],
  ])
  // A branch must not transfer by an import; the mobile has a call of its own, with codes and notices.
  expect(await preview([line(own, 1, { organizationId: office('南所') })], 'branch')).toMatchObject([
    { state: 'error', messages: ['转所由总所办理，请在人员列表中“申请转所”'] },
  ])
  // The id of a line cannot be replaced by a value.
  expect((await preview([line(own, 1, { id: other, team: '一部' })]))[0]).toMatchObject({ state: 'error' })
  expect(await preview([line(own, 1, { licenseNumber: licence() })])).toMatchObject([
    { state: 'change', messages: [] },
  ])
  for (const values of [{ mobile: '13359990009' }, { status: 3 }, { passwordHash: 'x' }, {}])
    expect((await preview([line(own, 1, values)]))[0]!.state).toBe('error')
  expect((await preview([line(own, 7, { team: '二部' })]))[0]!.state).toBe('conflict')
  expect((await preview([line(own, 1, { name: '东所的人' })]))[0]!.state).toBe('same')
  for (const lines of [['no'], ['[]'], [line(own, 1, {}), line(own, 1, {})], ['{"id":1}']])
    await expect(preview(lines)).rejects.toEqual(refusal('4220'))
  await expect(apply([line(other, 1, { team: '一部' })], 'branch')).rejects.toEqual(refusal('4220'))
  await expect(preview([line(own, 1, { team: '三部' })], 'system')).rejects.toEqual(refusal('4030'))
  expect((await preview([line(own, 1, { team: '三部' })], '13800000001'))[0]!.state).toBe('error')
  // Changed between the preview and the job: that record is skipped.
  const { id } = await stage.admin.call('bulkRuns.rows', {
    resource: 'lawyers',
    lines: [line(own, 1, { team: '四部' })],
  })
  await stage.admin.call('lawyers.update', { id: own, version: 1, team: '五部' })
  await app.runJobs()
  expect((await rowOf(own)).team).toBe('五部')
  expect(await stage.admin.call('bulkRuns.one', { id: id! })).toMatchObject({ skipped: 1, done: 0 })
})
