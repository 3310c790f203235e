import { and, desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { cards, logs, messages, positions } from '../../../server/db/tables.ts'
import { runCardEffects } from '../../../server/services/jobs/cardEffects.ts'
import { dueJobs } from '../../support/dueJobs.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard, submitChange } from '../../support/cards.ts'
import { addLawyer } from '../../support/world.ts'

let app: TestApp
let needed: CardFields
beforeAll(async () => {
  app = await startApp()
  needed = await prepareCards(app)
})
afterAll(() => app.close())

const dayMs = 24 * 3_600_000
let moved = 0
const pass = (ms: number) => {
  moved += ms
  app.clock.advance(ms)
}
afterEach(() => {
  app.clock.advance(-moved)
  moved = 0
})

const nextYear = () => `${Number(firmDay(app.clock.now()).slice(0, 4)) + 1}-01-01`
const tomorrow = () => firmDay(app.clock.now().getTime() + dayMs)
const admin = () => app.asNew('admin')

let made = 0
/** A lawyer of their own for each test, with a published card and a submitted change of the slogan. */
const waitingChange = async (change: object = { slogan: '行胜于言' }) => {
  const mobile = `1370009${String(++made).padStart(4, '0')}`
  await app.database.write(1, db => addLawyer(db, app.world, 1, mobile, mobile, '样本律师', '总所'))
  return { ...(await submitChange(app, mobile, needed, change)), mobile }
}
const rowOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, id)))
  return row!
}
/** What a job does whose moment has come. */
const runClock = async () => {
  const due = await dueJobs(app.database)
  const isDue = due.some(({ work, at }) => work === 'cardEffects' && at <= app.clock.now())
  return isDue ? runCardEffects(app.database, 1, app.clock.now()) : 0
}
const newestMessage = async (receiverId: number, receiverType: 1 | 2) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverId, receiverId), eq(messages.receiverType, receiverType)))
      .orderBy(desc(messages.id))
      .limit(1),
  )
  return row!
}

describe('a change that is approved for a later day', () => {
  test('has the former state until the day, is withdrawn before it, and cannot be approved twice', async () => {
    const { id, version, lawyer } = await waitingChange()
    const { call } = await admin()
    for (const effectiveOn of [firmDay(app.clock.now()), '2020-01-01', '2099-01-01'])
      await expect(
        call('cards.adminAuditCard', { id, version, auditStatus: 2, effectiveOn }),
      ).rejects.toMatchObject({ code: '4220' })
    const approved = await call('cards.adminAuditCard', {
      id,
      version,
      auditStatus: 2,
      effectiveOn: tomorrow(),
    })
    const card = await lawyer.call('cards.cardInfo', { id })
    expect(card).toMatchObject({
      auditStatus: 2,
      publishState: 5,
      effectiveAt: momentOfFirm(tomorrow()).toISOString(),
      scheduledFields: ['slogan'],
      slogan: '行胜于言',
    })
    expect(card.published).not.toHaveProperty('slogan')
    expect((await newestMessage(lawyer.id, 2)).content).toContain(`将于${tomorrow()} 0:00生效`)
    // Nothing to submit, since only the approved change is there.
    await expect(lawyer.call('cards.submitAudit', { id, version: approved.version! })).rejects.toMatchObject({
      code: '4091',
    })
    const withdrawn = await call('cards.unschedule', { id, version: approved.version! })
    expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({ publishState: 4, effectiveAt: null })
    await expect(call('cards.unschedule', { id, version: withdrawn.version })).rejects.toMatchObject({
      code: '4091',
    })
    expect((await newestMessage(lawyer.id, 2)).title).toBe('名片的修改不再生效')
  })

  test('has a day that is at most 366 days ahead, so that the same day of the next year always is', async () => {
    const { id, version } = await waitingChange()
    const { call } = await admin()
    const approve = (days: number) => {
      const effectiveOn = firmDay(app.clock.now().getTime() + days * dayMs)
      return call('cards.adminAuditCard', { id, version, auditStatus: 2, effectiveOn })
    }
    await expect(approve(367)).rejects.toMatchObject({ code: '4220' })
    await approve(366)
    expect(await call('cards.cardInfo', { id })).toMatchObject({ publishState: 5 })
  })

  test('is not for a first publication, and the proposal of the lawyer reaches the reviewer', async () => {
    const mobile = `1370008${String(++made).padStart(4, '0')}`
    await app.database.write(1, db => addLawyer(db, app.world, 1, mobile, mobile, '样本律师', '总所'))
    const { id, version, lawyer } = await submitCard(app, mobile, needed)
    const { call } = await admin()
    await expect(
      call('cards.adminAuditCard', { id, version, auditStatus: 2, effectiveOn: tomorrow() }),
    ).rejects.toMatchObject({ code: '4220' })
    await call('cards.adminAuditCard', { id, version, auditStatus: 2 })
    const changed = await lawyer.call('cards.update', { id, version: version + 1, slogan: '行胜于言' })
    const proposal = { id, version: changed.version, effectiveOn: tomorrow() }
    await lawyer.call('cards.submitAudit', proposal)
    const { records } = await call('reviews.queue', { kind: 'card', pageSize: 200 })
    expect(records.find(it => it.id === id)).toMatchObject({ proposedOn: tomorrow() })
  })

  test('waits for its day although other changes are published meanwhile, and a conflict is reported', async () => {
    const { id, version, lawyer } = await waitingChange({ slogan: '行胜于言', team: '争议部' })
    const administrator = await admin()
    await administrator.call('cards.adminAuditCard', { id, version, auditStatus: 2, effectiveOn: tomorrow() })
    // The lawyer's next change is approved at once; the scheduled values stay back.
    const changed = await lawyer.call('cards.update', { id, version: version + 1, fax: '021-55550001' })
    const submitted = await lawyer.call('cards.submitAudit', { id, version: changed.version })
    const decided = await administrator.call('cards.adminAuditCard', {
      id,
      version: submitted.version,
      auditStatus: 2,
    })
    const before = await rowOf(id)
    expect(before.published).toMatchObject({ fax: '021-55550001' })
    expect(before.published).not.toHaveProperty('slogan')
    expect(before.changedFields).toEqual(expect.arrayContaining(['slogan', 'team']))
    // An administrator publishes another value of the same field.
    await administrator.call('cards.update', { id, version: decided.version!, team: '公司部' })
    expect((await rowOf(id)).published).toMatchObject({ team: '公司部' })
    pass(dayMs)
    expect(await runClock()).toBe(1)
    expect(await rowOf(id)).toMatchObject({
      published: { slogan: '行胜于言', team: '争议部', fax: '021-55550001' },
      effectiveAt: null,
      scheduled: null,
      auditStatus: 2,
    })
    expect(await newestMessage(administrator.id, 1)).toMatchObject({ title: '名片生效时覆盖了其他修改' })
  })
})

test('no conflict is reported where the public value has become the approved one in another way', async () => {
  const [partner, counsel] = await app.database.write(1, db =>
    db
      .insert(positions)
      .values([
        { firmId: 1, postName: '高级合伙人', postCode: 'Senior Partner', postLevel: 4 },
        { firmId: 1, postName: '顾问', postCode: 'Counsel', postLevel: 9 },
      ])
      .returning(),
  )
  const positionOf = ({ postName, postCode }: typeof positions.$inferSelect) => ({ postName, postCode })
  const { id, version } = await waitingChange()
  const administrator = await admin()
  const { call } = administrator
  await call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const scheduled = await call('cards.update', {
    id,
    version: version + 1,
    workPosition: positionOf(partner!),
    effectiveOn: tomorrow(),
  })
  await call('cards.update', { id, version: scheduled.version, workPosition: positionOf(counsel!) })
  expect((await rowOf(id)).published).toMatchObject({ workPosition: positionOf(counsel!) })
  await call('positions.remove', { postId: counsel!.postId, moveTo: partner!.postId })
  expect((await rowOf(id)).published).toMatchObject({ workPosition: positionOf(partner!) })
  const before = await newestMessage(administrator.id, 1)
  pass(dayMs)
  expect(await runClock()).toBe(1)
  expect(await newestMessage(administrator.id, 1)).toEqual(before)
})

test('a direct change by an administrator is public from its day', async () => {
  const { id, version } = await waitingChange()
  const { call } = await admin()
  await call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const saved = await call('cards.update', {
    id,
    version: version + 1,
    team: '争议部',
    effectiveOn: tomorrow(),
  })
  expect(await call('cards.cardInfo', { id })).toMatchObject({ publishState: 5, scheduledFields: ['team'] })
  await expect(
    call('cards.update', { id, version: saved.version, team: '公司部', effectiveOn: tomorrow() }),
  ).rejects.toMatchObject({ code: '4220' })
  pass(dayMs)
  expect(await runClock()).toBe(1)
  expect((await rowOf(id)).published).toMatchObject({ team: '争议部' })
})

test('approved today, it is public on 1 January at midnight of the firm, once and also after a late start', async () => {
  const [onTime, late] = [await waitingChange(), await waitingChange()]
  const { call } = await admin()
  const day = nextYear()
  // A promotion by an administrator, and a change of the lawyer's own.
  await call('cards.adminAuditCard', { id: onTime.id, version: onTime.version, auditStatus: 2 })
  const workPosition = { postName: '合伙人', postCode: 'Partner' }
  await call('cards.update', { id: onTime.id, version: onTime.version + 1, workPosition, effectiveOn: day })
  await call('cards.adminAuditCard', {
    id: late.id,
    version: late.version,
    auditStatus: 2,
    effectiveOn: day,
  })
  const midnight = momentOfFirm(day).getTime()
  // The job is scheduled for the moment; a second before, nothing is public.
  expect(await dueJobs(app.database)).toContainEqual({ work: 'cardEffects', at: new Date(midnight) })
  expect(await runCardEffects(app.database, 1, new Date(midnight - 1))).toBe(0)
  expect((await rowOf(onTime.id)).published).toMatchObject({ workPosition: { postCode: 'Associate' } })
  // Two processes at the same moment; each card is published once.
  const counts = await Promise.all([1, 2].map(() => runCardEffects(app.database, 1, new Date(midnight))))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  const row = await rowOf(onTime.id)
  expect(row).toMatchObject({
    published: { workPosition: { postCode: 'Partner' } },
    publishedAt: new Date(midnight),
    changedFields: [],
    effectiveAt: null,
  })
  // A start days later finds nothing left.
  pass(3 * dayMs)
  expect(await runClock()).toBe(0)
  const entries = await app.database.read(1, db =>
    db
      .select({ reason: logs.reason, logType: logs.logType })
      .from(logs)
      .where(and(eq(logs.targetId, onTime.id), eq(logs.action, 'publish'))),
  )
  expect(entries).toEqual([{ reason: '到生效日期自动发布', logType: 3 }])
  const history = await (await admin()).call('cards.revisions', { id: onTime.id })
  expect(history[0]).toMatchObject({ kind: 'effect', by: '赵主任' })
})
