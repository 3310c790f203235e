import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import training from '../../examples/training/index.ts'
import { trainings } from '../../examples/training/trainings.ts'
import { logs } from '../../server/db/tables.ts'
import { servedCalls } from '../../server/routes/served.ts'
import { requestFor, startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('import, export and counts of an entity follow from its declaration', () => {
  const names = servedCalls.map(it => it.name).filter(it => it.startsWith('training:records.'))
  expect(names).toEqual(
    ['page', 'one', 'add', 'update', 'remove', 'import', 'export', 'filterCounts'].map(
      it => `training:records.${it}`,
    ),
  )
})

test('its changes are logged in a module of its own, with the labels of its fields', async () => {
  const admin = await app.as('admin')
  const draft = { title: '证据规则新解', lawyerId: 1, hours: 1.5, attendedOn: '2026-03-08', kind: 'law' }
  const created = (await admin.call('training:records.add' as never, draft as never)) as { id: number }
  await admin.call('training:records.update' as never, { id: created.id, version: 1, hours: 2 } as never)
  const rows = await app.database.read(1, db => db.select().from(logs))
  expect(
    rows
      .filter(it => it.module === trainings.logModule)
      .map(({ action, summary, diff }) => ({ action, summary, diff })),
  ).toMatchObject([
    { action: 'create' },
    { action: 'update', diff: [{ field: 'hours', label: '学时', before: '1.5', after: '2.0' }] },
  ])
  const found = await admin.call('logs.getPageList', { module: [trainings.logModule] } as never)
  expect(found.total).toBe(2)
})

test('a reference is named in the log, and not in the file of somebody who may not see the person', async () => {
  const person = app.world.people.get('13800000001')!
  const admin = await app.as('admin')
  const { id } = (await admin.call(
    'training:records.add' as never,
    { title: '执业纪律', lawyerId: person.id, hours: 1, attendedOn: '2026-03-09', kind: 'ethics' } as never,
  )) as { id: number }
  const rows = await app.database.read(1, db => db.select().from(logs))
  const logged = rows.find(it => it.targetId === id && it.module === trainings.logModule)?.diff
  expect(logged?.find(it => it.field === 'lawyerId')?.after).toBe(person.name)
  const fileFor = async (account: string, headers: object = {}) => {
    const { token } = await app.as(account)
    const { call } = servedCalls.find(it => it.name === 'training:records.export')!
    const { address, method, body } = requestFor(call, {
      format: 'csv',
      columns: ['title', 'lawyerId'],
    })
    const response = await app.fetch(address, {
      method,
      headers: { Token: token, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.text()
  }
  expect(await fileFor('admin')).toContain(person.name)
  expect(await fileFor('branch')).toContain(`不可见或已删除（编号 ${person.id}）`)
  expect(await fileFor('branch')).not.toContain(person.name)
  expect(await fileFor('branch', { 'Accept-Language': 'en' })).toContain(
    `Not visible or deleted (no. ${person.id})`,
  )
})

const draft = { title: '反洗钱', lawyerId: 1, hours: 2, attendedOn: '2026-04-01', kind: 'law' }
const add = async (given: object) =>
  (await app.as('admin')).call('training:records.add' as never, { ...draft, ...given } as never)
const importList = async (list: object[]) =>
  (await app.as('admin')).call('training:records.import' as never, { list } as never)

test('a record with the same values in fields that are unique together is refused, also in an import and a change', async () => {
  const first = await add({})
  expect(first).toMatchObject({ version: 1 })
  const { id, version } = (await add({ attendedOn: '2026-04-02' })) as { id: number; version: number }
  const errors = { title: '已有培训名称、参加律师、培训日期都相同的培训记录，请修改那一条' }
  await expect(add({})).rejects.toMatchObject({ code: '4220', data: { errors } })
  const admin = await app.as('admin')
  const change = (input: object) => admin.call('training:records.update' as never, input as never)
  await expect(change({ id, version, attendedOn: draft.attendedOn })).rejects.toMatchObject({
    code: '4220',
    data: { errors },
  })
  await expect(change({ id, version, hours: 3 })).resolves.toMatchObject({ version: 2 })
  expect(await importList([draft])).toMatchObject({ created: 0, faults: [{ index: 0, errors }] })
  const other = { ...draft, title: '数据合规' }
  expect(await importList([other, { ...other, lawyerId: 2 }, other])).toMatchObject({
    created: 0,
    faults: [{ index: 2, errors: { title: '与第1行的培训名称、参加律师、培训日期重复' } }],
  })
})

test('a rule of its server refuses with a sentence at the field, also in an import', async () => {
  const errors = { attendedOn: expect.stringContaining('不能晚于今天') }
  const attendedOn = '2999-01-01'
  await expect(add({ attendedOn })).rejects.toMatchObject({ code: '4220', data: { errors } })
  const answer = await importList([{ ...draft, attendedOn }])
  expect(answer).toMatchObject({ created: 0, faults: [{ index: 0, errors }] })
})

test('every label has its English', () => {
  const texts: Record<string, string> = JSON.parse(readFileSync('examples/training/texts/en.json', 'utf8'))
  const ofProduct: Record<string, string> = JSON.parse(readFileSync('resources/locales/en/app.json', 'utf8'))
  const labels = [
    training.label,
    ...Object.values(training.rights ?? {}).map(it => it.label),
    ...Object.values(training.menu ?? {}).map(it => it.label),
    ...training.resources.flatMap(({ label, fields, views, pages }) => [
      label,
      ...Object.values(fields).flatMap(it => [
        it.label,
        ...('options' in it ? it.options.map(option => option[1]) : []),
      ]),
      ...[...Object.values(views), ...Object.values(pages)].map(it => it.title),
    ]),
  ]
  expect(labels.filter(it => !(it in texts) && !(it in ofProduct))).toEqual([])
})

test('a moment is stored, read in UTC, logged in the firm’s time, and the same moment is no change', async () => {
  const admin = await app.as('admin')
  const call = (name: string, input: object) =>
    admin.call(name as never, input as never) as Promise<{ id: number; version: number; startsAt: string }>
  const startsAt = '2026-04-03T09:30:00+08:00'
  const { id } = await add({ attendedOn: '2026-04-03', startsAt })
  expect(await call('training:records.one', { id })).toMatchObject({ startsAt: '2026-04-03T01:30:00.000Z' })
  const same = await call('training:records.update', { id, version: 1, startsAt: '2026-04-03T01:30:00Z' })
  expect(same.version).toBe(1)
  await call('training:records.update', { id, version: 1, startsAt: '2026-04-03T10:00:00+08:00' })
  const rows = await app.database.read(1, db => db.select().from(logs))
  const { diff } = rows.toSorted((a, b) => a.id - b.id).at(-1)!
  expect(diff).toMatchObject([
    { field: 'startsAt', before: '2026-04-03 09:30:00', after: '2026-04-03 10:00:00' },
  ])
  await call('training:records.update', { id, version: 2, startsAt: null as never })
  expect(await call('training:records.one', { id })).toMatchObject({ startsAt: null })
})
