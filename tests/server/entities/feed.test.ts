import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { articles, cards, lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards, submitCard } from '../../support/cards.ts'
import { fillArticles, fillCards, fillLawyers } from '../../support/manyRows.ts'
import { sql } from 'drizzle-orm'

let app: TestApp
let needed: CardFields
beforeAll(async () => {
  app = await startApp()
  needed = await prepareCards(app)
})
afterAll(() => app.close())

const account = '13800000001'
const turn = async (values: { hasLawyers?: 0 | 1; hasArticles?: 0 | 1 }) => {
  const admin = await app.as('admin')
  const { version } = await admin.call('websiteFeed.get')
  await admin.call('websiteFeed.update', { hasLawyers: 0, hasArticles: 0, ...values, version })
}
type Node = Record<string, unknown>
const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.fetch(path, { headers })
  const text = await response.text()
  return {
    response,
    text,
    nodes: text === '' ? [] : ((JSON.parse(text) as { '@graph'?: Node[] })['@graph'] ?? []),
  }
}

test('answers nothing until the firm switches it on', async () => {
  for (const path of ['/feed/lawyers', '/feed/articles']) {
    const { response, text } = await read(path)
    expect(response.status).toBe(404)
    expect(text).toContain('官网数据接口未开启')
  }
})

describe('published cards', () => {
  beforeEach(() => turn({ hasLawyers: 1 }))

  test('are attorneys of schema.org, without contacts that need a tap or are hidden', async () => {
    const { id, version, lawyer } = await submitCard(app, account, {
      ...needed,
      mobile: '13912345678',
      email: 'open@firm.example',
      wechatNo: 'lawyer-chat',
      visibility: { email: 1, mobile: 2, wechatNo: 0 },
    } as never)
    expect((await read('/feed/lawyers')).nodes).toEqual([])
    await (await app.as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
    const { response, text, nodes } = await read('/feed/lawyers')
    expect(response.headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
    expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org' })
    expect(nodes).toMatchObject([
      {
        '@type': ['Attorney', 'Person'],
        name: lawyer.name,
        inLanguage: 'zh-CN',
        jobTitle: '律师',
        email: 'open@firm.example',
        knowsAbout: ['争议解决'],
        description: '处理公司诉讼。 熟悉仲裁。',
        image: 'http://localhost/api/files/1/2-1/portrait.webp',
        worksFor: { '@type': 'LegalService', address: { '@type': 'PostalAddress' } },
      },
    ])
    expect(text).not.toContain('13912345678')
    expect(text).not.toContain('lawyer-chat')
  })

  test('are answered again only after a change, and are gone when they are hidden', async () => {
    const first = await read('/feed/lawyers')
    const tag = first.response.headers.get('etag')!
    expect(first.response.headers.get('cache-control')).toBe('public, max-age=60')
    const same = await read('/feed/lawyers', { 'If-None-Match': tag })
    expect([same.response.status, same.text]).toEqual([304, ''])
    await app.database.write(1, db => db.update(cards).set({ showStatus: 0 }))
    const changed = await read('/feed/lawyers', { 'If-None-Match': tag })
    expect([changed.response.status, changed.nodes]).toEqual([200, []])
    await app.database.write(1, db => db.update(cards).set({ showStatus: 1 }))
  })

  test.each([
    ['of a disabled person', () => app.database.write(1, db => db.update(lawyers).set({ status: 3 }))],
    [
      'of a removed person',
      () => app.database.write(1, db => db.update(lawyers).set({ deletedAt: new Date() })),
    ],
  ])('%s are not included', async (_, change) => {
    await change()
    expect((await read('/feed/lawyers')).nodes).toEqual([])
    await app.database.write(1, db => db.update(lawyers).set({ status: 1, deletedAt: null }))
    expect((await read('/feed/lawyers')).nodes).toHaveLength(1)
  })

  test('come in pages, each with the address of the next', async () => {
    await app.database.write(1, db => db.execute(sql.raw(fillLawyers(120))))
    await app.database.write(1, db => db.execute(sql.raw(fillCards)))
    await app.database.write(1, db =>
      db
        .update(cards)
        .set({ published: sql`coalesce(published, '{"name":"批量"}')` })
        .where(eq(cards.language, 'CN')),
    )
    const { response, nodes } = await read('/feed/lawyers')
    expect(nodes).toHaveLength(100)
    const [, next] = /^<http:\/\/localhost(\/api\/feed\/lawyers\?after=\d+)>; rel="next"$/.exec(
      response.headers.get('link')!,
    )!
    const second = await read(next!.slice('/api'.length))
    expect(second.response.headers.get('link')).toBeNull()
    const keys = [...nodes, ...second.nodes].map(node => node['identifier'])
    expect(new Set(keys).size).toBe(keys.length)
    const shown = and(
      eq(cards.showStatus, 1),
      sql`${cards.published} is not null`,
      sql`${cards.deletedAt} is null`,
    )
    const [{ count }] = (await app.database.read(1, db =>
      db
        .select({ count: sql<number>`count(*)::int` })
        .from(cards)
        .where(shown),
    )) as [{ count: number }]
    expect(keys).toHaveLength(count)
  })
})

describe('published articles', () => {
  beforeEach(() => turn({ hasArticles: 1 }))

  test('are articles and videos of schema.org, without drafts, expired ones and kinds that are off', async () => {
    await app.database.write(1, db => db.execute(sql.raw(fillArticles(16))))
    const isPublic = and(eq(articles.status, 2), eq(articles.firmId, 1))
    const count = await app.database.read(1, db => db.$count(articles, isPublic))
    const { nodes } = await read('/feed/articles')
    expect(nodes).toHaveLength(count)
    expect(nodes.find(node => node['@type'] === 'Article')).toMatchObject({
      headline: expect.stringContaining('实务问题'),
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      author: [{ '@type': 'Person' }],
      publisher: { '@type': 'LegalService' },
    })
    await app.database.write(1, db =>
      db
        .update(articles)
        .set({ expireAt: new Date(Date.now() - 1000) })
        .where(and(isPublic, eq(articles.kind, 1))),
    )
    const left = await read('/feed/articles')
    expect(left.nodes.length).toBeLessThan(count)
    expect((await read('/feed/lawyers')).response.status).toBe(404)
  })

  test('name only authors with a public card', async () => {
    const authorsIn = async () =>
      new Set(
        (await read('/feed/articles')).nodes.flatMap(({ author }) => (author as Node[] | undefined) ?? []),
      )
    expect((await authorsIn()).size).toBeGreaterThan(0)
    await app.database.write(1, db => db.update(cards).set({ showStatus: 0 }))
    expect((await authorsIn()).size).toBe(0)
    await app.database.write(1, db => db.update(cards).set({ showStatus: 1 }))
  })

  test('cannot end the script of a page that holds them', async () => {
    const title = '关于</script><script>alert(1)</script>'
    await app.database.write(1, db => db.update(articles).set({ title }).where(eq(articles.firmId, 1)))
    const { text, nodes } = await read('/feed/articles')
    expect(text).not.toContain('<')
    expect(nodes[0]!['headline'] ?? nodes[0]!['name']).toBe(title)
  })
})

test.each([
  ['/feed/lawyers?after=x', 400],
  // More than an `integer` of PostgreSQL holds.
  ['/feed/lawyers?firmId=99999999999', 400],
  ['/feed/lawyers?firmId=999', 404],
  ['/feed/people', 404],
])('%s is refused with %i', async (path, status) => {
  await turn({ hasLawyers: 1 })
  expect((await read(path)).response.status).toBe(status)
})
