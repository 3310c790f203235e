import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { fromKeys } from '../../../resources/kit/objects.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  admins,
  apiTokens,
  articles,
  cards,
  counters,
  lawyers,
  messages,
  reviewReminders,
  transferRequests,
} from '../../../server/db/tables.ts'
import { runDigest } from '../../../server/services/messages/digest.ts'
import { runReminders } from '../../../server/services/messages/reminders.ts'
import { agentClient } from '../../support/agent.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf } from '../../support/articles.ts'
import { submitChange } from '../../support/cards.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// The review desk, its badge, the digest and the reminders count the same for a reviewer.

let app: TestApp
let stage: Stage
const { allow, createToken, everything, useTool } = agentClient(() => app)
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app, { office: '东所', admin: 'branch' })
  await allow(1)
})
afterAll(() => app.close())
// Each test has only its own waiting items.
beforeEach(() =>
  app.database.write(1, async db => {
    await db.update(lawyers).set({ status: 1 }).where(eq(lawyers.status, 0))
    await db.update(cards).set({ auditStatus: 0 }).where(eq(cards.auditStatus, 1))
    await db.update(articles).set({ status: 0, revision: null, revisionStatus: null })
    await db.update(admins).set({ status: 1, canAudit: 1 })
    await db.delete(transferRequests)
    await db.delete(apiTokens)
    await db.delete(counters)
    await db.delete(reviewReminders)
    await db.delete(messages)
  }),
)

const accounts = ['admin', 'admin2', 'branch', 'branch2'] as const
type Account = (typeof accounts)[number]

/** Gives an administrator the mobile of this lawyer, so that both accounts are one person. */
const isAlso = (account: Account, mobile: string) =>
  app.database.write(1, db =>
    db
      .update(admins)
      .set({ mobile })
      .where(eq(admins.id, app.world.people.get(account)!.id)),
  )

const remindersOf = (account: Account) =>
  app.database.read(1, db =>
    db
      .select({ title: messages.title })
      .from(messages)
      .where(
        and(
          eq(messages.receiverType, 1),
          eq(messages.receiverId, app.world.people.get(account)!.id),
          eq(messages.type, 6),
        ),
      ),
  )

const afterDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
let days = 0

const counted = (titles: readonly { title: string }[]) =>
  titles.reduce((sum, { title }) => sum + Number(/\d+/.exec(title)?.[0] ?? 1), 0)

/** How many items each administrator is told of, by the queue, the badge, the digest and the reminders. */
const countsOf = async (account: Account) => {
  const caller = await app.as(account)
  const queue = await caller.call('reviews.queue', { pageNum: 1, pageSize: 50 })
  const badge = await caller.call('reviews.count')
  const sent = await remindersOf(account)
  return {
    queue: queue.records.length,
    badge: Object.values(badge).reduce((sum, { all }) => sum + all, 0),
    digest: counted(sent.filter(it => it.title.startsWith('今日'))),
    reminders: counted(sent.filter(it => !it.title.startsWith('今日'))),
  }
}

/** Runs the reminders and the digest, and counts for each administrator. */
const countsFor = async (review: object = {}) => {
  await app.database.write(1, db => db.delete(messages))
  await stage.setting('cardReview', { slaHours: 1, remind: 1, ...review })
  await stage.setting('reminderSet', { digest: 0, digestHour: 9 })
  days += 1
  const moment = new Date(`${firmDay(afterDays(days + 1))}T10:00:00+08:00`)
  await runReminders(app.database, 1, moment)
  await stage.setting('reminderSet', { digest: 1, digestHour: 9 })
  await runDigest(app.database, 1, moment)
  const counts: Partial<Record<Account, Awaited<ReturnType<typeof countsOf>>>> = {}
  for (const account of accounts) counts[account] = await countsOf(account)
  return counts
}

/** The same number in each place. */
const everywhere = (numbers: Record<Account, number>) =>
  fromKeys(accounts, account => {
    const number = numbers[account]
    return { queue: number, badge: number, digest: number, reminders: number }
  })

test('without the own card', async () => {
  const { key } = await stage.submittedCard()
  await stage.submittedCard()
  await isAlso('branch2', key)
  expect(await countsFor()).toEqual(everywhere({ admin: 2, admin2: 2, branch: 2, branch2: 1 }))
})

test('with the own card where the firm allows reviewing it', async () => {
  const { key } = await stage.submittedCard()
  await isAlso('branch', key)
  expect(await countsFor({ selfAudit: 1 })).toEqual(
    everywhere({ admin: 1, admin2: 1, branch: 1, branch2: 1 }),
  )
})

test('with the own card of the main administrator only while nobody else could review it', async () => {
  const { key } = await stage.submittedCard()
  await isAlso('admin', key)
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 1, branch: 1, branch2: 1 }))
  await app.database.write(1, async db => {
    await db.delete(reviewReminders)
    await db
      .update(admins)
      .set({ canAudit: 0 })
      .where(inArray(admins.officeLevel, [2, 4]))
    await db.update(admins).set({ status: 0 }).where(eq(admins.officeLevel, 3))
  })
  const waiting = await (await app.as('admin')).call('reviews.count')
  expect(waiting.card.all).toBe(1)
  await app.database.write(1, db => db.delete(messages))
  days += 1
  await runDigest(app.database, 1, new Date(`${firmDay(afterDays(days + 1))}T10:00:00+08:00`))
  expect(counted(await remindersOf('admin'))).toBe(1)
})

test('without the own article', async () => {
  const { key } = await stage.waiting()
  await stage.waiting()
  await isAlso('branch', key)
  expect(await countsFor()).toEqual(everywhere({ admin: 2, admin2: 2, branch: 1, branch2: 0 }))
})

test('without the change of an article that makes one its author', async () => {
  const { articleId } = await stage.published()
  const { key, id } = await stage.lawyer()
  await app.database.write(1, db =>
    db
      .update(articles)
      .set({ revision: { lawyerIds: [id] }, revisionStatus: 1 })
      .where(eq(articles.articleId, articleId)),
  )
  await isAlso('branch', key)
  expect(await countsFor()).toEqual(everywhere({ admin: 1, admin2: 1, branch: 0, branch2: 0 }))
})

test('with what is assigned to one of them, for all of them', async () => {
  const { id } = await stage.submittedCard()
  await stage.admin.call('cards.assign', { id, adminId: app.world.people.get('branch2')!.id })
  expect(await countsFor()).toEqual(everywhere({ admin: 1, admin2: 1, branch: 1, branch2: 1 }))
})

test('without what is approved for a later day, and without a scheduled article', async () => {
  const mobile = (await stage.lawyer()).key
  const { id, version } = await submitChange(app, mobile, stage.needed, { slogan: '行胜于言' })
  const effectiveOn = firmDay(afterDays(20))
  await stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 2, effectiveOn })
  await stage.article({ submit: 1, publishAt: afterDays(20).toISOString() })
  await stage.submittedCard()
  expect(await countsFor()).toEqual(everywhere({ admin: 1, admin2: 1, branch: 1, branch2: 1 }))
})

/** A language model's program of the main administrator proposes a change. */
const propose = async (tool: string, input: object) => {
  const { token } = await createToken(await everything(), { mayPropose: 1 })
  const result = await useTool(token, tool, input)
  expect(result.isError, result.content[0]!.text).toBeUndefined()
}

const proposeForCard = async ({ id }: { id: number }) => {
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await propose('cards_update', { id, version, team: '争议部' })
}

test('with a proposal for a card, for everybody but the owner of the token', async () => {
  await proposeForCard(await stage.publishedCard())
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 1, branch: 1, branch2: 0 }))
  await app.database.write(1, async db => {
    await db.delete(reviewReminders)
    await db.update(admins).set({ canAudit: 0 })
  })
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 0, branch: 1, branch2: 0 }))
})

test('without a proposal for the own card', async () => {
  const { id, key } = await stage.publishedCard()
  await proposeForCard({ id })
  await isAlso('branch', key)
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 1, branch: 0, branch2: 0 }))
})

test('without a proposal for a card that one maintains for its owner', async () => {
  const { id, key } = await stage.publishedCard()
  const assistantId = app.world.people.get('admin2')!.id
  // Who reviews is no assistant, but an assistant may get the right later.
  const setReviewer = (canAudit: 0 | 1) =>
    app.database.write(1, db => db.update(admins).set({ canAudit }).where(eq(admins.id, assistantId)))
  await setReviewer(0)
  await (
    await app.as(key)
  ).call('mandates.grant', {
    population: 1,
    assistantId,
    fields: ['intro'],
    startOn: firmDay(app.clock.now()),
    endOn: firmDay(afterDays(300)),
  })
  await setReviewer(1)
  await proposeForCard({ id })
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 0, branch: 1, branch2: 0 }))
})

test('with a proposal for the whole firm, for those who may change its settings themselves', async () => {
  const setLevel = (officeLevel: 1 | 2) =>
    app.database.write(1, db =>
      db
        .update(admins)
        .set({ officeLevel })
        .where(eq(admins.id, app.world.people.get('admin2')!.id)),
    )
  const { version } = await (await app.as('admin')).call('mpName.get')
  await propose('mpName_update', { mpName: '东方名片', version })
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 0, branch: 0, branch2: 0 }))
  await setLevel(1)
  await app.database.write(1, db => db.delete(reviewReminders))
  expect(await countsFor()).toEqual(everywhere({ admin: 0, admin2: 1, branch: 0, branch2: 0 }))
  await setLevel(2)
})

test('tells nobody of an own submission', async () => {
  const { key, id, version } = await stage.card()
  await isAlso('branch', key)
  await (await app.as(key)).call('cards.submitAudit', { id, version })
  await (
    await app.as(key)
  ).call(
    'articles.add',
    inputOf(app, stage.types, {
      organizationId: stage.organizationId,
      lawyerIds: [app.world.people.get(key)!.id],
      submit: 1,
    }),
  )
  const titlesOf = (account: Account) =>
    app.database.read(1, db =>
      db
        .select({ title: messages.title })
        .from(messages)
        .where(and(eq(messages.receiverType, 1), eq(messages.receiverId, app.world.people.get(account)!.id))),
    )
  expect(await titlesOf('admin')).toHaveLength(2)
  expect(await titlesOf('branch')).toEqual([])
})
