import decodeQR from 'qr/decode.js'
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
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open?from=paper' })
  const portrait = await sharp({ create: { width: 60, height: 75, channels: 3, background: '#888' } })
    .webp()
    .toBuffer()
  const row = { ownerPopulation: 2 as const, ownerId: 1, scene: 'avatar', mime: 'image/webp' }
  for (const [firmId, path] of [
    [1, '1/2-1/portrait.webp'],
    [2, '2/2-1/portrait.webp'],
  ] as const) {
    app.outbox.files.set(path, portrait)
    await app.database.write(firmId, db =>
      db.insert(files).values({ ...row, firmId, path, size: portrait.length }),
    )
  }
})
afterAll(() => app.close())

const get = async (account: string, id: number, query: string) =>
  app.fetch(`/lawyer/card/output/${id}?${query}`, {
    headers: { Token: (await app.as(account)).token },
  })
const text = async (account: string, id: number, query: string) => (await get(account, id, query)).text()
const refusal = async (response: Response) =>
  (await response.json()) as { code: string; message: string; data: { errors?: Record<string, string> } }

/** A published card with these values, for its lawyer and an administrator. */
const published = async (change: object = {}) => {
  const { id, key, lawyerId } = await stage.publishedCard()
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await stage.admin.call('cards.update', { id, version, publish: 1, ...change })
  const { codeKey } = await stage.admin.call('cards.cardInfo', { id })
  return { id, key, lawyerId, link: `https://card.example.com/open?from=paper&k=${codeKey}` }
}

/** The text that a reader decodes from a drawing or a picture. */
const scanned = async (picture: Buffer) => {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

const unfolded = (card: string) => card.replaceAll('\r\n ', '')

describe('the code', () => {
  test('has the public address with the permanent key, as PNG and SVG', async () => {
    const { id, key, link } = await published()
    const png = await get(key, id, 'type=qr&size=700')
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(decodeURIComponent(png.headers.get('content-disposition')!)).toContain('样本律师-名片码.png')
    const bytes = Buffer.from(await png.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 700, height: 700 })
    expect(await scanned(bytes)).toBe(link)
    const { token } = await app.as('admin')
    const headers = { Token: token, 'Accept-Language': 'en' }
    const english = await app.fetch(`/lawyer/card/output/${id}?type=qr`, { headers })
    expect(decodeURIComponent(english.headers.get('content-disposition')!)).toMatch(/-Card QR code\.png$/)
    const drawing = Buffer.from(await text('admin', id, 'type=qr&format=svg'))
    expect(await scanned(await sharp(drawing, { density: 600 }).resize(600).png().toBuffer())).toBe(link)
  })

  test('stays the same when the card changes, and names the language of an English card', async () => {
    const { id, key, lawyerId, link } = await published()
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    const before = await text('admin', id, 'type=qr&format=svg')
    await stage.admin.call('cards.update', { id, version, publish: 1, name: '改过名' })
    expect(await text('admin', id, 'type=qr&format=svg')).toBe(before)
    const english = await stage.admin.call('cards.createCard', {
      lawyerId,
      language: 'EN',
      ...stage.needed,
      name: 'Ming Sample',
      mobile: '13700010001',
      publish: 1,
    })
    const code = Buffer.from(await (await get(key, english.id, 'type=qr')).arrayBuffer())
    expect(await scanned(code)).toBe(`${link}&l=EN`)
  })

  test('requires an address that the firm has set', async () => {
    const { id, key } = await published()
    await stage.setting('shareCover', {})
    const answer = await refusal(await get(key, id, 'type=qr'))
    await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open?from=paper' })
    expect(answer).toMatchObject({ code: '4091', message: expect.stringContaining('分享封面') })
  })
})

describe('the vCard', () => {
  test('has name, position, office and the shown contacts, in the format of address books', async () => {
    const { id, key } = await published({
      name: '欧阳;明,德\\',
      titles: ['管委会委员'],
      mobile: '13912345678',
      phone: ['021-55550000'],
      email: 'ming@example.com',
      addressOverride: '世纪大道100号东方大厦二十三层，近地铁二号线世纪大道站七号口向东步行三百米处',
    })
    const response = await get(key, id, 'type=vcf')
    expect(response.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
    const card = await response.text()
    const rows = card.split('\r\n')
    expect(rows.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:3.0'])
    expect(rows.slice(-2)).toEqual(['END:VCARD', ''])
    expect(rows.filter(row => Buffer.byteLength(row) > 75)).toEqual([])
    expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(unfolded(card).split('\r\n')).toEqual(
      expect.arrayContaining([
        'N;CHARSET=UTF-8:欧阳;\\;明\\,德\\\\;;;',
        'FN;CHARSET=UTF-8:欧阳\\;明\\,德\\\\',
        'ORG;CHARSET=UTF-8:总所',
        'TITLE;CHARSET=UTF-8:律师、管委会委员',
        'TEL;TYPE=CELL,VOICE:13912345678',
        'TEL;TYPE=WORK,VOICE:021-55550000',
        'EMAIL;TYPE=INTERNET,WORK:ming@example.com',
        'ADR;TYPE=WORK;CHARSET=UTF-8:;;世纪大道100号东方大厦二十三层，近地铁二号线世纪大道站七号口向东步行三百米处;;;;',
      ]),
    )
    expect(unfolded(card)).toMatch(/\r\nPHOTO;ENCODING=b;TYPE=JPEG:\/9j\//)
  })

  // Android keeps the digits of TEL only, and libphonenumber-js 1.13.16 reads 021-55550000-8012 as one number.
  test('has numbers that a phone can dial, and their extensions in the note', async () => {
    const { id, key } = await published({
      phone: ['021-55550000-8012', '400-820-0000'],
      fax: '021-55550001-9',
    })
    const rows = unfolded(await text(key, id, 'type=vcf')).split('\r\n')
    expect(rows.filter(it => it.startsWith('TEL;TYPE=WORK'))).toEqual([
      'TEL;TYPE=WORK,VOICE:021-55550000',
      'TEL;TYPE=WORK,VOICE:400-820-0000',
      'TEL;TYPE=WORK,FAX:021-55550001',
    ])
    expect(rows).toContain('NOTE;CHARSET=UTF-8:电话：021-55550000 转 8012\\n传真：021-55550001 转 9')
  })

  // RFC 2425, 5.8.4, allows a fraction of a second, but ical.js 2.2.1 of Nextcloud loses the seconds of such a time.
  test('says when it was published in whole seconds', async () => {
    const { id, key } = await published()
    const revision = (await text(key, id, 'type=vcf')).split('\r\n').find(it => it.startsWith('REV'))
    expect(revision).toMatch(/^REV:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  // What an address book reads: the parts of N and the text of FN.
  const readCard = (card: string) => {
    const valueOf = (name: string) =>
      new RegExp(`\\r\\n${name}(?:;[^:\\r\\n]*)?:(.*)\\r\\n`).exec(unfolded(card))?.[1] ?? ''
    const plain = (value: string) =>
      value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    const [family = '', given = ''] = valueOf('N')
      .split(/(?<!\\)(?:\\\\)*;/)
      .map(plain)
    return { family, given, name: plain(valueOf('FN')), mobile: plain(valueOf('TEL;TYPE=CELL,VOICE')) }
  }

  test.each([
    ['张　三', '张', '三', '张三'],
    ['尉遲恭', '尉遲', '恭', '尉遲恭'],
    ['阿卜杜拉•买买提', '', '阿卜杜拉·买买提', '阿卜杜拉·买买提'],
    ['爱新觉罗·溥仪', '', '爱新觉罗·溥仪', '爱新觉罗·溥仪'],
    ['𠮷田太', '𠮷', '田太', '𠮷田太'],
    ['王𰻞', '王', '𰻞', '王𰻞'],
    ['葛\u{E0100}城', '葛\u{E0100}', '城', '葛\u{E0100}城'],
    ['John Smith', 'Smith', 'John', 'John Smith'],
  ])('has the same person as the card of %s', async (typed, family, given, name) => {
    const { id, key } = await published({ name: typed, mobile: '13912345678' })
    expect(readCard(await text(key, id, 'type=vcf'))).toEqual({ family, given, name, mobile: '13912345678' })
  })

  test('has no picture of another firm, whatever address the card contains', async () => {
    const { id, key } = await published({ avatar: '/api/files/2/2-1/portrait.webp' })
    const card = await text(key, id, 'type=vcf')
    expect(card).toContain('BEGIN:VCARD')
    expect(card).not.toContain('PHOTO')
  })

  test('hides what the card hides, like every other output', async () => {
    const hidden = {
      mobile: '13911112222',
      phone: ['021-66660000'],
      email: 'hidden@example.com',
      wechatNo: 'hidden_wechat',
      fax: '021-77770000',
      licenseNumber: '13101202010123456',
      addressOverride: '不公开的地址1号',
    }
    const visibility = Object.fromEntries([...Object.keys(hidden), 'wechatQr'].map(name => [name, 0]))
    const { id, key, lawyerId } = await published({ ...hidden, visibility })
    const values = Object.values(hidden).flat()
    for (const query of [
      'type=vcf',
      'type=poster',
      'type=poster&style=2',
      'type=poster&style=3',
      'type=sheet',
      'type=signature',
      'type=signature&format=txt',
    ])
      for (const account of [key, 'admin']) {
        const vcard = unfolded(await text(account, id, query))
        expect(
          values.filter(it => vcard.includes(it)),
          query,
        ).toEqual([])
      }
    const files = await archive({ lawyerId, reason: '印制名片' })
    for (const [name, bytes] of Object.entries(files))
      expect(
        values.filter(it => unfolded(strFromU8(bytes)).includes(it)),
        name,
      ).toEqual([])
  })

  test('shows the published version, not the pending change', async () => {
    const { id, key } = await published({ name: '旧名字', email: 'old@example.com' })
    const lawyer = await app.as(key)
    const { version } = await lawyer.call('cards.cardInfo', { id })
    await lawyer.call('cards.update', { id, version, name: '新名字', email: 'new@example.com' })
    const card = await text(key, id, 'type=vcf')
    expect([card.includes('旧名字'), card.includes('新名字')]).toEqual([true, false])
    expect(card).toContain('old@example.com')
  })
})

describe('the mail signature', () => {
  const whole = [
    'team',
    'mobile',
    'phone',
    'fax',
    'email',
    'wechatNo',
    'address',
    'licenseNumber',
    'link',
    'filing',
  ]
  const person = {
    titles: ['委员<b>&"甲"'],
    mobile: '13912345678',
    phone: ['021-55550000-8012'],
    email: 'lin@example.com',
    wechatNo: 'lin_law',
  }
  const lines = async (id: number, query = '') =>
    (await text('admin', id, `type=signature&format=txt${query}`)).split('\n')

  test('has name, position, office and what the firm has chosen, as text', async () => {
    await stage.setting('mailSignature', { contents: whole, notice: '本邮件及附件\n仅供收件人使用。' })
    await stage.setting('icpSet', { icpNo: '沪ICP备12345678号-1' })
    const { id, link } = await published(person)
    const response = await get('admin', id, 'type=signature&format=txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await response.text()).split('\n')).toEqual([
      expect.any(String),
      '律师、委员<b>&"甲"',
      '总所',
      '手机：13912345678',
      '电话：021-55550000-8012',
      '邮箱：lin@example.com',
      '微信：lin_law',
      expect.stringMatching(/^地址：/),
      `电子名片：${link}`,
      '备案号：沪ICP备12345678号-1',
      '',
      '本邮件及附件',
      '仅供收件人使用。',
    ])
    await stage.setting('mailSignature', { contents: ['email'], notice: null })
    expect(await lines(id)).toEqual([
      expect.any(String),
      '律师、委员<b>&"甲"',
      '总所',
      '邮箱：lin@example.com',
    ])
  })

  test('as HTML has the same, without script, style sheet or picture, and every value escaped', async () => {
    await stage.setting('mailSignature', { contents: whole, notice: '<script>alert(1)</script>\n第二行' })
    const { id, link } = await published(person)
    const response = await get('admin', id, 'type=signature')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).not.toMatch(/<(?!\/?(?:table|tr|td|div|a|br)\b)/)
    expect(html).not.toMatch(/\b(?:src|class|id|on\w+|background(?:-color)?)\s*[=:]/)
    expect(html).toContain('律师、委员&lt;b&gt;&amp;&quot;甲&quot;')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>第二行')
    expect(html.match(/(?<=href=")[^"]*/g)).toEqual([
      'tel:13912345678',
      'tel:02155550000;ext=8012',
      'mailto:lin@example.com',
      link.replaceAll('&', '&amp;'),
    ])
  })
})

test('a poster has no number, uses the firm’s styles, and its code can be read', async () => {
  const { id, key, link } = await published({
    mobile: '13912345678',
    visibility: { mobile: 1 },
    slogan: '<行胜于言>&',
  })
  for (const style of [1, 2, 3]) {
    const drawing = await text(key, id, `type=poster&style=${style}`)
    expect(drawing).not.toContain('13912345678')
    expect(drawing).toContain('&lt;行胜于言&gt;&amp;')
    expect(await scanned(await sharp(Buffer.from(drawing)).png().toBuffer()), `style ${style}`).toBe(link)
  }
  await stage.setting('shareCover', {
    cardUrl: 'https://card.example.com/open?from=paper',
    posterStyles: [2],
  })
  const refused = await refusal(await get(key, id, 'type=poster&style=1'))
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open?from=paper' })
  expect(refused).toMatchObject({
    code: '4220',
    data: { errors: { style: expect.stringContaining('未启用') } },
  })
})

test('a print sheet has ten cards of 90 × 54 mm within crop marks', async () => {
  const { id, key, link } = await published({ mobile: '13912345678', visibility: { mobile: 2 } })
  const drawing = await text(key, id, 'type=sheet')
  expect(drawing).toContain('width="210mm" height="297mm" viewBox="0 0 2100 2970"')
  const places = [...drawing.matchAll(/<use href="#card" x="(\d+)" y="(\d+)"\/>/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  expect(places).toHaveLength(10)
  expect(new Set(places.map(([x]) => x))).toEqual(new Set([150, 1050]))
  expect(new Set(places.map(([, y]) => y))).toEqual(new Set([135, 675, 1215, 1755, 2295]))
  // Three vertical and six horizontal lines, with marks at both ends.
  expect(/<path d="([^"]+)" stroke/.exec(drawing)![1]!.match(/M/g)).toHaveLength(2 * (3 + 6))
  expect(drawing).toContain('13912345678')
  const page = sharp(Buffer.from(drawing), { density: 200 })
  const { width, height } = await page.metadata()
  const corner = await page
    .extract({ left: 0, top: 0, width: Math.floor(width / 2), height: Math.floor(height / 4.4) })
    .png()
    .toBuffer()
  expect(await scanned(corner)).toBe(link)
})

test('outputs need access to the card, which must be public', async () => {
  const { id, key, lawyerId } = await published()
  const codeFor = async (account: string) => (await refusal(await get(account, id, 'type=qr'))).code
  expect(await codeFor('branch')).toBe('4040')
  expect(await codeFor('13800000001')).toBe('4040')
  expect(await codeFor('system')).toBe('4030')
  expect(await refusal(await get(key, id, 'type=banner'))).toMatchObject({ code: '4220' })
  const draft = await stage.card()
  expect((await refusal(await get(draft.key, draft.id, 'type=vcf'))).code).toBe('4091')
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })
  await stage.admin.call('lawyers.update', { id: lawyerId, version, status: 3, reason: '长期休假' })
  expect(await codeFor('admin')).toBe('4091')
})

const archive = async (body: object, account = 'admin') => {
  const { token } = await app.as(account)
  const headers = { Token: token, 'Content-Type': 'application/json' }
  const response = await app.fetch('/lawyer/card/outputs', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.headers.get('content-type')).toBe('application/zip')
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

test('an archive has a folder for each public card of the list, and is logged with its reason', async () => {
  const office = await stage.office()
  const elsewhere = await setStage(app, { office: office.name, admin: 'admin' }, stage.props)
  const createdIds = []
  for (let index = 0; index < 23; index++) createdIds.push(await elsewhere.publishedCard())
  await elsewhere.card()
  const files = await archive({ organizationId: office.organizationId, reason: '印制新名片' })
  const folders = new Set(Object.keys(files).map(it => it.split('/').slice(0, 2).join('/')))
  expect(folders.size).toBe(createdIds.length)
  const [folder] = [...folders].toSorted()
  expect(folder).toMatch(new RegExp(`^${office.name}/样本律师-\\w{10}$`))
  expect(
    Object.keys(files)
      .filter(it => it.startsWith(`${folder}/`))
      .map(it => it.split('/')[2]),
  ).toEqual([
    '名片码.png',
    '名片码.svg',
    '电子名片.vcf',
    '名片打印页.svg',
    '邮件签名.html',
    '邮件签名.txt',
    '海报1.svg',
    '海报2.svg',
    '海报3.svg',
  ])
  expect(await scanned(Buffer.from(files[`${folder}/名片码.png`]!))).toContain(`k=${folder!.slice(-10)}`)
  const { records } = await stage.admin.call('logs.getAdminLogPageList', { module: [13] })
  expect(records[0]).toMatchObject({
    action: 'export',
    reason: '印制新名片',
    batchCount: createdIds.length,
    summary: `导出名片物料${createdIds.length}条（所属律所：${office.name}）`,
  })
})

test('an archive needs a reason and at least one card, and stops reading when the receiver disconnects', async () => {
  const send = (account: string, body: object) =>
    app.as(account).then(it => it.send('POST', '/lawyer/card/outputs', { body }))
  expect((await send('admin', {})).body.code).toBe('4220')
  expect((await send('system', { reason: '印制名片' })).body.code).toBe('4030')
  const empty = await stage.office()
  expect((await send('admin', { organizationId: empty.organizationId, reason: '印制名片' })).body.code).toBe(
    '4091',
  )
  await published()
  const { token } = await app.as('admin')
  const response = await app.fetch('/lawyer/card/outputs', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason: '印制名片' }),
  })
  await response.body!.cancel()
  expect(app.database.pool.idleCount).toBe(app.database.pool.totalCount)
})
