import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bulkKinds } from '../../../server/routes/served.ts'
import { admins, cards, lawyers } from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { bulkRunner } from '../../../server/routes/bulk/portion.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillCards, fillLawyers } from '../../support/manyRows.ts'
import { setStage } from '../../support/stage.ts'
import { addAdmin, addLawyer } from '../../support/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let prepared: ReturnType<typeof setStage> | undefined
/** A stage with categories and choices, which can be prepared only once. */
const stageOnce = () => (prepared ??= setStage(app))

type Values = Record<string, unknown>
let made = 0
/** Lawyers of a team of their own, so that the filter of one test finds no others. */
const people = async (count: number, at = '总所') => {
  const team = `第${(made += 1)}组`
  const ids: number[] = []
  await app.database.write(1, async db => {
    for (let index = 0; index < count; index++) {
      const key = `1360000${String(made * 100 + index).padStart(4, '0')}`
      await addLawyer(db, app.world, 1, key, key, `史进${index}`, at)
      ids.push(app.world.people.get(key)!.id)
    }
    for (const id of ids) await db.update(lawyers).set({ team }).where(eq(lawyers.id, id))
  })
  return { team, ids }
}
const call = async (account: string) => (await app.as(account)).call

const disable = async (account: string, filter: Values, reason = '集中停用') =>
  (await call(account))('bulkRuns.start', {
    resource: 'lawyers',
    action: 'disable',
    filter,
    answers: { reason },
  })
const report = async (id: number, account = 'admin') => (await call(account))('bulkRuns.one', { id })
const rowsOf = async (runId: number) => {
  const { records } = await (await call('admin'))('bulkRows.page', { runId, pageSize: 200 })
  return records
}
const statusesOf = async (ids: readonly number[]) => {
  const found = await app.database.read(1, db =>
    db.select({ id: lawyers.id, status: lawyers.status }).from(lawyers),
  )
  return ids.map(id => found.find(it => it.id === id)?.status)
}
const logsOf = async (batchId: number) => {
  const { records } = await (await call('admin'))('logs.getAdminLogPageList', { batchId, pageSize: 200 })
  return records
}
const runner = () =>
  bulkRunner({
    database: app.database,
    services: {} as never,
    log: createLog('silent'),
    now: app.clock.now,
    kinds: bulkKinds,
  })

describe('an action on all records of a filter', () => {
  test('is taken on each as the call takes it, logged as one batch, and undone as one', async () => {
    const { team, ids } = await people(5)
    const { id } = await disable('admin', { team })
    expect(await report(id)).toMatchObject({ state: 1, total: 5, waiting: 5, kind: '人员', action: '停用' })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ state: 2, done: 5, skipped: 0, failed: 0, undoable: 5 })
    expect(await statusesOf(ids)).toEqual([3, 3, 3, 3, 3])
    const logged = await logsOf(id)
    expect(
      logged
        .filter(it => it.action === 'disable')
        .map(it => it.targetId)
        .toSorted((a, b) => a! - b!),
    ).toEqual(ids)
    expect(logged.filter(it => it.action === 'bulk')).toMatchObject([
      { summary: '批量操作“停用”：人员，共5项', batchCount: 5, operatorName: '赵主任' },
    ])
    const { id: undoing } = await (await call('admin'))('bulkRuns.undo', { id })
    await app.runJobs()
    expect(await statusesOf(ids)).toEqual([1, 1, 1, 1, 1])
    expect(await report(id)).toMatchObject({ state: 5, undoneBy: undoing, undoable: 0 })
    expect(await report(undoing)).toMatchObject({
      action: '撤销',
      state: 2,
      done: 5,
      undoes: id,
      undoable: 0,
    })
  })

  test('is about the records that the filter found when it was started', async () => {
    const { team, ids } = await people(2)
    const { id } = await disable('admin', { team })
    const later = await people(1)
    await app.database.write(1, db => db.update(lawyers).set({ team }).where(eq(lawyers.id, later.ids[0]!)))
    await app.runJobs()
    expect(await report(id)).toMatchObject({ total: 2, done: 2 })
    expect(await statusesOf([...ids, ...later.ids])).toEqual([3, 3, 1])
  })

  test('leaves records that were changed, removed or are in another state, and says so', async () => {
    const { team, ids } = await people(4)
    const admin = await call('admin')
    await admin('lawyers.update', { id: ids[3]!, version: 1, status: 3, reason: '先行停用' })
    const { id } = await disable('admin', { team })
    await admin('lawyers.update', { id: ids[0]!, version: 1, remark: '刚刚改过' })
    await admin('lawyers.remove', { id: ids[1]!, reason: '重复录入' } as never)
    await app.runJobs()
    expect(await report(id)).toMatchObject({ state: 3, done: 1, skipped: 3, failed: 0 })
    const rows = await rowsOf(id)
    expect(new Map(rows.map(it => [it.recordId, it.message ?? null]))).toEqual(
      new Map([
        [ids[0], '选中后已被修改，请核对后再操作'],
        [ids[1], '已不在您的管理范围内，或已被删除'],
        [ids[2], null],
        [ids[3], '当前状态不能停用'],
      ]),
    )
    expect(await statusesOf([ids[0]!, ids[2]!])).toEqual([1, 3])
  })

  test('undoing leaves what was changed since, and says so', async () => {
    const { team, ids } = await people(2)
    const admin = await call('admin')
    const { id } = await disable('admin', { team })
    await app.runJobs()
    await admin('lawyers.update', { id: ids[0]!, version: 2, remark: '停用后改过' })
    const { id: undoing } = await admin('bulkRuns.undo', { id })
    await app.runJobs()
    expect(await statusesOf(ids)).toEqual([3, 1])
    expect((await rowsOf(undoing)).find(it => it.recordId === ids[0])).toMatchObject({
      state: 2,
      message: '操作后又被修改，没有撤销',
    })
  })

  test('reaches no other office, and is nobody else’s to see', async () => {
    const ours = await people(2, '东所')
    const theirs = await people(2, '南所')
    await app.database.write(1, db =>
      db.update(lawyers).set({ team: ours.team }).where(eq(lawyers.team, theirs.team)),
    )
    const { id } = await disable('branch', { team: ours.team })
    await app.runJobs()
    expect(await report(id, 'branch')).toMatchObject({ total: 2, done: 2 })
    expect(await statusesOf([...ours.ids, ...theirs.ids])).toEqual([3, 3, 1, 1])
    await expect(report(id, 'south')).rejects.toMatchObject({ code: '4040' })
    for (const name of ['bulkRuns.stop', 'bulkRuns.undo'] as const)
      await expect((await call('south'))(name, { id })).rejects.toMatchObject({ code: '4040' })
    const rows = await (await call('south'))('bulkRows.page', { runId: id })
    expect(rows.records).toEqual([])
    expect(await report(id)).toMatchObject({ total: 2 })
  })

  test.each([
    ['branch2', 'lawyers', 'disable', '4030'],
    ['system', 'lawyers', 'disable', '4030'],
    ['13800000001', 'lawyers', 'disable', '4030'],
    ['13800000001', 'cards', 'remove', '4030'],
    ['admin', 'lawyers', 'transfer', '4000'],
    ['admin', 'recycled', 'purge', '4000'],
    ['admin', 'lawyers', 'constructor', '4000'],
    ['admin', 'nothing', 'disable', '4000'],
  ])('%s may not take %s.%s (%s)', async (account, resource, action, code) => {
    const start = (await call(account))('bulkRuns.start', {
      resource,
      action,
      filter: {},
      answers: {},
      reason: '试试看',
    })
    await expect(start).rejects.toMatchObject({ code })
  })

  test.each([
    [{ reason: '' }, {}, 'reason'],
    [{ reason: '集中停用', more: 1 }, {}, 'more'],
    [{ reason: '集中停用' }, { status: 'x' }, 'status[0]'],
    [{ reason: '集中停用' }, { ids: [] }, 'ids'],
    [{ reason: '集中停用' }, { nothing: 1 }, 'nothing'],
  ])('refuses what the action or its list does not take: %j %j', async (answers, filter, field) => {
    const start = (await call('admin'))('bulkRuns.start', {
      resource: 'lawyers',
      action: 'disable',
      filter,
      answers,
    })
    if (field === 'ids') return expect(start).rejects.toMatchObject({ code: '4000' })
    await expect(start).rejects.toMatchObject({
      code: '4220',
      data: { errors: { [field]: expect.anything() } },
    })
  })

  test('asks for the reason that the right demands, and logs it with each record', async () => {
    const { team, ids } = await people(1)
    const input = { resource: 'lawyers', action: 'remove', filter: { team }, answers: {} }
    const admin = await call('admin')
    await expect(admin('bulkRuns.start', input)).rejects.toMatchObject({ code: '4220' })
    const { id } = await admin('bulkRuns.start', { ...input, reason: '全组解散' })
    await app.runJobs()
    expect((await logsOf(id)).filter(it => it.targetId === ids[0])).toMatchObject([{ reason: '全组解散' }])
    expect(await report(id)).toMatchObject({ done: 1 })
  })

  test.each(['lawyers', 'cards'] as const)('removing %s is undone from the recycle bin', async resource => {
    const { team, ids } = await people(3)
    const admin = await call('admin')
    await app.database.write(1, db => db.execute(sql.raw(fillCards)))
    const found = await app.database.read(1, db =>
      db.select({ id: cards.id }).from(cards).where(inArray(cards.lawyerId, ids)),
    )
    const own = resource === 'lawyers' ? ids : found.map(card => card.id)
    const filter = resource === 'lawyers' ? { team } : { ids: own }
    const { id } = await admin('bulkRuns.start', {
      resource,
      action: 'remove',
      filter,
      answers: {},
      reason: '全组解散',
    })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ done: 3, undoable: 3 })
    const bin = resource === 'lawyers' ? 'recycled' : 'recycledCards'
    await admin(`${bin}.restore`, { id: own[0]!, reason: '误删' } as never)
    const { id: undoing } = await admin('bulkRuns.undo', { id })
    await app.runJobs()
    expect(await report(undoing)).toMatchObject({ action: '撤销', done: 2, skipped: 1, failed: 0 })
    expect(await report(id)).toMatchObject({ state: 5, undoneBy: undoing })
    const { records } = await admin(`${resource}.pageList`, { ids: own, pageSize: 10 })
    expect(records.map(record => record.id).toSorted((a, b) => a - b)).toEqual(own.toSorted((a, b) => a - b))
  })

  test('begins after ten seconds if it cannot be undone, and changes nothing if it is stopped before', async () => {
    const { team, ids } = await people(2)
    await app.database.write(1, db => db.update(lawyers).set({ status: 0 }).where(eq(lawyers.team, team)))
    const admin = await call('admin')
    const { id } = await admin('bulkRuns.start', {
      resource: 'lawyers',
      action: 'pass',
      filter: { team },
      answers: {},
    })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ state: 1, startsIn: 10, waiting: 2, undoable: 0 })
    await admin('bulkRuns.stop', { id })
    await runner()({ firmId: 1, id })
    expect(await report(id)).toMatchObject({ state: 4, startsIn: 0, waiting: 2 })
    expect(await statusesOf(ids)).toEqual([0, 0])
  })

  test('sends a message with the result when it has taken half a minute', async () => {
    const { team } = await people(2)
    const { id: short } = await disable('admin', { team })
    await app.runJobs()
    const { team: other, ids } = await people(2)
    const { id: long } = await disable('admin', { team: other })
    await (
      await call('admin')
    )('lawyers.update', { id: ids[0]!, version: 1, remark: '刚刚改过' })
    app.clock.advance(31_000)
    await app.runJobs()
    const { records } = await (await call('admin'))('messages.page', { pageSize: 200 })
    const about = records.filter(({ bizType }) => bizType === 'bulkRuns')
    expect(about.map(({ bizId }) => bizId)).toEqual([long])
    expect(about[0]).toMatchObject({
      title: '批量操作“停用”已完成',
      content: '人员共2项，完成1项，跳过1项，失败0项，原因见操作结果。',
      link: `/app/bulk/${long}`,
    })
    expect(short).toBeLessThan(long)
  })
})

describe('done at most once', () => {
  test('by several jobs at the same time', async () => {
    const { team, ids } = await people(12)
    const { id } = await disable('admin', { team })
    await Promise.all([1, 2, 3].map(() => runner()({ firmId: 1, id })))
    expect(await report(id)).toMatchObject({ state: 2, done: 12 })
    const logged = (await logsOf(id)).filter(it => it.action === 'disable')
    expect(logged.map(it => it.targetId).toSorted((a, b) => a! - b!)).toEqual(ids)
  })

  test('where the process was killed between two records, and another goes on', async () => {
    const { team } = await people(3)
    const { id } = await disable('admin', { team })
    const ending = AbortSignal.abort()
    await runner()({ firmId: 1, id }, ending)
    expect(await report(id)).toMatchObject({ state: 1, done: 1, waiting: 2 })
    // As a killed process leaves its job.
    await app.database.write(null, db =>
      db.execute(sql`update graphile_worker._private_jobs
        set locked_by = 'worker-killed', locked_at = now() - interval '2 minutes' where key = ${`bulkRun:1:${id}`}`),
    )
    await app.runJobs()
    expect(await report(id)).toMatchObject({ done: 1 })
    await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
    await app.runJobs()
    expect(await report(id)).toMatchObject({ state: 2, done: 3 })
    expect((await logsOf(id)).filter(it => it.action === 'disable')).toHaveLength(3)
  })

  test('where the connection is lost in the middle of a record', async () => {
    const { team, ids } = await people(2)
    const { id } = await disable('admin', { team })
    const blocker = await app.database.pool.connect()
    await blocker.query(
      `begin; set local app.firm_id = '1'; select from lawyers where id = ${ids[1]} for update`,
    )
    const working = runner()({ firmId: 1, id }).catch((error: unknown) => error)
    const others = `pid <> pg_backend_pid() and wait_event_type = 'Lock' and datname = current_database()`
    let killed = 0
    while (killed === 0) {
      const { rowCount } = await blocker.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`,
      )
      killed = rowCount ?? 0
    }
    await blocker.query('commit')
    blocker.release()
    expect(await working).toBeInstanceOf(Error)
    await runner()({ firmId: 1, id })
    expect(await report(id)).toMatchObject({ state: 2, done: 2 })
    expect((await logsOf(id)).filter(it => it.action === 'disable')).toHaveLength(2)
  })

  test('when it was lost from the queue', async () => {
    const { team } = await people(1)
    const { id } = await disable('admin', { team })
    await app.database.write(null, db =>
      db.execute(sql`delete from graphile_worker._private_jobs where key = ${`bulkRun:1:${id}`}`),
    )
    await app.database.write(null, db => enqueue(db, 'restoreJobs', {}))
    await app.runJobs()
    await app.runJobs()
    expect(await report(id)).toMatchObject({ state: 2, done: 1 })
  })

  test('when the button is pressed twice, and when two tabs take it back', async () => {
    const { team, ids } = await people(2)
    const input = {
      resource: 'lawyers',
      action: 'disable',
      filter: { team },
      answers: { reason: '集中停用' },
    }
    const admin = await app.as('admin')
    const key = { 'Idempotency-Key': 'bulk-twice' }
    const [one, two] = await Promise.all([1, 2].map(() => admin.call('bulkRuns.start', input, key)))
    expect(one).toEqual(two)
    const other = await admin.call('bulkRuns.start', input)
    await app.runJobs()
    const reports = await Promise.all([report(one!.id), report(other.id)])
    expect(reports.map(it => it.done + it.skipped)).toEqual([2, 2])
    expect(reports[0]!.done + reports[1]!.done).toBe(2)
    const undone = reports.find(it => it.done > 0)!
    if (reports.every(it => it.done > 0)) return
    const undos = await Promise.allSettled([1, 2].map(() => admin.call('bulkRuns.undo', { id: undone.id })))
    expect(undos.map(it => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await app.runJobs()
    expect(await statusesOf(ids)).toEqual([1, 1])
  })
})

test('stopping leaves what waits', async () => {
  const { team, ids } = await people(3)
  const { id } = await disable('admin', { team })
  await runner()({ firmId: 1, id }, AbortSignal.abort())
  const admin = await call('admin')
  await expect(admin('bulkRuns.undo', { id })).rejects.toMatchObject({ code: '4091' })
  await admin('bulkRuns.stop', { id })
  await app.runJobs()
  expect(await report(id)).toMatchObject({ state: 4, done: 1, waiting: 2, undoable: 1 })
  expect((await statusesOf(ids)).filter(status => status === 1)).toHaveLength(2)
  await expect(admin('bulkRuns.stop', { id })).rejects.toMatchObject({ code: '4091' })
  await expect((await call('branch2'))('bulkRuns.stop', { id })).rejects.toMatchObject({ code: '4040' })
})

test('nothing more is done for somebody who may not sign in any more', async () => {
  const { team, ids } = await people(2)
  await app.database.write(1, db => addAdmin(db, app.world, 1, ['gone', '离任者', '总所', 1], 77))
  const { id } = await disable('gone', { team })
  await app.database.write(1, db => db.update(admins).set({ status: 0 }).where(eq(admins.account, 'gone')))
  await app.runJobs()
  expect(await report(id)).toMatchObject({ state: 3, done: 0, skipped: 2 })
  expect((await rowsOf(id))[0]).toMatchObject({ message: '操作人的账号已不能使用' })
  expect(await statusesOf(ids)).toEqual([1, 1])
})

test('nobody has more than three at work, also when several are started at once', async () => {
  const teams: string[] = []
  for (let at = 0; at < 8; at += 1) teams.push((await people(1)).team)
  const started = await Promise.allSettled(teams.map(team => disable('admin', { team })))
  expect(started.flatMap(it => (it.status === 'rejected' ? [it.reason] : []))).toMatchObject(
    Array.from({ length: 5 }, () => ({ code: '4091' })),
  )
  await app.runJobs()
  const refused = teams.filter((_, at) => started[at]!.status === 'rejected')
  await disable('admin', { team: refused[0]! })
  await app.runJobs()
})

describe('fields of many records', () => {
  const edit = (filter: Values, answers: Values) => ({ resource: 'lawyers', filter, answers })
  const practiceOf = async (id: number) => {
    const { practiceType, team, version } = await (await call('admin'))('lawyers.lawyerInfo', { id })
    return { practiceType, team, version }
  }

  test('are shown before, changed and put back', async () => {
    const { team, ids } = await people(3)
    const admin = await call('admin')
    await admin('lawyers.update', { id: ids[0]!, version: 1, practiceType: 2 })
    const input = edit({ team }, { practiceType: 2 })
    expect(await admin('bulkRuns.preview', input)).toMatchObject({
      total: 3,
      changing: 2,
      rows: expect.arrayContaining([{ id: ids[1], name: '史进1', before: { practiceType: null } }]),
    })
    const { id } = await admin('bulkRuns.start', { ...input, action: 'bulkEdit' })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ done: 2, skipped: 1, undoable: 2, answers: { practiceType: 2 } })
    expect((await rowsOf(id)).find(it => it.recordId === ids[0])?.message).toBe('已是所选的内容')
    expect((await practiceOf(ids[1]!)).practiceType).toBe(2)
    await admin('lawyers.update', { id: ids[2]!, version: 2, remark: '后来改过' })
    await admin('bulkRuns.undo', { id })
    await app.runJobs()
    expect((await practiceOf(ids[1]!)).practiceType).toBeNull()
    expect((await practiceOf(ids[2]!)).practiceType).toBe(2)
    expect((await practiceOf(ids[0]!)).practiceType).toBe(2)
  })

  test('change the visibility of single contacts, keep that of others, and are put back', async () => {
    const stage = await stageOnce()
    const list = [await stage.publishedCard(), await stage.publishedCard(), await stage.publishedCard()]
    const [first, second, third] = list
    const admin = await call('admin')
    const visibilityOf = async ({ id }: { id: number }) => {
      const [row] = await app.database.read(1, db =>
        db
          .select({ content: cards.content, published: cards.published })
          .from(cards)
          .where(and(eq(cards.firmId, 1), eq(cards.id, id))),
      )
      expect(row!.published?.visibility).toEqual(row!.content.visibility)
      return row!.content.visibility
    }
    const give = async ({ id }: { id: number }, visibility: object) => {
      const { version } = await admin('cards.cardInfo', { id })
      await admin('cards.update', { id, version, visibility } as never)
    }
    await give(first!, { mobile: 1, email: 1 })
    await give(second!, { mobile: 0, email: 2 })
    const before = await Promise.all(list.map(visibilityOf))
    const input = {
      resource: 'cards',
      filter: { ids: list.map(({ id }) => id) },
      answers: { visibility: { mobile: 0 } },
    }
    expect(await admin('bulkRuns.preview', input)).toMatchObject({ total: 3, changing: 2 })
    const { id } = await admin('bulkRuns.start', { ...input, action: 'bulkEdit' })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ done: 2, skipped: 1, undoable: 2 })
    expect(await visibilityOf(first!)).toEqual({ mobile: 0, email: 1 })
    expect(await visibilityOf(second!)).toEqual({ mobile: 0, email: 2 })
    expect(await visibilityOf(third!)).toEqual({ ...before[2], mobile: 0 })
    await admin('bulkRuns.undo', { id })
    await app.runJobs()
    expect(await Promise.all(list.map(visibilityOf))).toEqual(before)
    await expect(
      admin('bulkRuns.preview', { ...input, answers: { visibility: { salary: 1 } } }),
    ).rejects.toMatchObject({ code: '4220' })
  })

  test('of one contact keep what the lawyer has changed but not published, and hide at once what is public', async () => {
    const stage = await stageOnce()
    const { id, key } = await stage.publishedCard()
    const admin = await call('admin')
    const { version } = await admin('cards.cardInfo', { id })
    const given = await admin('cards.update', {
      id,
      version,
      visibility: { mobile: 0, phone: 1, email: 1 },
    } as never)
    const lawyer = await app.as(key)
    await lawyer.call('cards.update', {
      id,
      version: given.version,
      visibility: { mobile: 1, phone: 0, email: 1 },
    } as never)
    const versions = async () => {
      const [row] = await app.database.read(1, db =>
        db
          .select({ content: cards.content, published: cards.published })
          .from(cards)
          .where(and(eq(cards.firmId, 1), eq(cards.id, id))),
      )
      return [row!.content.visibility, row!.published!.visibility]
    }
    expect(await versions()).toEqual([
      { mobile: 1, phone: 0, email: 1 },
      { mobile: 0, phone: 1, email: 1 },
    ])
    const change = async (visibility: object) => {
      const { id: run } = await admin('bulkRuns.start', {
        resource: 'cards',
        action: 'bulkEdit',
        filter: { ids: [id] },
        answers: { visibility },
      })
      await app.runJobs()
      return report(run)
    }
    await change({ email: 2 })
    expect(await versions()).toEqual([
      { mobile: 1, phone: 0, email: 2 },
      { mobile: 0, phone: 1, email: 2 },
    ])
    // The lawyer's copy hides it already, but visitors still see it.
    expect(await change({ phone: 0 })).toMatchObject({ done: 1, skipped: 0 })
    expect(await versions()).toEqual([
      { mobile: 1, phone: 0, email: 2 },
      { mobile: 0, phone: 0, email: 2 },
    ])
  })

  test('of chosen records alone', async () => {
    const { ids } = await people(3)
    const admin = await call('admin')
    await admin('bulkRuns.start', {
      ...edit({ ids: ids.slice(0, 2) }, { practiceType: 3 }),
      action: 'bulkEdit',
    })
    await app.runJobs()
    expect(await Promise.all(ids.map(async it => (await practiceOf(it)).practiceType))).toEqual([3, 3, null])
  })

  test.each([
    ['no field', {}, 'answers'],
    ['another field', { name: '改名' }, 'name'],
    ['a wrong value', { practiceType: 99 }, 'practiceType'],
  ])('takes %s for a mistake', async (_, answers, field) => {
    const admin = await call('admin')
    for (const send of [
      () => admin('bulkRuns.preview', edit({}, answers)),
      () => admin('bulkRuns.start', { ...edit({}, answers), action: 'bulkEdit' }),
    ])
      await expect(send()).rejects.toMatchObject({
        code: '4220',
        data: { errors: { [field]: expect.anything() } },
      })
  })

  test('by the rules of a single change: a branch moves nobody to another office', async () => {
    const { team, ids } = await people(1, '东所')
    const organizationId = app.world.offices.get('南所')!
    const branch = await call('branch')
    const { id } = await branch('bulkRuns.start', {
      ...edit({ team }, { organizationId }),
      action: 'bulkEdit',
    })
    await app.runJobs()
    expect(await report(id)).toMatchObject({ done: 0, failed: 1 })
    expect((await rowsOf(id))[0]).toMatchObject({ message: '转所由总所办理，请在人员列表中“申请转所”' })
    const [office] = await app.database.read(1, db =>
      db.select({ id: lawyers.organizationId }).from(lawyers).where(eq(lawyers.id, ids[0]!)),
    )
    expect(office!.id).toBe(app.world.offices.get('东所'))
  })
})

test('two hundred cards are hidden by one job that is logged as one batch, and shown again by one undo', async () => {
  const { ids } = await people(200)
  const [organizationId, name] = [app.world.offices.get('总所')!, '两百张名片']
  const card = { firmId: 1, language: 'CN', organizationId, content: {}, name, search: name } as const
  await app.database.write(1, db => db.insert(cards).values(ids.map(lawyerId => ({ ...card, lawyerId }))))
  const shown = () =>
    app.database.read(1, db => db.$count(cards, and(eq(cards.name, name), eq(cards.showStatus, 1))))
  const admin = await call('admin')
  const { id } = await admin('bulkRuns.start', {
    resource: 'cards',
    action: 'hide',
    filter: { keyword: name },
    answers: {},
  })
  await app.runJobs()
  expect(await report(id)).toMatchObject({ state: 2, total: 200, done: 200, undoable: 200 })
  expect(await shown()).toBe(0)
  const { records } = await admin('logs.getAdminLogPageList', { batchId: id, action: ['bulk'] })
  expect(records).toMatchObject([{ batchCount: 200 }])
  await admin('bulkRuns.undo', { id })
  await app.runJobs()
  expect(await shown()).toBe(200)
})

test('more than ten thousand records are refused before anything is done', async () => {
  await app.database.write(1, db => db.execute(sql.raw(fillLawyers(10_100))))
  await expect(disable('admin', {})).rejects.toMatchObject({
    code: '4000',
    message: '一次最多处理10000条，请缩小筛选范围后再操作',
  })
})
