import { afterAll, beforeAll, expect, test } from 'vitest'

import { requirements } from '../../examples/training/requirements.ts'
import { logs } from '../../server/db/tables.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const path = `/x/training/requirements`
const read = async () => (await (await app.as('admin')).send('GET', path)).body.data
const save = async (body: object, account = 'admin') =>
  (await (await app.as(account)).send('PUT', path, { body })).body

const exported = async () => {
  const { token } = await app.as('admin')
  const response = await app.fetch('/firmConf/export', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: '{}',
  })
  return response.text()
}

test('has the declared values until it is saved', async () => {
  expect(await read()).toMatchObject({ hoursPerYear: 40, version: 0 })
})

test('is checked, stored with a version, and logged with its labels', async () => {
  expect(await save({ hoursPerYear: 900, version: 0 })).toMatchObject({
    code: '4220',
    data: { errors: { hoursPerYear: expect.stringContaining('每年最低学时') } },
  })
  expect(await save({ hoursPerYear: 60, contact: '王老师', version: 0 })).toMatchObject({ code: '200' })
  expect(await read()).toMatchObject({ hoursPerYear: 60, contact: '王老师', version: 1 })
  expect(await save({ hoursPerYear: 70, version: 0 })).toMatchObject({
    code: '4090',
    data: { current: { hoursPerYear: 60 } },
  })
  const rows = await app.database.read(1, db => db.select().from(logs))
  expect(rows.filter(it => it.module === requirements.logModule)).toMatchObject([
    {
      action: 'config',
      diff: expect.arrayContaining([
        expect.objectContaining({ label: '每年最低学时', before: '40', after: '60' }),
      ]),
    },
  ])
})

test('who may only read does not save it', async () => {
  expect(await save({ hoursPerYear: 10, version: 1 }, 'branch')).toMatchObject({ code: '4030' })
})

test('is in the exported configuration, which brings it back', async () => {
  const content = await exported()
  expect(JSON.parse(content).parts['training:requirements']).toMatchObject({ hoursPerYear: 60 })
  await save({ hoursPerYear: 80, version: 1 })
  const { call } = await app.as('admin')
  const compared = await call('firmConf.import', { content })
  const [part] = compared.parts
  expect(part).toMatchObject({ name: 'training:requirements', label: '培训要求', mayApply: 1 })
  await call('firmConf.import', { content, apply: 1, versions: { [part!.name]: part!.version } })
  expect(await read()).toMatchObject({ hoursPerYear: 60 })
})
