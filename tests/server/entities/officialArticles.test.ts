import { readFileSync } from 'node:fs'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { articles } from '../../../server/db/tables.ts'
import { createOfficialAccount } from '../../../server/services/integrations/officialAccount.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { officialApp, startOfficialAccount } from '../../support/officialAccount.ts'

let wechat: Awaited<ReturnType<typeof startOfficialAccount>>
let app: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
const office = 1
/** Runs before each picture is fetched. */
let beforePicture = () => {}

beforeAll(async () => {
  wechat = await startOfficialAccount()
  const official = createOfficialAccount({ wechatEndpoint: wechat.endpoint })
  const pictureAfter: typeof official.picture = address => {
    beforePicture()
    return official.picture(address)
  }
  app = await startApp({ services: { official: { ...official, picture: pictureAfter } } })
  admin = await app.as('admin')
})
afterAll(async () => {
  await app.close()
  await wechat.stop()
})
beforeEach(() => {
  wechat.asked.length = 0
  wechat.instead.clear()
})

const connect = async (official: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config', {})
  return system.call('system.updateConfig', { official, version })
}
const picture = (format: 'jpeg' | 'gif' = 'jpeg') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
    [format]()
    .toBuffer()
const draft = (messageKey: string, index = 0, change: object = {}) =>
  admin.call('articles.importOfficial', { messageKey, index, kind: 2, ...change })

test('lists nothing and imports nothing until the firm has connected its account', async () => {
  expect(await admin.call('articles.official', {})).toMatchObject({ isOn: 0, articles: [] })
  await expect(draft('M')).rejects.toMatchObject({ code: '4091' })
  expect(wechat.asked).toEqual([])
})

describe('with an account', () => {
  beforeAll(async () => void (await connect(officialApp)))

  test('its secret is stored sealed and never answered', async () => {
    const config = await (await app.as('system')).call('system.config', {})
    expect(config.official).toEqual({ appId: officialApp.appId, secretSet: 1 })
    const { rows } = await app.database.pool.query('select value::text from firm_configs')
    expect(JSON.stringify(rows)).not.toContain(officialApp.secret)
  })

  test('lists the articles of its messages, without those it has deleted, page by page', async () => {
    for (let at = 0; at < 21; at += 1)
      wechat.publish(`OLD-${at}`, [{ title: `第${at}篇` }], `2026-09-0${1 + (at % 9)}T00:00:00Z`)
    wechat.publish('TWO', [
      { title: '甲案', author: '林律师', digest: '摘要', url: 'http://mp.weixin.qq.com/s?__biz=1' },
      { title: '已删', is_deleted: true },
      { title: '乙案', url: 'javascript:alert(1)' },
    ])
    const first = await admin.call('articles.official', {})
    expect(first).toMatchObject({ isOn: 1, total: 22, pageSize: 20 })
    expect(first.articles).toHaveLength(21)
    expect(first.articles.slice(0, 2)).toEqual([
      {
        messageKey: 'TWO',
        index: 0,
        title: '甲案',
        author: '林律师',
        digest: '摘要',
        url: 'https://mp.weixin.qq.com/s?__biz=1',
        updatedAt: '2026-10-01T08:00:00.000Z',
        importedId: null,
      },
      expect.objectContaining({ messageKey: 'TWO', index: 2, title: '乙案', url: '' }),
    ])
    const second = await admin.call('articles.official', { pageNum: 2 })
    expect(second.articles.map(it => it.messageKey)).toEqual(['OLD-1', 'OLD-0'])
    // The list asks for no texts.
    expect(wechat.asked.find(it => it.path.endsWith('batchget'))?.body).toMatchObject({ no_content: 1 })
  })

  test('imports one as a draft whose pictures are the product’s own, without what no article may have', async () => {
    const [jpeg, gif] = [
      wechat.picture('a.jpg', await picture()),
      wechat.picture('moving.gif', await picture('gif')),
    ]
    wechat.publish('RICH', [
      {
        title: '关于'.repeat(40),
        digest: '一'.repeat(200),
        thumb_url: jpeg,
        content: [
          '<section style="color:red"><p onclick="alert(1)">正文<script>alert(2)</script></p></section>',
          `<p><img class="rich_pages" data-src="${jpeg}?wx_fmt=jpeg&amp;from=appmsg" src="data:image/gif;base64,R0lGOD"></p>`,
          `<p><img src='${gif}' alt="动图"></p>`,
          '<p><img data-src="https://tracker.example/p.png"></p>',
        ].join(''),
      },
    ])
    const kept = { kind: 2 as const, values: '{"title":"写到一半"}' }
    await admin.call('articles.keepDraft', kept)
    const answer = await draft('RICH')
    expect(answer).toMatchObject({ status: 0, missingPictures: 1 })
    const one = await admin.call('articles.one', { articleId: answer.articleId })
    expect(one).toMatchObject({ kind: 2, status: 0, organizationId: office, sourceType: 1, language: 'CN' })
    expect([one.title.length, one.summary?.length]).toEqual([64, 120])
    expect(one.content).toContain('正文')
    expect(one.content).not.toMatch(/script|onclick|tracker|data:|qpic/)
    const sources = [...one.content!.matchAll(/src="([^"]+)"/g)].map(it => it[1]!)
    expect(sources).toEqual([
      expect.stringMatching(/^\/api\/files\/1\/.+\.jpg$/),
      expect.stringMatching(/^\/api\/files\/1\/.+\.png$/),
    ])
    expect(one.cover).toMatch(/^\/api\/files\/1\/.+\.jpg$/)
    for (const path of [...sources, one.cover!])
      expect((await app.fetch(path.replace('/api', ''), {})).status, path).toBe(200)
    // What the administrator was writing himself is still there.
    expect(await admin.call('articles.draft', { kind: 2 })).toMatchObject({ values: kept.values })
  })

  test('keeps the paragraphs of an article that an editor for WeChat wrote in sections', async () => {
    const image = wechat.picture('sz_mmbiz_jpg/lease001/640', await picture())
    const copied = readFileSync('tests/screens/pasted/wechat.txt', 'utf8')
    wechat.publish('SECTIONS', [
      {
        title: '租房纠纷',
        content:
          copied.replaceAll('https://mmbiz.qpic.cn', wechat.endpoint) +
          '<section><section><span leaf="">甲段</span></section><section>乙<strong>段</strong></section></section>' +
          '<ul><li><section>一</section></li><li><section><span>二</span></section></li></ul>',
      },
    ])
    const { articleId } = await draft('SECTIONS')
    const { content } = await admin.call('articles.one', { articleId })
    expect(content).toContain(
      '<p>甲段</p><p>乙<strong>段</strong></p><ul><li><p>一</p></li><li><p>二</p></li></ul>',
    )
    expect(content).toMatch(/<p>承租人提前退租,<?u?>?押金/)
    expect(content).not.toMatch(/<p><\/p>|<p>(&nbsp;|<br \/>)<\/p>|<section|data-src|svg/)
    expect(content).toMatch(/src="\/api\/files\/1\//)
    expect(image).toContain('lease001')
  })

  test('slow pictures delay the import by a limited time, and the rest is counted as missing', async () => {
    const addresses = await Promise.all(
      ['slow1.jpg', 'slow2.jpg', 'slow3.jpg'].map(async name => wechat.picture(name, await picture())),
    )
    const content = addresses.map(it => `<p><img src="${it}"></p>`).join('')
    wechat.publish('SLOW', [{ title: '图片很慢', content }])
    vi.useFakeTimers({ toFake: ['performance'] })
    beforePicture = () => void vi.advanceTimersByTime(20_000)
    try {
      expect(await draft('SLOW')).toMatchObject({ missingPictures: 1 })
    } finally {
      beforePicture = () => {}
      vi.useRealTimers()
    }
  })

  test('imports each once, also at the same time and from the bin, and says where it is', async () => {
    wechat.publish('ONCE', [{ title: '只导入一次', content: '<p>正文</p>' }])
    const answers = await Promise.allSettled([draft('ONCE'), draft('ONCE')])
    expect(answers.map(it => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { articleId } = answers.flatMap(it => (it.status === 'fulfilled' ? [it.value] : []))[0]!
    const listed = async (account: string) =>
      (await (await app.as(account)).call('articles.official', {})).articles.find(
        it => it.messageKey === 'ONCE',
      )
    expect(await listed('admin')).toMatchObject({ importedId: articleId })
    // The administrator of a branch gets 0 instead of the id of an article that he may not read.
    expect(await listed('branch')).toMatchObject({ importedId: 0 })
    await admin.call('articles.remove', { articleId })
    await expect(draft('ONCE')).rejects.toMatchObject({
      code: '4220',
      data: { errors: { title: expect.stringContaining('回收站') } },
    })
    expect(await listed('admin')).toMatchObject({ importedId: 0 })
  })

  test('imports nothing that is gone, and into no kind that has no such articles', async () => {
    wechat.publish('GONE', [{ title: '已删的', is_deleted: true }])
    await expect(draft('GONE')).rejects.toMatchObject({ code: '4040' })
    await expect(draft('TWO', 9)).rejects.toMatchObject({ code: '4040' })
    await expect(draft('NEVER')).rejects.toMatchObject({
      code: '5030',
      message: expect.stringContaining('可能已删除'),
    })
    await expect(draft('TWO', 0, { kind: 3 })).rejects.toMatchObject({ code: '4220' })
    const count = await app.database.read(1, db => db.$count(articles))
    await expect(draft('TWO', 2)).resolves.toMatchObject({ status: 0 })
    expect(await app.database.read(1, db => db.$count(articles))).toBe(count + 1)
    const branch = await app.as('branch')
    const { articleId } = await branch.call('articles.importOfficial', {
      messageKey: 'OLD-3',
      index: 0,
      kind: 1,
    })
    const own = await branch.call('articles.one', { articleId })
    expect(own.kind).toBe(1)
    expect(own.organizationId).not.toBe(office)
  })

  test('says what has to be done when WeChat refuses, and asks again when the token has ended', async () => {
    const path = '/cgi-bin/freepublish/batchget'
    for (const [code, said] of [
      [48001, '微信认证'],
      [40164, 'IP白名单'],
      [45009, '（45009）'],
    ] as const) {
      wechat.instead.set(path, { errcode: code, errmsg: 'refused' })
      await expect(admin.call('articles.official', {})).rejects.toMatchObject({
        code: '5030',
        message: expect.stringContaining(said),
      })
    }
    for (const broken of ['<html>502</html>', '{"item":[{"article_id":7}]}', '[]']) {
      wechat.instead.set(path, broken)
      await expect(admin.call('articles.official', {}), broken).rejects.toMatchObject({ code: '5030' })
    }
    wechat.instead.clear()
    wechat.renewToken()
    expect(await admin.call('articles.official', {})).toMatchObject({ isOn: 1 })
  })

  test('an empty AppID disconnects it with its secret, and half a connection is refused', async () => {
    await connect({ appId: '' })
    expect((await (await app.as('system')).call('system.config', {})).official).toEqual({
      appId: '',
      secretSet: 0,
    })
    await expect(connect({ appId: officialApp.appId })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { 'official.secret': expect.stringContaining('AppSecret') } },
    })
    expect(await admin.call('articles.official', {})).toMatchObject({ isOn: 0 })
  })
})
