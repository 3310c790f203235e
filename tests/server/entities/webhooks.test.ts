import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { webhookDeliveries, webhooks } from '../../../server/db/tables.ts'
import { isPublicAddress } from '../../../server/services/integrations/outsideRequest.ts'
import { createWebhookSender } from '../../../server/services/integrations/webhooks.ts'
import { setSuspended } from '../../../server/services/operation/suspension.ts'
import { expireDeliveries } from '../../../server/services/jobs/housekeeping.ts'
import { deliverToWebhook } from '../../../server/services/webhooks/deliveries.ts'
import { readEveryFirm } from '../../../server/db/rules/rules.ts'
import { scheduleMissing } from '../../../server/services/jobs/dueWork.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { restoreJobs } from '../../../server/services/jobs/restoreJobs.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { settledCodes } from '../../support/settledCodes.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { startReceiver } from '../../support/webhookReceiver.ts'

let app: TestApp
let stage: Stage
let receiver: Awaited<ReturnType<typeof startReceiver>>
const sender = createWebhookSender({ isPrivateWebhookAllowed: true, timeoutMs: 500 })
const silent = { info: () => {}, warn: () => {} }

beforeAll(async () => {
  receiver = await startReceiver()
  app = await startApp({ services: { webhooks: sender } })
  stage = await setStage(app)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(async () => {
  await app.runJobs()
  await app.database.write(1, db => db.delete(webhooks))
  receiver.received.splice(0)
  receiver.answerStatus(200)
})

const create = (...events: string[]) =>
  stage.admin.call('webhooks.add', { name: '官网', url: receiver.url, events: events as ['lawyer.created'] })
let count = 0
const createLawyer = async () => {
  const mobile = `1360001${String((count += 1)).padStart(4, '0')}`
  const { organizationId } = stage
  const list = [{ name: '新人', mobile, organizationId, personType: 2 as const }]
  const { rows: created } = await stage.admin.call('lawyers.addList', { mode: 'all', list })
  return { id: created[0]!.id!, key: mobile }
}
const rows = () =>
  app.database.read(1, db => db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id))
const hookOf = async (id: number) =>
  (await app.database.read(1, db => db.select().from(webhooks).where(eq(webhooks.id, id))))[0]!
/** Makes the attempts that wait, as after their pauses. */
const sendDue = () => app.runJobs('all')

describe('a delivery', () => {
  test('is signed, stored with the change, and without personal data', async () => {
    const { secret } = await create('lawyer.created', 'lawyer.left')
    const { id } = await createLawyer()
    expect(await rows()).toMatchObject([{ event: 'lawyer.created', state: 0, attempts: 0 }])
    await app.runJobs()
    const [content] = receiver.verified(secret)
    expect(content).toEqual({
      type: 'lawyer.created',
      timestamp: expect.any(String) as string,
      data: { kind: 'lawyers', id, organizationId: stage.organizationId, action: 'create' },
    })
    expect(() => receiver.verified(`whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow(
      'No matching signature',
    )
    expect(await rows()).toMatchObject([
      { state: 1, attempts: 1, attemptLog: [{ status: 200, answer: 'status 200', error: null }] },
    ])
  })

  test('of a change that is rolled back does not exist', async () => {
    await create('lawyer.created')
    const { key } = await createLawyer()
    const before = await rows()
    await stage.admin.send('POST', '/lawyer/addList', {
      body: { mode: 'all', list: [{ name: '重复', mobile: key, organizationId: 1, personType: 2 }] },
    })
    expect(await rows()).toEqual(before)
  })

  describe('whose attempt ends only after a later one', () => {
    /** Makes an attempt, with `meanwhile` running while the receiver is waited for. */
    const sendSlowly = async (status: number, meanwhile: () => Promise<void>) => {
      const post = async () => {
        await meanwhile()
        return { status, answer: '' }
      }
      const options = { ...app, services: { webhooks: { ...sender, post } }, now: app.clock.now, log: silent }
      const [row] = await rows()
      await deliverToWebhook(options, { firmId: 1, id: row!.id }, { isLast: false })
    }
    const statuses = async () => (await rows())[0]!.attemptLog.map(it => it.status)

    test('keeps the newer success when it fails', async () => {
      const { id } = await create('lawyer.created')
      await createLawyer()
      await sendSlowly(500, sendDue)
      expect(await rows()).toMatchObject([{ state: 1, attempts: 1 }])
      expect(await statuses()).toEqual([200, 500])
      expect((await hookOf(id)).failingSince).toBeNull()
    })

    test('does not postpone what was sent anew meanwhile', async () => {
      await create('lawyer.created')
      await createLawyer()
      receiver.answerStatus(500)
      await app.runJobs()
      receiver.answerStatus(200)
      const { id } = (await rows())[0]!
      await sendSlowly(410, async () => void (await stage.admin.call('webhookDeliveries.resend', { id })))
      expect(await rows()).toMatchObject([{ state: 0, attempts: 0 }])
      await app.runJobs()
      expect(await rows()).toMatchObject([{ state: 1, attempts: 1 }])
    })

    test('is delivered when it succeeds, whatever the later one met', async () => {
      await create('lawyer.created')
      await createLawyer()
      await sendSlowly(200, async () => {
        receiver.answerStatus(410)
        await sendDue()
      })
      expect(await rows()).toMatchObject([{ state: 1 }])
      expect(await statuses()).toEqual([410, 200])
    })
  })

  test('that fails twice is repeated with the same id, and then done', async () => {
    const { secret } = await create('lawyer.created')
    receiver.answerStatus(500)
    await createLawyer()
    await app.runJobs()
    // The next attempt is not due yet.
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
    const [waiting] = (await stage.admin.call('webhookDeliveries.page')).records
    expect(waiting).toMatchObject({ state: 3, attempts: 1, nextAt: expect.stringMatching(/T.*Z$/) as string })
    await sendDue()
    receiver.answerStatus(204)
    await sendDue()
    expect(receiver.verified(secret)).toHaveLength(3)
    expect(new Set(receiver.received.map(it => it.headers['webhook-id'])).size).toBe(1)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 1, attempts: 3 })
    expect(row!.attemptLog.map(it => it.status)).toEqual([500, 500, 204])
    await sendDue()
    expect(receiver.received).toHaveLength(3)
  })

  test('is given up after thirteen attempts, and can be sent anew', async () => {
    const { secret } = await create('lawyer.created')
    receiver.answerStatus(503)
    await createLawyer()
    for (let count = 0; count < 14; count += 1) await sendDue()
    expect(receiver.received).toHaveLength(13)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 2, attempts: 13 })
    receiver.answerStatus(200)
    await stage.admin.call('webhookDeliveries.resend', { id: row!.id })
    await expect(stage.admin.call('webhookDeliveries.resend', { id: row!.id })).rejects.toMatchObject({
      code: '4091',
    })
    await app.runJobs()
    const shown = await stage.admin.call('webhookDeliveries.one', { id: row!.id })
    expect(shown).toMatchObject({ state: 1, attempts: 1, name: '官网', nextAt: null })
    expect(shown.attemptLog).toHaveLength(14)
    expect(receiver.verified(secret)).toHaveLength(14)
  })

  test.each([
    ['hangs', () => receiver.answerWith(() => {}), { status: null, error: '10秒内没有响应' }],
    [
      'redirects',
      () => receiver.answerStatus(302, { location: `${receiver.url}/elsewhere` }),
      { status: 302, error: null },
    ],
    [
      'breaks the connection',
      () => receiver.answerWith(response => response.destroy()),
      { status: null, error: expect.any(String) as string },
    ],
  ])('to a receiver that %s has failed', async (_, prepare, outcome) => {
    await create('lawyer.created')
    prepare()
    await createLawyer()
    await app.runJobs()
    expect(await rows()).toMatchObject([{ state: 0, attempts: 1, attemptLog: [outcome] }])
    expect(receiver.received).toHaveLength(1)
  })

  test('that fails says why in words of the product, and the log has the error', async () => {
    const warnings: { reason?: unknown; error?: unknown }[] = []
    const log = { info: () => {}, warn: (facts: object) => void warnings.push(facts) }
    await create('lawyer.created')
    receiver.answerWith(response => response.destroy())
    const { id } = await stage.admin.call('webhooks.add', {
      name: '未启动',
      url: 'http://127.0.0.1:9/',
      events: ['lawyer.left'],
    })
    await app.database.write(1, db => db.delete(webhookDeliveries))
    await stage.admin.call('webhooks.test', { id })
    const options = { ...app, services: { webhooks: sender }, now: app.clock.now, log }
    const which = { firmId: 1, id: (await rows())[0]!.id }
    await expect(deliverToWebhook(options, which, { isLast: false })).rejects.toThrow(
      'could not be delivered',
    )
    const [row] = await rows()
    expect(row!.attemptLog[0]).toMatchObject({ status: null, error: expect.stringContaining('对方拒绝连接') })
    expect(warnings).toMatchObject([{ reason: row!.attemptLog[0]!.error, error: { code: 'ECONNREFUSED' } }])
    const list = async (state: 0 | 3) =>
      (await stage.admin.call('webhookDeliveries.page', { state })).records.length
    expect([await list(0), await list(3)]).toEqual([0, 1])
  })

  test('keeps the first kilobyte of a large answer', async () => {
    await create('lawyer.created')
    receiver.answerWith(response => response.end('a\u0000'.repeat(500_000)))
    await createLawyer()
    await app.runJobs()
    const [row] = await rows()
    expect(row).toMatchObject({ state: 1 })
    expect(row!.attemptLog[0]!.answer).toMatch(/^a{1,1024}$/)
  })

  test('without a job, as after a restore, gets one', async () => {
    await create('lawyer.created')
    await createLawyer()
    await app.database.write(null, db => db.execute(sql`delete from graphile_worker._private_jobs`))
    await app.database.write(null, db => enqueue(db, 'restoreJobs', {}))
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 1, attempts: 1 }])
  })

  test.each(['enable_hashjoin, enable_mergejoin', 'enable_nestloop', 'enable_material'])(
    'that is being sent keeps its job, however PostgreSQL plans the search for missing ones (%s off)',
    async settings => {
      await create('lawyer.created')
      await createLawyer()
      const jobs = async () => {
        const { rows: found } = await app.database.write(null, db =>
          db.execute(sql`select key, attempts from graphile_worker._private_jobs order by id`),
        )
        return found
      }
      await app.database.write(null, db =>
        db.execute(
          sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a living process'`,
        ),
      )
      const before = await jobs()
      onTestFinished(async () => {
        await app.database.write(null, db => db.execute(sql`delete from graphile_worker._private_jobs`))
      })
      await app.database.write(null, async db => {
        for (const setting of settings.split(', ')) await db.execute(sql.raw(`set local ${setting} = off`))
        await readEveryFirm(db.$client)
        await restoreJobs(db)
        await scheduleMissing(db, app.clock.now())
      })
      expect(await jobs()).toEqual(before)
    },
  )

  test('of a firm that was suspended is made when it is resumed', async () => {
    await create('lawyer.created')
    await createLawyer()
    const suspend = (at: Date | null) => app.database.write(1, db => setSuspended(db, 1, at))
    await suspend(new Date())
    await app.runJobs()
    expect(receiver.received).toEqual([])
    await suspend(null)
    await app.runJobs()
    expect(receiver.received).toHaveLength(1)
  })

  test('to a receiver that fails comes after those to all others', async () => {
    const url = `${receiver.url}/failing`
    await stage.admin.call('webhooks.add', { name: '失败', url, events: ['lawyer.created'] })
    await create('lawyer.created')
    receiver.answerWith((response, path) => {
      response.statusCode = path.endsWith('/failing') ? 500 : 200
      response.end()
    })
    await createLawyer()
    await app.runJobs()
    receiver.received.splice(0)
    await createLawyer()
    await app.runJobs()
    expect(receiver.received.map(it => it.path)).toEqual(['/hook', '/hook/failing'])
  })

  test('is kept for thirty days', async () => {
    const { id } = await create('lawyer.created')
    await stage.admin.call('webhooks.test', { id })
    await app.runJobs()
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    expect(await expireDeliveries(app.database, inDays(29))).toBe(0)
    expect(await expireDeliveries(app.database, inDays(31))).toBe(1)
  })
})

describe('a webhook is disabled, with a message to its owner', () => {
  const titles = async () =>
    (await stage.admin.call('messages.page', { pageSize: 50 })).records.map(it => it.title)

  test('when its receiver answers that it is gone', async () => {
    const { id } = await create('lawyer.created')
    receiver.answerStatus(410)
    await createLawyer()
    await app.runJobs()
    expect(await hookOf(id)).toMatchObject({ status: 2 })
    expect(await rows()).toMatchObject([{ state: 2, attempts: 1 }])
    expect(await titles()).toContain('事件推送已停用')
    await createLawyer()
    expect(await rows()).toHaveLength(1)
    const [{ version }] = [await hookOf(id)]
    await stage.admin.call('webhooks.update', { id, version, status: 1 })
    receiver.answerStatus(200)
    await createLawyer()
    await app.runJobs()
    expect((await rows()).map(it => it.state)).toEqual([2, 1])
  })

  test('when it has failed for three days, but not earlier', async () => {
    const { id } = await create('lawyer.created')
    receiver.answerStatus(500)
    await createLawyer()
    await app.runJobs()
    const daysAgo = (days: number) =>
      app.database.write(1, db =>
        db
          .update(webhooks)
          .set({ failingSince: new Date(app.clock.now().getTime() - days * 24 * 3_600_000) })
          .where(eq(webhooks.id, id)),
      )
    await daysAgo(2)
    await sendDue()
    expect((await hookOf(id)).status).toBe(1)
    await daysAgo(3)
    await sendDue()
    expect((await hookOf(id)).status).toBe(2)
    // What still waits is given up, and can be sent anew once the webhook is enabled.
    await sendDue()
    expect(await rows()).toMatchObject([{ state: 2 }])
  })
})

test('another firm’s events and webhooks never leak', async () => {
  await create('lawyer.created')
  const other = await app.as('other-admin')
  const foreign = await other.call('webhooks.add', {
    name: '别所',
    url: receiver.url,
    events: ['lawyer.created'],
  })
  await createLawyer()
  await app.runJobs()
  expect(receiver.received).toHaveLength(1)
  expect((await other.call('webhookDeliveries.page')).records).toEqual([])
  const [row] = await rows()
  const codes = await settledCodes([
    other.call('webhookDeliveries.one', { id: row!.id }),
    other.call('webhookDeliveries.resend', { id: row!.id }),
    stage.admin.call('webhooks.one', { id: foreign.id }),
    stage.admin.call('webhooks.test', { id: foreign.id }),
  ])
  expect(new Set(codes)).toEqual(new Set(['4040']))
})

test('a firm has at most twenty, also when several are added at once', async () => {
  for (let at = 0; at < 19; at += 1) await create('lawyer.created')
  const last = await Promise.allSettled(Array.from({ length: 6 }, () => create('lawyer.created')))
  expect(last.flatMap(it => (it.status === 'rejected' ? [it.reason] : []))).toMatchObject(
    Array.from({ length: 5 }, () => ({ code: '4091' })),
  )
})

describe('the secret', () => {
  test('is shown once, stored encrypted, and replaced', async () => {
    const { id, secret } = await create('lawyer.created')
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect((await hookOf(id)).sealed).not.toContain(secret.slice(6))
    expect(JSON.stringify(await stage.admin.call('webhooks.one', { id }))).not.toContain('sealed')
    const { secret: next } = await stage.admin.call('webhooks.renew', { id })
    await stage.admin.call('webhooks.test', { id })
    await app.runJobs()
    expect(receiver.verified(next)).toMatchObject([{ type: 'test' }])
    expect(() => receiver.verified(secret)).toThrow('No matching signature')
  })

  test('is not signed with by a webhook that was changed to another address meanwhile', async () => {
    const { id, version } = await create('lawyer.created')
    await stage.admin.call('webhooks.update', { id, version, name: '新官网' })
    await expect(
      stage.admin.call('webhooks.update', { id, version, url: 'http://127.0.0.1:9/' }),
    ).rejects.toMatchObject({ code: '4090' })
    const found = await app.database.read(1, db =>
      db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.firmId, 1), eq(webhooks.id, id))),
    )
    expect(found).toMatchObject([{ url: receiver.url, name: '新官网' }])
  })
})

test.each(['https://intranet/hook', 'https://firm.example@evil.example/', 'https://firm.example\\evil'])(
  'the address %s is refused as other addresses of its form are',
  async url => {
    const body = { name: '官网', url, events: ['lawyer.created'] }
    const answer = await stage.admin.send('POST', '/webhook', { body })
    expect(answer.body).toMatchObject({
      code: '4220',
      data: { errors: { url: expect.any(String) as string } },
    })
  },
)

describe('an address of an internal network is refused', () => {
  const strict = createWebhookSender({ isPrivateWebhookAllowed: false })
  const request = { id: 'msg_1_1', secret: 'whsec_c2VjcmV0', body: '{}' }

  test.each([
    'http://example.com/hook',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://localhost/',
    'https://db.internal/',
  ])('%s', async url => {
    expect(strict.refusalOf(url)).toEqual(expect.any(String))
    if (/^https?:/.test(url) && !/user|internal/.test(url))
      await expect(strict.post({ ...request, url }, new Date())).rejects.toThrow('地址指向内部网络')
  })

  test('also where only its name resolves to one', async () => {
    // Stands for a public name: the check of the form does not see what it resolves to.
    await expect(strict.post({ ...request, url: 'https://localhost:1/' }, new Date())).rejects.toThrow(
      '地址指向内部网络',
    )
  })

  test('and public ones are not', () => {
    expect(strict.refusalOf('https://hooks.example.com/cards?from=1')).toBeNull()
    expect(['8.8.8.8', '2400:3200::1'].map(isPublicAddress)).toEqual([true, true])
  })
})
