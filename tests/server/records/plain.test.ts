import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { defineEntity, equal, pagedCall, integer, recordSchema } from '../../../resources/kit/index.ts'
import { bindHandlers } from '../../../server/context/bind.ts'
import { crudOf } from '../../../server/records/crud.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { holidayHandlers } from '../../guide/holidayHandlers.ts'
import { holidays } from '../../guide/holidays.ts'
import { holidaysTable as table } from '../../guide/holidaysTable.ts'

// The entity of the guide docs/develop.md: a declaration, a table and the handler of its action.

let app: TestApp
beforeAll(async () => {
  app = await startApp({ calls: bindHandlers(holidays, holidayHandlers) })
  await app.database.write(1, db =>
    db.execute(`create table holidays (id bigserial primary key, firm_id int not null, name text not null,
      start_on date not null, note text, created_at timestamptz not null default now(), created_by text,
      created_by_name text, updated_at timestamptz not null default now(), updated_by_name text,
      version int not null default 1)`),
  )
})
afterAll(() => app.close())

const send = async (account: string, method: string, path: string, body?: unknown) => {
  const { token } = await app.as(account)
  return (await app.send(method, path, { token, body })).body
}
const add = (values: object) => send('admin', 'POST', '/holiday', values)

test('a plain entity gets list, record, create, update, remove and choices from its declaration', async () => {
  const { data } = await add({ name: '春节', startOn: '2027-02-06', note: '<p>放假<script>x</script></p>' })
  const { id: createdId } = data as { id: number }
  await add({ name: '国庆', startOn: '2027-10-01' })

  expect(await send('branch', 'GET', `/holiday/${createdId}`)).toMatchObject({
    data: { name: '春节', startOn: '2027-02-06', note: '<p>放假</p>', createdBy: '赵主任', version: 1 },
  })
  const namesIn = async (query: string) =>
    (
      (await send('admin', 'GET', `/holiday/page?${query}`)).data as { records: { name: string }[] }
    ).records.map(it => it.name)
  expect(await namesIn('')).toEqual(['春节', '国庆'])
  expect(await namesIn('sortField=startOn&sortOrder=desc')).toEqual(['国庆', '春节'])
  expect(await namesIn('from=2027-02-07')).toEqual(['国庆'])
  expect(await namesIn('to=2027-02-06')).toEqual(['春节'])
  expect(await namesIn(`name=${encodeURIComponent('国庆')}`)).toEqual(['国庆'])
  expect(await namesIn(`keyword=${encodeURIComponent('春')}`)).toEqual(['春节'])
  expect((await send('13800000001', 'GET', '/holiday/choices')).data).toHaveLength(2)

  const change = { name: '春节假期', version: 1 }
  expect(await send('admin', 'PUT', `/holiday/${createdId}`, change)).toMatchObject({ data: { version: 2 } })
  expect(await send('admin', 'PUT', `/holiday/${createdId}`, { name: '除夕', version: 1 })).toMatchObject({
    code: '4090',
    data: { current: { name: '春节假期' }, changedFields: ['name'] },
  })
  // An update without changes writes nothing.
  expect(await send('admin', 'PUT', `/holiday/${createdId}`, { ...change, version: 2 })).toMatchObject({
    data: { version: 2 },
  })
  expect(await send('admin', 'DELETE', `/holiday/${createdId}`)).toMatchObject({ code: '200' })
  expect((await send('admin', 'GET', `/holiday/${createdId}`)).code).toBe('4040')

  const logged = await send('admin', 'GET', '/log/getAdminLogPageList?targetType=holidays')
  expect((logged.data as { records: object[] }).records).toMatchObject([
    { action: 'delete', targetName: '春节假期' },
    { action: 'update', summary: '将【春节】的名称由“春节”改为“春节假期”' },
    { action: 'create', targetName: '国庆', module: 10 },
    { action: 'create', targetName: '春节' },
  ])
})

test('an action changes a record and is logged', async () => {
  const { data } = await add({ name: '元旦', startOn: '2027-01-01' })
  const { id } = data as { id: number }
  expect((await send('branch', 'POST', '/holiday/postpone', { id, count: 2 })).code).toBe('4030')
  expect((await send('other-admin', 'POST', '/holiday/postpone', { id, count: 2 })).code).toBe('4040')
  expect((await send('admin', 'POST', '/holiday/postpone', { id, count: 2 })).code).toBe('200')
  expect(await send('admin', 'GET', `/holiday/${id}`)).toMatchObject({
    data: { startOn: '2027-01-03', version: 2 },
  })
  const logged = await send('admin', 'GET', `/log/getAdminLogPageList?targetType=holidays&action=update`)
  expect((logged.data as { records: object[] }).records[0]).toMatchObject({
    summary: '将【元旦】的开始由“2027-01-01”改为“2027-01-03”',
  })
})

test('rights, unique fields and the firm apply as to every entity', async () => {
  const { data } = await add({ name: '端午', startOn: '2027-06-09' })
  const { id: createdId } = data as { id: number }
  expect(await add({ name: '端午', startOn: '2027-06-10' })).toMatchObject({
    code: '4220',
    data: { errors: { name: '该名称已存在' } },
  })
  expect((await send('branch', 'DELETE', `/holiday/${createdId}`)).code).toBe('4030')
  expect((await send('other-admin', 'GET', `/holiday/${createdId}`)).code).toBe('4040')
  expect((await send('other-admin', 'DELETE', `/holiday/${createdId}`)).code).toBe('4040')
})

test('refuses to start without a definition for a field that the table does not cover', () => {
  const { startOn: _start, ...columns } = holidays.fields
  const rows = recordSchema(holidays.fields).extend({ version: z.int(), days: z.int() })
  const page = pagedCall('/holiday/page', 'conf.view', {
    row: rows,
    filters: { kind: equal(integer('类型')) },
    sortable: ['name', 'days'],
  })
  const other = defineEntity({
    name: 'holidays',
    label: '假期',
    id: 'id',
    title: 'name',
    fields: columns,
    calls: { page },
    crud: { list: 'page' },
    logModule: 10,
    sort: { field: 'name', order: 'ASC' },
  })
  // @ts-expect-error `days` is no column, neither to select nor to sort by, and `kind` none to filter by
  expect(() => crudOf(other, { table })).toThrow(/days/)
})
