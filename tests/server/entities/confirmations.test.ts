import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { cardCampaigns, cards, logs, messages, reviewReminders } from '../../../server/db/tables.ts'
import { runConfirmations } from '../../../server/services/messages/confirmations.ts'
import { runDueWork } from '../../../server/services/jobs/dueWork.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app, { office: '东所', admin: 'branch' })
})
afterAll(() => app.close())
// Each test has only its own cards and requests.
beforeEach(() =>
  app.database.write(1, async db => {
    await db.update(cards).set({ published: null })
    await db.delete(cardCampaigns)
    await db.delete(reviewReminders)
    await db.delete(messages)
  }),
)
afterEach(() => app.clock.run())

/** Published cards of this many lawyers, older than a request that is started now. */
const publishedCards = async (count: number) => {
  const made: Awaited<ReturnType<Stage['publishedCard']>>[] = []
  while (made.length < count) made.push(await stage.publishedCard())
  app.clock.advance(1_000)
  await app.database.write(1, db => db.delete(messages))
  return made
}
const requestsTo = (lawyerId: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverType, 2), eq(messages.receiverId, lawyerId), eq(messages.type, 6))),
  )
const unconfirmed = async (account = 'admin') => {
  const { records } = await (
    await app.as(account)
  ).call('cards.pageList', { confirmState: 1, pageNum: 1, pageSize: 50 })
  return records.map(({ id }) => id).toSorted((a, b) => a - b)
}
const countOf = async (state: 1 | 2) => {
  const { token } = await app.as('admin')
  const { body } = await app.send('GET', '/filterCounts/cards?count=confirmState', { token })
  return (body.data as { option: string; count: number }[]).find(it => it.option === String(state))!.count
}

test('the firm asks for confirmation, and who has not confirmed is on a list with their number', async () => {
  const [first, second] = await publishedCards(2)
  const { id: draft } = await stage.card()
  expect(await unconfirmed()).toEqual([])
  const admin = await app.as('admin')
  expect(await admin.call('cards.confirmationCount', {})).toEqual({ count: 2 })
  expect(await admin.call('cards.startConfirmation', {})).toEqual({ count: 2 })
  for (const { lawyerId } of [first!, second!])
    expect(await requestsTo(lawyerId)).toMatchObject([
      { title: '请确认名片信息', link: '/app/user/dashboard' },
    ])
  expect(await unconfirmed()).toEqual([first!.id, second!.id])
  expect(await unconfirmed('branch')).toEqual([first!.id, second!.id])
  expect(await countOf(1)).toBe(2)
  const lawyer = await app.as(first!.key)
  const { CN } = await lawyer.call('cards.cardInfoByLawyer', {})
  expect(CN).toMatchObject({ confirmState: 1 })
  await lawyer.call('cards.confirm', { id: first!.id, version: CN!.version })
  expect((await lawyer.call('cards.cardInfoByLawyer', {})).CN).toMatchObject({
    confirmState: 2,
    version: CN!.version,
  })
  expect(await unconfirmed()).toEqual([second!.id])
  expect([await countOf(1), await countOf(2)]).toEqual([1, 1])
  expect(await unconfirmed()).not.toContain(draft)
})

test('one press reminds everybody on the list, nobody twice on one day', async () => {
  const [first, second] = await publishedCards(2)
  await (await app.as('admin')).call('cards.startConfirmation', {})
  const branch = await app.as('branch')
  await expect(branch.call('cards.remindConfirmation', { id: first!.id })).rejects.toMatchObject({
    code: '4091',
    message: '今天已经提醒过本人',
  })
  // As if the request had been sent yesterday.
  await app.database.write(1, db =>
    db.update(reviewReminders).set({ since: sql`${reviewReminders.since} - interval '1 day'` }),
  )
  const { id } = await branch.call('bulkRuns.start', {
    resource: 'cards',
    action: 'remindConfirmation',
    filter: { confirmState: 1 },
    answers: {},
  })
  // The job waits for ten seconds, because reminders cannot be undone.
  await app.database.write(null, db =>
    db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key = ${`bulkRun:1:${id}`}`),
  )
  await app.runJobs()
  expect(await branch.call('bulkRuns.one', { id })).toMatchObject({ state: 2, done: 2, failed: 0 })
  for (const { lawyerId } of [first!, second!]) expect(await requestsTo(lawyerId)).toHaveLength(2)
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => branch.call('cards.remindConfirmation', { id: second!.id })),
  )
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await requestsTo(second!.lawyerId)).toHaveLength(2)
})

test('a lawyer confirms what he has seen, only his own card, and only what is published', async () => {
  const [own, other] = await publishedCards(2)
  await (await app.as('admin')).call('cards.startConfirmation', {})
  const lawyer = await app.as(own!.key)
  const { CN } = await lawyer.call('cards.cardInfoByLawyer', {})
  await (await app.as('admin')).call('cards.update', { id: own!.id, version: CN!.version, team: '争议部' })
  const confirm = (id: number, version: number) => lawyer.call('cards.confirm', { id, version })
  await expect(confirm(own!.id, CN!.version)).rejects.toMatchObject({ code: '4090' })
  await expect(confirm(other!.id, 1)).rejects.toMatchObject({ code: '4040' })
  const draft = await stage.card()
  await expect(
    (await app.as(draft.key)).call('cards.confirm', { id: draft.id, version: 1 }),
  ).rejects.toMatchObject({ code: '4091' })
  expect(await unconfirmed()).toEqual([own!.id, other!.id])
})

test('submitting a change confirms the card, and a card made later needs no confirmation', async () => {
  const [card] = await publishedCards(1)
  await (await app.as('admin')).call('cards.startConfirmation', {})
  app.clock.advance(1_000)
  const later = await stage.publishedCard()
  expect(await unconfirmed()).toEqual([card!.id])
  const lawyer = await app.as(card!.key)
  const { CN } = await lawyer.call('cards.cardInfoByLawyer', {})
  const { version } = await lawyer.call('cards.update', {
    id: card!.id,
    version: CN!.version,
    intro: '<p>十年执业。</p>',
  })
  await lawyer.call('cards.submitAudit', { id: card!.id, version })
  expect(await unconfirmed()).toEqual([])
  expect(later.id).toBeGreaterThan(card!.id)
})

test('the firm asks at most once a day, although two press at the same time', async () => {
  const [card] = await publishedCards(1)
  const admin = await app.as('admin')
  const results = await Promise.allSettled([1, 2, 3].map(() => admin.call('cards.startConfirmation', {})))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await requestsTo(card!.lawyerId)).toHaveLength(1)
  await expect(admin.call('cards.startConfirmation', {})).rejects.toMatchObject({
    message: '今天已经发起过，明天可以再次发起',
  })
})

/** A request on the first day of a quarter at nine o'clock in the firm's time zone, and moments around it. */
const quarter = new Date('2027-01-01T01:00:00Z')
const inHours = (hours: number) => new Date(quarter.getTime() + hours * 3_600_000)

test('each quarter the firm asks by itself, once although three processes run, and not when it is switched off', async () => {
  const [card] = await publishedCards(1)
  await app.database.write(1, db => db.update(cards).set({ submittedAt: null }))
  const run = (now: Date) => runConfirmations(app.database, 1, now)
  await stage.setting('reminderSet', { confirmQuarterly: 0 })
  expect(await run(inHours(1))).toBe(0)
  await stage.setting('reminderSet', { confirmQuarterly: 1 })
  expect(await run(inHours(-0.1))).toBe(0)
  const counts = await Promise.all([run(inHours(0)), run(inHours(0)), run(inHours(0.01))])
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(await run(inHours(1))).toBe(0)
  expect(await run(inHours(24 * 30))).toBe(0)
  expect(await requestsTo(card!.lawyerId)).toHaveLength(1)
  const [row] = await app.database.read(1, db => db.select().from(logs).where(eq(logs.action, 'remind')))
  expect(row).toBeDefined()
  // Three months later it is asked again.
  expect(await run(new Date('2027-04-01T01:00:00Z'))).toBe(1)
})

test('each morning of a firm that asks by itself has a job, which adds the next one', async () => {
  const scheduled = async () =>
    (await dueJobs(app.database)).filter(({ work }) => work === 'confirmations').map(it => it.at)
  await app.database.pool.query('delete from graphile_worker._private_jobs')
  await stage.setting('reminderSet', { confirmQuarterly: 0 })
  await app.runJobs()
  expect(await scheduled()).toEqual([])
  await stage.setting('reminderSet', { confirmQuarterly: 1 })
  await runDueWork(app.database, { firmId: 1, work: 'confirmations' }, inHours(-0.1))
  expect(await scheduled()).toEqual([quarter])
  await runDueWork(app.database, { firmId: 1, work: 'confirmations' }, quarter)
  expect(await scheduled()).toEqual([quarter, inHours(24)])
})
