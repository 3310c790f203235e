import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { defaultTemplateParts } from '../../../server/services/outputs/word/defaultTemplate.ts'
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

  test('of an English card has its headings in English', async () => {
    const { lawyerId } = await stage.publishedCard()
    const { id } = await stage.admin.call('cards.createCard', {
      lawyerId,
      language: 'EN',
      ...stage.needed,
      name: 'Ming Sample',
      mobile: '13700010001',
      phone: ['010-88887777'],
      publish: 1,
    })
    const { document } = await single('admin', id)
    expect(document).toContain('Ming Sample')
    expect(document).toContain('010-88887777')
    expect(document).not.toMatch(/座机|手机|执业证号/)
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

/** A template with this body, and with other parts in place of the built-in ones. */
const template = (body: string, parts: Record<string, string> = {}) => {
  const own = defaultTemplateParts()
  const document = strFromU8(own['word/document.xml']!).replace(
    /<w:body>.*<w:sectPr>/s,
    `<w:body>${body}<w:sectPr>`,
  )
  const others = Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]))
  return zipSync({ ...own, 'word/document.xml': strToU8(document), ...others })
}
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const save = async (content: Uint8Array | null, account = 'admin') => {
  const { version } = await stage.admin.call('cards.wordTemplate', {})
  const response = await app.fetch('/lawyer/card/word/template', {
    method: 'PUT',
    headers: { Token: (await app.as(account)).token, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: content && '投标.docx',
      content: content ? Buffer.from(content).toString('base64') : '',
      version,
    }),
  })
  return (await response.json()) as { code: string; data: { errors?: Record<string, string> } }
}

/** Overwrites the unpacked size that the directory of a zip archive states for its last file. */
const claiming = (size: number, archive: Uint8Array) => {
  const entry = Buffer.from(archive.buffer).lastIndexOf('PK\u0001\u0002')
  new DataView(archive.buffer).setUint32(entry + 24, size, true)
  return archive
}

describe('the template of a firm', () => {
  test('is used for every file, in Chinese and in English names, until the built-in one is restored', async () => {
    const { id } = await published({ name: '王模板', mobile: '13911112222' })
    // Word splits what is typed into several runs.
    const split = '<w:p><w:r><w:t>{姓</w:t></w:r><w:r><w:t>名}</w:t></w:r></w:p>'
    const body = `${split}${paragraph('{name}/{手机}/{firm}')}${paragraph('{#传真}传真 {传真}{/传真}')}`
    expect(await save(template(body))).toMatchObject({ code: '200' })
    expect(await stage.admin.call('cards.wordTemplate', {})).toMatchObject({ name: '投标.docx' })
    const { document } = await single('admin', id)
    const texts = paragraphsOf(document)
    expect(texts).toContain('王模板')
    expect(texts.find(it => it.startsWith('王模板/'))).toMatch(/^王模板\/13911112222\/./)
    expect(document).not.toContain('传真')
    expect(await save(null)).toMatchObject({ code: '200' })
    expect(await stage.admin.call('cards.wordTemplate', {})).toMatchObject({ name: null })
    expect(paragraphsOf((await single('admin', id)).document)).toContain('手机　13911112222')
  })

  test('names its unknown fields when it is uploaded, and only a main administrator uploads it', async () => {
    expect((await save(template(paragraph('{姓名}{生日}{favourite}')))).data.errors).toEqual({
      content: '模板中有未知的字段：生日、favourite',
    })
    expect((await save(template(paragraph('{姓名')))).data.errors?.['content']).toContain('不完整的字段')
    for (const account of ['admin2', 'branch'])
      expect((await save(template(paragraph('{姓名}')), account)).code).toBe('4030')
  })

  test.each([
    ['a text as markup', ['{@姓名}'], '{@头像}'],
    ['a text as markup within a part', ['{#传真}', '{@name}', '{/传真}'], '{@头像}'],
    ['the portrait as text', ['{头像}'], '{@头像}'],
    ['other marks of fields', ['{=[[ ]]=}[[姓名]]'], '{ }'],
  ])('is refused with %s', async (_, texts, hint) => {
    const answer = await save(template(texts.map(paragraph).join('')))
    expect(answer.code).toBe('4220')
    expect(answer.data.errors?.['content']).toContain(hint)
  })

  test('may have tracked changes of its page', async () => {
    const ids = [(await published()).id, (await published()).id]
    const parts = unzipSync(template(paragraph('{姓名}')))
    const tracked = strFromU8(parts['word/document.xml']!).replace(
      '</w:sectPr>',
      '<w:sectPrChange w:id="1" w:author="a"><w:sectPr/></w:sectPrChange></w:sectPr>',
    )
    expect(await save(zipSync({ ...parts, 'word/document.xml': strToU8(tracked) }))).toMatchObject({
      code: '200',
    })
    const { document } = await partsOf(await asked('admin', { ids, reason: '投标' }))
    expect(document.match(/<w:sectPr>/g)).toHaveLength(1)
    expect(document).toMatch(/<w:sectPr\/><\/w:sectPrChange><\/w:sectPr><\/w:body>/)
    await save(null)
  })

  test('may leave a part out where there is no portrait', async () => {
    const body = ['{#头像}', '{@头像}', '{/头像}', '{^头像}', '无照片 {姓名}', '{/头像}']
      .map(paragraph)
      .join('')
    expect(await save(template(body))).toMatchObject({ code: '200' })
    await save(null)
  })

  const external = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`
  const links = 'word/_rels/document.xml.rels'

  test.each([
    ['no archive', strToU8('<html>'), '不是Word文档'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), '不是Word文档'],
    ['macros', template('', { 'word/vbaProject.bin': 'x' }), '宏'],
    ['an embedded object', template('', { 'word/embeddings/oleObject1.bin': 'x' }), '嵌入的对象'],
    ['entities', template('', { 'word/styles.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }), 'XML声明'],
    [
      'a linked picture',
      template('', { [links]: external('image', 'https://example.com/a.png') }),
      '外部文件',
    ],
    [
      'an attached template',
      template('', { [links]: external('attachedTemplate', 'file:///c:/a.dotm') }),
      '外部文件',
    ],
    ['a linked script', template('', { [links]: external('hyperlink', 'javascript:alert(1)') }), '外部文件'],
    [
      'a linked picture whose mode is written as characters',
      template('', {
        [links]: external('image', 'https://example.com/>').replace('"External"', '"&#69;xternal"'),
      }),
      '外部文件',
    ],
    [
      'a linked template whose address reads like a link',
      template('', {
        [links]: external(
          'attachedTemplate',
          'https://example.com/?Type="/hyperlink"&amp;Target="https:',
        ).replace(/Target=".*" TargetMode/, it => `Target='${it.slice(8, -12)}' TargetMode`),
      }),
      '外部文件',
    ],
    [
      'a linked picture in a part with a name in capitals',
      template('', { 'word/_rels/styles.xml.RELS': external('image', 'https://example.com/a.png') }),
      '外部文件',
    ],
    [
      'a field that fetches a picture',
      template(
        '<w:p><w:r><w:instrText>INCLUDE</w:instrText></w:r><w:r><w:instrText>PICTURE "https://example.com"</w:instrText></w:r></w:p>',
      ),
      '外部文件',
    ],
    [
      'a field that starts a program',
      template('<w:p><w:fldSimple w:instr=" dde&#97;uto cmd"/></w:p>'),
      '外部文件',
    ],
    ['another document in it', template('<w:altChunk/>', { 'word/a.html': '<img>' }), '嵌入的对象'],
    [
      'an add-in beside the document',
      template('', { 'word/webextensions/taskpanes.xml': '<a/>' }),
      '嵌入的对象',
    ],
    [
      'another encoding',
      zipSync({ ...defaultTemplateParts(), 'word/a.xml': Buffer.from('<!DOCTYPE a>', 'utf16le') }),
      'XML声明',
    ],
    [
      'much text when unpacked',
      zipSync({ ...defaultTemplateParts(), 'word/a.xml': new Uint8Array(11 * 2 ** 20) }),
      '过大',
    ],
    [
      'much text that its directory calls short',
      claiming(10, zipSync({ ...defaultTemplateParts(), 'word/a.xml': new Uint8Array(11 * 2 ** 20) })),
      '过大',
    ],
    [
      'many files',
      zipSync({
        ...defaultTemplateParts(),
        ...Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`word/${at}.xml`, strToU8('<a/>')])),
      }),
      '过大',
    ],
    ['a long text', template(paragraph('字'.repeat(200_000))), '正文过长'],
  ])('is refused with %s', async (_, content, message) => {
    const answer = await save(content)
    expect(answer.code).toBe('4220')
    expect(answer.data.errors?.['content']).toContain(message)
  })

  test('may have links that a reader follows, and is downloaded as it is', async () => {
    const linked = template(paragraph('{姓名}'), { [links]: external('hyperlink', 'https://example.com/') })
    expect(await save(linked)).toMatchObject({ code: '200' })
    const { document } = await partsOf(
      await app.fetch('/lawyer/card/word/template/file', {
        headers: { Token: (await app.as('admin')).token },
      }),
    )
    expect(document).toContain('{姓名}')
    await save(null)
  })
})
