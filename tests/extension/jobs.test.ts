import { sql } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { remindOfExpiry, sendReminder } from '../../examples/training/jobs.ts'
import { lawyers as fieldTable } from '../../examples/training/tables.ts'
import { checkedJobs } from '../../extend/load/jobs.ts'
import { messages } from '../../server/db/tables.ts'
import {
  defineDailyJob,
  defineJob,
  enqueueJob,
  type JobRun,
} from '../../server/services/jobs/extensionJob.ts'
import { createExtensionTasks, extensionCrontab } from '../../server/services/jobs/extensionTasks.ts'
import { readJobFacts, readJobsOfMissingExtensions } from '../../server/services/jobs/jobFacts.ts'
import { setSuspended } from '../../server/services/operation/suspension.ts'
import { workerLogger } from '../../server/process/workerLogger.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const until = 'training:certifiedUntil'
const dayAfter = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const certify = async (mobile: string, day: string | null) => {
  const { id } = app.world.people.get(mobile)!
  const admin = await app.as('admin')
  const { version } = (await admin.call('lawyers.lawyerInfo', { id })) as { version: number }
  await admin.call('lawyers.update', { id, version, [until]: day } as never)
  return id
}

/** The daily job, as the crontab adds it. */
const runDaily = async () => {
  await app.database.pool.query(`select graphile_worker.add_job($1, '{}')`, [remindOfExpiry.name])
  // One job for the day, one for each firm, and one for each reminder.
  for (let round = 0; round < 3; round += 1) await app.runJobs()
}

const remindersOf = async (id: number) => {
  const rows = await app.database.read(1, db => db.select().from(messages))
  return rows.filter(it => it.receiverId === id && it.receiverType === 2 && it.title === '培训合格证即将到期')
}

const waitingJobs = async () => {
  const { rows } = await app.database.pool.query<{ name: string; payload: unknown; attempts: number }>(
    `select identifier as name, payload, attempts from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where position(':' in identifier) > 0 order by job.id`,
  )
  return rows
}

test('the daily job reminds each person once of a certificate that ends soon, and again of the next one', async () => {
  const soon = await certify('13800000001', dayAfter(20))
  const later = await certify('13800000002', dayAfter(40))
  await runDaily()
  await runDaily()
  expect(await remindersOf(soon)).toMatchObject([{ content: expect.stringContaining(dayAfter(20)) }])
  expect(await remindersOf(later)).toEqual([])
  await certify('13800000001', dayAfter(25))
  await runDaily()
  expect(await remindersOf(soon)).toHaveLength(2)
  expect(await waitingJobs()).toEqual([])
})

test('a daily job stands in the crontab at its time in the firm’s zone', () => {
  expect(extensionCrontab()).toContain(' 30 0 * * * training:remindOfExpiry ')
  expect(extensionCrontab([defineDailyJob({ ...remindOfExpiry, daily: '00:05' })])).toContain(' 5 16 * * *')
})

test('a job is enqueued with the transaction, and not without it', async () => {
  const payload = { lawyerId: app.world.people.get('13800000003')!.id, until: '2030-01-31' }
  const enqueue = (isFailing: boolean) =>
    app.database.write(1, async db => {
      await enqueueJob({ db, firmId: 1 }, sendReminder, payload)
      if (isFailing) throw new Error('rolled back')
    })
  await expect(enqueue(true)).rejects.toThrow('rolled back')
  expect(await waitingJobs()).toEqual([])
  await enqueue(false)
  expect(await waitingJobs()).toMatchObject([
    { name: 'training:sendReminder', payload: { firmId: 1, payload } },
  ])
  await app.runJobs()
  expect(await remindersOf(payload.lawyerId)).toHaveLength(1)
})

test('a payload that does not meet its schema is refused where it is enqueued', async () => {
  const enqueue = app.database.write(1, async db =>
    enqueueJob({ db, firmId: 1 }, sendReminder, { lawyerId: 1, until: 'tomorrow' }),
  )
  await expect(enqueue).rejects.toThrow(z.ZodError)
})

test('of two jobs with one key the later one replaces the earlier', async () => {
  const id = app.world.people.get('13800000002')!.id
  for (const day of ['2031-01-01', '2031-01-02'])
    await app.database.write(1, async db =>
      enqueueJob({ db, firmId: 1 }, sendReminder, { lawyerId: id, until: day }, { key: `person:${id}` }),
    )
  await app.runJobs()
  expect(await remindersOf(id)).toMatchObject([{ content: expect.stringContaining('2031-01-02') }])
})

/** Runs the waiting jobs with these kinds alone. */
const runWith = (...jobs: Parameters<typeof createExtensionTasks>[1] & object) =>
  runOnce({
    connectionString: app.database.url,
    taskList: createExtensionTasks(
      { database: app.database, services: {} as never, now: app.clock.now },
      jobs,
    ),
    logger: workerLogger(),
    noHandleSignals: true,
  })

const enqueued = (run: (job: JobRun) => Promise<void>) =>
  defineJob({ name: 'training:other', payload: z.object({}), run })

test('a job reaches the rows of its firm alone', async () => {
  const seen: number[] = []
  const job = enqueued(async ({ read }) => {
    const rows = await read(({ db }) =>
      db.execute<{ firm: number }>(sql`select distinct firm_id as firm from messages`),
    )
    seen.push(...rows.rows.map(it => it.firm))
  })
  await app.database.write(2, db => enqueueJob({ db, firmId: 2 }, job, {}))
  await runWith(job)
  expect(seen.filter(it => it !== 2)).toEqual([])
})

test('a job that fails leaves nothing behind and is repeated', async () => {
  const job = enqueued(({ write }) =>
    write(async ({ db, firmId }) => {
      await db
        .insert(fieldTable)
        .values({ firmId, id: app.world.people.get('13800000003')!.id, barNumber: 'X' })
      throw new Error('the outside did not answer')
    }),
  )
  await app.database.write(1, db => enqueueJob({ db, firmId: 1 }, job, {}))
  await runWith(job)
  expect(await waitingJobs()).toMatchObject([{ name: 'training:other', attempts: 1 }])
  await app.database.pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`,
  )
})

test('a job of a suspended firm waits, and one of a removed firm ends', async () => {
  let runs = 0
  const job = enqueued(() => Promise.resolve(void (runs += 1)))
  await app.database.write(1, db => setSuspended(db, 1, app.clock.now()))
  await app.database.write(1, db => enqueueJob({ db, firmId: 1 }, job, {}))
  await app.database.write(1, db => enqueueJob({ db, firmId: 99 }, job, {}))
  await runWith(job)
  await app.database.write(1, db => setSuspended(db, 1, null))
  expect(runs).toBe(0)
  expect(await waitingJobs()).toMatchObject([{ payload: { firmId: 1 }, attempts: 0 }])
  await app.database.pool.query(`update graphile_worker._private_jobs set run_at = now()`)
  await runWith(job)
  expect(runs).toBe(1)
})

test('jobs of an extension that is switched off wait, are counted apart, and raise no alarm', async () => {
  await app.database.pool.query(`select graphile_worker.add_job('gone:work', '{"firmId":1}')`)
  const before = await app.database.read(null, db => readJobFacts(db.$client))
  await app.runJobs()
  const found = await app.database.read(null, async db => ({
    facts: await readJobFacts(db.$client),
    missing: await readJobsOfMissingExtensions(db.$client),
  }))
  expect(found.missing).toEqual({ 'gone:work': 1 })
  expect(found.facts.waiting).toBeLessThanOrEqual(before.waiting)
  expect(await waitingJobs()).toMatchObject([{ name: 'gone:work', attempts: 0 }])
})

test('mistakes in the declaration of jobs are told with the file', () => {
  const declare =
    (...jobs: object[]) =>
    () =>
      checkedJobs([{ name: 'training', folder: '/our-firm', jobs: jobs as never }])
  expect(declare({ ...sendReminder, name: 'other:remind' })).toThrow(
    '/our-firm/jobs.ts: other:remind: 名称应以',
  )
  expect(declare(sendReminder, sendReminder)).toThrow('任务重名')
  expect(declare({ ...remindOfExpiry, daily: '25:00' })).toThrow('daily 应为时间')
  expect(() => checkedJobs([{ name: 'training', folder: '/our-firm', jobs: {} as never }])).toThrow('数组')
})
