import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open' })
  const portrait = await sharp({ create: { width: 60, height: 75, channels: 3, background: '#888' } })
    .webp()
    .toBuffer()
  const path = '1/2-1/portrait.webp'
  app.outbox.files.set(path, portrait)
  const owner = { ownerPopulation: 2 as const, ownerId: 1, scene: 'avatar', mime: 'image/webp' }
  await app.database.write(1, db =>
    db.insert(files).values({ ...owner, firmId: 1, path, size: portrait.length }),
  )
})
afterAll(() => app.close())

const published = async (change: object = {}) => {
  const { id, key, lawyerId } = await stage.publishedCard()
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await stage.admin.call('cards.update', { id, version, publish: 1, ...change })
  return { id, key, lawyerId }
}

const partsOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('wordprocessingml.document')
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return { parts, document: strFromU8(parts['word/document.xml']!) }
}
const single = async (account: string, id: number) =>
  partsOf(
    await app.fetch(`/lawyer/card/output/${id}?type=word`, {
      headers: { Token: (await app.as(account)).token },
    }),
  )
const asked = async (account: string, input: object) =>
  app.fetch('/lawyer/card/word', {
    method: 'POST',
    headers: { Token: (await app.as(account)).token, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
/** The paragraphs of a document as text. */
const paragraphsOf = (document: string) =>
  [...document.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([xml]) =>
    xml.replaceAll(/<w:br\/>/g, '\n').replaceAll(/<[^>]+>/g, ''),
  )

describe('the Word file of a card', () => {
  test('has its fields by name, escaped and with line breaks, and the portrait', async () => {
    const { id } = await published({
      name: '李<&>静',
      avatar: '/api/files/1/2-1/portrait.webp',
      intro: '<p>第一段 &amp; 一句</p><p>第二段</p>',
      education: [
        { start: '2001-09', end: '2005-06', school: '北京大学', major: '法学', degree: 2 },
        { start: '2005-09', end: '2008-06', school: '清华大学', degree: 3 },
      ],
      clients: [
        { name: '同意的客户', consent: 1 },
        { name: '没有同意的客户', consent: 0 },
      ],
    })
    const { parts, document } = await single('admin', id)
    expect(document).toContain('李&lt;&amp;&gt;静')
    const paragraphs = paragraphsOf(document)
    expect(paragraphs).toContain('第一段 &amp; 一句\n第二段')
    expect(paragraphs.find(it => it.includes('北京大学'))).toMatch(/北京大学 法学 本科\n.*清华大学 硕士/)
    expect(paragraphs).toContain('教育背景')
    expect(document).toContain('同意的客户')
    expect(document).not.toContain('没有同意的客户')
    // Fields without a value leave neither their name nor an empty heading.
    expect(paragraphs).not.toContain('著作论文')
    expect(document).not.toMatch(/[{}]/)
    const [, link] = /r:embed="(\w+)"/.exec(document)!
    expect(strFromU8(parts['word/_rels/document.xml.rels']!)).toContain(`Id="${link}"`)
    expect(await sharp(parts['word/media/portrait0.jpeg']!).metadata()).toMatchObject({ format: 'jpeg' })
  })

  test('lacks the contacts that the card hides', async () => {
    const { id, key } = await published({
      mobile: '13900001234',
      phone: ['010-88887777'],
      email: 'hidden@example.com',
      wechatNo: 'hidden-wechat',
      visibility: { mobile: 0, phone: 1, email: 0, wechatNo: 0, licenseNumber: 0 },
    })
    const { document } = await single(key, id)
    expect(document).toContain('010-88887777')
    for (const hidden of ['13900001234', 'hidden@example.com', 'hidden-wechat', '执业证号'])
      expect(document).not.toContain(hidden)
  })
})

describe('the Word file of a list', () => {
  test('has twenty lawyers in the order of the list, each on a page, and is logged with its reason', async () => {
    const people = stage
    const ids: number[] = []
    for (let index = 0; index < 20; index += 1) {
      const { id, version } = await people
        .publishedCard()
        .then(it => people.admin.call('cards.cardInfo', { id: it.id }))
      await people.admin.call('cards.update', {
        id,
        version,
        publish: 1,
        name: `投标${String.fromCodePoint(0x4e00 + index)}律师`,
      })
      ids.push(id)
    }
    const listed = async (sortOrder: 'asc' | 'desc') => {
      const { records } = await people.admin.call('cards.pageList', {
        ids,
        sortField: 'updatedAt',
        sortOrder,
        pageNum: 1,
        pageSize: 50,
      })
      return records.map(it => it.name)
    }
    for (const sortOrder of ['asc', 'desc'] as const) {
      const { document } = await partsOf(
        await asked('admin', { ids, sortField: 'updatedAt', sortOrder, reason: '投标用' }),
      )
      expect(paragraphsOf(document).filter(it => it.startsWith('投标'))).toEqual(await listed(sortOrder))
      expect(document.match(/<w:br w:type="page"\/>/g)).toHaveLength(19)
      expect(document).not.toMatch(/[{}]|tenant_admin/)
    }
    const { records } = await people.admin.call('logs.getAdminLogPageList', { module: [13], pageNum: 1 })
    expect(records[0]).toMatchObject({ action: 'export', reason: '投标用', batchCount: 20 })
  })

  test('needs a reason and a public card, and has no card of another office', async () => {
    const { id } = await published()
    const code = async (account: string, input: object) =>
      ((await (await asked(account, input)).json()) as { code: string }).code
    expect(await code('admin', { ids: [id] })).toBe('4220')
    expect(await code('south', { ids: [id], reason: '投标' })).toBe('4091')
    expect(await code('admin', { keyword: '没有这个人', reason: '投标' })).toBe('4091')
  })
})
