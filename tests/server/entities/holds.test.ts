import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { admins, articles, cardRevisions, holds, lawyers } from '../../../server/db/tables.ts'
import { expireRevisions } from '../../../server/services/jobs/housekeeping.ts'
import { runPurge } from '../../../server/services/jobs/purge.ts'
import { deleteFirm, FirmIsHeld } from '../../../server/services/operation/deleteFirm.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { password } from '../../support/world.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const DAY_MS = 24 * 3_600_000
const hold = { endOn: '2999-12-31', reason: '诉讼保全' }
const inMonth = () => new Date(app.clock.now().getTime() + 31 * DAY_MS)
const purge = () => runPurge(app.database, 1, inMonth())
const remove = (id: number) =>
  stage.admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
const exists = async (id: number) =>
  app.database.read(1, async db => (await db.$count(lawyers, eq(lawyers.id, id))) === 1)
const release = async (id: number) => {
  const { records } = await stage.admin.call('holds.page', { pageSize: 200 })
  const { version } = records.find(it => it.id === id)!
  await stage.admin.call('holds.release', { id, version, reason: '案件已结' })
}

test('a held person stays in the bin beyond the 30 days, for the job and for a person, until the hold is released', async () => {
  const { id } = await stage.lawyer()
  const placed = await stage.admin.call('lawyers.hold', { id, ...hold })
  await remove(id)
  await purge()
  expect(await exists(id)).toBe(true)
  const { body } = await stage.admin.send('DELETE', `/lawyer/purge/${id}`, {
    body: { reason: '本人要求', confirmPassword: password },
  })
  expect(body).toMatchObject({ code: '4093', message: expect.stringContaining('正在保全') })
  await release(placed.id)
  await purge()
  expect(await exists(id)).toBe(false)
  const { records } = await stage.admin.call('holds.page', { pageSize: 200 })
  expect(records.find(it => it.id === placed.id)).toMatchObject({ targetName: '已删除的人员', state: 2 })
})

test('a hold on an office holds its people, and ends by itself after its day', async () => {
  const organizationId = app.world.offices.get('总所')!
  const { id } = await stage.lawyer()
  const placed = await stage.admin.call('offices.hold', { organizationId, ...hold })
  await remove(id)
  await purge()
  expect(await exists(id)).toBe(true)
  const endOn = (day: string) =>
    app.database.write(1, db => db.update(holds).set({ endOn: day }).where(eq(holds.id, placed.id)))
  // On its last day it is in force.
  await endOn(firmDay(new Date()))
  await purge()
  expect(await exists(id)).toBe(true)
  await endOn(firmDay(Date.now() - DAY_MS))
  await purge()
  expect(await exists(id)).toBe(false)
})

test('an article is held with each of its authors, and an administrator with the office', async () => {
  const [first, second] = [await stage.lawyer(), await stage.lawyer()]
  const { articleId } = await stage.article({ lawyerIds: [first.id, second.id] })
  const { name, organizationId } = await stage.office()
  const { id: adminId } = await stage.administrator(4, name)
  const placed = [
    await stage.admin.call('lawyers.hold', { id: second.id, ...hold }),
    await stage.admin.call('offices.hold', { organizationId, ...hold }),
  ]
  await stage.admin.call('articles.remove', { articleId })
  await stage.admin.send('DELETE', `/firmAccessUser/${adminId}`, { body: { reason: '离职' } })
  const kept = () =>
    app.database.read(1, async db => [
      await db.$count(articles, eq(articles.articleId, articleId)),
      await db.$count(admins, eq(admins.id, adminId)),
    ])
  await purge()
  expect(await kept()).toEqual([1, 1])
  for (const { id } of placed) await release(id)
  await purge()
  expect(await kept()).toEqual([0, 0])
})

test('a person who is deleted for good at the same moment is not held', async () => {
  const { id } = await stage.lawyer()
  const client = await app.database.pool.connect()
  await client.query(`begin; set local app.firm_id = '1'`)
  await client.query('delete from lawyers where id = $1', [id])
  const placed = stage.admin.send('POST', `/lawyer/hold/${id}`, { body: hold })
  await vi.waitFor(async () => {
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(rows).toHaveLength(1)
  })
  await client.query('commit')
  client.release()
  expect((await placed).body).toMatchObject({ code: '4040' })
  const { records } = await stage.admin.call('holds.page', { pageSize: 200 })
  expect(records.filter(it => it.targetName === '样本律师' && it.state === 1)).toEqual([])
})

test('the history of a held author’s card and article outlives its retention', async () => {
  const { id, lawyerId } = await stage.publishedCard()
  await app.database.write(1, db =>
    db.insert(cardRevisions).values(
      Array.from({ length: 30 }, (_, index) => ({
        firmId: 1,
        cardId: id,
        version: 100 + index,
        kind: 'edit' as const,
        content: {},
        at: new Date('2020-01-01'),
      })),
    ),
  )
  // The job looks at a firm whose oldest revision is old.
  await app.database.write(1, db => db.update(cardRevisions).set({ at: new Date('2020-01-01') }))
  const count = () =>
    app.database.read(1, db => db.$count(cardRevisions, sql`card_id = ${id} and version >= 100`))
  const placed = await stage.admin.call('lawyers.hold', { id: lawyerId, ...hold })
  await expireRevisions(app.database, app.clock.now(), 12)
  expect(await count()).toBe(30)
  await release(placed.id)
  await expireRevisions(app.database, app.clock.now(), 12)
  expect(await count()).toBeLessThan(30)
})

test('a firm of which something is held is not deleted', async () => {
  const { articleId } = await stage.article()
  const placed = await stage.admin.call('articles.hold', { articleId, ...hold })
  const deleting = deleteFirm({
    owner: app.database,
    storage: {} as never,
    firmId: 1,
    now: app.clock.now(),
  })
  await expect(deleting).rejects.toThrow(FirmIsHeld)
  await release(placed.id)
})

test('only the main administrator of the main office holds and releases, and not for a day that is over', async () => {
  const { id } = await stage.lawyer()
  await expect(stage.admin.call('lawyers.hold', { id, ...hold, endOn: '2020-01-01' })).rejects.toMatchObject({
    code: '4220',
  })
  for (const account of ['admin2', 'branch'])
    await expect((await app.as(account)).call('lawyers.hold', { id, ...hold })).rejects.toMatchObject({
      code: '4030',
    })
})

test('neither the held person nor a branch reads of a hold in the log, and the main office does', async () => {
  const key = '13800000002'
  const { id } = app.world.people.get(key)!
  const branch = await app.as('branch')
  const placed = await stage.admin.call('lawyers.hold', { id, ...hold, reason: '内部调查' })
  await release(placed.id)
  const asked = { pageSize: 200, module: 14 as const }
  const main = await stage.admin.call('logs.getAdminLogPageList', asked)
  const aboutIt = main.records.filter(it => it.targetType === 'holds' && it.targetId === placed.id)
  expect(aboutIt.map(it => it.action).toSorted()).toEqual(['hold', 'unhold'])
  const { records: ofBranch } = await branch.call('logs.getAdminLogPageList', asked)
  expect(ofBranch.filter(it => it.action === 'hold' || it.action === 'unhold')).toEqual([])
  const { records: own } = await (await app.as(key)).call('logs.getPageList', { pageSize: 200 })
  expect(own.filter(it => it.action === 'hold' || it.action === 'unhold')).toEqual([])
})
