import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { admins, articles, cardDrafts, cardRevisions, cards, mandates } from '../../../server/db/tables.ts'
import { inputOf } from '../../support/articles.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { submitCard } from '../../support/cards.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const [wu, zheng, wang] = ['13800000001', '13800000002', '13800000003'] as const

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())
// Decisions about records that are gone are left out of a rehearsal, so that each test begins with an empty history.
afterEach(async () => {
  await app.database.write(1, async db => {
    await db.delete(cardDrafts)
    await db.delete(cardRevisions)
    await db.delete(cards)
    await db.delete(mandates)
    await db.delete(articles)
  })
  await review({ cardReview: 1, keyFields: null, compliance: 1, articleReview: 2, l4Card: 1, selfAudit: 0 })
  await page({ slogan: 1, team: 1, intro: 1 })
  await rules({ R7: 0, R14: 0 })
})

const review = async (patch: object) => {
  const now = await stage.admin.call('cardReview.get')
  await stage.admin.call('cardReview.update', { ...now, ...patch })
}
const rules = async (patch: object) => {
  const now = await stage.admin.call('complianceRules.get')
  await stage.admin.call('complianceRules.update', { ...now, ...patch })
}
const page = async (policy: object) => {
  const { version, card } = await stage.admin.call('firm.mpconf', { draft: 1 })
  await stage.admin.call('firm.updateMpconf', { card: { policy: { ...card.policy, ...policy } }, version })
}
const policyWith = async (policy: object) => {
  const { card } = await stage.admin.call('firm.mpconf', { draft: 1 })
  return { policy: { ...card.policy, ...policy } }
}

type Part = 'review' | 'promotion' | 'cardPage'
const ask = (part: Part, values: object, account = 'admin') =>
  app
    .as(account)
    .then(it => it.call(`rehearsals.${part}` as 'rehearsals.review', { values: JSON.stringify(values) }))
/** What other values would have changed: for each effect its count and what it was counted of. */
const effectsOf = async (part: Part, values: object) => {
  const { effects, unlike } = await ask(part, values)
  expect(unlike).toBe(0)
  return Object.fromEntries(effects.map(it => [`${it.effect} ${it.type}`, `${it.count}/${it.of}`]))
}

const versionOf = async (id: number) => (await stage.admin.call('cards.cardInfo', { id })).version
const change = async (account: string, id: number, patch: object) =>
  (await app.as(account)).call('cards.update', { id, version: await versionOf(id), ...patch })
const submit = async (account: string, id: number) =>
  (await app.as(account)).call('cards.submitAudit', { id, version: await versionOf(id) })
const decide = async (id: number, auditStatus: 2 | 3, account = 'admin', effectiveOn?: string) =>
  (await app.as(account)).call('cards.adminAuditCard', {
    id,
    auditStatus,
    version: await versionOf(id),
    ...(effectiveOn && { effectiveOn }),
    ...(auditStatus === 3 && { reason: '请核对后再提交' }),
  })
/** A published card; its first publication was one review. */
const publish = async (account: string) => {
  const { id } = await submitCard(app, account, stage.needed)
  if ((await stage.admin.call('cards.cardInfo', { id })).auditStatus === 1) await decide(id, 2)
  return id
}

/** Park and Miller's generator, so that a failing history can be made again. */
const createRandom = (seed: number) => {
  let state = seed
  return <T>(choices: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647
    return choices[state % choices.length]!
  }
}

describe.each([
  { cardReview: 1, keyFields: ['intro'], slogan: 1, team: 3, articleReview: 2 },
  { cardReview: 2, keyFields: ['intro'], slogan: 1, team: 3, articleReview: 1 },
  { cardReview: 2, keyFields: ['slogan'], slogan: 2, team: 1, articleReview: 0 },
  { cardReview: 2, keyFields: null, slogan: 1, team: 2, articleReview: 2 },
  { cardReview: 0, keyFields: ['intro'], slogan: 2, team: 3, articleReview: 1 },
] as const)('a history under %o', ({ slogan, team, ...values }) => {
  const texts = ['执业十年。', '顶级律师。', '办理公司诉讼。', '熟悉仲裁，曾任顾问。', '知名专家。']

  const live = async (pick: ReturnType<typeof createRandom>) => {
    const ids = { [wu]: await publish(wu), [zheng]: await publish(zheng), [wang]: await publish(wang) }
    const today = firmDay(app.clock.now())
    const { id: mandateId } = await (
      await app.as(wu)
    ).call('mandates.grant', {
      population: 2,
      assistantId: app.world.people.get(zheng)!.id,
      fields: ['intro', 'slogan'],
      startOn: today,
      endOn: today,
    })
    const byAssistant = async (call: 'cards.update' | 'cards.submitAudit', patch: object) =>
      (await app.as(zheng)).call(call, {
        id: ids[wu],
        version: await versionOf(ids[wu]),
        mandateId,
        ...patch,
      })
    const some = (id: number, key: string) => {
      const text = pick(texts)
      const patch = pick([{ slogan: text }, { team: text }, { intro: `<p>${text}</p>` }, { titles: [text] }])
      const admin = (more: object) => change('admin', id, { ...patch, ...more })
      return pick([
        () => change(key, id, patch),
        () => change(key, id, patch),
        () => submit(key, id),
        () => submit(key, id),
        async () =>
          (await app.as(key)).call('cards.submitAudit', { id, version: await versionOf(id), withdraw: 1 }),
        () => decide(id, 2),
        () => decide(id, 2, 'admin', firmDay(app.clock.now().getTime() + 86_400_000)),
        () => decide(id, 3),
        () => admin({ publish: 0 }),
        () => admin({ publish: 1 }),
        () => admin({}),
        () =>
          versionOf(id).then(version =>
            stage.admin.call('cards.restore', { id, version, to: pick([1, 2, 3]) }),
          ),
        async () =>
          (await app.as(key)).call('cards.restore', { id, version: await versionOf(id), to: pick([1, 2]) }),
        () => byAssistant('cards.update', { slogan: text }),
        () => byAssistant('cards.submitAudit', {}),
      ])
    }
    let done = 0
    for (let step = 0; step < 90; step += 1) {
      const key = pick([wu, zheng, wang] as const)
      // Steps that the rules or the state of the card refuse leave no trace.
      done += await some(ids[key], key)().then(
        () => 1,
        (error: { code?: string }) => {
          expect(error.code).toMatch(/^4(?:0[349]|22)/)
          return 0
        },
      )
    }
    return done
  }

  const write = async (pick: ReturnType<typeof createRandom>) => {
    for (let step = 0; step < 20; step += 1) {
      const account = pick(['admin', 'admin2', 'branch', 'branch2', wu, zheng] as const)
      const { organizationId, id } = app.world.people.get(account)!
      const lawyerIds = account.startsWith('1') ? [id] : [app.world.people.get(zheng)!.id]
      const draft = inputOf(app, stage.types, { organizationId, lawyerIds, submit: 1 })
      const { articleId, version, status } = await (await app.as(account)).call('articles.add', draft)
      if (status !== 1) continue
      if (pick([true, false])) await stage.admin.call('articles.pass', { articleId, version })
      else await stage.admin.call('articles.refuse', { articleId, version, reason: '请核对后再提交' })
    }
  }

  test('is decided alike by the same rules', async () => {
    await review({ ...values, compliance: 2 })
    await page({ slogan, team })
    const pick = createRandom(20_261 + values.cardReview + slogan)
    expect(await live(pick)).toBeGreaterThan(25)
    await write(pick)
    const answer = await ask('review', {})
    expect(answer).toMatchObject({ effects: [], unlike: 0, isCut: 0 })
    expect(answer.seen).toBeGreaterThan(60)
    expect(await effectsOf('cardPage', {})).toEqual({})
    // No text of the history compares its author with others, so that this rule changes nothing, but texts are read.
    expect(await effectsOf('promotion', { R14: 3 })).toEqual({})
  })
})

describe('other rules for reviews', () => {
  test('name the reviews that were not needed, and the refused texts that would have been published', async () => {
    const [first, second, third] = [await publish(wu), await publish(zheng), await publish(wang)]
    await change(wu, first, { slogan: '专注公司诉讼' })
    await submit(wu, first)
    await decide(first, 2)
    await change(zheng, second, { slogan: '专注仲裁' })
    await submit(zheng, second)
    await decide(second, 3)
    await change(wang, third, { intro: '<p>执业十年。</p>', slogan: '专注刑事辩护' })
    await submit(wang, third)
    const values = { cardReview: 2, keyFields: ['intro'] }
    // Six reviews: three first publications, and three changes, of which one is about a key field.
    expect(await effectsOf('review', values)).toEqual({
      'unneeded cards': '2/6',
      'refused cards': '1/1',
    })
    const { effects } = await ask('review', values)
    expect(effects[1]).toMatchObject({
      effect: 'refused',
      examples: [{ id: second, by: '郑律师', fields: ['slogan'], text: '请核对后再提交' }],
    })
    expect(effects[0]!.examples.map(it => it.id)).toEqual([second, first])
    expect(await effectsOf('review', { cardReview: 0 })).toEqual({
      'unneeded cards': '6/6',
      'refused cards': '1/1',
    })
  })

  test('name what was published at once and would wait, and tell what happened under other rules', async () => {
    await review({ cardReview: 2, keyFields: ['intro'] })
    const id = await publish(wu)
    await change(wu, id, { slogan: '专注公司诉讼' })
    await change(wu, id, { titles: ['管委会委员'] })
    expect(await effectsOf('review', { cardReview: 1 })).toEqual({ 'waiting cards': '2/2' })
    expect(await effectsOf('review', { keyFields: ['intro', 'slogan'] })).toEqual({ 'waiting cards': '1/2' })
    // The rules change afterwards: what was published under the former ones is told, and not counted.
    await review({ cardReview: 1 })
    expect(await ask('review', { cardReview: 2, keyFields: ['intro', 'slogan'] })).toMatchObject({
      effects: [],
      unlike: 2,
    })
  })

  test('name no card to a program whose token may change rules but read no cards', async () => {
    const { id } = await submitCard(app, zheng, stage.needed)
    await decide(id, 3)
    const lastDay = firmDay(app.clock.now().getTime() + 30 * 24 * 3_600_000)
    const named = async (capabilities: string[]) => {
      const rights = { isForAgents: 0 as const, mayPropose: 0 as const, capabilities }
      const input = { name: '规则程序', lastDay, ...rights, confirmPassword: password }
      const { token } = await stage.admin.call('apiTokens.add', input)
      const values = JSON.stringify({ cardReview: 0 })
      const { effects } = await app.withToken('admin', token).call('rehearsals.review', { values })
      return effects.map(({ effect, count, examples }) => [effect, count, examples.length])
    }
    expect(await named(['conf.edit', 'card.view'])).toEqual([
      ['unneeded', 1, 1],
      ['refused', 1, 1],
    ])
    expect(await named(['conf.edit'])).toEqual([
      ['unneeded', 1, 0],
      ['refused', 1, 0],
    ])
  })

  test('name the decisions whose decider would lack the right, and those about which more could decide', async () => {
    const { id } = await submitCard(app, zheng, stage.needed)
    await decide(id, 2, 'branch2')
    await change(zheng, id, { slogan: '专注仲裁' })
    await submit(zheng, id)
    await decide(id, 2, 'branch')
    expect(await effectsOf('review', { l4Card: 0 })).toEqual({ 'lost cards': '1/2' })
    await review({ l4Card: 0 })
    const { effects, unlike } = await ask('review', { l4Card: 1 })
    expect(unlike).toBe(1)
    expect(effects).toMatchObject([{ effect: 'gained', type: 'cards', count: 1, of: 1 }])
    // Whoever could decide only if he could still sign in gains nothing.
    const setBranch2 = (status: 0 | 1) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set({ status })
          .where(eq(admins.id, app.world.people.get('branch2')!.id)),
      )
    await setBranch2(0)
    expect((await ask('review', { l4Card: 1 })).effects).toEqual([])
    await setBranch2(1)
  })

  test('know that an administrator decided about the own card while nobody else who could sign in could', async () => {
    const { id } = await submitCard(app, wu, stage.needed)
    const adminId = app.world.people.get('admin')!.id
    const [before] = await app.database.read(1, db =>
      db.select({ mobile: admins.mobile }).from(admins).where(eq(admins.id, adminId)),
    )
    const isOther = and(eq(admins.firmId, 1), eq(admins.status, 1), ne(admins.id, adminId))
    const others = await app.database.write(1, async db => {
      await db.update(admins).set({ mobile: wu }).where(eq(admins.id, adminId))
      return db.update(admins).set({ status: 0 }).where(isOther).returning({ id: admins.id })
    })
    await decide(id, 2)
    expect(await effectsOf('review', { selfAudit: 1 })).toEqual({})
    await app.database.write(1, async db => {
      await db.update(admins).set(before!).where(eq(admins.id, adminId))
      const ids = others.map(it => it.id)
      await db.update(admins).set({ status: 1 }).where(inArray(admins.id, ids))
    })
  })

  test('count a decision of a substitute by the right of whom he stands in for, and one about the own card', async () => {
    const { id } = await submitCard(app, wang, stage.needed)
    const today = firmDay(app.clock.now())
    const substituteId = app.world.people.get('branch2')!.id
    const period = { substituteId, startOn: today, endOn: today }
    const named = await (await app.as('south')).call('reviews.nameSubstitute', period)
    await (
      await app.asNew('branch2')
    ).call('cards.adminAuditCard', { id, auditStatus: 2, version: await versionOf(id) })
    await (await app.as('south')).call('reviews.endSubstitute', named)
    expect(await effectsOf('review', { l4Card: 0 })).toEqual({})
    await app.database.write(1, db =>
      db.execute(sql`update admins set mobile = ${wang} where id = ${app.world.people.get('south')!.id}`),
    )
    expect(await effectsOf('review', { selfAudit: 1 })).toEqual({ 'gained cards': '1/1' })
    await review({ selfAudit: 1 })
    await change(wang, id, { slogan: '专注刑事辩护' })
    await submit(wang, id)
    await decide(id, 3, 'south')
    expect(await effectsOf('review', { selfAudit: 0 })).toEqual({ 'lost cards': '1/2' })
    await app.database.write(1, db =>
      db.execute(
        sql`update admins set mobile = '13900000199' where id = ${app.world.people.get('south')!.id}`,
      ),
    )
  })

  test('know what an assistant could publish, and an edit that would be locked by now', async () => {
    await review({ cardReview: 2, keyFields: ['intro'] })
    const id = await publish(wu)
    await change('admin', id, { titles: ['管委会委员'], publish: 0 })
    const today = firmDay(app.clock.now())
    const assistantId = app.world.people.get(zheng)!.id
    const term = { population: 2 as const, assistantId, startOn: today, endOn: today }
    const owner = await app.as(wu)
    const { id: mandateId } = await owner.call('mandates.grant', { ...term, fields: ['slogan'] })
    await (
      await app.as(zheng)
    ).call('cards.update', { id, mandateId, version: await versionOf(id), slogan: '专注公司诉讼' })
    expect(await effectsOf('review', { cardReview: 1 })).toEqual({ 'waiting cards': '1/1' })
    await page({ slogan: 3 })
    expect(await ask('review', { cardReview: 1 })).toMatchObject({ effects: [], unlike: 1 })
    await change(wu, id, { intro: '<p>执业十年。</p>' })
    await page({ slogan: 1, intro: 3 })
    expect(await ask('review', { cardReview: 1 })).toMatchObject({
      effects: [{ count: 1, of: 1 }],
      unlike: 1,
    })
  })

  test('name the articles that nobody would review, and those that would wait or be decided by others', async () => {
    const { organizationId } = app.world.people.get('branch')!
    const lawyerIds = [app.world.people.get(zheng)!.id]
    const draft = inputOf(app, stage.types, { organizationId, lawyerIds, submit: 1 })
    const byAssistant = await (await app.as('branch2')).call('articles.add', draft)
    const decided = ({ articleId, version }: { articleId: number; version: number }) => ({
      articleId,
      version,
    })
    await (await app.as('branch')).call('articles.pass', decided(byAssistant))
    const byLawyer = await (await app.as(zheng)).call('articles.add', draft)
    await (await app.as('branch')).call('articles.refuse', { ...decided(byLawyer), reason: '请核对后再提交' })
    await (await app.as('branch')).call('articles.add', draft)
    expect(await effectsOf('review', { articleReview: 1 })).toEqual({ 'unneeded articles': '1/2' })
    expect(await effectsOf('review', { articleReview: 0 })).toEqual({
      'unneeded articles': '2/2',
      'refused articles': '1/1',
    })
    expect(await effectsOf('review', { l3Article: 0 })).toEqual({
      'waiting articles': '1/1',
      'lost articles': '2/2',
    })
  })

  test('name the registrations that others would decide', async () => {
    const { id } = app.world.people.get(zheng)!
    const prior = await app.database.write(1, db =>
      db.execute<{ status: number }>(sql`update lawyers set status = 2 where id = ${id} returning status`),
    )
    expect(prior.rows).toHaveLength(1)
    const { version } = await stage.admin.call('lawyers.lawyerInfo', { id })
    await (await app.as('branch2')).call('lawyers.pass', { id, version })
    expect(await effectsOf('review', { l4Lawyer: 0 })).toEqual({ 'lost lawyers': '1/1' })
  })
})

describe('another card page', () => {
  test('names the changes of fields that would be locked or reviewed', async () => {
    await review({ cardReview: 2, keyFields: ['intro'] })
    const id = await publish(wu)
    await change(wu, id, { slogan: '专注公司诉讼' })
    await change(wu, id, { team: '一部', titles: ['管委会委员'] })
    expect(await effectsOf('cardPage', await policyWith({ slogan: 3 }))).toEqual({ 'locked cards': '1/2' })
    const { effects } = await ask('cardPage', await policyWith({ team: 2 }))
    expect(effects).toMatchObject([
      { effect: 'waiting', count: 1, of: 2, examples: [{ id, fields: ['team'] }] },
    ])
  })

  test('names the submissions that would lack a required field', async () => {
    await publish(wu)
    const { card } = await stage.admin.call('firm.mpconf', { draft: 1 })
    const values = { requiredFields: [...card.requiredFields, 'slogan'] }
    expect(await effectsOf('cardPage', values)).toEqual({ 'stopped cards': '1/1' })
  })
})

describe('other promotion rules', () => {
  test('name the texts in which they find more or less, and those that they stop', async () => {
    const id = await publish(wu)
    await change(wu, id, { intro: '<p>知名专家，办理公司诉讼。</p>' })
    await submit(wu, id)
    await decide(id, 2)
    const lawyerIds = [app.world.people.get(zheng)!.id]
    const draft = inputOf(app, stage.types, { lawyerIds, submit: 1, summary: '由知名律师执笔' })
    await stage.admin.call('articles.add', draft)
    expect(await effectsOf('promotion', { R7: 1 })).toEqual({ 'gone cards': '1/2', 'gone articles': '1/1' })
    expect(await effectsOf('promotion', { R7: 3 })).toEqual({
      'stopped cards': '1/2',
      'stopped articles': '1/1',
    })
    await rules({ R7: 1 })
    const { effects } = await ask('promotion', { R7: 2 })
    expect(effects).toMatchObject([
      { effect: 'found', type: 'cards', examples: [{ id, text: '知名专家' }] },
      { effect: 'found', type: 'articles', examples: [{ text: '知名律师' }] },
    ])
  })

  test('stop what is of high risk once the firm blocks that', async () => {
    const id = await publish(wu)
    await change(wu, id, { intro: '<p>业内第一的律师。</p>' })
    await submit(wu, id)
    expect(await effectsOf('review', { compliance: 2 })).toEqual({ 'stopped cards': '1/2' })
    expect(await effectsOf('review', { compliance: 0 })).toEqual({ 'gone cards': '1/2' })
  })
})

describe('a rehearsal', () => {
  test('needs the right to save the setting, checks its values, and changes nothing', async () => {
    await publish(wu)
    const stored = async () => {
      const { rows } = await app.database.read(1, db =>
        db.execute(sql`select (select count(*) from logs) as logs, (select count(*) from card_revisions) as revisions,
          (select sum(version) from firm_configs) as versions`),
      )
      return rows
    }
    const before = await stored()
    await ask('review', { cardReview: 0 })
    await expect(ask('review', { cardReview: 7 })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { values: expect.stringMatching(/^请先改好表单中的名片审核方式：/) } },
    })
    await expect(stage.admin.call('rehearsals.review', { values: '{"cardReview"' })).rejects.toMatchObject({
      code: '4220',
    })
    expect(await stored()).toEqual(before)
    expect((await ask('promotion', {}, 'system')).effects).toEqual([])
    for (const account of ['branch', 'admin2', 'system'])
      for (const part of ['review', 'cardPage'] as const)
        await expect(ask(part, {}, account)).rejects.toMatchObject({ code: '4030' })
  })

  test('leaves out what is older than 90 days, and says where it stopped', async () => {
    const id = await publish(wu)
    await app.database.write(1, db =>
      db.execute(sql`insert into card_revisions (firm_id, card_id, version, kind, content, facts, at)
        select 1, ${id}, 100 + step, 'submit', '{}', jsonb_build_object('by', 'owner', 'wasPublic', true,
          'edited', '[]'::jsonb, 'published', '[]'::jsonb, 'waiting', '["slogan"]'::jsonb), now() from generate_series(1, 5001) step`),
    )
    expect(await ask('review', { cardReview: 0 })).toMatchObject({
      seen: 5000,
      isCut: 1,
      effects: [{ effect: 'unneeded', count: 5000, of: 5000 }],
    })
    await app.database.write(1, db => db.update(cardRevisions).set({ at: new Date('2020-01-01') }))
    expect(await ask('review', { cardReview: 0 })).toMatchObject({ seen: 0, isCut: 0, effects: [] })
  })
})
