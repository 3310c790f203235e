import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { admins, articles, cards, firmConfigs, firms, lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { statementsOf } from '../../support/statements.ts'

const east = '13800000002'

let app: TestApp
let main: Stage
let branch: Stage
beforeAll(async () => {
  app = await startApp()
  main = await setStage(app)
  branch = await setStage(app, { office: '东所', admin: 'branch' }, main.props)
})
afterAll(() => app.close())
afterEach(() =>
  app.database.write(1, async db => {
    await db.update(lawyers).set({ status: 1 }).where(eq(lawyers.status, 0))
    await db.delete(cards)
    await db.delete(articles)
    await db.delete(firmConfigs)
    await db.update(firms).set({ appConfSet: {} })
  }),
)

const queueOf = async (account: string, query: object = {}) =>
  (await app.as(account)).call('reviews.queue', query)
const keysOf = ({ records }: Awaited<ReturnType<typeof queueOf>>) => records.map(it => `${it.kind} ${it.id}`)

/** One item of each kind in both offices, in this order. */
const fill = async () => {
  const keys: { office: string; key: string }[] = []
  for (const stage of [main, branch]) {
    const add = (key: string) => keys.push({ office: stage.place.office, key })
    add(`registration ${(await stage.lawyer(0)).id}`)
    app.clock.advance(1000)
    add(`card ${(await stage.submittedCard()).id}`)
    app.clock.advance(1000)
    add(`article ${(await stage.waiting()).articleId}`)
    app.clock.advance(1000)
  }
  // Registrations are inserted directly, past the application's clock.
  await app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
      .where(eq(lawyers.status, 0)),
  )
  return keys
}

test('shows everything that waits, the longest first, within each right to decide', async () => {
  const keys = await fill()
  const fullQueue = await queueOf('admin')
  const registrations = keys.filter(it => it.key.startsWith('reg')).map(it => it.key)
  const others = keys.filter(it => !it.key.startsWith('reg')).map(it => it.key)
  expect(keysOf(fullQueue)).toEqual([...registrations, ...others])
  expect(fullQueue.counts).toMatchObject({ registration: { all: 2 }, card: { all: 2 }, article: { all: 2 } })
  expect(keysOf(await queueOf('admin2'))).toEqual(keysOf(fullQueue))
  const ofEast = keysOf(fullQueue).filter(key => keys.find(it => it.key === key)!.office === '东所')
  expect(keysOf(await queueOf('branch'))).toEqual(ofEast)
  // A sub-administrator of an office cannot pass articles.
  expect(keysOf(await queueOf('branch2'))).toEqual(ofEast.filter(it => !it.startsWith('article')))
  expect(keysOf(await queueOf('south'))).toEqual([])
  expect(keysOf(await queueOf('system'))).toEqual([])
})

test('counts the same in the header', async () => {
  await fill()
  for (const account of ['admin', 'branch', 'branch2', 'system'])
    expect(await (await app.as(account)).call('reviews.count')).toEqual((await queueOf(account)).counts)
})

test('answers consecutive pages of one kind', async () => {
  const keys = await fill()
  const cardsOnly = keys.filter(it => it.key.startsWith('card')).map(it => it.key)
  const pages = [1, 2, 3].map(async pageNum =>
    keysOf(await queueOf('admin', { kind: 'card', pageNum, pageSize: 1 })),
  )
  expect(await Promise.all(pages)).toEqual([[cardsOnly[0]], [cardsOnly[1]], []])
  // The counts beside the filter cover all kinds, whichever is requested.
  expect((await queueOf('admin', { kind: 'card' })).counts.article.all).toBe(2)
})

test('names the firm’s time limit for a review, and what exceeds it', async () => {
  const { id } = await main.submittedCard()
  await main.setting('cardReview', { slaHours: 24 })
  await app.database.write(1, db =>
    db
      .update(cards)
      .set({ submittedAt: new Date(app.clock.now().getTime() - 25 * 3_600_000) })
      .where(eq(cards.id, id)),
  )
  const fresh = await main.submittedCard()
  const { records, counts, slaHours } = await queueOf('admin')
  expect(records.map(it => [it.id, it.isOverdue])).toEqual([
    [id, 1],
    [fresh.id, 0],
  ])
  expect(counts.card).toMatchObject({ all: 2, overdue: 1, oldest: records[0]!.since })
  expect(slaHours).toBe(24)
  expect(keysOf(await queueOf('admin', { isOverdue: 1 }))).toEqual([`card ${id}`])
  expect(keysOf(await queueOf('admin', { isOverdue: 0 }))).toEqual([`card ${fresh.id}`])
})

test('counts the waiting time of a resubmitted registration from then on', async () => {
  const { id } = await main.lawyer(0)
  const submittedAgainAt = new Date('2026-03-04T05:06:07Z')
  await app.database.write(1, db =>
    db.update(lawyers).set({ consentAt: submittedAgainAt }).where(eq(lawyers.id, id)),
  )
  expect((await queueOf('admin')).records).toMatchObject([{ id, since: submittedAgainAt.toISOString() }])
})

test('offers nobody own work, unless the firm allows it or nobody else can', async () => {
  const submit = async (stage: Stage, key: string) => {
    const lawyer = await app.as(key)
    const { id } = await lawyer.call('cards.createCard', {
      language: 'CN',
      name: lawyer.name,
      ...stage.needed,
    })
    await lawyer.call('cards.submitAudit', { id, version: 1 })
    const draft = {
      kind: 2,
      typeId: stage.types[2],
      title: '出资期限',
      language: 'CN',
      contentMode: 1,
    } as const
    const more = {
      content: '<p>正文。</p>',
      cover: '/api/files/1/1-1/cover.webp',
      sourceType: 1,
      sort: 0,
    } as const
    const { organizationId } = lawyer
    const { articleId } = await lawyer.call('articles.add', {
      ...draft,
      ...more,
      organizationId,
      lawyerIds: [lawyer.id],
      submit: 1,
    })
    return [`card ${id}`, `article ${articleId}`]
  }
  const keys = await submit(branch, east)
  const { id } = app.world.people.get('branch')!
  const mobileOf = (mobile: string) =>
    app.database.write(1, db => db.update(admins).set({ mobile }).where(eq(admins.id, id)))
  await mobileOf(east)
  expect(keysOf(await queueOf('branch'))).toEqual([])
  expect((await queueOf('branch')).counts).toMatchObject({ card: { all: 0 }, article: { all: 0 } })
  expect(keysOf(await queueOf('branch2'))).toEqual([keys[0]])
  await main.setting('cardReview', { selfAudit: 1 })
  expect(keysOf(await queueOf('branch'))).toEqual(keys)
  await mobileOf('13900000999')
  // The only person who can decide at all may also decide about own work.
  await app.database.write(1, db => db.delete(firmConfigs))
  const first = app.world.people.get('admin')!.id
  const others = sql`${admins.id} <> ${first} and ${admins.firmId} = 1`
  const own = (mobile: string) =>
    app.database.write(1, db => db.update(admins).set({ mobile }).where(eq(admins.id, first)))
  await own(east)
  expect(keysOf(await queueOf('admin'))).toEqual([])
  await app.database.write(1, db => db.update(admins).set({ status: 0 }).where(others))
  expect(keysOf(await queueOf('admin'))).toEqual(keys)
  await app.database.write(1, db => db.update(admins).set({ status: 1 }).where(others))
  await own('13900000998')
})

test('omits what the firm has switched off', async () => {
  await fill()
  const kindsWithout = async (...names: string[]) => {
    const global = Object.fromEntries(names.map(it => [it, 0]))
    await app.database.write(1, db => db.update(firms).set({ appConfSet: { adminFuncSwitch: { global } } }))
    const { records } = await queueOf('admin')
    return [...new Set(records.map(it => it.kind))].toSorted()
  }
  expect(await kindsWithout('lawyer.list')).toEqual(['article', 'card'])
  expect(await kindsWithout('card.list')).toEqual(['article', 'registration'])
  expect(await kindsWithout('cms.article')).toEqual(['card', 'registration'])
  expect(await kindsWithout('cms.video')).toEqual(['article', 'card', 'registration'])
})

test('takes three statements besides the session, and no row twice', async () => {
  await fill()
  const count = async () => {
    const admin = await app.as('admin')
    const sentStatements = await statementsOf(app.database.pool, () => admin.call('reviews.queue'))
    return sentStatements.length
  }
  const before = await count()
  await fill()
  expect(await count()).toBe(before)
  expect(before).toBeLessThanOrEqual(4)
})

test.each(['lawyers_waiting', 'cards_waiting', 'articles_submitted'])(
  'uses the index %s instead of scanning the table',
  async index => {
    await fill()
    const table = index.split('_')[0]!
    const [since, where] = {
      lawyers: ['coalesce(consent_at, created_at)', 'status = 0 and deleted_at is null'],
      cards: ['coalesce(submitted_at, updated_at)', 'audit_status = 1 and deleted_at is null'],
      articles: [
        'coalesce(submitted_at, updated_at)',
        'deleted_at is null and (status = 1 or revision_status = 1)',
      ],
    }[table]!
    const plan = await app.database.read(1, async db => {
      // Among few rows, whose statistics may be gathered at any moment, sorting can be cheaper.
      for (const name of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
        await db.execute(sql.raw(`set local ${name} = off`))
      const { rows } = await db.execute(
        sql.raw(`explain select * from ${table} where firm_id = 1 and ${where} order by ${since} limit 50`),
      )
      return JSON.stringify(rows)
    })
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  },
)

test('the summary counts the rows of the lists it links to, within each right', async () => {
  await fill()
  for (const account of ['admin', 'branch', 'branch2', 'system']) {
    const person = await app.as(account)
    const { waiting, days, due, offices } = await person.call('reviews.summary')
    expect(waiting).toEqual((await queueOf(account)).counts)
    // The operator only sees the settings' part of the log.
    expect(days).toHaveLength(account === 'system' ? 0 : 7)
    const today = days.at(-1)
    if (today) {
      const period = { from: today.day, to: today.day, pageSize: 1 }
      const logged = async (module: 4 | 5 | 6) =>
        (await person.call('logs.getAdminLogPageList', { ...period, module: [module] })).total
      expect([today.people, today.cards, today.articles]).toEqual([
        await logged(4),
        await logged(5),
        await logged(6),
      ])
    }
    const missing = async (what: 'licence' | 'assessment') =>
      (await person.call('lawyers.pageList', { missing: what, pageSize: 1 })).total
    expect(due).toMatchObject({ licence: await missing('licence'), assessment: await missing('assessment') })
    const total = async (query: object) =>
      (await person.call('cards.pageList', { ...query, pageSize: 1 })).total
    for (const { organizationId, cards: count, incomplete } of offices) {
      expect(await total({ organizationId })).toBe(count)
      expect(await total({ organizationId, completenessMax: 59 })).toBe(incomplete)
    }
    expect(offices.length).toBe(account.startsWith('branch') ? 1 : 2)
  }
})

test('shows the trend: submitted within a day, overdue within a day, changed within a week', async () => {
  const age = (id: number, hours: number) =>
    app.database.write(1, db =>
      db
        .update(cards)
        .set({ submittedAt: new Date(app.clock.now().getTime() - hours * 3_600_000) })
        .where(eq(cards.id, id)),
    )
  await main.setting('cardReview', { slaHours: 48 })
  const [fresh, soon, late] = [
    await main.submittedCard(),
    await main.submittedCard(),
    await main.submittedCard(),
  ]
  await age(fresh.id, 1)
  await age(soon.id, 25)
  await age(late.id, 49)
  const admin = await app.as('admin')
  const { trend, offices } = await admin.call('reviews.summary')
  expect(trend).toEqual({ arrived: 1, soon: 1 })
  expect(offices).toMatchObject([{ cards: 3, changed: 3 }])
  const weekBefore = new Date(app.clock.now().getTime() - 8 * 24 * 3_600_000)
  await app.database.write(1, db =>
    db.update(cards).set({ updatedAt: weekBefore }).where(eq(cards.id, late.id)),
  )
  expect((await admin.call('reviews.summary')).offices).toMatchObject([{ cards: 3, changed: 2 }])
})

test('the summary omits what is switched off, and takes six statements besides the session', async () => {
  await fill()
  const admin = await app.as('admin')
  const sentStatements = await statementsOf(app.database.pool, () => admin.call('reviews.summary'))
  expect(sentStatements.length).toBeLessThanOrEqual(1 + 6)
  const global = { logs: 0, 'lawyer.list': 0, 'card.list': 0 }
  await app.database.write(1, db => db.update(firms).set({ appConfSet: { adminFuncSwitch: { global } } }))
  expect(await admin.call('reviews.summary')).toMatchObject({ days: [], due: null, offices: [] })
})
