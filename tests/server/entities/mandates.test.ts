import { and, desc, eq, notInArray, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import {
  admins,
  cardDrafts,
  cardRevisions,
  cards,
  firmConfigs,
  lawyers,
  logs,
  mandates,
  messages,
} from '../../../server/db/tables.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard } from '../../support/cards.ts'

/** The lawyer, and the member who maintains the card. */
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
    await db.delete(cardDrafts)
    await db.delete(mandates)
    await db.delete(cardRevisions)
    await db.delete(cards)
    await db.delete(messages)
    await db.delete(firmConfigs).where(eq(firmConfigs.key, 'cardReview'))
    await db.update(admins).set({ status: 1, canAudit: 1 })
    await db.update(lawyers).set({ status: 1 })
  }),
)

const inDays = (days: number) => firmDay(app.clock.now().getTime() + days * dayMs)
const idOf = (account: string) => app.world.people.get(account)!.id
const call = async (account: string) => (await app.asNew(account)).call
const grant = async (
  assistant: string,
  fields: readonly ('intro' | 'slogan' | 'team')[] = ['intro'],
  until = 30,
) =>
  (await call(wu))('mandates.grant', {
    population: assistant.startsWith('1') ? 2 : 1,
    assistantId: idOf(assistant),
    fields: [...fields],
    startOn: inDays(0),
    endOn: inDays(until),
  })
/** A published card of the lawyer. */
const publish = async () => {
  const { id, version } = await submitCard(app, wu, needed)
  const approved = await (await call('admin'))('cards.adminAuditCard', { id, version, auditStatus: 2 })
  return { id, version: approved.version! }
}
const titlesOf = async (account: string) => {
  const rows = await app.database.read(1, db =>
    db
      .select({ title: messages.title })
      .from(messages)
      .where(
        and(
          eq(messages.receiverId, idOf(account)),
          eq(messages.receiverType, account.startsWith('1') ? 2 : 1),
        ),
      ),
  )
  return rows.map(it => it.title)
}
const lastLog = async () => {
  const [row] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(1))
  return row!
}

describe('an assistant', () => {
  test('edits the named fields, submits and answers, and both names are stored', async () => {
    const card = await publish()
    const { id: mandateId } = await grant(zheng)
    const names = async () => (await (await call('admin'))('cards.revisions', { id: card.id }))[0]
    const assistant = await call(zheng)
    const [lawyerName, assistantName] = [app.world.people.get(wu)!.name, app.world.people.get(zheng)!.name]
    const expected = `${assistantName}（代${lawyerName}）`
    const edited = await assistant('cards.update', { ...card, intro: '<p>新简介。</p>', mandateId })
    expect(await lastLog()).toMatchObject({
      action: 'update',
      operatorType: 2,
      operatorId: idOf(zheng),
      operatorName: expected,
      diff: [{ field: 'onBehalfOf', after: lawyerName }, { field: 'intro' }],
    })
    expect(await names()).toMatchObject({ kind: 'edit', by: expected })
    const submitted = await assistant('cards.submitAudit', {
      id: card.id,
      version: edited.version,
      mandateId,
    })
    expect(submitted.auditStatus).toBe(1)
    const queue = await (await call('admin'))('reviews.queue', { kind: 'card' })
    expect(queue.records).toMatchObject([{ id: card.id, submittedBy: expected }])
    expect(await titlesOf(wu)).toContain('名片已由代办人提交审核')
    const question = await (
      await call('admin')
    )('cards.ask', { id: card.id, field: 'intro', question: '何时执业？' })
    expect(await titlesOf(zheng)).toContain(`审核人对${lawyerName}的名片有问题`)
    await assistant('cards.answer', { id: question.id, answer: '2008年', mandateId })
    const thread = await (await call('admin'))('cards.questions', { id: card.id })
    expect(thread.records).toMatchObject([{ answer: '2008年', answeredByName: expected }])
    await (
      await call('admin')
    )('cards.adminAuditCard', { id: card.id, version: submitted.version, auditStatus: 2 })
    expect(await titlesOf(zheng)).toContain('代办的名片已通过审核')
  })

  test('changes no other field, and reads of others only what is public', async () => {
    const card = await publish()
    const owner = await call(wu)
    const { version } = await owner('cards.update', { ...card, team: '未提交的团队', slogan: '诚信' })
    const { id: mandateId } = await grant(zheng, ['intro', 'slogan'])
    const assistant = await call(zheng)
    await expect(
      assistant('cards.update', { id: card.id, version, team: '争议部', mandateId }),
    ).rejects.toMatchObject({
      code: '4220',
      data: { errors: { team: expect.stringContaining('不在代办范围内') } },
    })
    const { CN } = await assistant('cards.cardInfoByLawyer', { mandateId })
    expect(CN).toMatchObject({ slogan: '诚信', team: null, mobile: null, visibility: null })
    expect(CN?.policy).toMatchObject({ team: 'outside', intro: 'review', mobile: 'outside' })
    // The owner's unsubmitted team would be submitted with it.
    await expect(assistant('cards.submitAudit', { id: card.id, version, mandateId })).rejects.toMatchObject({
      code: '4091',
      message: expect.stringContaining('团队'),
    })
    const conflict: unknown = await assistant('cards.update', { ...card, slogan: '旧版', mandateId }).catch(
      (error: unknown) => error,
    )
    expect(conflict).toMatchObject({ code: '4090', data: { current: { slogan: '诚信' } } })
    expect(JSON.stringify(conflict)).not.toContain('未提交的团队')
  })

  test('publishes only named fields, also once those of the lawyer need no review any more', async () => {
    const card = await publish()
    const { version } = await (await call(wu))('cards.update', { ...card, team: '未提交的团队' })
    const { id: mandateId } = await grant(zheng, ['slogan'])
    await app.database.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'cardReview', value: { cardReview: 0 } }),
    )
    await (
      await call(zheng)
    )('cards.update', { id: card.id, version, slogan: '勤勉', mandateId })
    const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, card.id)))
    expect(row).toMatchObject({ published: { slogan: '勤勉' }, content: { team: '未提交的团队' } })
    expect(row?.published).not.toHaveProperty('team')
  })

  test('is refused by the next call once the mandate has ended, expired or not begun', async () => {
    const card = await publish()
    const { id: mandateId } = await grant(zheng, ['intro'], 3)
    const assistant = await call(zheng)
    const edit = () => assistant('cards.update', { ...card, intro: '<p>新简介。</p>', mandateId })
    await assistant('cards.keepDraft', { language: 'CN', values: '{"intro":"写了一半"}', mandateId })
    // The lawyer's own draft is another one.
    expect((await (await call(wu))('cards.draft', { language: 'CN' })).values).toBeNull()
    await (
      await call(wu)
    )('mandates.end', { id: mandateId })
    await expect(edit()).rejects.toMatchObject({
      code: '4030',
      message: expect.stringContaining('代办已结束'),
    })
    expect(await titlesOf(zheng)).toContain('名片代办已结束')
    expect(await app.database.read(1, db => db.$count(cardDrafts))).toBe(0)
    const set = (values: Partial<typeof mandates.$inferInsert>) =>
      app.database.write(1, db => db.update(mandates).set(values).where(eq(mandates.id, mandateId)))
    const now = app.clock.now().getTime()
    await set({ endedAt: null, endAt: new Date(now - 1) })
    await expect(edit()).rejects.toMatchObject({ code: '4030', message: expect.stringContaining('到期') })
    await set({ startAt: new Date(now + dayMs), endAt: new Date(now + 2 * dayMs) })
    await expect(edit()).rejects.toMatchObject({
      code: '4030',
      message: expect.stringContaining('现在还不能'),
    })
    await set({ startAt: new Date(now - 1) })
    await edit()
  })

  test('has the right of nobody else’s mandate, nor across firms', async () => {
    const card = await publish()
    const { id: mandateId } = await grant(zheng)
    for (const account of [wang, 'branch2', 'other-admin', wu])
      await expect(
        (await call(account))('cards.update', { ...card, intro: '<p>新简介。</p>', mandateId }),
      ).rejects.toMatchObject({ code: '4040' })
    await expect((await call(wang))('mandates.end', { id: mandateId })).rejects.toMatchObject({
      code: '4040',
    })
    await expect((await call(zheng))('mandates.given', { lawyerId: idOf(wu) })).rejects.toMatchObject({
      code: '4040',
    })
  })

  test('finds every other call closed: none of them takes a mandate', async () => {
    const byMandate = servedCalls.filter(({ call: it }) => it.isByMandate)
    expect(byMandate.map(({ name }) => name).toSorted()).toEqual([
      'cards.answer',
      'cards.cardInfoByLawyer',
      'cards.draft',
      'cards.dropDraft',
      'cards.keepDraft',
      'cards.questions',
      'cards.submitAudit',
      'cards.update',
    ])
    // A handler that opens its own transaction would not look the mandate up.
    expect(byMandate.filter(it => it.isOutside)).toEqual([])
    const { id: mandateId } = await grant(zheng)
    const assistant = await app.asNew(zheng)
    for (const { name, call: it } of servedCalls) {
      if (it.isByMandate || !('shape' in it.input)) continue
      expect([name, 'mandateId' in Object(it.input.shape)]).toEqual([name, false])
    }
    await expect(
      assistant.send('PUT', '/auth/password', { body: { oldPassword: 'x', newPassword: 'y', mandateId } }),
    ).resolves.not.toMatchObject({ code: '200' })
  })
})

describe('a mandate that gives no right', () => {
  const unusable: Readonly<Record<string, (now: number) => Partial<typeof mandates.$inferInsert>>> = {
    ended: now => ({ endedAt: new Date(now - 1) }),
    expired: now => ({ startAt: new Date(now - 2 * dayMs), endAt: new Date(now - 1) }),
    'not begun': now => ({ startAt: new Date(now + dayMs) }),
  }
  /** Every call of an assistant that writes, with valid input. */
  const writesOn = (card: { id: number; version: number }, questionId: number) =>
    [
      ['cards.update', { ...card, intro: '<p>新简介。</p>' }],
      ['cards.submitAudit', card],
      ['cards.submitAudit', { ...card, withdraw: 1 as const }],
      ['cards.keepDraft', { language: 'CN' as const, values: '{"intro":"写了一半"}' }],
      ['cards.dropDraft', { language: 'CN' as const }],
      ['cards.answer', { id: questionId, answer: '2008年' }],
    ] as const
  const codesOf = async (account: string, card: { id: number; version: number }, mandateId: number) => {
    const caller = await call(account)
    const codes: string[] = []
    for (const [name, input] of writesOn(card, 1)) {
      const error: unknown = await caller(name, { ...input, mandateId } as never).catch(
        (reason: unknown) => reason,
      )
      codes.push(`${name} ${String(Object(error).code)}`)
    }
    return codes
  }
  const all = (code: string) => writesOn({ id: 1, version: 1 }, 1).map(([name]) => `${name} ${code}`)

  test.each(Object.keys(unusable))('refuses every write: %s', async state => {
    const card = await publish()
    const { id: mandateId } = await grant(zheng)
    const values = unusable[state]!(app.clock.now().getTime())
    await app.database.write(1, db => db.update(mandates).set(values).where(eq(mandates.id, mandateId)))
    expect(await codesOf(zheng, card, mandateId)).toEqual(all('4030'))
    expect(await app.database.read(1, db => db.$count(cardDrafts))).toBe(0)
  })

  test.each([wang, 'branch2', 'other-admin', wu])('is unknown to another person: %s', async account => {
    const card = await publish()
    const { id: mandateId } = await grant(zheng)
    expect(await codesOf(account, card, mandateId)).toEqual(all('4040'))
  })
})

test('the longest names of both people are stored and answered whole', async () => {
  const names = { [wu]: '张'.repeat(60), [zheng]: '李'.repeat(60) }
  const rename = (account: string, name: string) =>
    app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ name })
        .where(eq(lawyers.id, idOf(account))),
    )
  const before = { [wu]: app.world.people.get(wu)!.name, [zheng]: app.world.people.get(zheng)!.name }
  const card = await publish()
  for (const [account, name] of Object.entries(names)) await rename(account, name)
  const { id: mandateId } = await grant(zheng)
  const assistant = await call(zheng)
  const edited = await assistant('cards.update', { ...card, intro: '<p>新简介。</p>', mandateId })
  await assistant('cards.submitAudit', { id: card.id, version: edited.version, mandateId })
  const both = `${names[zheng]}（代${names[wu]}）`
  const admin = await call('admin')
  expect((await admin('reviews.queue', { kind: 'card' })).records).toMatchObject([{ submittedBy: both }])
  expect(await admin('cards.cardInfo', { id: card.id })).toMatchObject({ submittedBy: both })
  expect((await admin('cards.revisions', { id: card.id }))[0]).toMatchObject({ by: both })
  expect(await lastLog()).toMatchObject({ operatorName: both })
  const logged = await admin('logs.getAdminLogPageList', {})
  expect(logged.records[0]).toMatchObject({ operatorName: both })
  for (const [account, name] of Object.entries(before)) await rename(account, name)
})

describe('review', () => {
  const isBranch2 = () => eq(admins.id, idOf('branch2'))
  const setBranch2 = (values: Partial<typeof admins.$inferInsert>) =>
    app.database.write(1, db => db.update(admins).set(values).where(isBranch2()))
  const placeOfBranch2 = async () => {
    const [row] = await app.database.read(1, db =>
      db
        .select({ officeLevel: admins.officeLevel, organizationId: admins.organizationId })
        .from(admins)
        .where(isBranch2()),
    )
    return row!
  }

  test('stays closed to who maintains the card, also with a right that came later', async () => {
    const before = await placeOfBranch2()
    await setBranch2({ canAudit: 0 })
    const card = await publish()
    const { id: mandateId } = await grant('branch2')
    const assistant = await call('branch2')
    const { version } = await assistant('cards.update', { ...card, intro: '<p>新简介。</p>', mandateId })
    const submitted = await assistant('cards.submitAudit', { id: card.id, version, mandateId })
    await setBranch2({ canAudit: 1, officeLevel: 2, organizationId: 1 })
    const reviewer = await call('branch2')
    const approve = () =>
      reviewer('cards.adminAuditCard', { id: card.id, version: submitted.version, auditStatus: 2 })
    await expect(approve()).rejects.toMatchObject({
      code: '4030',
      message: expect.stringContaining('代办人'),
    })
    expect((await reviewer('reviews.queue', { kind: 'card' })).records).toEqual([])
    await (
      await call(wu)
    )('mandates.end', { id: mandateId })
    // What he wrote still waits.
    await expect(approve()).rejects.toMatchObject({ code: '4030' })
    await (
      await call('admin')
    )('cards.adminAuditCard', { id: card.id, version: submitted.version, auditStatus: 2 })
    await setBranch2(before)
  })

  test('is open again, after the mandate, to whose own changes are published', async () => {
    await app.database.write(1, db => {
      const value = { cardReview: 2, keyFields: ['intro'] }
      return db.insert(firmConfigs).values({ firmId: 1, key: 'cardReview', value })
    })
    const before = await placeOfBranch2()
    await setBranch2({ canAudit: 0 })
    const card = await publish()
    const { id: mandateId } = await grant('branch2', ['slogan'])
    const written = await (await call('branch2'))('cards.update', { ...card, slogan: '勤勉', mandateId })
    const owner = await call(wu)
    await owner('mandates.end', { id: mandateId })
    const changed = await owner('cards.update', {
      id: card.id,
      version: written.version,
      intro: '<p>新简介。</p>',
    })
    const { version } = await owner('cards.submitAudit', { id: card.id, version: changed.version })
    await setBranch2({ canAudit: 1, officeLevel: 2, organizationId: 1 })
    const reviewer = await call('branch2')
    expect((await reviewer('reviews.queue', { kind: 'card' })).records).toMatchObject([{ id: card.id }])
    await reviewer('cards.adminAuditCard', { id: card.id, version, auditStatus: 2 })
    await setBranch2(before)
  })

  test('counts no assistant as the other reviewer of the lawyer’s own second account', async () => {
    const isAccount = (account: string) => eq(admins.id, idOf(account))
    const set = (where: SQL | undefined, values: Partial<typeof admins.$inferInsert>) =>
      app.database.write(1, db => db.update(admins).set(values).where(where))
    const saved = await app.database.read(1, db => db.select().from(admins).where(eq(admins.firmId, 1)))
    await set(isAccount('branch2'), { canAudit: 0 })
    const card = await publish()
    await grant('branch2')
    // The administrator is the lawyer, and the assistant, who has the right to review by now, the only other reviewer.
    await set(and(eq(admins.firmId, 1), notInArray(admins.id, [idOf('admin'), idOf('branch2')])), {
      status: 0,
    })
    await set(isAccount('admin'), { mobile: wu })
    await set(isAccount('branch2'), { canAudit: 1, officeLevel: 2, organizationId: 1 })
    await app.database.write(1, db => db.delete(messages))
    const owner = await call(wu)
    const { version } = await owner('cards.update', { ...card, intro: '<p>新简介。</p>' })
    const submitted = await owner('cards.submitAudit', { id: card.id, version })
    expect(await titlesOf('admin')).toEqual(['名片待审核'])
    expect(await titlesOf('branch2')).toEqual([])
    const administrator = await call('admin')
    expect((await administrator('reviews.queue', { kind: 'card' })).records).toMatchObject([{ id: card.id }])
    await expect(
      administrator('cards.adminAuditCard', { id: card.id, version: submitted.version, auditStatus: 2 }),
    ).resolves.toMatchObject({ version: expect.any(Number) })
    for (const { id, mobile, status, canAudit, officeLevel, organizationId } of saved)
      await set(eq(admins.id, id), { mobile, status, canAudit, officeLevel, organizationId })
  })
})

describe('a mandate', () => {
  test('is given for known fields, a term, and to no reviewer', async () => {
    const owner = await call(wu)
    const base = { population: 2 as const, assistantId: idOf(zheng), startOn: inDays(0), endOn: inDays(1) }
    for (const input of [
      { ...base, fields: ['mobile' as never] },
      { ...base, fields: [] },
      { ...base, fields: ['intro' as const], endOn: inDays(-1) },
      { ...base, fields: ['intro' as const], startOn: inDays(-1) },
      { ...base, fields: ['intro' as const], endOn: inDays(400) },
      { ...base, fields: ['intro' as const], assistantId: idOf(wu) },
      { ...base, fields: ['intro' as const], population: 1 as const, assistantId: idOf('admin') },
    ])
      await expect(owner('mandates.grant', input)).rejects.toMatchObject({ code: '4220' })
    await grant(zheng)
    await expect(grant(zheng)).rejects.toMatchObject({ code: '4220' })
    const { people: choices } = await owner('mandates.choices', {})
    expect(choices.map(it => Object.keys(it).toSorted().join())).toContain(
      'id,name,organizationName,population',
    )
    expect(choices.some(it => it.population === 1 && it.id === idOf('admin'))).toBe(false)
  })

  test('is changed with its version, and seen and ended by who manages the person', async () => {
    const { id, version } = await grant(zheng)
    const owner = await call(wu)
    await owner('mandates.change', { id, version, fields: ['intro', 'team'], endOn: inDays(60) })
    await expect(
      owner('mandates.change', { id, version, fields: ['intro'], endOn: inDays(60) }),
    ).rejects.toMatchObject({ code: '4090' })
    const admin = await call('admin')
    expect(await admin('mandates.given', { lawyerId: idOf(wu) })).toMatchObject([
      { id, fields: ['intro', 'team'], state: 1 },
    ])
    await admin('mandates.end', { id })
    expect(await admin('mandates.given', { lawyerId: idOf(wu) })).toMatchObject([{ state: 4 }])
    expect(await titlesOf(wu)).toContain('名片代办已结束')
  })

  test('ends when either of the two is disabled, and does not come back', async () => {
    const admin = await call('admin')
    for (const person of [wu, zheng]) {
      const { id } = await grant(zheng)
      const setStatus = async (status: 1 | 3) => {
        const { version } = await admin('lawyers.lawyerInfo', { id: idOf(person) })
        await admin('lawyers.update', { id: idOf(person), version, status, reason: '停用测试' })
      }
      await setStatus(3)
      await setStatus(1)
      expect((await admin('mandates.given', { lawyerId: idOf(wu) }))[0]).toMatchObject({ id, state: 4 })
    }
  })
})
