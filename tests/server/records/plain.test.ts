import { date, pgTable, text as textColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import {
  auditFields,
  date as dateField,
  days,
  defineEntity,
  del,
  done,
  inputOf,
  equal,
  get,
  getPage,
  id,
  integer,
  optional,
  post,
  put,
  recordOf,
  richText,
  text,
  version,
} from '../../../resources/kit/index.ts'
import { firm, idColumn, auditColumns } from '../../../server/db/tables/columns.ts'
import { serve } from '../../../server/engine/implement.ts'
import { crudOf, plainHandlers } from '../../../server/records/crud.ts'
import { startApp, type TestApp } from '../../support/app.ts'

// An entity as a developer adds it: a declaration and a table, and nothing else.

const fields = {
  id: integer('编号'),
  name: text('名称', { max: 20 }),
  startOn: dateField('开始'),
  note: optional(richText('说明', { max: 500 })),
  ...auditFields,
}
const record = recordOf(fields).extend({ version: z.int() })
const { name, startOn, note } = fields
const written = { name, startOn, note }
const saved = z.object({ id: z.int(), version: z.int() })

const holidays = defineEntity({
  name: 'holidays',
  label: '假期',
  id: 'id',
  title: 'name',
  fields,
  calls: {
    page: getPage(
      '/holiday/page',
      'conf.view',
      {
        row: record,
        filters: { name: equal(name), startOn: days('开始', { column: 'startOn', from: 'from', to: 'to' }) },
        sortable: ['name', 'startOn'],
      },
      { isAddition: true },
    ),
    one: get(
      '/holiday/{id}',
      'conf.view',
      () => z.strictObject({ id }),
      () => record,
      { isAddition: true },
    ),
    add: post(
      '/holiday',
      'conf.edit',
      () => inputOf(written),
      () => saved,
      { isAddition: true },
    ),
    update: put(
      '/holiday/{id}',
      'conf.edit',
      () => inputOf(written).partial().extend({ id, version }),
      () => saved,
      { isAddition: true },
    ),
    remove: del(
      '/holiday/{id}',
      'conf.edit',
      () => z.strictObject({ id }),
      () => done,
      { isAddition: true },
    ),
    choices: get(
      '/holiday/choices',
      'signedIn',
      () => z.strictObject({}),
      () => z.array(record),
      {
        isAddition: true,
      },
    ),
  },
  crud: { list: 'page', one: 'one', create: 'add', update: 'update', remove: 'remove' },
  choices: 'choices',
  logModule: 10,
  unique: ['name'],
  searched: ['name'],
  filters: ['name', 'startOn'],
  sort: { field: 'startOn', order: 'ASC' },
})

const table = pgTable('holidays', {
  id: idColumn(),
  firmId: firm(),
  name: textColumn().notNull(),
  startOn: date().notNull(),
  note: textColumn(),
  ...auditColumns(),
})

let app: TestApp
beforeAll(async () => {
  app = await startApp({ calls: serve(holidays, plainHandlers(holidays, table)) })
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

test('a plain entity has list, record, create, update, remove and choices from its declaration', async () => {
  const { data } = await add({ name: '春节', startOn: '2027-02-06', note: '<p>放假<script>x</script></p>' })
  const { id: made } = data as { id: number }
  await add({ name: '国庆', startOn: '2027-10-01' })

  expect(await send('branch', 'GET', `/holiday/${made}`)).toMatchObject({
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
  expect(await send('admin', 'PUT', `/holiday/${made}`, change)).toMatchObject({ data: { version: 2 } })
  expect(await send('admin', 'PUT', `/holiday/${made}`, { name: '除夕', version: 1 })).toMatchObject({
    code: '4090',
    data: { current: { name: '春节假期' }, changedFields: ['name'] },
  })
  // Nothing changed: nothing is written.
  expect(await send('admin', 'PUT', `/holiday/${made}`, { ...change, version: 2 })).toMatchObject({
    data: { version: 2 },
  })
  expect(await send('admin', 'DELETE', `/holiday/${made}`)).toMatchObject({ code: '200' })
  expect((await send('admin', 'GET', `/holiday/${made}`)).code).toBe('4040')

  const logged = await send('admin', 'GET', '/log/getAdminLogPageList?targetType=holidays')
  expect((logged.data as { records: object[] }).records).toMatchObject([
    { action: 'delete', targetName: '春节假期' },
    { action: 'update', summary: '将【春节】的名称由“春节”改为“春节假期”' },
    { action: 'create', targetName: '国庆', module: 10 },
    { action: 'create', targetName: '春节' },
  ])
})

test('its rights, its unique fields and its firm are those of every entity', async () => {
  const { data } = await add({ name: '端午', startOn: '2027-06-09' })
  const { id: made } = data as { id: number }
  expect(await add({ name: '端午', startOn: '2027-06-10' })).toMatchObject({
    code: '4220',
    data: { errors: { name: '该名称已存在' } },
  })
  expect((await send('branch', 'DELETE', `/holiday/${made}`)).code).toBe('4030')
  expect((await send('other-admin', 'GET', `/holiday/${made}`)).code).toBe('4040')
  expect((await send('other-admin', 'DELETE', `/holiday/${made}`)).code).toBe('4040')
})

test('what the table does not answer has to be said', () => {
  const { startOn: _start, ...columns } = fields
  const rows = record.extend({ days: z.int() })
  const page = getPage('/holiday/page', 'conf.view', {
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
