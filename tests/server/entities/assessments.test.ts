import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { lawyers, messages, reviewReminders } from '../../../server/db/tables.ts'
import { runAssessmentReminders } from '../../../server/services/messages/assessments.ts'
import { expireMessages } from '../../../server/services/jobs/housekeeping.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { scheduleMissing } from '../../../server/services/jobs/dueWork.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app, { office: '东所', admin: 'branch' })
})
afterAll(() => app.close())
// Each test has only its own practising lawyers.
beforeEach(() =>
  app.database.write(1, async db => {
    await db.update(lawyers).set({ personType: 5 })
    await db.delete(reviewReminders)
    await db.delete(messages)
  }),
)

/** A time of 2027 in the firm's time zone; in 2027 the year 2026 is assessed. */
const at = (dayAndTime: string) => new Date(`2027-${dayAndTime}:00+08:00`)
const run = (dayAndTime: string) => runAssessmentReminders(app.database, 1, at(dayAndTime))
const readBy = (key: string) => {
  const { population, id } = app.world.people.get(key)!
  return app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverType, population), eq(messages.receiverId, id), eq(messages.type, 6)))
      .orderBy(messages.id),
  )
}
const record = (id: number, year: number) =>
  app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ assessments: [{ year, result: 1, recordedAt: '2027-05-01' }] })
      .where(eq(lawyers.id, id)),
  )
/** The ids on the list of people without the result of the year that is assessed now. */
const listed = async () => {
  const { records } = await stage.admin.call('lawyers.pageList', {
    missing: 'assessment',
    pageNum: 1,
    pageSize: 50,
  })
  return records.map(({ id }) => id)
}

test('a lawyer without the result of the year is reminded once when the day has come', async () => {
  await stage.setting('reminderSet', { assessmentDue: '05-31' })
  const missing = await stage.lawyer()
  const recorded = await stage.lawyer()
  await record(recorded.id, 2026)
  await record(missing.id, 2025)
  expect(await run('05-30T23:59')).toBe(0)
  expect(await run('05-31T08:59')).toBe(0)
  expect(await run('05-31T09:00')).toBe(1)
  expect(await readBy(missing.key)).toMatchObject([
    {
      title: '请补交年度考核结果',
      content: '律所还没有登记您2026年度的考核结果，请尽快把结果交给律所管理员登记。',
      link: '/app/user/admin',
    },
  ])
  expect(await readBy(recorded.key)).toEqual([])
  for (const later of ['05-31T09:01', '06-01T09:00', '12-31T23:00']) expect(await run(later)).toBe(0)
  expect(await readBy(missing.key)).toHaveLength(1)
})

test('the list has whoever lacks the result of the past year, until it is recorded', async () => {
  const { id } = await stage.lawyer()
  expect(await listed()).toEqual([id])
  const year = Number(new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 4)) - 1
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id })
  await stage.admin.call('lawyers.update', {
    id,
    version,
    assessments: [{ year, result: 1, recordedAt: '2026-05-01' }],
  })
  expect(await listed()).toEqual([])
})

test('the administrators of the office get the number, the main office that of all offices', async () => {
  await stage.setting('reminderSet', { assessmentDue: '05-31' })
  const main = await setStage(app, { office: '总所', admin: 'admin' }, stage.props)
  await stage.lawyer()
  await stage.lawyer()
  await main.lawyer()
  expect(await run('05-31T09:00')).toBe(3)
  for (const [account, count] of [
    ['branch', 2],
    ['branch2', 2],
    ['admin', 3],
    ['admin2', 3],
  ] as const)
    expect(await readBy(account)).toMatchObject([
      {
        title: `${count}人还没有登记年度考核结果`,
        link: `/app/lawyer?filter=${encodeURIComponent('{"missing":"assessment"}')}`,
      },
    ])
  for (const account of ['south', 'system']) expect(await readBy(account)).toEqual([])
  // Who joins later is reminded on the next day, and only he.
  const { key } = await stage.lawyer()
  expect(await run('05-31T18:00')).toBe(0)
  expect(await run('06-01T09:00')).toBe(1)
  expect(await readBy(key)).toHaveLength(1)
  expect(await readBy('branch')).toMatchObject([{}, { title: '3人还没有登记年度考核结果' }])
  expect(await readBy('south')).toEqual([])
})

test('reminds once although three processes run, and not again when the day is changed', async () => {
  await stage.setting('reminderSet', { assessmentDue: '05-31' })
  const { key } = await stage.lawyer()
  const counts = await Promise.all([run('05-31T09:00'), run('05-31T09:00'), run('05-31T09:01')])
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  await stage.setting('reminderSet', { assessmentDue: '06-30' })
  expect(await run('06-30T10:00')).toBe(0)
  expect(await readBy(key)).toHaveLength(1)
})

test('a step that fails after its first row leaves nothing behind, and is done by the next run', async () => {
  await stage.setting('reminderSet', { assessmentDue: '05-31' })
  const { key } = await stage.lawyer()
  // As when the process is killed: the transaction ends without its messages.
  await app.database.write(null, db => db.execute('alter table messages rename to messages_away'))
  await expect(run('05-31T09:00')).rejects.toThrow('messages')
  await app.database.write(null, db => db.execute('alter table messages_away rename to messages'))
  expect(await run('05-31T09:01')).toBe(1)
  expect(await readBy(key)).toHaveLength(1)
})

test('without a day nobody is reminded; with one, each morning has a job', async () => {
  await stage.lawyer()
  const scheduled = async () => {
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    await app.database.write(1, db => scheduleMissing(db, at('06-01T08:59'), { firmId: 1 }))
    return (await dueJobs(app.database)).filter(({ work }) => work === 'assessments').map(it => it.at)
  }
  await stage.setting('reminderSet', { assessmentDue: null })
  expect(await scheduled()).toEqual([])
  expect(await run('06-01T09:00')).toBe(0)
  await stage.setting('reminderSet', { assessmentDue: '06-02' })
  expect(await scheduled()).toEqual([at('06-01T09:00')])
  expect(await run('06-01T09:00')).toBe(0)
  await stage.setting('reminderSet', { assessmentDue: '06-01' })
  expect(await run('06-01T09:00')).toBeGreaterThan(0)
})

test('the shortest retention period of messages does not make a reminder due again', async () => {
  await stage.setting('reminderSet', { assessmentDue: '01-31' })
  const { key } = await stage.lawyer()
  expect(await run('01-31T09:00')).toBe(1)
  await expireMessages(app.database, at('12-01T03:00'), 6)
  expect(await run('12-01T09:00')).toBe(0)
  expect(await readBy(key)).toEqual([])
})
