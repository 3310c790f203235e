import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

const wuMobile = '13800000001'
const noon = Date.parse('2026-11-01T04:00:00Z')

let app: TestApp
let me: { population: 1 | 2; id: number }
let card: number

type Row = Partial<typeof logs.$inferInsert> & { name: string }

/** Inserts log rows, a minute apart; the chain does not matter here. */
const write = (rows: Row[]) =>
  app.database.write(1, db =>
    db.insert(logs).values(
      rows.map(({ name, ...row }, at) => ({
        firmId: 1,
        seq: 1000 + at,
        createdAt: new Date(noon + at * 60_000),
        logType: 2 as const,
        module: 5,
        action: 'update',
        important: 1 as const,
        operatorName: '某人',
        summary: name,
        result: 1 as const,
        requestId: 'R',
        prevHash: 'p',
        hash: 'h',
        ...row,
      })),
    ),
  )

beforeAll(async () => {
  app = await startApp()
  const lawyer = await app.as(wuMobile)
  me = lawyer
  card = (await lawyer.call('cards.createCard', { language: 'CN', name: lawyer.name })).id
  const byMe = { operatorType: me.population, operatorId: me.id }
  const toMe = { targetType: 'lawyers', targetId: me.id }
  const toMyCard = { targetType: 'cards', targetId: card }
  await write([
    { name: 'done 1', ...byMe },
    { name: 'received 1', ...toMe },
    { name: 'both 1', ...byMe, ...toMe },
    {
      name: 'of somebody else',
      operatorType: 2,
      operatorId: me.id + 1,
      targetType: 'lawyers',
      targetId: 1e6,
    },
    { name: 'card 1', ...toMyCard },
    { name: 'both 2', ...byMe, ...toMyCard },
    { name: 'of my number among the others', operatorType: 1, operatorId: me.id },
    { name: 'ordinary', ...byMe, important: 0 },
    { name: 'received 2', operatorType: 1, operatorId: 1, ...toMe },
    { name: 'settings', module: 11, operatorType: 1, operatorId: 1 },
    { name: 'done 2', ...byMe, action: 'export' },
  ])
})
afterAll(() => app.close())

const latestFirst = ['done 2', 'received 2', 'both 2', 'card 1', 'both 1', 'received 1', 'done 1']
const span = { from: '2026-11-01', to: '2026-11-01' }

const own = async (query: object = {}, account = wuMobile) => {
  const caller = await app.as(account)
  const { records, total } = await caller.call('logs.getPageList', { ...span, ...query })
  return { names: records.map(it => it.summary), total }
}

test('lists what a lawyer did and what was done to the lawyer or the card once, the latest first', async () => {
  expect(await own()).toEqual({ names: latestFirst, total: 7 })
})

test('answers consecutive pages without gaps or repetitions', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map(pageNum => own({ pageNum, pageSize: 3 })))
  expect(pages.map(it => it.names)).toEqual([
    latestFirst.slice(0, 3),
    latestFirst.slice(3, 6),
    latestFirst.slice(6),
    [],
  ])
  expect(pages.map(it => it.total)).toEqual([7, 7, 7, 7])
})

test('sorts the oldest first, filters and searches', async () => {
  const oldest = await own({ sortField: 'createdAt', sortOrder: 'asc', pageNum: 2, pageSize: 2 })
  expect(oldest).toEqual({ names: ['both 1', 'card 1'], total: 7 })
  expect(await own({ action: 'export' })).toEqual({ names: ['done 2'], total: 1 })
  expect(await own({ keyword: 'both' })).toEqual({ names: ['both 2', 'both 1'], total: 2 })
})

test('the operator also finds the function settings', async () => {
  const system = await app.as('system')
  const { records, total } = await system.call('logs.getAdminLogPageList', span)
  expect([records.map(it => it.summary), total]).toEqual([['settings'], 1])
})
