import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { entities } from '../../../resources/entities.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { firms } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { callOfVerb, inputFieldsOf, type Values } from '../../support/asking.ts'
import { sampleRecord } from '../../support/sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = async (account: string, path: string, body: Values = {}) =>
  (await (await app.as(account)).send('POST', path, { body })).body
const callOf = async (name: string, input: Values) =>
  (await (await app.as('admin')).call(name as never, input as never)) as Values

const imported = entities.filter(({ imports }) => imports !== undefined)

test('positions and professions can be imported', () => {
  expect(imported.map(({ name }) => name)).toEqual(['professions', 'positions'])
})

describe.each(imported.map(resource => [resource.name, resource] as const))('%s', (name, resource) => {
  const path = resource.imports!.call.path
  const [unique] = resource.unique!
  const row = (resource: AnyEntity): Values => {
    const call = callOfVerb(resource, 'create')!
    const needed = inputFieldsOf(call).filter(
      field => resource.fields[field]?.isRequired && resource.initial?.[field as never] === undefined,
    )
    return sampleRecord(resource.fields, needed, {})
  }
  const records = async () => {
    const list = Object.entries(resource.calls).find(([key]) => key === resource.crud.list)![0]
    return ((await callOf(`${name}.${list}`, { pageSize: 200 })) as { records: Values[] }).records
  }
  const idsAdded = async (before: readonly Values[]) => {
    const known = new Set(before.map(it => it[resource.id]))
    return (await records()).filter(it => !known.has(it[resource.id])).map(it => Number(it[resource.id]))
  }
  const undo = async (batchId: unknown) =>
    (await send('admin', `/lawyer/import/${Number(batchId)}/undo`)).data as Values

  test('creates all rows, logged as one batch and listed among the imports', async () => {
    const before = await records()
    const { batchId, created, faults } = await callOf(`${name}.import`, {
      list: [row(resource), row(resource)],
      source: 2,
    })
    expect({ created, faults }).toEqual({ created: 2, faults: [] })
    expect(await idsAdded(before)).toHaveLength(2)
    const { records: logged } = (await callOf('logs.getAdminLogPageList', { batchId })) as {
      records: Values[]
    }
    expect(logged.map(it => [it['action'], it['module'], it['targetType']])).toEqual([
      ['create', resource.logModule, name],
      ['create', resource.logModule, name],
    ])
    const { records: batches } = (await callOf('imports.page', {})) as { records: Values[] }
    expect(batches.find(it => it['id'] === batchId)).toMatchObject({
      kind: resource.label,
      source: 2,
      state: 4,
      created: 2,
      remaining: 2,
    })
  })

  test('creates none when one row is wrong, with the reason at its field', async () => {
    const before = await records()
    const right = row(resource)
    const answer = await callOf(`${name}.import`, {
      list: [right, { ...row(resource), [unique!]: '' }, { ...row(resource), [unique!]: right[unique!] }],
    })
    expect(answer).toMatchObject({ batchId: null, created: 0 })
    const faults = answer['faults'] as { index: number; errors: Record<string, string> }[]
    expect(faults.map(({ index, errors }) => [index, Object.keys(errors)])).toEqual([
      [1, [unique]],
      [2, [unique]],
    ])
    expect(faults[1]!.errors[unique!]).toContain('与第1行')
    expect(await idsAdded(before)).toEqual([])
  })

  test('refuses values that the firm has already, and creates nothing when only checking', async () => {
    const known = row(resource)
    await callOf(`${name}.import`, { list: [known] })
    const before = await records()
    const secondImport = await callOf(`${name}.import`, {
      list: [{ ...row(resource), [unique!]: known[unique!] }],
    })
    expect(secondImport).toMatchObject({
      created: 0,
      faults: [{ index: 0, errors: { [unique!]: /已存在/ } }],
    })
    const checked = await callOf(`${name}.import`, { list: [row(resource)], dryRun: 1 })
    expect(checked).toEqual({ batchId: null, created: 0, faults: [] })
    expect(await idsAdded(before)).toEqual([])
  })

  test('undoing deletes the unchanged records and says why the others are kept', async () => {
    const before = await records()
    const list = [row(resource), row(resource)]
    const { batchId } = await callOf(`${name}.import`, { list })
    const [changed] = await idsAdded(before)
    const update = `${name}.${resource.crud.update}`
    await callOf(update, { [resource.id]: changed, version: 1, sort: 7 })
    const undoPreview = await callOf('imports.preview', { batchId })
    expect(undoPreview).toMatchObject({ kind: resource.label, mayUndo: 1, removing: [{}] })
    expect(undoPreview['kept']).toMatchObject([{ id: changed, reason: '资料已修改' }])
    expect(await undo(batchId)).toMatchObject({ removed: 1, kept: [{ id: changed }] })
    expect(await idsAdded(before)).toEqual([changed])
    const { records: batches } = (await callOf('imports.page', {})) as { records: Values[] }
    expect(batches.find(it => it['id'] === batchId)).toMatchObject({ state: 6, remaining: 1 })
    // A record that was removed by hand is no longer counted.
    await callOf(`${name}.${resource.crud.remove}`, { [resource.id]: changed })
    const { records: after } = (await callOf('imports.page', {})) as { records: Values[] }
    expect(after.find(it => it['id'] === batchId)).toMatchObject({ remaining: 0 })
  })

  test('importing, viewing and undoing require the right', async () => {
    const { batchId } = await callOf(`${name}.import`, { list: [row(resource)] })
    expect((await send('admin2', path, { list: [row(resource)] })).code).toBe('4030')
    const admin2 = await app.as('admin2')
    const { records: batches } = (await admin2.call('imports.page' as never, {} as never)) as {
      records: Values[]
    }
    expect(batches.filter(it => it['id'] === batchId)).toEqual([])
    expect((await admin2.send('GET', `/lawyer/import/${Number(batchId)}`)).body.code).toBe('4040')
    expect((await send('admin2', `/lawyer/import/${Number(batchId)}/undo`)).code).toBe('4040')
  })
})

test('undoing is closed by the feature switch of the imported records only', async () => {
  const list = [{ postName: '开关职位', postCode: 'Switch', postLevel: 9 }]
  const { batchId } = await callOf('positions.import', { list })
  const switchTo = (name: string, to: 0 | 1) =>
    app.database.write(1, db =>
      db
        .update(firms)
        .set({ appConfSet: { adminFuncSwitch: { global: { [name]: to } } } })
        .where(eq(firms.firmId, 1)),
    )
  await switchTo('operation.position', 0)
  expect((await send('admin', `/lawyer/import/${Number(batchId)}/undo`)).code).toBe('4031')
  await switchTo('lawyer.create', 0)
  expect((await send('admin', `/lawyer/import/${Number(batchId)}/undo`)).data).toMatchObject({ removed: 1 })
  await switchTo('lawyer.create', 1)
})

test('keeps a position that a card has taken since, when its import is undone', async () => {
  const list = [{ postName: '导入职位', postCode: 'Imported', postLevel: 9 }]
  const { batchId } = await callOf('positions.import', { list })
  const { id } = app.world.people.get('13800000001')!
  const admin = await app.as('admin')
  await admin.call('cards.createCard', {
    lawyerId: id,
    language: 'CN',
    name: '王律师',
    workPosition: { postCode: 'Imported', postName: '导入职位' },
  } as never)
  const { data } = await send('admin', `/lawyer/import/${Number(batchId)}/undo`)
  expect(data).toMatchObject({ removed: 0, kept: [{ name: '导入职位', reason: '已被使用' }] })
})
