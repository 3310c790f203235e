import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'

import { and, eq } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { cardFields } from '../../../resources/cards/index.ts'
import { cards, firmConfigs, hosts, lawyers, logs, offices } from '../../../server/db/tables.ts'
import { useSecretKeys } from '../../../server/process/secretKeys.ts'
import { resealFirm } from '../../../server/services/operation/resealSecrets.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
const address = 'https://card.example.com/api/verify'
const switchOn = (values: object = {}) => stage.setting('cardVerification', { isOn: 1, address, ...values })

beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())
// The clock moves by a minute before each test, since the page answers only so many requests a minute.
beforeEach(() => app.clock.advance(61_000))

const publicCard = async (change: object = {}) => {
  const { id, key, lawyerId } = await stage.publishedCard()
  const { version } = await stage.admin.call('cards.cardInfo', { id })
  await stage.admin.call('cards.update', { id, version, publish: 1, ...change })
  const { codeKey } = await stage.admin.call('cards.cardInfo', { id })
  return { id, key, lawyerId, codeKey: codeKey! }
}

type Asking = { language?: string; host?: string; accept?: string; query?: string }
const ask = async (
  path: string,
  { language = 'zh-CN', host, accept = 'text/html', query = '' }: Asking = {},
) => {
  const headers = { Accept: accept, 'Accept-Language': language, ...(host && { Host: host }) }
  const response = await app.fetch(path + query, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const open = (codeKey: string, asking: Asking = {}) => ask(`/verify?k=${codeKey}`, asking)
const token = async (codeKey: string, asking: Asking = {}) =>
  (await ask(`/verify.jws?k=${codeKey}`, asking)).text

const withoutTime = (text: string) => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, '')

const publicKeys = async (host?: string) =>
  JSON.parse((await ask('/verify/keys', { ...(host && { host }) })).text) as {
    keys: (JsonWebKey & { kid: string })[]
  }
const claims = async (jws: string, issuer = 'https://card.example.com') => {
  const { payload } = await jwtVerify(jws, createLocalJWKSet((await publicKeys()) as never), {
    issuer,
    typ: 'card-status+jwt',
    algorithms: ['ES256'],
    currentDate: app.clock.now(),
  })
  return payload
}

const write = (codeKey: string, table: 'lawyers' | 'cards' | 'offices', values: object) =>
  app.database.write(1, async db => {
    const [row] = await db.select().from(lawyers).where(eq(lawyers.codeKey, codeKey))
    const { id, organizationId } = row!
    if (table === 'lawyers') await db.update(lawyers).set(values).where(eq(lawyers.id, id))
    if (table === 'cards') await db.update(cards).set(values).where(eq(cards.lawyerId, id))
    if (table === 'offices')
      await db.update(offices).set(values).where(eq(offices.organizationId, organizationId))
  })

test('answers like an address that does not exist until the firm switches it on', async () => {
  const { codeKey } = await publicCard()
  for (const path of [`/verify?k=${codeKey}`, `/verify.jws?k=${codeKey}`, '/verify/keys']) {
    const { status, text } = await ask(path)
    expect(status, path).toBe(404)
    expect(text).toContain('页面不存在')
  }
  const rows = await app.database.read(1, db =>
    db.select().from(firmConfigs).where(eq(firmConfigs.key, 'verificationKeys')),
  )
  expect(rows).toEqual([])
  expect(await stage.admin.call('conf.app')).not.toHaveProperty('verificationUrl')
})

describe('the setting', () => {
  test('demands an address on a host of the firm, and the page before codes lead to it', async () => {
    await app.database.write(null, db => db.insert(hosts).values({ name: 'other.example.com', firmId: 2 }))
    const save = async (values: object) => {
      const { version } = await stage.admin.call('cardVerification.get')
      const body = { isOn: 0, isPrinted: 0, tellsLeft: 1, address: null, ...values, version }
      const answer = await stage.admin.send('PUT', '/firmConf/cardVerification', { body })
      return (answer.body.data as { errors?: object }).errors
    }
    expect(await save({ isOn: 1 })).toEqual({ address: '请填写核验网址' })
    expect(await save({ isPrinted: 1 })).toHaveProperty('isPrinted')
    for (const wrong of [
      'https://firm.example.com/',
      `${address}?k=1`,
      `${address}#x`,
      'https://a@b.example/verify',
    ])
      expect(await save({ isOn: 1, address: wrong }), wrong).toHaveProperty('address')
    expect(await save({ isOn: 1, address: 'https://other.example.com/api/verify' })).toEqual({
      address: expect.stringContaining('该域名不属于本所'),
    })
  })

  test('may be changed by the main administrator alone', async () => {
    for (const account of ['branch', 'system', '13800000001'] as const) {
      const { token: session } = await app.as(account)
      const body = { isOn: 0, isPrinted: 0, tellsLeft: 1, address: null, version: 0 }
      for (const [method, path] of [
        ['PUT', '/firmConf/cardVerification'],
        ['POST', '/firmConf/cardVerification/newKey'],
      ] as const)
        expect((await app.send(method, path, { token: session, body })).body.code, account).toBe('4030')
    }
  })
})

describe('the page', () => {
  beforeEach(() => switchOn())

  test('says of a public card who that is, in the language of the reader, and needs no script', async () => {
    const { codeKey } = await publicCard({ licenseNumber: '13101202010000001' })
    const { status, headers, text } = await open(codeKey)
    expect(status).toBe(200)
    expect(text).toContain('在职')
    expect(text).toMatch(/核验时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d（北京时间）/)
    for (const shown of ['样本律师', '13101202010000001', 'card.example.com']) expect(text).toContain(shown)
    expect(text).not.toContain('<script')
    const [, style] = /<style>(.*)<\/style>/s.exec(text)!
    const hash = createHash('sha256').update(style!).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
    const english = await open(codeKey, { language: 'en' })
    expect(english.text).toContain('<html lang="en">')
    expect(english.text).toContain('With the firm')
    expect(english.text).not.toContain('在职')
  })

  test('shows nothing but the public card, on the page and in the signature', async () => {
    const hidden = {
      licenseNumber: '13101202010000002',
      mobile: '13912345678',
      email: 'hidden@firm.example',
      wechatNo: 'hidden-chat',
      slogan: 'hidden slogan',
      team: 'hidden team',
      addressOverride: 'hidden address',
      intro: '<p>hidden introduction</p>',
      titles: ['hidden title'],
      fax: '021-55550001',
      phone: ['021-55550002'],
      visibility: { licenseNumber: 2 },
    }
    const { codeKey, lawyerId } = await publicCard(hidden)
    const { text } = await open(codeKey)
    const body = JSON.stringify(await claims(await token(codeKey)))
    for (const field of cardFields) {
      const value = hidden[field as keyof typeof hidden]
      if (field === 'visibility' || value === undefined) continue
      const plain = String(value).replaceAll(/<[^>]*>/g, '')
      expect(text, field).not.toContain(plain)
      expect(body, field).not.toContain(plain)
    }
    const person = await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })
    expect(text).not.toContain(person.mobile)
    expect(Object.keys(JSON.parse(body) as object).toSorted()).toEqual(
      ['iss', 'sub', 'iat', 'exp', 'status', 'name', 'position', 'office', 'firm'].toSorted(),
    )
  })

  test('dials the number of the office without its extension', async () => {
    const { codeKey } = await publicCard()
    await app.database.write(1, db =>
      db
        .update(offices)
        .set({ phone: ['021-55550000-8012', '400-820-0000'] })
        .where(and(eq(offices.firmId, 1), eq(offices.isMain, 1))),
    )
    const { text } = await open(codeKey)
    expect(text).toContain('<a href="tel:02155550000;ext=8012">021-55550000-8012</a>')
    expect(text).toContain('<a href="tel:4008200000">400-820-0000</a>')
  })

  test('writes what a card says as text', async () => {
    const { codeKey } = await publicCard({ name: '<b>"甲&乙' })
    expect((await open(codeKey)).text).toContain('&lt;b&gt;&quot;甲&amp;乙')
  })

  test.each([
    ['the person is disabled', 'lawyers', { status: 3 }, { status: 1 }],
    ['the card is hidden', 'cards', { showStatus: 0 }, { showStatus: 1 }],
  ] as const)(
    'says with the next request that %s, and nothing but the name',
    async (_, table, change, back) => {
      const { codeKey } = await publicCard({ licenseNumber: '1310120201000' + String(Date.now()).slice(-4) })
      await write(codeKey, table, change)
      const { status, text } = await open(codeKey)
      expect(status).toBe(200)
      expect(text).toContain('该名片已停用')
      expect(text).not.toMatch(/在职|131012020/)
      expect(await claims(await token(codeKey))).toMatchObject({ status: 'inactive', name: '样本律师' })
      expect(Object.keys(await claims(await token(codeKey)))).not.toContain('office')
      await write(codeKey, table, back)
      expect((await open(codeKey)).text).toContain('在职')
    },
  )

  test('says with the next request that the office is closed', async () => {
    const { codeKey } = await publicCard()
    const office = await stage.office()
    await write(codeKey, 'cards', { organizationId: office.organizationId })
    await app.database.write(1, db =>
      db.update(offices).set({ status: 0 }).where(eq(offices.organizationId, office.organizationId)),
    )
    expect((await open(codeKey)).text).toContain('该名片已停用')
  })

  test('says that a person has left only if the firm wants that said', async () => {
    const { codeKey } = await publicCard()
    await write(codeKey, 'lawyers', { status: 4 })
    expect((await open(codeKey)).text).toContain('此人已不在本所')
    expect(await claims(await token(codeKey))).toMatchObject({ status: 'left' })
    await switchOn({ tellsLeft: 0 })
    const { text } = await open(codeKey)
    expect(text).toContain('该名片已停用')
    expect(text).not.toContain('此人已不在本所')
    expect(await claims(await token(codeKey))).toMatchObject({ status: 'inactive' })
    await switchOn({ tellsLeft: 1 })
  })

  test('answers for deleted people and cards, drafts and other firms as for a code that never was', async () => {
    const unknown = await open('zzzzzzzzzz')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('没有这张名片')
    const [removed, without, draft] = [await publicCard(), await publicCard(), await stage.card()]
    await write(removed.codeKey, 'lawyers', { deletedAt: new Date() })
    await write(without.codeKey, 'cards', { deletedAt: new Date() })
    const [row] = await app.database.read(1, db =>
      db.select().from(lawyers).where(eq(lawyers.id, draft.lawyerId)),
    )
    const [other] = await app.database.read(2, db => db.select().from(lawyers).where(eq(lawyers.firmId, 2)))
    const codes = [
      removed.codeKey,
      without.codeKey,
      row!.codeKey,
      other!.codeKey,
      '',
      "' or 1=1",
      'x'.repeat(500),
    ]
    for (const code of codes) {
      const { status, text } = await open(encodeURIComponent(code))
      expect(status, code).toBe(404)
      expect(withoutTime(text), code).toBe(withoutTime(unknown.text))
      expect((await ask(`/verify.jws?k=${encodeURIComponent(code)}`)).status).toBe(404)
    }
  })

  test('refuses a network that asks more than sixty times a minute, also in a program', async () => {
    for (let at = 0; at < 60; at += 1) await open('zzzzzzzzzz')
    const { codeKey } = await publicCard()
    const { status, headers, text } = await open(codeKey)
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('60')
    expect(text).toContain('查询过于频繁')
    expect(text).not.toContain('样本律师')
    expect((await ask(`/verify.jws?k=${codeKey}`)).status).toBe(429)
    app.clock.advance(61_000)
    expect((await open(codeKey)).status).toBe(200)
  })

  test('belongs to the firm of the host name', async () => {
    const { codeKey } = await publicCard()
    expect((await open(codeKey, { host: 'other.example.com' })).status).toBe(404)
    expect((await ask('/verify/keys', { host: 'other.example.com' })).status).toBe(404)
  })
})

describe('the signed answer', () => {
  beforeEach(() => switchOn())

  test('is verified by two implementations with the published key, for one minute', async () => {
    const { codeKey } = await publicCard()
    // The answer names whole seconds: a second that ends during the test would be one less of its minute.
    app.clock.stop()
    onTestFinished(app.clock.run)
    const jws = await token(codeKey)
    expect(await claims(jws)).toMatchObject({ sub: codeKey, status: 'active', name: '样本律师' })
    const [head, body, signature] = jws.split('.')
    const { keys } = await publicKeys()
    const key = keys.find(it => it.kid === decodeProtectedHeader(jws).kid)!
    expect(key).not.toHaveProperty('d')
    const publicKey = createPublicKey({ key, format: 'jwk' })
    const isValid = (signed: string) =>
      verify(
        'sha256',
        Buffer.from(signed),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature!, 'base64url'),
      )
    expect(isValid(`${head}.${body}`)).toBe(true)
    expect(isValid(`${head}.${body}x`)).toBe(false)
    app.clock.advance(59_000)
    await claims(jws)
    app.clock.advance(2_000)
    await expect(claims(jws)).rejects.toThrow(/exp/)
  })

  test('is what the code on the page holds, and what a program gets that asks for it', async () => {
    const { codeKey } = await publicCard()
    const { text } = await open(codeKey)
    const [svg] = /<svg xmlns.*?<\/svg>/s.exec(text)!
    const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
      .resize(900)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const scanned = decodeQR({ width: info.width, height: info.height, data })
    expect(text).toContain(scanned)
    expect(await claims(scanned)).toMatchObject({ sub: codeKey })
    const answered = await open(codeKey, { accept: 'application/jose' })
    expect(answered.headers.get('content-type')).toBe('application/jose')
    expect(await claims(answered.text)).toMatchObject({ sub: codeKey })
  })

  test('is signed with a new key once that is made, while the former one stays for its last answers', async () => {
    const { codeKey } = await publicCard()
    const earlier = await token(codeKey)
    const { version } = await stage.admin.call('verificationKeys.keys')
    const answers = await Promise.all(
      [0, 1].map(() => stage.admin.send('POST', '/firmConf/cardVerification/newKey', { body: { version } })),
    )
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['200', '4090'])
    const later = await token(codeKey)
    const kidOf = (jws: string) => decodeProtectedHeader(jws).kid
    expect(kidOf(later)).not.toBe(kidOf(earlier))
    await claims(earlier)
    await claims(later)
    const [row] = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.firmId, 1), eq(logs.targetType, 'verificationKeys'))),
    )
    expect(row!.diff).toMatchObject([{ field: 'kid', before: kidOf(earlier), after: kidOf(later) }])
    app.clock.advance(6 * 60_000)
    expect((await publicKeys()).keys.map(({ kid }) => kid)).toEqual([kidOf(later)])
  })

  test('has a private key that is stored encrypted, sealed anew, and made anew once nothing decrypts it', async () => {
    const { codeKey } = await publicCard()
    const stored = async () => {
      const [row] = await app.database.read(1, db =>
        db.select().from(firmConfigs).where(eq(firmConfigs.key, 'verificationKeys')),
      )
      return JSON.stringify(row!.value)
    }
    const before = await stored()
    expect(before).not.toMatch(/"d"|PRIVATE KEY/)
    const { kid } = decodeProtectedHeader(await token(codeKey))
    await resealFirm(app.database, 1)
    expect(await stored()).not.toBe(before)
    expect(decodeProtectedHeader(await token(codeKey)).kid).toBe(kid)
    useSecretKeys(['another key '.repeat(4)])
    try {
      const made = await token(codeKey)
      expect(decodeProtectedHeader(made).kid).not.toBe(kid)
      expect(await claims(made)).toMatchObject({ sub: codeKey })
    } finally {
      useSecretKeys([])
    }
  })
})

test('printed codes lead to the page once the firm wants that, with the parameters of the mini-program', async () => {
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open' })
  const { id, key, codeKey } = await publicCard()
  const output = async (type: string) => {
    const { token: session } = await app.as(key)
    return (await app.fetch(`/lawyer/card/output/${id}?type=${type}`, { headers: { Token: session } })).text()
  }
  await switchOn()
  expect(await output('vcf')).toContain(`URL:https://card.example.com/open?k=${codeKey}`)
  await switchOn({ isPrinted: 1 })
  expect(await output('vcf')).toContain(`URL:${address}?k=${codeKey}`)
  expect(await output('signature')).toContain(`https://card.example.com/open?k=${codeKey}`)
  const drawing = await sharp(Buffer.from(await output('qr&format=svg')), { density: 600 })
    .resize(600)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = drawing.info
  expect(decodeQR({ width, height, data: drawing.data })).toBe(`${address}?k=${codeKey}`)
  expect((await open(codeKey)).text).toContain(`https://card.example.com/open?k=${codeKey}`)
})
