import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { apiTokens, articles, cards, lawyers, messages, transferRequests } from '../../../server/db/tables.ts'
import { runDigest } from '../../../server/services/messages/digest.ts'
import { runReminders } from '../../../server/services/messages/reminders.ts'
import { agentClient } from '../../support/agent.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { dueJobs } from '../../support/dueJobs.ts'
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
    await db.delete(apiTokens)
    await db.delete(messages)
  }),
)

const hour = 3_600_000
/** Runs the firm's due work at this many hours from now. */
const turn = (hours: number) =>
  runReminders(app.database, 1, new Date(app.clock.now().getTime() + hours * hour))
const readBy = (account: string) => {
  const { population, id } = app.world.people.get(account)!
  return app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverType, population), eq(messages.receiverId, id), eq(messages.type, 6)))
      .orderBy(messages.id),
  )
}
const setting = (more: object) => stage.setting('cardReview', { slaHours: 48, remind: 1, ...more })

test('reminds those who may decide once about what waits too long, and nobody else', async () => {
  await setting({})
  const { id } = await stage.submittedCard()
  expect(await turn(47.9)).toBe(0)
  expect(await turn(48.1)).toBe(1)
  expect(await turn(60)).toBe(0)
  for (const account of ['admin', 'admin2', 'branch', 'branch2'])
    expect(await readBy(account)).toMatchObject([
      {
        title: '名片待审核已超时',
        content: '样本律师已等待超过48小时，请尽快审核。',
        bizId: id,
        link: `/app/card/detail/${id}`,
      },
    ])
  expect(await readBy('system')).toEqual([])
})

test('reminds again after an item was withdrawn and submitted again', async () => {
  await setting({})
  const { id, key, version } = await stage.submittedCard()
  expect(await turn(49)).toBe(1)
  const lawyer = await app.as(key)
  const withdrawn = await lawyer.call('cards.submitAudit', { id, version, withdraw: 1 })
  await lawyer.call('cards.submitAudit', { id, version: withdrawn.version })
  expect(await turn(49)).toBe(1)
  expect(await turn(49)).toBe(0)
})

test('sends one message per kind and office for several items, which links to the review desk', async () => {
  await setting({ slaHours: 1 })
  await stage.lawyer(0)
  await stage.lawyer(0)
  await stage.waiting()
  expect(await turn(2)).toBe(3)
  const readReminders = await readBy('branch')
  expect(readReminders.map(it => [it.title, it.link])).toEqual(
    expect.arrayContaining([
      ['2项注册申请待审核已超时', '/app/card/review?kind=registration&overdue=1'],
      ['内容待审核已超时', expect.stringMatching(/^\/app\/cms\/preview\/\d+$/) as string],
    ]),
  )
  expect(readReminders).toHaveLength(2)
})

test('reminds the main office of a transfer request', async () => {
  await setting({})
  const ask = async () => {
    const { id } = await stage.lawyer()
    const organizationId = app.world.offices.get('总所')!
    return stage.admin.call('lawyers.requestTransfer', { id, organizationId, reason: '团队调整' })
  }
  const { id } = await ask()
  await app.database.write(1, db => db.delete(messages))
  expect(await turn(49)).toBe(1)
  for (const account of ['admin', 'admin2'])
    expect(await readBy(account)).toMatchObject([
      {
        title: '转所申请待审核已超时',
        content: '样本律师已等待超过48小时，请尽快审核。',
        bizType: 'transfer',
        bizId: id,
        link: '/app/lawyer/transfers',
      },
    ])
  for (const account of ['branch', 'system']) expect(await readBy(account)).toEqual([])
})

test('sends nothing when switched off, and reminds of what still waits once switched on', async () => {
  await setting({ remind: 0 })
  await stage.submittedCard()
  expect(await turn(49)).toBe(0)
  expect(await readBy('branch')).toEqual([])
  await setting({})
  expect(await turn(49)).toBe(1)
})

test('sends one reminder although two processes run', async () => {
  await setting({})
  await stage.submittedCard()
  const counts = await Promise.all([turn(49), turn(49), turn(49)])
  expect(counts.reduce((sum, it) => sum + it)).toBe(1)
  expect(await readBy('branch')).toHaveLength(1)
})

test('reminds of a proposal of a program, whose link opens the proposals on the review desk, and so does the digest', async () => {
  await setting({})
  const { allow, createToken, everything, useTool } = agentClient(() => app)
  await allow(1)
  const { token } = await createToken(await everything(), { mayPropose: 1 })
  const propose = async () => {
    const { id } = await stage.publishedCard()
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    await useTool(token, 'cards_update', { id, version, team: '争议部' })
  }
  await propose()
  expect((await dueJobs(app.database)).map(it => it.work)).toContain('reminders')
  expect(await turn(47.9)).toBe(0)
  expect(await turn(48.1)).toBe(1)
  await propose()
  await propose()
  expect(await turn(49)).toBe(2)
  const link = '/app/card/review?kind=proposal&overdue=1'
  for (const account of ['admin2', 'branch'])
    expect(await readBy(account)).toMatchObject([
      {
        title: '代理建议待审核已超时',
        content: '样本律师已等待超过48小时，请尽快审核。',
        bizType: 'proposal',
        link,
      },
      { title: '2项代理建议待审核已超时', link },
    ])
  for (const account of ['admin', 'branch2', 'system']) expect(await readBy(account)).toEqual([])
  await app.database.write(1, db => db.delete(messages))
  await stage.setting('reminderSet', { digest: 1, digestHour: 0 })
  expect(await runDigest(app.database, 1, app.clock.now())).toBe(2)
  expect(await readBy('branch')).toMatchObject([
    { title: '今日3项待审', content: '等待审核：代理建议3项。', link: '/app/card/review' },
  ])
  await stage.setting('reminderSet', { digest: 0 })
})
