import { afterAll, beforeAll, expect, test } from 'vitest'

import { offices as fieldTable } from '../../examples/training/tables.ts'
import { logs, offices } from '../../server/db/tables.ts'
import { updateVersioned } from '../../server/records/versioned.ts'
import { password, startApp, type TestApp } from '../support/app.ts'
import { rowsIn } from '../support/sheet.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const centre = 'training:costCentre'

type Row = { organizationId: number; version: number } & Record<string, unknown>

/** Calls with fields that only the extension declares. */
const as = async (who: string) => {
  const { call } = await app.as(who)
  return <T>(name: Parameters<typeof call>[0], input: object) => call(name, input as never) as Promise<T>
}

let turn = 0
const create = async (given: object = {}) => {
  const call = await as('admin')
  const office = {
    name: `成本所${++turn}`,
    districtCode: '110101',
    address: '东城区某街1号',
    phone: ['010-12345678'],
  }
  const { organizationId } = await call<Row>('offices.add', { ...office, ...given })
  return organizationId
}

const read = async (organizationId: number) =>
  (await as('admin'))<Row>('offices.firmOrganizationInfo', { organizationId })
const update = async (input: object) => (await as('admin'))<{ version: number }>('offices.update', input)
const find = async (query: object) => {
  const call = await as('admin')
  const { records } = await call<{ records: Row[] }>('offices.pageList', { pageSize: 100, ...query })
  return records
}
const diffsOf = async (id: number) => {
  const rows = await app.database.read(1, db => db.select().from(logs))
  return rows
    .filter(it => it.targetType === 'offices' && it.targetId === id)
    .toSorted((a, b) => a.id - b.id)
    .map(it => it.diff)
}

test('a new office has the field, which is in record, list and log', async () => {
  const id = await create({ [centre]: 'CC-100' })
  expect(await read(id)).toMatchObject({ [centre]: 'CC-100', version: 1 })
  expect(await find({ ids: [id] })).toMatchObject([{ [centre]: 'CC-100' }])
  expect((await diffsOf(id))[0]).toContainEqual(
    expect.objectContaining({ field: centre, label: '成本中心', after: 'CC-100' }),
  )
})

test('an update stores and logs it; one that does not name it leaves it and reports no change of it', async () => {
  const id = await create({ [centre]: 'CC-200' })
  expect(await update({ organizationId: id, version: 1, shortName: '成本' })).toMatchObject({ version: 2 })
  expect(await update({ organizationId: id, version: 2, [centre]: 'CC-200' })).toMatchObject({ version: 2 })
  expect(await update({ organizationId: id, version: 2, [centre]: 'CC-201' })).toMatchObject({ version: 3 })
  expect(await read(id)).toMatchObject({ [centre]: 'CC-201', shortName: '成本' })
  const [, first, second] = await diffsOf(id)
  expect(first).toEqual([expect.objectContaining({ field: 'shortName' })])
  expect(second).toEqual([
    expect.objectContaining({ field: centre, label: '成本中心', before: 'CC-200', after: 'CC-201' }),
  ])
})

test('of two who change the office, the second is told the value of the first, whatever he changes', async () => {
  const id = await create({ [centre]: 'CC-300' })
  await update({ organizationId: id, version: 1, [centre]: 'CC-301' })
  await expect(update({ organizationId: id, version: 1, [centre]: 'CC-302' })).rejects.toMatchObject({
    code: '4090',
    data: { current: { [centre]: 'CC-301' }, changedFields: [centre] },
  })
  const call = await as('admin')
  await expect(
    call('offices.status', {
      organizationId: id,
      status: 0,
      version: 1,
      reason: '合并',
      confirmPassword: password,
    }),
  ).rejects.toMatchObject({ code: '4090', data: { current: { [centre]: 'CC-301' } } })
})

test('whoever may change the contact of an office only is refused', async () => {
  const organizationId = app.world.offices.get('东所')!
  const { version } = await read(organizationId)
  const branch = await as('branch2')
  await expect(
    branch('offices.update', { organizationId, version, [centre]: 'CC-400' }),
  ).rejects.toMatchObject({ code: '4030' })
})

test('the rule about the whole office holds beside it', async () => {
  await expect(create({ [centre]: 'CC-500', longitude: 116.4 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { latitude: expect.any(String) } },
  })
})

test('the list is filtered and sorted by it; offices without a value come last in both directions', async () => {
  const ids = [await create({ [centre]: 'ZZ-2' }), await create(), await create({ [centre]: 'ZZ-1' })]
  const sorted = async (sortOrder: string) =>
    (await find({ ids, sortField: centre, sortOrder })).map(it => it.organizationId)
  expect(await sorted('asc')).toEqual([ids[2], ids[0], ids[1]])
  expect(await sorted('desc')).toEqual([ids[0], ids[2], ids[1]])
  const found = (await find({ [centre]: 'ZZ-' })).map(it => it.organizationId)
  expect(new Set(found)).toEqual(new Set([ids[0], ids[2]]))
})

test('the exported file has its column', async () => {
  const id = await create({ [centre]: 'XP-1' })
  const { name } = await read(id)
  const { token } = await app.as('admin')
  const response = await app.fetch('/export/offices', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ [centre]: 'XP-1', columns: ['name', centre] }),
  })
  expect(rowsIn(new Uint8Array(await response.arrayBuffer()))).toEqual([
    ['律所名称', '成本中心'],
    [name, 'XP-1'],
  ])
})

test('it is removed with the office', async () => {
  const id = await create({ [centre]: 'CC-600' })
  const stored = async () => {
    const rows = await app.database.read(1, db => db.select().from(fieldTable))
    return rows.filter(it => it.organizationId === id)
  }
  expect(await stored()).toHaveLength(1)
  await app.database.write(1, db => db.execute(`delete from offices where organization_id = ${id}`))
  expect(await stored()).toHaveLength(0)
})

test('code that would write an office without having read its additional fields fails', async () => {
  const context = { db: {}, firmId: 1 } as never
  const change = { where: {}, current: { version: 1 }, version: 1, patch: { weight: 1 }, fields: {} } as never
  await expect(updateVersioned(context, offices, change)).rejects.toThrow(centre)
})
