import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  admins,
  cardRevisions,
  cards,
  firmConfigs,
  lawyers,
  logs,
  messages,
  reviewSubstitutes,
} from '../../../server/db/tables.ts'
import { runDueWork } from '../../../server/services/jobs/dueWork.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard } from '../../support/cards.ts'

const [wu, zheng, wang] = ['13800000001', '13800000002', '13800000003'] as const
const dayMs = 24 * 3_600_000

let app: TestApp
let needed: CardFields
beforeAll(async () => {
  app = await startApp()
  needed = await prepareCards(app)
})
afterAll(() => app.close())
afterEach(() =>
  app.database.write(1, async db => {
    await db.delete(reviewSubstitutes)
    await db.delete(cardRevisions)
    await db.delete(cards)
    await db.delete(messages)
    await db.delete(firmConfigs)
    await db.update(admins).set({ status: 1, canAudit: 1 })
  }),
)

const inDays = (days: number) => firmDay(app.clock.now().getTime() + days * dayMs)
const idOf = (account: string) => app.world.people.get(account)!.id
const setAdmin = (account: string, values: Partial<typeof admins.$inferInsert>) =>
  app.database.write(1, db =>
    db
      .update(admins)
      .set(values)
      .where(eq(admins.id, idOf(account))),
  )
/** A new session, because the clock has moved. */
const call = async (account: string) => (await app.asNew(account)).call
const approve = async (account: string, { id, version }: { id: number; version: number }) =>
  (await call(account))('cards.adminAuditCard', { id, version, auditStatus: 2 })
const waitingIds = async (account: string) =>
  (await (await call(account))('reviews.queue', { kind: 'card' })).records.map(it => it.id)
const titlesOf = async (account: string) => {
  const rows = await app.database.read(1, db =>
    db
      .select({ title: messages.title })
      .from(messages)
      .where(eq(messages.receiverId, idOf(account)))
      .orderBy(messages.id),
  )
  return rows.map(it => it.title)
}
const nameFor = async (account: string, substitute: string, from: number, until: number) =>
  (await call(account))('reviews.nameSubstitute', {
    substituteId: idOf(substitute),
    startOn: inDays(from),
    endOn: inDays(until),
  })

/** What a job does whose moment has come. */
const runClock = async () => {
  const now = app.clock.now()
  if ((await dueJobs(app.database)).some(({ work, at }) => work === 'substitutions' && at <= now))
    await runDueWork(app.database, { firmId: 1, work: 'substitutions' }, now)
}

describe('a substitute', () => {
  /** 李助理 of 东所, without a right of the own to review. */
  beforeEach(() => setAdmin('branch2', { canAudit: 0 }))

  test('never has more than the absent reviewer has at that moment', async () => {
    const card = await submitCard(app, zheng, needed)
    await setAdmin('branch2', { canAudit: 1 })
    await nameFor('branch2', 'south', 0, 3)
    expect(await waitingIds('south')).toEqual([card.id])
    expect((await (await call('south'))('session.self')).standsInFor).toMatchObject([{ scope: 'office' }])
    const refused = async () => {
      await expect(approve('south', card)).rejects.toMatchObject({ code: '4040' })
      expect(await waitingIds('south')).toEqual([])
      await expect((await call('south'))('cards.cardInfo', { id: card.id })).rejects.toMatchObject({
        code: '4040',
      })
    }
    await setAdmin('branch2', { canAudit: 0 })
    await refused()
    await setAdmin('branch2', { canAudit: 1, status: 0 })
    await refused()
    await setAdmin('branch2', { status: 1 })
    const withdrawn = { firmId: 1, key: 'cardReview', value: { l4Card: 0 } }
    await app.database.write(1, db => db.insert(firmConfigs).values(withdrawn))
    await refused()
    await app.database.write(1, db => db.delete(firmConfigs))
    await approve('south', card)
  })

  test('does not review the own card, and the period gives no other right', async () => {
    const card = await submitCard(app, wang, needed)
    const other = await submitCard(app, wu, needed)
    await nameFor('admin', 'branch2', 0, 1)
    expect(await waitingIds('branch2')).toEqual([card.id, other.id])
    const [{ mobile } = { mobile: '' }] = await app.database.read(1, db =>
      db
        .select({ mobile: admins.mobile })
        .from(admins)
        .where(eq(admins.id, idOf('branch2'))),
    )
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ mobile })
        .where(eq(lawyers.id, idOf(wang))),
    )
    expect(await waitingIds('branch2')).toEqual([other.id])
    await expect(approve('branch2', card)).rejects.toMatchObject({ code: '4040' })
    // Nor does he get the message that it waits.
    const told = await titlesOf('branch2')
    const owner = await call(wang)
    const withdrawn = await owner('cards.submitAudit', { id: card.id, version: card.version, withdraw: 1 })
    card.version = (await owner('cards.submitAudit', { id: card.id, version: withdrawn.version })).version
    expect(await titlesOf('branch2')).toEqual(told)
    expect(await titlesOf('south')).toContain('名片待审核')
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ mobile: wang })
        .where(eq(lawyers.id, idOf(wang))),
    )
    const substitute = await call('branch2')
    for (const attempt of [
      () => substitute('cards.update', { id: card.id, version: card.version, team: '争议部' }),
      () => substitute('cards.update', { id: card.id, version: card.version, team: '争议部', publish: 1 }),
      () => substitute('cards.delete', { ids: [card.id] }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/^40[34]0$/) as unknown })
    // Nobody passes on what is not the own right.
    await expect(nameFor('branch2', 'south', 0, 1)).rejects.toMatchObject({ code: '4030' })
  })

  test('is named once for a time, among the administrators of the firm, and ended by either side', async () => {
    await expect(nameFor('south', 'other-admin', 0, 1)).rejects.toMatchObject({ code: '4220' })
    for (const [substitute, from, until] of [
      ['system', 0, 1],
      ['south', 0, 1],
      ['branch2', -1, 1],
      ['branch2', 2, 1],
      ['branch2', 0, 90],
    ] as const)
      await expect(nameFor('south', substitute, from, until)).rejects.toMatchObject({ code: '4220' })
    const { id } = await nameFor('south', 'branch2', 0, 5)
    await expect(nameFor('south', 'branch', 5, 6)).rejects.toMatchObject({ code: '4220' })
    expect(await (await call('south'))('reviews.substitutes')).toMatchObject([
      { id, isOwn: 0, name: '李助理', isActive: 1 },
    ])
    expect(await (await call('branch2'))('reviews.substitutes')).toMatchObject([
      { id, isOwn: 1, name: '周主管', isActive: 1 },
    ])
    await expect((await call('admin'))('reviews.endSubstitute', { id })).rejects.toMatchObject({
      code: '4040',
    })
    const card = await submitCard(app, wang, needed)
    expect(await waitingIds('branch2')).toEqual([card.id])
    await (
      await call('branch2')
    )('reviews.endSubstitute', { id })
    await expect(approve('branch2', card)).rejects.toMatchObject({ code: '4030' })
    expect(await titlesOf('south')).toContain('代审提前结束')
    await nameFor('south', 'branch', 0, 6)
  })

  test('reviews in the scope of the absent reviewer for that time alone, and the log names both', async () => {
    const [first, second, third] = [
      await submitCard(app, wang, needed),
      await submitCard(app, wu, needed),
      await submitCard(app, zheng, needed),
    ]
    await nameFor('south', 'branch2', 1, 2)
    // Before the period.
    await expect(approve('branch2', first)).rejects.toMatchObject({ code: '4030' })
    await runClock()
    expect(await titlesOf('branch2')).toEqual([])
    // From 0:00 of the first day.
    app.clock.advance(dayMs)
    await runClock()
    expect(await titlesOf('branch2')).toEqual(['您开始代周主管审核名片'])
    expect(await titlesOf('south')).toContain('李助理开始代您审核名片')
    await runClock()
    expect(await titlesOf('branch2')).toHaveLength(1)
    // The office of the absent reviewer, and neither the own one nor another.
    expect(await waitingIds('branch2')).toEqual([first.id])
    expect(await (await call('branch2'))('cards.cardInfo', { id: first.id })).toMatchObject({ id: first.id })
    for (const other of [second, third])
      await expect(approve('branch2', other)).rejects.toMatchObject({ code: '4040' })
    // A message about a new submission reaches the substitute too.
    await approve('branch2', first)
    const [row] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.id)).limit(1))
    expect(row).toMatchObject({ action: 'approve', operatorName: '李助理' })
    expect(row!.diff[0]).toMatchObject({ label: '代审', after: '周主管' })
    const lawyer = await app.asNew(wang)
    const changed = await lawyer.call('cards.update', {
      id: first.id,
      version: first.version + 1,
      slogan: '行',
    })
    const again = await lawyer.call('cards.submitAudit', { id: first.id, version: changed.version })
    expect(await titlesOf('branch2')).toContain('名片待审核')
    // After 24:00 of the last day.
    app.clock.advance(2 * dayMs)
    await expect(approve('branch2', { id: first.id, version: again.version })).rejects.toMatchObject({
      code: '4030',
    })
    expect(await (await call('branch2'))('reviews.substitutes')).toEqual([])
  })
})
