import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { Services } from '../../../server/context/services.ts'
import { firmConfigs, textMessages } from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { ProviderError } from '../../../server/services/integrations/provider.ts'
import { expireTextMessages } from '../../../server/services/jobs/housekeeping.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { startWorker } from '../../../server/services/jobs/worker.ts'
import { setSuspended } from '../../../server/services/operation/suspension.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { until } from '../../support/process.ts'
import { statementsOf } from '../../support/statements.ts'

const minute = 60_000
const received: { mobile: string; code: string }[] = []
/** The provider's behaviour for the next messages. */
let provider: () => Promise<void>
const sms: Services['sms'] = {
  source: 'config',
  isOn: () => true,
  deliver: async (_, { mobile, value }) => {
    await provider()
    received.push({ mobile, code: value })
  },
}
const acceptsMessages = async () => {}
const isAway = () => Promise.reject(new ProviderError('连接不上对方的服务器'))

let app: TestApp
beforeAll(async () => void (app = await startApp({ services: { sms }, trustedProxies: ['127.0.0.1'] })))
afterAll(() => app.close())
beforeEach(async () => {
  provider = acceptsMessages
  await app.runJobs()
  received.length = 0
  app.clock.advance(25 * 60 * minute)
})

const lawyer = '13800000001'
const lawyerWithoutQuestion = '13800000002'
const nobody = '13811112222'

let networks = 0
const fromElsewhere = () => ({ 'X-Forwarded-For': `198.51.100.${++networks}` })
const picture = async () => {
  const { codeId } = await app.call('session.code', { scene: 'login' }, fromElsewhere())
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
const ask = async (mobile: string, scene: 'login' | 'register' | 'forgot' = 'login') =>
  app.call('session.queryCode', { mobile, scene, ...(await picture()) }, fromElsewhere())

const lastMessage = async () => {
  const [row] = await app.database.read(1, db =>
    db.select().from(textMessages).orderBy(desc(textMessages.id)).limit(1),
  )
  return row!
}
/** Every waiting job with the seconds after which it is repeated. */
const jobs = async () => {
  const { rows } = await app.database.read(null, db =>
    db.execute<{ task: string; pause: number; payload: object }>(sql`
      select t.identifier as task, extract(epoch from j.run_at - j.updated_at)::float as pause, j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier <> 'dueWork' order by j.id`),
  )
  return rows
}
/** Advances the clock and makes all waiting jobs due. */
const passTime = (ms: number) => {
  app.clock.advance(ms)
  return app.runJobs('all')
}

describe('a code by SMS', () => {
  test('is answered at once while the provider hangs, and sent once it works again', async () => {
    let isAsked = false
    let resumeProvider = () => {}
    const hanging = new Promise<void>(resolve => (resumeProvider = resolve))
    provider = () => {
      isAsked = true
      return hanging
    }
    const { database, clock } = app
    const { connection } = database
    const log = createLog('silent')
    const services = { sms } as Services
    const stop = startWorker({
      connection,
      owner: connection,
      database,
      services,
      now: clock.now,
      log,
      runBulk: () => Promise.resolve(),
      offerDecision: () => Promise.resolve(null),
      isDiskLow: () => false,
    })
    onTestFinished(stop)
    await ask(lawyer)
    await until(async () => isAsked)
    expect(await ask(nobody, 'register')).toMatchObject({ resendIn: 60, expireIn: 300 })
    expect(received).toEqual([])
    resumeProvider()
    await until(async () => received.length === 2)
    expect(received.map(it => it.mobile)).toEqual([lawyer, nobody])
    await until(async () => (await lastMessage()).sentAt !== null)
  })

  test('of a firm that was suspended meanwhile is erased and not sent, since nobody can sign in there', async () => {
    const suspend = (at: Date | null) => app.database.write(1, db => setSuspended(db, 1, at))
    await ask(lawyer)
    await suspend(new Date())
    onTestFinished(async () => void (await suspend(null)))
    await app.runJobs()
    expect(await lastMessage()).toMatchObject({ sealed: null, sentAt: null })
    expect(await jobs()).toEqual([])
    expect(received).toEqual([])
  })

  test('opens the account that it was sent for', async () => {
    const { smsId } = await ask(lawyer)
    await app.runJobs()
    const body = { mobile: lawyer, smsId, smsCode: received[0]!.code }
    expect((await app.send('POST', '/auth/lawyerLogin', { body })).body.code).toBe('200')
  })

  test('is encrypted until it is delivered, and then recorded without its digits', async () => {
    provider = isAway
    await ask(lawyer)
    await app.runJobs()
    const waiting = await lastMessage()
    expect(waiting).toMatchObject({
      mobile: lawyer,
      lawyerId: null,
      sentAt: null,
      sealed: expect.any(String),
    })
    expect(waiting.failedAt).not.toBeNull()
    const queued = JSON.stringify(await jobs())
    provider = acceptsMessages
    await passTime(2_000)
    const { code } = received[0]!
    expect(JSON.stringify(waiting) + queued).not.toContain(code)
    const sent = await lastMessage()
    expect(sent).toMatchObject({ id: waiting.id, sealed: null, failedAt: null })
    expect(sent.sentAt!.getTime()).toBeGreaterThan(sent.createdAt.getTime())
    expect(await jobs()).toEqual([])
  })

  test('is tried six times with growing pauses while it is valid, then erased', async () => {
    provider = isAway
    await ask(lawyer)
    const pauses = []
    for (let attempts = 1; attempts < 6; attempts += 1) {
      await app.runJobs('all')
      pauses.push(...(await jobs()).map(it => it.pause))
    }
    expect(pauses).toHaveLength(5)
    // In seconds since the attempt began.
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(Math.exp(index + 1) - 0.1)
    expect((await lastMessage()).sealed).not.toBeNull()
    await app.runJobs('all')
    expect(await lastMessage()).toMatchObject({ sealed: null, sentAt: null })
    expect(await jobs()).toEqual([])
    expect(received).toEqual([])
  })

  test('is not sent any more when it has expired', async () => {
    provider = isAway
    await ask(lawyer)
    await app.runJobs()
    provider = acceptsMessages
    await passTime(5 * minute)
    expect(received).toEqual([])
    expect(await lastMessage()).toMatchObject({ sealed: null, sentAt: null })
    expect(await jobs()).toEqual([])
  })

  test('is not sent once another code has replaced it', async () => {
    provider = isAway
    await ask(lawyer)
    await app.runJobs()
    const { id } = await lastMessage()
    app.clock.advance(61_000)
    const { smsId } = await ask(lawyer)
    provider = acceptsMessages
    await passTime(1_000)
    expect(received).toHaveLength(1)
    const rows = await app.database.read(1, db => db.select().from(textMessages))
    expect(rows.find(row => row.id === id)).toMatchObject({ sealed: null, sentAt: null })
    const body = { mobile: lawyer, smsId, smsCode: received[0]!.code }
    expect((await app.send('POST', '/auth/lawyerLogin', { body })).body.code).toBe('200')
  })

  test('is sent by another process when the sending one is killed', async () => {
    await ask(lawyer)
    await app.database.write(null, db =>
      db.execute(sql`update graphile_worker._private_jobs
        set locked_by = 'worker-killed', locked_at = now() - interval '61 seconds'`),
    )
    await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
    await app.runJobs()
    await app.runJobs()
    expect(received).toMatchObject([{ mobile: lawyer }])
  })

  test('is neither stored nor sent when a limit refuses it', async () => {
    await ask(lawyer)
    const before = await jobs()
    const { id } = await lastMessage()
    await expect(ask(lawyer)).rejects.toMatchObject({ code: '4290' })
    expect(await jobs()).toEqual(before)
    expect((await lastMessage()).id).toBe(id)
  })

  test('is erased when its job is missing, and its message deleted after a week', async () => {
    await ask(lawyer)
    const { id } = await lastMessage()
    await app.database.write(null, db => db.execute(sql`delete from graphile_worker._private_jobs`))
    const after = (ms: number) => new Date(app.clock.now().getTime() + ms)
    await expireTextMessages(app.database, after(4 * minute))
    expect((await lastMessage()).sealed).not.toBeNull()
    await expireTextMessages(app.database, after(6 * minute))
    expect(await lastMessage()).toMatchObject({ id, sealed: null, sentAt: null })
    await expireTextMessages(app.database, after(8 * 24 * 60 * minute))
    expect(await app.database.read(1, db => db.select().from(textMessages))).toEqual([])
  })
})

describe('D whether a number is known', () => {
  /** The statements of a call, without their parameter values. */
  const statements = (call: () => Promise<unknown>) => statementsOf(app.database.pool, call)

  test('cannot be seen from the statements or jobs of a sign-in code', async () => {
    const [picture1, picture2] = [await picture(), await picture()]
    const call = (mobile: string, answer: object) => () =>
      app.call('session.queryCode', { mobile, scene: 'login', ...answer }, fromElsewhere())
    const known = await statements(call(lawyer, picture1))
    const unknown = await statements(call(nobody, picture2))
    expect(unknown).toEqual(known)
    expect((await jobs()).map(it => it.task)).toEqual(['codeMessage', 'codeMessage'])
    await app.runJobs()
    expect(received.map(it => it.mobile)).toEqual([lawyer])
  })

  test('cannot be seen from the statements of a recovery by question', async () => {
    const value = { questionRecovery: 1 }
    await app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value }))
    await (await app.asNew(lawyer)).call('session.question', { password, question: 3, answer: '东方小学' })
    const costs = []
    for (const account of [lawyer, lawyerWithoutQuestion, nobody]) {
      const answer = await picture()
      costs.push(
        await statements(() =>
          app.call('session.loginByQuestion', { account, userType: 2, ...answer }, fromElsewhere()),
        ),
      )
    }
    expect(costs).toEqual([costs[0], costs[0], costs[0]])
    await app.runJobs()
    expect(received.map(it => it.mobile)).toEqual([lawyer])
  })
})
