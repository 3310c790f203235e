import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ProviderError } from '../../../server/services/integrations/provider.ts'
import type { Services } from '../../../server/context/services.ts'
import { articles, counters, lawyers, oneTimeCodes, textMessages } from '../../../server/db/tables.ts'
import { deleteFailedJobs } from '../../../server/services/jobs/abandoned.ts'
import { expireTextMessages } from '../../../server/services/jobs/housekeeping.ts'
import { sendTextMessage } from '../../../server/services/integrations/sendTextMessage.ts'
import { createLog } from '../../../server/process/log.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { scheduleMissing } from '../../../server/services/jobs/dueWork.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const deliveredMessages: { mobile: string; text: string; value: string }[] = []
let refusal: string | null = null
const deliver: Services['sms']['deliver'] = async (_, { mobile, text, value }) => {
  if (refusal !== null) throw new ProviderError(refusal)
  deliveredMessages.push({ mobile, text, value })
}

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp({
    services: { sms: { source: 'config', isOn: () => true, deliver } },
  })
  stage = await setStage(app)
  const now = await stage.admin.call('loginRegSet.get')
  await stage.admin.call('loginRegSet.update', { ...now, initialPwdMode: 2 })
})
afterAll(() => app.close())
beforeEach(() => {
  refusal = null
  deliveredMessages.length = 0
})

const jobs = async () => {
  const { rows } = await app.database.read(null, db =>
    db.execute<{ task: string; payload: object; attempts: number }>(sql`
      select t.identifier as task, j.payload, j.attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier <> 'dueWork' order by j.id`),
  )
  return rows
}
const addLawyer = async (mobile: string) => {
  const { rows } = await stage.admin.call('lawyers.addList', {
    mode: 'all',
    list: [{ name: '穆弘', mobile, organizationId: stage.organizationId, personType: 2 }],
  })
  return rows[0]!.id!
}
const shownInitialSms = async (id: number) =>
  (await stage.admin.call('lawyers.lawyerInfo', { id })).initialSms ?? null

describe('initial password sent by SMS', () => {
  test('is shown to nobody else after delivery and is not kept in the database', async () => {
    const id = await addLawyer('13733330011')
    expect(await shownInitialSms(id)).toBe(1)
    await app.runJobs()
    expect(deliveredMessages).toMatchObject([{ mobile: '13733330011' }])
    expect(await shownInitialSms(id)).toBe(3)
    expect(await jobs()).toEqual([])
    await expect(stage.admin.call('lawyers.showPassword', { id })).rejects.toMatchObject({ code: '4091' })
    const { rows } = await app.database.read(1, db => db.execute(sql`select * from text_messages`))
    expect(JSON.stringify(rows)).not.toContain(deliveredMessages[0]!.value)
  })

  test('stays shown as delivered when its content is long gone, until the person has chosen a password', async () => {
    const id = await addLawyer('13733330018')
    await app.runJobs()
    const inTwoWeeks = new Date(app.clock.now().getTime() + 14 * 24 * 3_600_000)
    await expireTextMessages(app.database, inTwoWeeks)
    expect(await shownInitialSms(id)).toBe(3)
    await app.database.write(1, db => db.update(lawyers).set({ mustChangePwd: 0 }).where(eq(lawyers.id, id)))
    expect(await shownInitialSms(id)).toBeNull()
  })

  test('waits for an unreachable provider and can be shown meanwhile, which is logged', async () => {
    refusal = '服务不可用'
    const id = await addLawyer('13733330012')
    await app.runJobs()
    expect(deliveredMessages).toEqual([])
    expect(await jobs()).toMatchObject([{ task: 'passwordMessage', attempts: 1 }])
    expect(JSON.stringify(await jobs())).not.toContain('13733330012')
    const { initialPassword } = await stage.admin.call('lawyers.showPassword', { id })
    const body = { mobile: '13733330012', password: initialPassword }
    expect((await app.send('POST', '/auth/lawyerLogin', { body })).body.code).toBe('200')
    const { records } = await stage.admin.call('logs.getAdminLogPageList', {
      action: ['reveal'],
    })
    expect(records[0]).toMatchObject({ targetName: '穆弘', reason: '初始密码' })

    refusal = null
    await app.runJobs('all')
    expect(deliveredMessages).toMatchObject([{ mobile: '13733330012', value: initialPassword }])
    expect(await shownInitialSms(id)).toBe(3)
  })

  test('is reported as not delivered when the last attempt failed', async () => {
    refusal = '余额不足'
    const id = await addLawyer('13733330013')
    for (let tries = 0; tries < 8; tries++) {
      await app.runJobs('all')
    }
    expect(await shownInitialSms(id)).toBe(2)
    refusal = null
    await app.runJobs('all')
    expect(deliveredMessages).toEqual([])
    const { initialPassword } = await stage.admin.call('lawyers.showPassword', { id })
    expect(initialPassword).toMatch(/^\w{10}$/)
  })

  test('is sent by another process if the sending process was killed', async () => {
    await addLawyer('13733330015')
    await app.database.write(null, db =>
      db.execute(sql`update graphile_worker._private_jobs
        set locked_by = 'worker-killed', locked_at = now() - interval '3 minutes' where attempts = 0`),
    )
    await app.runJobs()
    expect(deliveredMessages).toEqual([])
    await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
    await app.runJobs()
    await app.runJobs()
    expect(deliveredMessages).toMatchObject([{ mobile: '13733330015' }])
  })

  test('stays delivered when an attempt that was made before fails only then', async () => {
    const id = await addLawyer('13733330027')
    const [row] = await app.database.read(1, db =>
      db.select().from(textMessages).where(eq(textMessages.lawyerId, id)),
    )
    const slow: Services['sms']['deliver'] = async () => {
      await app.runJobs()
      throw new ProviderError('连接不上对方的服务器')
    }
    const { database, clock } = app
    const sms: Services['sms'] = { source: 'config', isOn: () => true, deliver: slow }
    const options = { database, services: { sms } as Services, now: clock.now, log: createLog('silent') }
    await expect(sendTextMessage(options, { firmId: 1, id: row!.id }, { isLast: true })).rejects.toThrow(
      '连接不上',
    )
    expect(deliveredMessages).toMatchObject([{ mobile: '13733330027' }])
    expect(await shownInitialSms(id)).toBe(3)
    const [after] = await app.database.read(1, db =>
      db.select().from(textMessages).where(eq(textMessages.lawyerId, id)),
    )
    expect(after).toMatchObject({ sealed: null, failedAt: null })
  })

  test('is no longer sent once the person has chosen a password', async () => {
    refusal = '服务不可用'
    const id = await addLawyer('13733330016')
    await app.runJobs()
    await app.database.write(1, db => db.update(lawyers).set({ mustChangePwd: 0 }).where(eq(lawyers.id, id)))
    refusal = null
    await app.runJobs('all')
    expect(deliveredMessages.filter(it => it.mobile === '13733330016')).toEqual([])
    const rows = await app.database.read(1, db =>
      db.select().from(textMessages).where(eq(textMessages.lawyerId, id)),
    )
    expect(rows).toMatchObject([{ sealed: null, sentAt: null }])
  })

  test('is reported as not delivered if its job is missing, and erased after a week', async () => {
    const id = await addLawyer('13733330017')
    // As after restoring a backup, which does not contain jobs.
    await app.database.write(null, db => db.execute(sql`delete from graphile_worker._private_jobs`))
    const after = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)
    await expireTextMessages(app.database, after(2))
    expect(await shownInitialSms(id)).toBe(2)
    expect((await stage.admin.call('lawyers.showPassword', { id })).initialPassword).toMatch(/^\w{10}$/)
    await expireTextMessages(app.database, after(8 * 24))
    await expect(stage.admin.call('lawyers.showPassword', { id })).rejects.toMatchObject({ code: '4091' })
  })

  test('is superseded by a newer one', async () => {
    refusal = '服务不可用'
    const id = await addLawyer('13733330014')
    await app.runJobs()
    expect(await stage.admin.call('lawyers.updatePassword', { id })).toEqual({})
    refusal = null
    await app.runJobs('all')
    expect(deliveredMessages).toHaveLength(1)
    const body = { mobile: '13733330014', password: deliveredMessages[0]!.value }
    expect((await app.send('POST', '/auth/lawyerLogin', { body })).body.code).toBe('200')
  })

  test('is not sent if the account was not created', async () => {
    const before = await jobs()
    await expect(addLawyer('13733330014')).resolves.toBeUndefined()
    expect(await jobs()).toEqual(before)
  })
})

describe('scheduled work', () => {
  const read = async (id: number) =>
    (
      await app.database.read(1, db =>
        db
          .select()
          .from(articles)
          .where(sql`article_id = ${id}`),
      )
    )[0]

  test('has a job from the change on that makes its date, and is done on time', async () => {
    const { articleId } = await stage.article()
    const now = app.clock.now()
    const publishAt = new Date(now.getTime() + 30_000)
    await app.database.write(1, db =>
      db
        .update(articles)
        .set({ status: 5, publishAt })
        .where(sql`article_id = ${articleId}`),
    )
    await app.runJobs()
    expect(await dueJobs(app.database)).toContainEqual({ work: 'publication', at: publishAt })
    expect(await read(articleId)).toMatchObject({ status: 5 })
    app.clock.advance(31_000)
    await app.runJobs('all')
    expect(await read(articleId)).toMatchObject({ status: 2 })
  })

  test('has the same jobs again when they are lost, as after a restore, and none is missing otherwise', async () => {
    const { articleId } = await stage.article()
    await stage.submittedCard()
    const at = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3_600_000)
    const [leaver, removed] = [(await stage.lawyer()).id, (await stage.lawyer()).id]
    await app.database.write(1, async db => {
      const isArticle = eq(articles.articleId, articleId)
      await db
        .update(articles)
        .set({ status: 2, expireAt: at(3) })
        .where(isArticle)
      await db
        .update(lawyers)
        .set({ status: 4, removeOn: firmDay(at(2)) })
        .where(eq(lawyers.id, leaver))
      await db
        .update(lawyers)
        .set({ deletedAt: at(0) })
        .where(eq(lawyers.id, removed))
    })
    const restored = () => app.database.write(1, db => scheduleMissing(db, app.clock.now(), { firmId: 1 }))
    await app.runJobs()
    expect(await restored()).toEqual({})
    const before = await dueJobs(app.database)
    expect(new Set(before.map(({ work }) => work))).toEqual(
      new Set(['publication', 'leavers', 'purge', 'reminders']),
    )
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    expect(Object.keys(await restored()).toSorted()).toEqual(['leavers', 'publication', 'purge', 'reminders'])
    const distinct = (due: typeof before) =>
      new Set(due.map(({ work, at: moment }) => `${work} ${moment.getTime()}`))
    // A date that was changed meanwhile still has its job in the queue, which would find nothing due.
    expect(distinct(before).isSupersetOf(distinct(await dueJobs(app.database)))).toBe(true)
  })

  test('deletes jobs that failed for good after a week', async () => {
    const add = (days: number) =>
      app.database.write(null, db =>
        db
          .execute(sql`with added as (select * from graphile_worker.add_job('expireUnusable', max_attempts => 1))
          select id from added`)
          .then(({ rows: [job] }) =>
            db.execute(sql`update graphile_worker._private_jobs set attempts = 1,
            updated_at = now() - make_interval(days => ${days}::int) where id = ${job!['id']}::bigint`),
          ),
      )
    await add(6)
    await add(8)
    const failed = async () => (await jobs()).filter(it => it.task === 'expireUnusable').length
    expect(await failed()).toBe(2)
    await deleteFailedJobs(app.database)
    expect(await failed()).toBe(1)
  })
})

test('deletes codes one hour after they expired and no earlier', async () => {
  const before = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000)
  const code = { firmId: 1, kind: 'captcha' as const, purpose: 'picture', codeHash: 'hash', triesLeft: 1 }
  await app.database.write(1, async db => {
    await db.insert(oneTimeCodes).values({ ...code, id: 'test:old', expireAt: before(61) })
    await db.insert(oneTimeCodes).values({ ...code, id: 'test:recent', expireAt: before(59) })
    await enqueue(db, 'expireUnusable', {})
  })
  await app.runJobs()
  await app.runJobs()
  const rows = await app.database.read(1, db =>
    db.select({ id: oneTimeCodes.id }).from(oneTimeCodes).where(like(oneTimeCodes.id, 'test:%')),
  )
  expect(rows).toEqual([{ id: 'test:recent' }])
})

test('deletes counters 30 days after their window ended and no earlier', async () => {
  const at = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 3_600_000)
  await app.database.write(null, async db => {
    for (const [key, windowEndsAt] of [
      ['test:old', at(31)],
      ['test:recent', at(29)],
    ] as const)
      await db.insert(counters).values({ key, count: 1, windowEndsAt })
    await enqueue(db, 'expireCounters', {})
  })
  await app.runJobs()
  const rows = await app.database.read(null, db =>
    db.select({ key: counters.key }).from(counters).where(like(counters.key, 'test:%')),
  )
  expect(rows).toEqual([{ key: 'test:recent' }])
})
