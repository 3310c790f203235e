import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  admins,
  articles,
  cards,
  lawyers,
  messages,
  reviewReminders,
  transferRequests,
} from '../../../server/db/tables.ts'
import type { DueWork } from '../../../server/db/rules/dueWork.ts'
import { runDueWork } from '../../../server/services/jobs/dueWork.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { runDigest } from '../../../server/services/messages/digest.ts'
import { runReminders } from '../../../server/services/messages/reminders.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app, { office: '东所', admin: 'branch' })
})
afterAll(() => app.close())
// Each test has only its own waiting items.
beforeEach(() =>
  app.database.write(1, async db => {
    await db.update(lawyers).set({ status: 1 }).where(eq(lawyers.status, 0))
    await db.update(cards).set({ auditStatus: 0 }).where(eq(cards.auditStatus, 1))
    await db.update(articles).set({ status: 0 }).where(eq(articles.status, 1))
    await db.delete(transferRequests)
    await db.delete(reviewReminders)
    await db.delete(messages)
  }),
)

/** A day in the future, at this time of the firm. */
const at = (time: string, day = '2027-03-01') => new Date(`${day}T${time}:00+08:00`)
const run = (time: string, day?: string) => runDigest(app.database, 1, at(time, day))
const readBy = (account: string) => {
  const { population, id } = app.world.people.get(account)!
  return app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverType, population), eq(messages.receiverId, id), eq(messages.type, 6))),
  )
}
const setting = (digestHour: number, digest: 0 | 1 = 1) =>
  stage.setting('reminderSet', { digest, digestHour })

test('each reviewer gets one message a day at the hour of the firm, about what he may decide', async () => {
  await setting(9)
  await stage.setting('cardReview', { slaHours: 240 })
  const south = await setStage(app, { office: '南所', admin: 'south' }, stage.props)
  await stage.submittedCard()
  await stage.submittedCard()
  await stage.lawyer(0)
  await south.submittedCard()
  await app.database.write(1, db => db.delete(messages))
  expect(await run('08:59')).toBe(0)
  expect(await run('09:00')).toBeGreaterThan(0)
  expect(await run('09:01')).toBe(0)
  expect(await run('23:59')).toBe(0)
  for (const account of ['branch', 'branch2'])
    expect(await readBy(account)).toMatchObject([
      {
        title: '今日3项待审',
        content: '等待审核：注册申请1项、名片2项。其中3项已超过240小时。',
        link: '/app/card/review',
      },
    ])
  expect(await readBy('south')).toMatchObject([{ title: '今日1项待审' }])
  for (const account of ['admin', 'admin2'])
    expect(await readBy(account)).toMatchObject([{ title: '今日4项待审' }])
  expect(await readBy('system')).toEqual([])
  expect(await run('09:00', '2027-03-02')).toBeGreaterThan(0)
  expect(await readBy('branch')).toHaveLength(2)
})

test('says nothing of what is not overdue, and leads to transfers where nothing else waits', async () => {
  await setting(9)
  await stage.setting('cardReview', { slaHours: 48 })
  const { id } = await stage.lawyer()
  const organizationId = app.world.offices.get('总所')!
  await stage.admin.call('lawyers.requestTransfer', { id, organizationId, reason: '团队调整' })
  await app.database.write(1, async db => {
    await db.update(transferRequests).set({ createdAt: at('08:00') })
    await db.delete(messages)
  })
  expect(await run('09:00')).toBe(2)
  expect(await readBy('admin')).toMatchObject([
    { title: '今日1项待审', content: '等待审核：转所申请1项。', link: '/app/lawyer/transfers' },
  ])
  expect(await readBy('branch')).toEqual([])
})

test('sends nothing where nothing waits, also for what is submitted later on that day', async () => {
  await setting(9)
  expect(await run('09:00')).toBe(0)
  await stage.submittedCard()
  await app.database.write(1, db => db.delete(messages))
  expect(await run('15:00')).toBe(0)
  expect(await readBy('branch')).toEqual([])
  expect(await run('09:00', '2027-03-02')).toBeGreaterThan(0)
})

test('replaces the reminders of what is overdue, which return when it is switched off', async () => {
  await setting(9)
  await stage.setting('cardReview', { slaHours: 1, remind: 1 })
  await stage.submittedCard()
  expect(await runReminders(app.database, 1, at('08:00'))).toBe(0)
  await setting(9, 0)
  expect(await run('09:00')).toBe(0)
  expect(await runReminders(app.database, 1, at('09:00'))).toBe(1)
})

test.each(['digest', 'reminder'])(
  'the %s counts no card for an administrator who maintains it for its owner',
  async kind => {
    await setting(9, kind === 'digest' ? 1 : 0)
    await stage.setting('cardReview', { slaHours: 1, remind: 1 })
    const { id, key, version } = await stage.card()
    await stage.submittedCard()
    const owner = await app.as(key)
    const day = firmDay(app.clock.now())
    const { id: assistantId } = app.world.people.get('branch2')!
    // Who reviews is no assistant, but an assistant may get the right later.
    const setReviewer = (canAudit: 0 | 1) =>
      app.database.write(1, db => db.update(admins).set({ canAudit }).where(eq(admins.id, assistantId)))
    await setReviewer(0)
    await owner.call('mandates.grant', {
      population: 1,
      assistantId,
      fields: ['intro'],
      startOn: day,
      endOn: firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000),
    })
    await owner.call('cards.submitAudit', { id, version })
    await setReviewer(1)
    await app.database.write(1, db => db.delete(messages))
    const later = new Date(app.clock.now().getTime() + 48 * 3_600_000)
    const moment = at('10:00', firmDay(later))
    if (kind === 'digest') expect(await runDigest(app.database, 1, moment)).toBeGreaterThan(0)
    else expect(await runReminders(app.database, 1, moment)).toBe(2)
    const titles = async (account: string) => (await readBy(account)).map(it => it.title)
    expect(await titles('branch')).toEqual([kind === 'digest' ? '今日2项待审' : '2项名片待审核已超时'])
    expect(await titles('branch2')).toEqual([kind === 'digest' ? '今日1项待审' : '名片待审核已超时'])
  },
)

test('sends one digest although three processes run, and one was killed on the way', async () => {
  await setting(7)
  await stage.submittedCard()
  await app.database.write(1, db => db.delete(messages))
  // As when the process is killed: its transaction ends before the messages are stored.
  await app.database.write(null, db => db.execute('alter table messages rename to messages_away'))
  await expect(run('07:00')).rejects.toThrow('messages')
  await app.database.write(null, db => db.execute('alter table messages_away rename to messages'))
  await Promise.all([run('07:01'), run('07:01'), run('07:02')])
  expect(await readBy('branch')).toHaveLength(1)
})

test('has a job at its hour, which adds that of the next day, and another one when the hour is changed', async () => {
  const scheduled = async () =>
    (await dueJobs(app.database)).filter(({ work }) => work === 'digest').map(it => it.at)
  await app.database.pool.query('delete from graphile_worker._private_jobs')
  const clock = (time: string, work: DueWork) => runDueWork(app.database, { firmId: 1, work }, at(time))
  await setting(9)
  await clock('08:30', 'changedSettings')
  expect(await scheduled()).toEqual([at('09:00')])
  await clock('09:00', 'digest')
  await setting(11)
  await clock('09:01', 'changedSettings')
  const tomorrow = new Date(at('09:00').getTime() + 24 * 3_600_000)
  expect(await scheduled()).toEqual([at('09:00'), at('11:00'), tomorrow])
})
