import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { lawyers as fieldTable } from '../../examples/training/tables.ts'
import type { LogEntry } from '../../server/services/audit/audit.ts'
import { lawyers, logs } from '../../server/db/tables.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { rowsIn } from '../support/sheet.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const bar = 'training:barNumber'
const until = 'training:certifiedUntil'

type Row = { id: number; version: number } & Record<string, unknown>

let turn = 0
const draft = (given: object = {}) => ({
  name: '测试人员',
  mobile: `157${String(++turn).padStart(8, '0')}`,
  organizationId: app.world.offices.get('东所')!,
  personType: 2,
  ...given,
})

/** Calls with fields that only the extension declares. */
const as = async (who: string) => {
  const { call } = await app.as(who)
  return <T>(name: Parameters<typeof call>[0], input: object) => call(name, input as never) as Promise<T>
}

const create = async (given: object = {}) => {
  const call = await as('admin')
  const { rows } = await call<{ rows: { id: number; errors?: object }[] }>('lawyers.addList', {
    list: [draft(given)],
  })
  return rows[0]!.id
}

const read = async (id: number) => (await as('admin'))<Row>('lawyers.lawyerInfo', { id })
const update = async (input: object) => (await as('admin'))<{ version: number }>('lawyers.update', input)
const find = async (query: object) => {
  const call = await as('admin')
  const { records } = await call<{ records: Row[] }>('lawyers.pageList', { pageSize: 100, ...query })
  return records
}
const newestLog = async (id: number) => {
  const rows = await app.database.read(1, db => db.select().from(logs).where(eq(logs.targetId, id)))
  return rows.toSorted((a, b) => a.id - b.id).at(-1) as unknown as LogEntry
}

test('a new person has the fields, which are in record, list and log', async () => {
  const id = await create({ [bar]: 'BJ20260001', [until]: '2027-03-31' })
  expect(await read(id)).toMatchObject({ [bar]: 'BJ20260001', [until]: '2027-03-31', version: 1 })
  expect(await find({ ids: [id] })).toMatchObject([{ [bar]: 'BJ20260001', [until]: '2027-03-31' }])
  const { diff } = await newestLog(id)
  expect(diff).toContainEqual(
    expect.objectContaining({ field: bar, label: '律协会员号', after: 'BJ20260001' }),
  )
})

test('an update stores, clears and logs them with the version of the person', async () => {
  const id = await create()
  expect(await read(id)).toMatchObject({ [bar]: null, [until]: null })
  const { version } = await update({ id, version: 1, [bar]: 'BJ20260002', team: '争议解决' })
  expect(version).toBe(2)
  expect(await read(id)).toMatchObject({ [bar]: 'BJ20260002', team: '争议解决', version: 2 })
  expect(await newestLog(id)).toMatchObject({
    action: 'update',
    diff: expect.arrayContaining([
      expect.objectContaining({ field: bar, label: '律协会员号', before: '', after: 'BJ20260002' }),
    ]),
  })
  // A field that is not sent stays, and what is the same makes no new version.
  await update({ id, version: 2, [until]: '2026-12-31' })
  expect(await read(id)).toMatchObject({ [bar]: 'BJ20260002', [until]: '2026-12-31', version: 3 })
  expect(await update({ id, version: 3, [until]: '2026-12-31' })).toMatchObject({ version: 3 })
  await update({ id, version: 3, [bar]: null })
  expect(await read(id)).toMatchObject({ [bar]: null, version: 4 })
})

test('of two who change the person, the second is told the value of the first, and nothing of his is stored', async () => {
  const id = await create({ [bar]: 'BJ20260003' })
  await update({ id, version: 1, [bar]: 'BJ20260004' })
  await expect(update({ id, version: 1, [bar]: 'BJ20260005' })).rejects.toMatchObject({
    code: '4090',
    data: { current: { [bar]: 'BJ20260004' }, changedFields: [bar] },
  })
  const [first, second] = await Promise.allSettled([
    update({ id, version: 2, [bar]: 'BJ20260006' }),
    update({ id, version: 2, [bar]: 'BJ20260007' }),
  ])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await read(id))[bar]).toBe(first.status === 'fulfilled' ? 'BJ20260006' : 'BJ20260007')
})

test('the list is filtered by them, also for those without a value', async () => {
  const name = '筛选人员'
  const first = await create({ name, [bar]: 'SH_88%01', [until]: '2026-05-01' })
  const second = await create({ name, [bar]: 'SH99002', [until]: '2026-07-01' })
  const third = await create({ name })
  const ids = async (query: object) =>
    (await find({ keyword: name, ...query })).map(it => it.id).toSorted((a, b) => a - b)
  expect(await ids({ [bar]: '_88%' })).toEqual([first])
  expect(await ids({ [`${until}From`]: '2026-06-01' })).toEqual([second])
  expect(await ids({ [`${until}From`]: '2026-05-01', [`${until}To`]: '2026-07-01' })).toEqual([first, second])
  expect(await ids({ empty: [until] })).toEqual([third])
  const counts = await (
    await as('admin')
  )<{ all: number }>('lawyers.lawyerNum', { keyword: name, [bar]: 'SH' })
  expect(counts.all).toBe(2)
})

test('a wrong value is refused with a sentence at its field', async () => {
  const id = await create()
  await expect(update({ id, version: 1, [bar]: 'B' })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { [bar]: expect.stringContaining('律协会员号') } },
  })
  const call = await as('admin')
  const { rows } = await call<{ rows: object[] }>('lawyers.addList', { list: [draft({ [until]: '明年' })] })
  expect(rows).toMatchObject([{ ok: 0, errors: { [until]: expect.any(String) } }])
})

test('a branch office changes them of its own people only, and a lawyer not even his own', async () => {
  const id = await create({ organizationId: app.world.offices.get('总所')! })
  const branch = await as('branch')
  await expect(branch('lawyers.update', { id, version: 1, [bar]: 'BJ20260008' })).rejects.toMatchObject({
    code: expect.stringMatching(/^40[34]/),
  })
  const own = app.world.people.get('13800000001')!.id
  const { version } = await read(own)
  await expect(
    (await as('13800000001'))('lawyers.update', { id: own, version, [bar]: 'X1234' }),
  ).rejects.toMatchObject({
    code: '4030',
  })
})

test('they are removed with the person', async () => {
  const id = await create({ [bar]: 'BJ20260009' })
  const stored = () => app.database.read(1, db => db.select().from(fieldTable).where(eq(fieldTable.id, id)))
  expect(await stored()).toHaveLength(1)
  await app.database.write(1, db => db.delete(lawyers).where(eq(lawyers.id, id)))
  expect(await stored()).toHaveLength(0)
})

test('the exported file has their columns', async () => {
  const [name, number] = ['导出人员', 'GZ20260001']
  await create({ name, [bar]: number })
  const { token } = await app.as('admin')
  const response = await app.fetch('/export/lawyers', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ keyword: name, columns: ['name', bar, until], reason: '年度核对' }),
  })
  expect(rowsIn(new Uint8Array(await response.arrayBuffer()))).toEqual([
    ['姓名', '律协会员号', '培训合格证有效期'],
    [name, number],
  ])
})
