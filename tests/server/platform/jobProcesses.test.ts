import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { Services } from '../../../server/context/services.ts'
import { encryptText } from '../../../server/process/box.ts'
import { createLog } from '../../../server/process/log.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { startWorker } from '../../../server/services/jobs/worker.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { until } from '../../support/process.ts'

let app: TestApp
let started = 0
let isLow = false
let isTold = false
const delivered: string[] = []
const deliver: Services['sms']['deliver'] = async (_, { mobile }) => void delivered.push(mobile)
let finish = () => {}

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() => {
  started = 0
  isLow = false
  finish = () => {}
})

/** A process that runs jobs; a bulk action in it takes until `finish` is called. */
const startProcess = (post: Services['webhooks']['post'] = () => Promise.reject(new Error('unexpected'))) => {
  const { database, clock } = app
  const { connection } = database
  const sms: Services['sms'] = { source: 'config', isOn: () => true, deliver }
  const stopWorker = startWorker({
    connection,
    owner: connection,
    database,
    services: { sms, webhooks: { refusalOf: () => null, post } } as unknown as Services,
    now: clock.now,
    limits: { abort: 10, return: 20, end: 10_000 },
    isDiskLow: () => isLow,
    log: createLog('silent'),
    offerDecision: () => Promise.resolve(null),
    runBulk: async (_, signal) => {
      started += 1
      signal?.addEventListener('abort', () => void (isTold = true))
      await new Promise<void>(resolve => (finish = resolve))
    },
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= stopWorker())
  onTestFinished(() => {
    finish()
    return stop()
  })
  return stop
}

const execute = (statement: ReturnType<typeof sql>) => app.database.write(null, db => db.execute(statement))
const jobs = async () => {
  const { rows } = await execute(sql`
    select task.identifier as task, job.locked_by as "lockedBy", job.run_at::text as "runAt"
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id`)
  return rows
}
const bulkJob = async () => (await jobs()).find(({ task }) => task === 'bulkRun')

/** Runs the search for abandoned jobs in one of the processes, as happens every minute. */
const lookForAbandoned = async () => {
  await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
  await until(async () => !(await jobs()).some(({ task }) => task === 'releaseAbandonedJobs'))
}

/** Whether the process that runs a job holds its lock, by which others know that it lives; it takes the lock beside its first job. */
const isKnownToLive = async () => {
  const { rows } =
    await execute(sql`select from graphile_worker._private_jobs as job join pg_locks on objsubid = 2
    and locktype = 'advisory' and granted and objid::int8 = hashtext(job.locked_by)::int8 & 4294967295`)
  return rows.length > 0
}

const startLongJob = async (age = '20 minutes') => {
  await app.database.write(null, db => enqueue(db, 'bulkRun', { firmId: 1, id: 1 }))
  await until(async () => started === 1)
  await until(isKnownToLive)
  await execute(sql`update graphile_worker._private_jobs set locked_at = now() - ${age}::interval
    where locked_by is not null`)
}

const askForCode = async (mobile: string) => {
  const { codeId } = await app.call('session.code', { scene: 'login' })
  const picture = { codeId, code: app.outbox.captchas.get(codeId)! }
  await app.call('session.queryCode', { mobile, scene: 'login', ...picture })
}

test('a code is sent while two hundred receivers of webhooks hang', async () => {
  const addedHooks = sql`insert into webhooks (firm_id, name, url, events, sealed, admin_id, version, created_at, updated_at)
    select 1, 'hook ' || n, 'https://receiver.example/' || n, '["lawyer.created"]', ${encryptText('whsec_AAAA', 'webhooks')}, 1, 1,
      now(), now() from generate_series(1, 200) n`
  await app.database.write(1, db => db.execute(addedHooks))
  const { organizationId } = await app.as('admin')
  let [asked, answered] = [0, 0]
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  startProcess(async () => {
    asked += 1
    await held.promise
    answered += 1
    return { status: 200, answer: '' }
  })
  await (
    await app.as('admin')
  ).call('lawyers.addList', {
    mode: 'all',
    list: [{ name: '新人', mobile: '13600010001', organizationId, personType: 2 }],
  })
  await until(async () => asked > 1)
  await askForCode('13800000002')
  await until(async () => delivered.includes('13800000002'))
  expect(answered).toBe(0)
  expect((await jobs()).filter(({ task }) => task === 'webhook')).toHaveLength(200)
  held.resolve()
  await until(async () => (await jobs()).length === 0)
  expect([asked, answered]).toEqual([200, 200])
})

test('the events of one receiver follow each other at once, and not at each look at the queue', async () => {
  const admin = await app.as('admin')
  await app.database.write(1, db => db.execute(sql`delete from webhooks where firm_id = 1`))
  await admin.call('webhooks.add', {
    name: '官网',
    url: 'https://receiver.example/',
    events: ['lawyer.created'],
  })
  // At one job for each of eight workers at a look every ten seconds, this many would take four minutes.
  for (let start = 0; start < 200; start += 50) {
    const list = Array.from({ length: 50 }, (_, n) => ({
      name: '新人',
      mobile: String(13_600_020_000 + start + n),
      organizationId: admin.organizationId,
      personType: 2 as const,
    }))
    await admin.call('lawyers.addList', { mode: 'all', list })
  }
  startProcess(() => Promise.resolve({ status: 200, answer: '' }))
  await until(async () => (await jobs()).length === 0)
  const { rows } = await app.database.read(1, db =>
    db.execute(sql`select state, count(*)::int as n from webhook_deliveries where firm_id = 1 and webhook_id in
      (select id from webhooks where firm_id = 1 and name = '官网') group by state`),
  )
  expect(rows).toEqual([{ state: 1, n: 200 }])
})

test('a job that takes long in a living process is not run by another one', async () => {
  startProcess()
  await startLongJob()
  startProcess()
  const before = await bulkJob()
  await lookForAbandoned()
  expect(await bulkJob()).toEqual(before)
  expect(started).toBe(1)
  finish()
  await until(async () => !(await bulkJob()))
  expect(started).toBe(1)
})

test('nor after four hours, when the queue itself frees it', async () => {
  startProcess()
  await startLongJob('3 hours 59 minutes')
  await lookForAbandoned()
  const { rows } = await execute(sql`select locked_at > now() - interval '1 minute' as "isRenewed"
    from graphile_worker._private_jobs where locked_by is not null and payload ->> 'id' = '1'`)
  expect(rows).toEqual([{ isRenewed: true }])
  expect(started).toBe(1)
})

test('nor when the process has just lost the connection of its lock', async () => {
  startProcess()
  await startLongJob()
  startProcess()
  const before = await bulkJob()
  await app.database.write(null, db =>
    enqueue(db, 'releaseAbandonedJobs', {}).then(() =>
      db.execute(sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objsubid = 2 and classid::int8 = 7236404`),
    ),
  )
  await until(async () => !(await jobs()).some(({ task }) => task === 'releaseAbandonedJobs'))
  expect(await bulkJob()).toEqual(before)
  finish()
  await until(async () => !(await bulkJob()))
  expect(started).toBe(1)
})

test('a job that does not end when its process is stopped is told to, and goes back to the queue', async () => {
  const stop = startProcess()
  await startLongJob('1 second')
  await stop()
  expect(isTold).toBe(true)
  expect(await bulkJob()).toMatchObject({ lockedBy: null })
  await execute(sql`delete from graphile_worker._private_jobs`)
})

test('the job of an ended process is run by another one', async () => {
  await app.database.write(null, db => enqueue(db, 'bulkRun', { firmId: 1, id: 1 }))
  await execute(sql`update graphile_worker._private_jobs
    set locked_by = 'pool-ended', locked_at = now() - interval '2 minutes'`)
  startProcess()
  await lookForAbandoned()
  await until(async () => started > 0)
  expect(started).toBe(1)
})

test('while the disk is low, only what people wait for is done, and the rest once it has room', async () => {
  isLow = true
  await app.database.write(null, db => enqueue(db, 'bulkRun', { firmId: 1, id: 1 }))
  await askForCode('13800000001')
  startProcess()
  await until(async () => delivered.includes('13800000001'))
  expect(started).toBe(0)
  expect(await bulkJob()).toMatchObject({ lockedBy: null })
  isLow = false
  await until(async () => started === 1)
})
