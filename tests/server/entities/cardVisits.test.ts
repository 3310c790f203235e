import { randomBytes } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { cardVisits, firms, holds, visitMarks, visitSalts } from '../../../server/db/tables.ts'
import { expireVisitors, expireVisits } from '../../../server/services/jobs/housekeeping.ts'
import { runPurge } from '../../../server/services/jobs/purge.ts'
import { storeVisits } from '../../../server/services/visits/storeVisits.ts'
import { createVisitQueue } from '../../../server/services/visits/visitQueue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const DAY_MS = 24 * 3_600_000
const queue = createVisitQueue()
let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp({ services: { visits: queue } })
  // Half an hour before midnight the visits of a test would belong to two days.
  const noon = momentOfFirm(firmDay(app.clock.now()), '12:00:00')
  app.clock.advance(noon.getTime() - app.clock.now().getTime())
  stage = await setStage(app)
})
afterAll(() => app.close())
beforeEach(() =>
  app.database.write(1, async db => {
    for (const table of [cardVisits, visitMarks, visitSalts]) await db.delete(table)
  }),
)

const phone = (name: string) => ({ 'User-Agent': `Mozilla/5.0 (iPhone) MicroMessenger ${name}` })
const publicCard = async () => {
  const { id, key } = await stage.publishedCard()
  const { codeKey } = await stage.admin.call('cards.cardInfo', { id })
  return { id, key, codeKey: codeKey! }
}
const store = (now = app.clock.now()) => storeVisits(app.database, queue, now)
const rows = () =>
  app.database.read(1, db =>
    db.select({ cardId: cardVisits.cardId, kind: cardVisits.kind, count: cardVisits.count }).from(cardVisits),
  )
const report = (codeKey: string, kind: string, headers: Record<string, string>, token?: string) =>
  app.send('POST', '/lawyer/card/visit', {
    body: new URLSearchParams({ codeKey, kind }),
    headers,
    token,
  })
const scan = (codeKey: string, headers: Record<string, string>, token?: string) =>
  app.send('GET', `/lawyer/card/code/${codeKey}`, { headers, token })

test('a visitor who scans, saves and calls is counted once for each in half an hour, however often', async () => {
  const { id, codeKey } = await publicCard()
  for (let turn = 0; turn < 2; turn += 1) {
    await scan(codeKey, phone('a'))
    for (const kind of ['open', 'save', 'save', 'call'])
      expect((await report(codeKey, kind, phone('a'))).body.code).toBe('200')
    await store()
  }
  await scan(codeKey, phone('b'))
  await store()
  expect((await rows()).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { cardId: id, kind: 'call', count: 1 },
    { cardId: id, kind: 'open', count: 2 },
    { cardId: id, kind: 'save', count: 1 },
  ])
  app.clock.advance(31 * 60_000)
  await scan(codeKey, phone('a'))
  await store()
  expect(await rows()).toContainEqual({ cardId: id, kind: 'open', count: 3 })
})

test('two processes that count the same visitors at the same time count each of them once', async () => {
  const { id: cardId } = await publicCard()
  const other = createVisitQueue()
  for (let visitor = 0; visitor < 15; visitor += 1)
    for (const each of [queue, other])
      each.note({
        firmId: 1,
        cardId,
        kind: 'open',
        at: app.clock.now(),
        ip: `203.0.113.${visitor}`,
        device: 'Mozilla/5.0',
      })
  await Promise.all([store(), storeVisits(app.database, other, app.clock.now())])
  expect(await rows()).toEqual([{ cardId, kind: 'open', count: 15 }])
})

test('the owner, administrators and programs are not counted, other lawyers are', async () => {
  const { codeKey, key } = await publicCard()
  for (const account of [key, 'admin', 'system']) {
    const { token } = await app.as(account)
    await scan(codeKey, phone(account), token)
    await report(codeKey, 'save', phone(account), token)
  }
  for (const device of [
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'curl/8.0',
    'node',
    'undici',
    'axios/1.7.9',
    'okhttp/4.12.0',
    'Java/21.0.2',
    'GuzzleHttp/7',
    'Apache-HttpClient/4.5.14 (Java/17)',
    'PostmanRuntime/7.43.0',
  ])
    await scan(codeKey, { 'User-Agent': device })
  await store()
  expect(await rows()).toEqual([])
  const { key: colleague } = await stage.lawyer()
  await scan(codeKey, phone('colleague'), (await app.as(colleague)).token)
  await store()
  expect(await rows()).toMatchObject([{ kind: 'open', count: 1 }])
})

test('neither an address nor a browser is stored, and the salt is gone when its day is over', async () => {
  const { codeKey } = await publicCard()
  await scan(codeKey, phone('private'))
  await store()
  const marks = await app.database.read(1, db => db.select().from(visitMarks))
  expect(marks).toMatchObject([{ visitor: expect.stringMatching(/^[\w-]{22}$/) }])
  const tomorrow = new Date(app.clock.now().getTime() + DAY_MS)
  await expireVisitors(app.database, tomorrow)
  const left = await app.database.read(1, async db => [
    await db.$count(visitMarks),
    await db.$count(visitSalts),
  ])
  expect(left).toEqual([0, 0])
  expect(await rows()).toHaveLength(1)
})

test('what tells the visitors of a suspended firm apart goes too', async () => {
  const { codeKey } = await publicCard()
  await scan(codeKey, phone('suspended'))
  await store()
  const suspend = (at: Date | null) =>
    app.database.write(1, db => db.update(firms).set({ suspendedAt: at }).where(eq(firms.firmId, 1)))
  await suspend(app.clock.now())
  await expireVisitors(app.database, new Date(app.clock.now().getTime() + DAY_MS))
  const left = await app.database.read(1, async db => [
    await db.$count(visitMarks),
    await db.$count(visitSalts),
  ])
  await suspend(null)
  expect(left).toEqual([0, 0])
})

test('a visit after midnight ends the salt of the day before', async () => {
  const { codeKey, id: cardId } = await publicCard()
  await scan(codeKey, phone('late'))
  await store()
  const at = new Date(app.clock.now().getTime() + DAY_MS)
  queue.note({ firmId: 1, cardId, kind: 'open', at, ip: '', device: 'Mozilla/5.0' })
  await store(at)
  const salts = await app.database.read(1, db => db.select().from(visitSalts))
  expect(salts).toHaveLength(1)
  expect(await rows()).toHaveLength(2)
})

test('counts are kept for a year, longer while the person is held, and go with a purged card', async () => {
  const { id: cardId, key } = await publicCard()
  const { id: old } = await publicCard()
  const days = await app.database.write(1, async db => {
    await db.execute(sql`insert into card_visits (firm_id, card_id, day, kind, count)
      select 1, card_id, (now() - make_interval(days => age))::date, 'open', 1
      from unnest(array[${cardId}::int, ${old}::int]) card_id, unnest(array[300, 400]) age`)
    return db.$count(cardVisits)
  })
  expect(days).toBe(4)
  const lawyerId = app.world.people.get(key)!.id
  const placed = await stage.admin.call('lawyers.hold', {
    id: lawyerId,
    endOn: '2999-12-31',
    reason: '诉讼保全',
  })
  expect(await expireVisits(app.database, app.clock.now())).toBe(1)
  await app.database.write(1, db => db.delete(holds).where(sql`id = ${placed.id}`))
  expect(await expireVisits(app.database, app.clock.now())).toBe(1)
  await stage.admin.send('POST', '/lawyer/card/delete', { body: { ids: [old], reason: '录入有误' } })
  await runPurge(app.database, 1, new Date(app.clock.now().getTime() + 31 * DAY_MS))
  expect(await rows()).toMatchObject([{ cardId }])
})

test('a flood of made-up visitors leaves a bounded number of rows, and no visit of an unknown code is counted', async () => {
  const { codeKey, id } = await publicCard()
  for (let visitor = 0; visitor < 60; visitor += 1) await scan(codeKey, phone(randomBytes(4).toString('hex')))
  await store()
  // All of them come from one network.
  expect(await rows()).toEqual([{ cardId: id, kind: 'open', count: 20 }])
  expect((await report('nobody', 'open', phone('a'))).body.code).toBe('4040')
  const wrong = await report(codeKey, 'sell', phone('a'))
  expect(wrong.body).toMatchObject({
    code: '4220',
    data: { errors: { kind: expect.stringContaining('打开') } },
  })
})

test.each([0, false])('a firm whose switch of counting is %j counts nothing, and says so', async off => {
  const { codeKey, id } = await publicCard()
  const switchTo = (stat: boolean | number) =>
    app.database.write(1, db =>
      db.execute(sql`update firms set app_conf_set = coalesce(app_conf_set, '{}')
        || ${JSON.stringify({ mpFuncSwitch: { global: { stat } } })}::jsonb where firm_id = 1`),
    )
  await switchTo(off)
  await scan(codeKey, phone('a'))
  await store()
  expect(await rows()).toEqual([])
  expect(await stage.admin.call('cards.visits', { id })).toMatchObject({ isOn: 0 })
  await switchTo(1)
})

test('each reads the counts of the cards in reach, by day and by month', async () => {
  const { id, codeKey, key } = await publicCard()
  for (const name of ['a', 'b']) await report(codeKey, 'call', phone(name))
  await store()
  const byDay = await stage.admin.call('cards.visits', { id })
  expect(byDay.periods).toHaveLength(30)
  expect(byDay.periods.at(-1)).toMatchObject({ open: 0, save: 0, call: 2 })
  const byMonth = await stage.admin.call('cards.visits', {
    organizationId: stage.organizationId,
    by: 'month',
  })
  expect(byMonth.periods).toHaveLength(12)
  expect(byMonth.periods.at(-1)).toMatchObject({ start: expect.stringMatching(/-01$/), call: 2 })
  const last = async (account: string) =>
    (await (await app.as(account)).call('cards.visits', {})).periods.at(-1)
  expect(await last(key)).toMatchObject({ call: 2 })
  const { key: stranger } = await stage.lawyer()
  expect(await last(stranger)).toMatchObject({ call: 0 })
  expect(await last('branch')).toMatchObject({ call: 0 })
  expect(await last('other-admin')).toMatchObject({ call: 0 })
})

test('visits wait while the database cannot store them', async () => {
  const { codeKey } = await publicCard()
  await scan(codeKey, phone('a'))
  const broken = { ...app.database, write: () => Promise.reject(new Error('no connection')) }
  await expect(storeVisits(broken, queue, app.clock.now())).rejects.toThrow('no connection')
  await store()
  expect(await rows()).toMatchObject([{ count: 1 }])
})
