import { randomBytes } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { articles, logs, messages, previewLinks } from '../../../server/db/tables.ts'
import { expirePreviewLinks } from '../../../server/services/jobs/housekeeping.ts'
import { runPublication } from '../../../server/services/jobs/publication.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// A case that names its parties is public only while its client consents to exactly this content.

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  await stage.setting('websiteFeed', { hasLawyers: 0, hasArticles: 1 })
})
afterAll(() => app.close())
// The page answers only so many requests a minute.
beforeEach(() => app.clock.advance(61_000))

const party = '北京华宇星辰科技有限公司'
const hourMs = 3_600_000
const newKey = () => randomBytes(32).toString('base64url')

const post = async (path: string, body: object) => {
  const response = await app.fetch(`/preview/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    response,
    ...((await response.json()) as { code: string; message: string; data: Record<string, unknown> }),
  }
}

const newCase = async (more: object = {}) =>
  stage.article({
    kind: 3,
    typeId: stage.types[3],
    title: `设备买卖纠纷${stage.next()}`,
    caseInfo: { cause: '买卖合同纠纷', clientConsent: 1 },
    parties: [party],
    ...more,
  })
const send = (articleId: number, purpose: 1 | 2 = 2) =>
  stage.admin.call(purpose === 2 ? 'articles.askConsent' : 'articles.share', {
    articleId,
    recipient: '华宇星辰法务部',
  })

/** A browser with a link, which it has opened. */
const reader = async (articleId: number, purpose: 1 | 2 = 2) => {
  const { linkKey: secret, id } = await send(articleId, purpose)
  const own = { secret, reader: newKey() }
  const opened = await post('open', own)
  const receipt = newKey()
  const decide = (decision: 1 | 2, more: object = {}) =>
    post('decide', { ...own, receipt, decision, name: '周敏', ...more })
  const withdraw = (more: object = {}) => post('receipt/withdraw', { receipt, ...more })
  return { id, own, opened, receipt, decide, withdraw }
}
const consented = async (articleId: number) => {
  const client = await reader(articleId)
  expect((await client.decide(1)).code).toBe('200')
  return client
}
const submit = async (articleId: number) => {
  const { version } = await stage.admin.call('articles.one', { articleId })
  return stage.admin.call('articles.update', { articleId, version, submit: 1 })
}
const statusOf = async (articleId: number) => (await stage.admin.call('articles.one', { articleId })).status

/** Where somebody without an account finds the article, in each way there is. */
const publicPlaces = async (articleId: number) => {
  const list = await app.call('articles.getList', { kind: 3, pageSize: 200 })
  const feed = await (await app.fetch('/feed/articles')).text()
  const lawyer = await (await app.as('13800000003')).call('articles.getList', { kind: 3, pageSize: 200 })
  return {
    list: list.records.some(it => it.articleId === articleId),
    feed: feed.includes(`"identifier":"${articleId}"`),
    otherLawyer: lawyer.records.some(it => it.articleId === articleId),
  }
}
const nowhere = { list: false, feed: false, otherLawyer: false }
const everywhere = { list: true, feed: true, otherLawyer: true }

test('a case waits for its client, is published by the consent, and is offline with the withdrawal', async () => {
  const { articleId, key } = await newCase()
  expect((await submit(articleId)).status).toBe(5)
  expect(await publicPlaces(articleId)).toEqual(nowhere)
  const client = await reader(articleId)
  app.clock.advance(61_000)
  const consentedAt = app.clock.now()
  expect(client.opened).toMatchObject({
    code: '200',
    data: { kind: 'article', purpose: 2, firm: expect.any(String) as string },
  })
  expect((await client.decide(1)).code).toBe('200')
  expect(await publicPlaces(articleId)).toEqual(everywhere)
  const published = await stage.admin.call('articles.one', { articleId })
  expect(published).toMatchObject({ status: 2, consent: 'given' })
  // It is as new as the consent, and not as old as its submission.
  expect(new Date(published.publishAt!).getTime()).toBeGreaterThanOrEqual(consentedAt.getTime())

  const read = await post('receipt', { receipt: client.receipt })
  expect(read.data).toMatchObject({ decidedBy: '周敏', withdrawnAt: null })
  expect((await client.withdraw({ reason: '商业秘密' })).code).toBe('200')
  expect(await publicPlaces(articleId)).toEqual(nowhere)
  expect(await stage.admin.call('articles.one', { articleId })).toMatchObject({
    status: 4,
    consent: 'missing',
  })
  // Twice is what was wanted.
  expect((await client.withdraw()).code).toBe('200')

  const entries = await app.database.read(1, db =>
    db
      .select({ action: logs.action, summary: logs.summary })
      .from(logs)
      .where(and(eq(logs.targetType, 'articles'), eq(logs.targetId, articleId)))
      .orderBy(logs.id),
  )
  expect(entries.map(it => it.action)).toEqual([
    'create',
    'publish',
    'share',
    'clientConsent',
    'publish',
    'clientWithdraw',
    'offline',
  ])
  const titles = await app.database.read(1, db =>
    db
      .select({ title: messages.title, type: messages.receiverType })
      .from(messages)
      .where(and(eq(messages.bizType, 'article'), eq(messages.bizId, articleId)))
      .orderBy(messages.id),
  )
  expect(titles.filter(it => it.title.startsWith('客户'))).toEqual([
    { title: '客户已同意', type: 1 },
    { title: '客户已同意', type: 2 },
    { title: '客户撤回同意', type: 1 },
    { title: '客户撤回同意', type: 2 },
  ])
  const { records } = await (await app.as(key)).call('messages.page', { type: 4 })
  expect(records[0]).toMatchObject({ link: `/app/user/articles/${articleId}` })
})

test('a case without parties, and other articles with that field, are published as before', async () => {
  expect(await statusOf((await newCase({ parties: null, submit: 1 })).articleId)).toBe(2)
  const { articleId } = await stage.article({ parties: [party], submit: 1 })
  expect(await statusOf(articleId)).toBe(2)
})

describe('no way makes a case public without consent:', () => {
  test.each<[string, (articleId: number) => Promise<unknown>]>([
    ['submission', submit],
    [
      'approval',
      async articleId => {
        await app.database.write(1, db =>
          db.update(articles).set({ status: 1 }).where(eq(articles.articleId, articleId)),
        )
        const { version } = await stage.admin.call('articles.one', { articleId })
        await stage.admin.call('articles.pass', { articleId, version })
      },
    ],
    [
      'the schedule',
      async articleId => {
        await submit(articleId)
        app.clock.advance(hourMs)
        await runPublication(app.database, 1, app.clock.now())
      },
    ],
    [
      'a restored version',
      async articleId => {
        const { version } = await submit(articleId)
        await stage.admin.call('articles.restore', { articleId, to: 1, version })
      },
    ],
    [
      'the recycle bin',
      async articleId => {
        await stage.admin.call('articles.remove', { articleId })
        await stage.admin.call('recycledArticles.restore', { id: articleId })
        await submit(articleId)
      },
    ],
    [
      'a status that something else has written',
      articleId =>
        app.database.write(1, db =>
          db
            .update(articles)
            .set({ status: 2, publishAt: app.clock.now() })
            .where(eq(articles.articleId, articleId)),
        ),
    ],
    [
      'consent to another content',
      async articleId => {
        await consented(articleId)
        const { version } = await stage.admin.call('articles.one', { articleId })
        await stage.admin.call('articles.update', {
          articleId,
          version,
          content: '<p>另一份案情</p>',
          submit: 1,
        })
      },
    ],
    [
      'consent of another party list',
      async articleId => {
        await consented(articleId)
        const { version } = await stage.admin.call('articles.one', { articleId })
        await stage.admin.call('articles.update', { articleId, version, parties: ['王小明'], submit: 1 })
      },
    ],
    [
      'a refusal',
      async articleId => {
        await submit(articleId)
        await (await reader(articleId)).decide(2, { reason: '尚在上诉期' })
        await runPublication(app.database, 1, app.clock.now())
      },
    ],
  ])('%s', async (_, attempt) => {
    const { articleId } = await newCase()
    await attempt(articleId)
    expect(await publicPlaces(articleId)).toEqual(nowhere)
  })

  test('a return of the only lawyer after the withdrawal', async () => {
    const { articleId, lawyerId } = await newCase()
    const client = await consented(articleId)
    await submit(articleId)
    const status = async (value: 1 | 4) => {
      const { version } = await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })
      await stage.admin.call('lawyers.update', { id: lawyerId, version, status: value, reason: '变动' })
    }
    await status(4)
    expect(await statusOf(articleId)).toBe(4)
    await client.withdraw()
    await status(1)
    expect(await statusOf(articleId)).toBe(4)
    expect(await publicPlaces(articleId)).toEqual(nowhere)
  })
})

test('a consent lasts over whatever changes neither words nor parties', async () => {
  const { articleId } = await newCase()
  await consented(articleId)
  await submit(articleId)
  const { version } = await stage.admin.call('articles.one', { articleId })
  await stage.admin.call('articles.update', {
    articleId,
    version,
    sort: 7,
    content: '<p>出资期限应当写明。</p>',
    submit: 1,
  })
  expect(await publicPlaces(articleId)).toEqual(everywhere)
})

test('a change of a public case waits for its own consent, and the public content stays meanwhile', async () => {
  const { articleId } = await newCase()
  await consented(articleId)
  await submit(articleId)
  const { version } = await stage.admin.call('articles.one', { articleId })
  const change = { articleId, version, summary: '改判支持卖方', submit: 1 as const }
  await expect(stage.admin.call('articles.update', change)).rejects.toMatchObject({
    code: '4220',
    data: { errors: { parties: '客户还没有同意修改后的内容，请先征求客户同意' } },
  })
  const saved = await stage.admin.call('articles.update', { articleId, version, summary: '改判支持卖方' })
  expect(await publicPlaces(articleId)).toEqual(everywhere)
  await consented(articleId)
  await stage.admin.call('articles.update', { articleId, version: saved.version, submit: 1 })
  expect(await stage.admin.call('articles.one', { articleId })).toMatchObject({
    summary: '改判支持卖方',
    published: null,
  })
  expect(await publicPlaces(articleId)).toEqual(everywhere)
})

test('a refusal after a consent takes the case offline', async () => {
  const { articleId } = await newCase()
  await consented(articleId)
  await submit(articleId)
  await (await reader(articleId)).decide(2)
  expect(await publicPlaces(articleId)).toEqual(nowhere)
  expect(await statusOf(articleId)).toBe(4)
})

test('a withdrawal takes the case offline whatever other consent there was', async () => {
  const { articleId } = await newCase()
  await submit(articleId)
  const [first, second] = [await consented(articleId), await consented(articleId)]
  expect(await statusOf(articleId)).toBe(2)
  expect((await first.withdraw()).code).toBe('200')
  expect(await publicPlaces(articleId)).toEqual(nowhere)
  expect((await post('receipt', { receipt: second.receipt })).data).toMatchObject({
    withdrawnAt: expect.any(String) as string,
  })
})

test('a consent is withdrawn while the case is in the recycle bin, and stays so after it is restored', async () => {
  const { articleId } = await newCase()
  const client = await consented(articleId)
  await stage.admin.call('articles.remove', { articleId })
  expect((await post('open', client.own)).code).toBe('4040')
  expect((await post('receipt', { receipt: client.receipt })).code).toBe('200')
  expect((await client.withdraw()).code).toBe('200')
  const bin = await stage.admin.call('recycledArticles.page', { pageSize: 200 })
  const removed = bin.records.find(it => it.id === articleId)!
  await stage.admin.call('recycledArticles.restore', { id: removed.id })
  expect(await stage.admin.call('articles.one', { articleId })).toMatchObject({ consent: 'missing' })
})

test('an administrator and a lawyer of the case record a withdrawal, with a reason', async () => {
  for (const who of ['admin', 'lawyer'] as const) {
    const { articleId, key } = await newCase()
    await consented(articleId)
    await submit(articleId)
    const caller = who === 'admin' ? stage.admin : await app.as(key)
    await expect(caller.call('articles.withdrawConsent', { articleId })).rejects.toMatchObject({
      code: '4220',
    })
    await caller.call('articles.withdrawConsent', { articleId, reason: '客户来电' } as never)
    await expect(
      caller.call('articles.withdrawConsent', { articleId, reason: '客户来电' } as never),
    ).rejects.toMatchObject({ code: '4091' })
    expect(await publicPlaces(articleId)).toEqual(nowhere)
  }
})

describe('a link', () => {
  test('shows what the phone shows, and neither parties nor what is internal', async () => {
    const { articleId } = await newCase({ sort: 4711 })
    const { opened } = await reader(articleId)
    const text = JSON.stringify(opened.data)
    expect(text).not.toContain('华宇')
    expect(text).not.toContain('4711')
    expect(Object.keys(opened.data['article'] as object)).not.toEqual(
      expect.arrayContaining(['parties', 'createdBy', 'version', 'status']),
    )
    expect(opened.data['article']).toMatchObject({ caseInfo: { cause: '买卖合同纠纷' } })
    expect(text).not.toContain('clientConsent')
    expect(opened.response.headers.get('cache-control')).toContain('no-store')
  })

  test('may be opened again by the same browser, and by no other', async () => {
    const { articleId } = await newCase()
    const { own } = await reader(articleId)
    expect((await post('open', own)).code).toBe('200')
    expect(await post('open', { ...own, reader: newKey() })).toMatchObject({
      code: '4091',
      message: expect.stringContaining('另一个浏览器') as string,
    })
    expect(
      (await post('decide', { ...own, reader: newKey(), receipt: newKey(), decision: 1, name: '周敏' })).code,
    ).toBe('4091')
  })

  test('ends with the decision, which may be repeated but not changed', async () => {
    const { articleId } = await newCase()
    const client = await reader(articleId)
    expect((await client.decide(1)).code).toBe('200')
    expect((await client.decide(1)).code).toBe('200')
    expect((await client.decide(2)).code).toBe('4091')
    expect((await post('open', client.own)).code).toBe('4091')
  })

  test('of two that are used at once decides one', async () => {
    const { articleId } = await newCase()
    const [one, other] = [await reader(articleId), await reader(articleId)]
    const codes = await Promise.all([one.decide(1), other.decide(2)])
    expect(codes.map(it => it.code).toSorted()).toEqual(['200', '4091'])
    const [row] = await app.database.read(1, db =>
      db
        .select({ count: sql<number>`count(*)::int` })
        .from(previewLinks)
        .where(and(eq(previewLinks.articleId, articleId), sql`decision is not null`)),
    )
    expect(row!.count).toBe(1)
  })

  test.each<[string, RegExp, (id: number, articleId: number) => unknown]>([
    [
      'whose day is over',
      /已过期/,
      id =>
        app.database.write(1, db =>
          db.update(previewLinks).set({ expireAt: app.clock.now() }).where(eq(previewLinks.id, id)),
        ),
    ],
    ['revoked', /已被撤销/, id => stage.admin.call('previewLinks.revoke', { id })],
    [
      'to a content that was changed since',
      /有修改/,
      async (_, articleId) => {
        const { version } = await stage.admin.call('articles.one', { articleId })
        await stage.admin.call('articles.update', { articleId, version, title: '改过的标题' })
      },
    ],
    [
      'to a case in the recycle bin',
      /链接无效/,
      (_, articleId) => stage.admin.call('articles.remove', { articleId }),
    ],
  ])('%s opens nothing and decides nothing', async (_, message, happen) => {
    const { articleId } = await newCase()
    const client = await reader(articleId)
    await happen(client.id, articleId)
    expect((await post('open', client.own)).message).toMatch(message)
    expect((await client.decide(1)).message).toMatch(message)
  })

  test('that is invented, of another firm, or not opened yet decides nothing', async () => {
    const { articleId } = await newCase()
    const { linkKey: secret } = await send(articleId)
    const own = { secret, reader: newKey() }
    const decision = { receipt: newKey(), decision: 1, name: '周敏' }
    expect((await post('decide', { ...own, ...decision })).message).toBe('请先查看内容')
    expect((await post('open', { ...own, secret: newKey() })).code).toBe('4040')
    expect((await post('open', { secret: 'short', reader: own.reader })).code).toBe('4220')
    expect((await post('open', { ...own, firmId: 2 })).code).not.toBe('200')
    expect((await post('receipt', { receipt: newKey() })).code).toBe('4040')
    expect((await post('receipt/withdraw', { receipt: newKey() })).code).toBe('4040')
  })

  test('for viewing decides nothing and shows the present content', async () => {
    const { articleId } = await newCase()
    const viewer = await reader(articleId, 1)
    const { version } = await stage.admin.call('articles.one', { articleId })
    await stage.admin.call('articles.update', { articleId, version, title: '改过的标题' })
    expect((await post('open', viewer.own)).data).toMatchObject({ article: { title: '改过的标题' } })
    expect((await viewer.decide(1)).message).toBe('此链接只用于查看')
    await consented(articleId)
    expect((await post('open', viewer.own)).code).toBe('200')
  })

  test('is one of at most 20 that can still be opened', async () => {
    const { articleId } = await newCase()
    for (let index = 0; index < 20; index += 1) await send(articleId)
    await expect(send(articleId)).rejects.toMatchObject({ code: '4091' })
    await app.database.write(1, db =>
      db.update(previewLinks).set({ expireAt: app.clock.now() }).where(eq(previewLinks.articleId, articleId)),
    )
    await send(articleId)
  })

  test('with hostile words stores them as text and says which are too long', async () => {
    const { articleId } = await newCase()
    const client = await reader(articleId)
    expect((await client.decide(1, { name: '' })).data).toEqual({
      errors: { name: expect.any(String) as string },
    })
    expect((await client.decide(2, { reason: '长'.repeat(201) })).code).toBe('4220')
    const name = `<img src=x>';--`
    expect((await client.decide(2, { name, reason: '\u202e<script>' })).code).toBe('200')
    const { links } = await stage.admin.call('previewLinks.list', { articleId })
    expect(links[0]).toMatchObject({ decision: 2, decidedBy: name, reason: '<script>' })
  })

  test('is answered only so often', async () => {
    const own = { secret: newKey(), reader: newKey() }
    const codes = []
    for (let index = 0; index < 61; index++) codes.push((await post('open', own)).code)
    expect(codes.at(-1)).toBe('4290')
  })

  test('is stored as a hash, is of no use a month later, and is deleted then unless something was decided', async () => {
    const { articleId } = await newCase()
    const { linkKey: secret } = await send(articleId)
    await consented(articleId)
    const rowsOf = () =>
      app.database.read(1, db => db.select().from(previewLinks).where(eq(previewLinks.articleId, articleId)))
    expect(JSON.stringify(await rowsOf())).not.toContain(secret)
    const inAMonth = new Date(app.clock.now().getTime() + 32 * 24 * hourMs)
    await expirePreviewLinks(app.database, inAMonth)
    expect((await rowsOf()).map(it => it.decision)).toEqual([1])
  })
})

test('the names of parties are for those with the right in their scope, and for no list', async () => {
  const { articleId, key } = await newCase({ content: `<p>原告${party}诉称</p>` })
  const own = await (await app.as(key)).call('articles.one', { articleId })
  expect(own).toMatchObject({ parties: [party] })
  expect(own.findings).toMatchObject([{ ruleId: 'R9', field: 'content', text: party }])
  const other = await (await app.as('branch')).call('articles.one', { articleId })
  expect(other).toMatchObject({ parties: null, findings: [] })
  const list = await stage.admin.call('articles.getList', { kind: 3, pageSize: 200 })
  expect(JSON.stringify(list)).not.toContain('华宇')
  const { rows } = await app.database.read(1, db =>
    db.execute<{ text: string }>(
      sql`select diff::text as text from logs where target_id = ${articleId} and action = 'create'`,
    ),
  )
  expect(rows[0]!.text).toContain('北京华****有限公司')
})

test('a link of a card shows what a stranger may see of it', async () => {
  const { id } = await stage.publishedCard()
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await stage.admin.call('cards.update', {
    id,
    version,
    publish: 1,
    mobile: '13912345678',
    email: 'hidden@firm.example',
    visibility: { mobile: 2, email: 0 },
  })
  const { linkKey: secret } = await stage.admin.call('cards.share', { id, recipient: '周敏' })
  const { data } = await post('open', { secret, reader: newKey() })
  expect(data).toMatchObject({ kind: 'card', card: { name: '样本律师' } })
  expect(JSON.stringify(data)).not.toMatch(/13912345678|hidden@firm/)
  const { articleId } = await newCase({ parties: null })
  await expect(send(articleId)).rejects.toMatchObject({ code: '4220' })
})

test('links are within the scope of those who make them', async () => {
  const { articleId } = await newCase()
  const branch = await app.as('branch')
  const input = { articleId, recipient: '华宇星辰' }
  await expect(branch.call('articles.askConsent', input)).rejects.toMatchObject({ code: '4040' })
  await expect(branch.call('previewLinks.list', { articleId })).rejects.toMatchObject({ code: '4040' })
  const { id } = await send(articleId)
  await expect(branch.call('previewLinks.revoke', { id })).rejects.toMatchObject({ code: '4040' })
  await expect(stage.admin.call('previewLinks.list', {})).rejects.toMatchObject({ code: '4220' })
})
