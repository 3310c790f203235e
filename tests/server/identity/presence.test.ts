import { afterAll, beforeAll, expect, test } from 'vitest'

import { presences } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard } from '../../support/cards.ts'
import { statementsOf } from '../../support/statements.ts'

let app: TestApp
let needed: CardFields
let id: number
beforeAll(async () => {
  app = await startApp()
  needed = await prepareCards(app)
  ;({ id } = await submitCard(app, '13800000002', needed))
})
afterAll(() => app.close())

const report = async (account: string, more: object = {}) =>
  (await (await app.as(account)).call('session.presence', { resource: 'cards', id, ...more })).map(
    it => it.name,
  )
const stored = () => app.database.read(1, db => db.$count(presences))

test('shows each editor the others who gave a sign of life, until they leave or fall silent', async () => {
  expect(await report('admin')).toEqual([])
  expect(await report('branch')).toEqual(['赵主任'])
  expect(await report('13800000002')).toEqual(['赵主任', '孙主管'])
  expect(await report('admin')).toEqual(['孙主管', '郑律师'])
  expect(await report('branch', { leaving: 1 })).toEqual([])
  expect(await report('admin')).toEqual(['郑律师'])
  app.clock.advance(50_000)
  expect(await report('admin')).toEqual([])
  app.clock.advance(15 * 60_000)
  expect(await report('branch')).toEqual([])
  expect(await stored()).toBe(1)
})

test('is closed to those who may not read the record, and stores nothing about them', async () => {
  const before = await stored()
  const isRefused = { code: '4040' }
  for (const account of ['south', '13800000001', 'other-admin'])
    await expect(report(account)).rejects.toMatchObject(isRefused)
  await expect(report('admin', { id: id + 1000 })).rejects.toMatchObject(isRefused)
  await expect(report('admin', { resource: 'nothing' })).rejects.toMatchObject(isRefused)
  const colleague = { resource: 'lawyers', id: app.world.people.get('13800000001')!.id }
  await expect(report('13800000002', colleague)).rejects.toMatchObject(isRefused)
  expect(await stored()).toBe(before)
})

test('names the editors of a setting and of an office, each for its readers', async () => {
  const setting = { resource: 'cardReview', id: undefined }
  expect(await report('admin', setting)).toEqual([])
  expect(await report('admin2', setting)).toEqual(['赵主任'])
  await expect(report('13800000001', setting)).rejects.toMatchObject({ code: '4040' })
  const office = { resource: 'offices', id: app.world.offices.get('东所') }
  expect(await report('branch', office)).toEqual([])
  expect(await report('admin', office)).toEqual(['孙主管'])
  await expect(report('south', office)).rejects.toMatchObject({ code: '4040' })
})

test('costs one statement beside those of every call', async () => {
  const statements = await statementsOf(app.database.pool, () => report('admin'))
  expect(statements.filter(it => it.includes('presences'))).toHaveLength(1)
})
