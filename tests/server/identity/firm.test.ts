import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, firmConfigs, firms, logs, offices } from '../../../server/db/tables.ts'
import { createFirstAdmin } from '../../../server/commands/firstAdmin.ts'
import { cleanInput, cleanRichText } from '../../../server/services/markup/sanitize.ts'
import { richText, rows, text } from '../../../resources/kit/index.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

describe('the application configuration', () => {
  const store = (appConfSet: unknown) =>
    app.database.write(1, db =>
      db
        .update(firms)
        .set({ appConfSet: appConfSet as Record<string, unknown> })
        .where(eq(firms.firmId, 1)),
    )

  test('shows only its public part before sign-in', async () => {
    const conf = await app.call('conf.app')
    expect(Object.keys(conf).toSorted()).toEqual([
      'assets',
      'build',
      'firm',
      'icp',
      'languages',
      'locale',
      'login',
    ])
    expect(conf.firm).toEqual({ firmId: 1, name: '梁山律师事务所', shortName: '梁山律师' })
    expect(conf.login).toMatchObject({ passwordLogin: 1, register: 1, questionRecovery: 0, captcha: 'auto' })
  })

  test('disables sign-in methods that need SMS where none can be sent', async () => {
    const noProvider = () => Promise.reject(new Error('no provider'))
    const sms = { source: 'none' as const, isOn: () => false, deliver: noProvider }
    const appWithoutSms = await startApp({ services: { sms } })
    const { login } = await appWithoutSms.call('conf.app')
    expect(login).toMatchObject({ passwordLogin: 1, smsLogin: 0, register: 0 })
    const { codeId } = await appWithoutSms.call('session.code', { scene: 'login' })
    const code = appWithoutSms.outbox.captchas.get(codeId)!
    const ask = appWithoutSms.call('session.queryCode', {
      mobile: '13800000001',
      scene: 'login',
      codeId,
      code,
    })
    await expect(ask).rejects.toMatchObject({ code: '5030', status: 503 })
    await appWithoutSms.close()
  })

  test('has every switch with its default, overridden by the firm’s choices', async () => {
    await store({
      adminFuncSwitch: { global: { office: false, review: 1 } },
      assets: { imgs: { logo: '/api/files/a.png' } },
    })
    const { adminFuncSwitch, assets } = await (await app.as('admin')).call('conf.app')
    expect(adminFuncSwitch!.global).toMatchObject({
      office: false,
      card: true,
      review: true,
      recycle: true,
      setting: true,
    })
    expect(adminFuncSwitch!.lawyer).toEqual({ import: 1, export: 1, selfHide: 1, selfAudit: 0 })
    expect(assets.imgs).toEqual({ logo: '/api/files/a.png' })
  })

  test.each([
    ['text'],
    [[1, 2]],
    [{ adminFuncSwitch: 'x', cardMenu: { a: 1 }, assets: { imgs: 5 } }],
    [null],
  ])('stored in an invalid form (%j) reads as empty', async broken => {
    await store(broken ?? {})
    const { adminFuncSwitch, cardMenu } = await (await app.as('admin')).call('conf.app')
    expect(adminFuncSwitch!.global['office']).toBe(true)
    expect(cardMenu).toEqual([])
  })

  test('is changed by the operator, part by part, and logged', async () => {
    await store({})
    const system = await app.as('system')
    const { version } = await system.call('conf.app')
    const changed = await system.call('conf.updateApp', {
      mpFuncSwitch: { global: { poster: 0 } },
      version: version!,
    })
    expect(changed.mpFuncSwitch!.global).toMatchObject({ poster: 0, share: 1 })
    await expect(system.call('conf.updateApp', { cardMenu: [], version: version! })).rejects.toMatchObject({
      code: '4090',
    })
    await expect((await app.as('admin')).call('conf.updateApp', { version: 1 })).rejects.toMatchObject({
      code: '4030',
    })
    const written = await app.database.read(1, db => db.select().from(logs).where(eq(logs.module, 11)))
    expect(written.at(-1)).toMatchObject({
      action: 'config',
      diff: [
        { field: 'mpFuncSwitch.global.poster', label: '小程序功能开关：海报', before: '默认', after: '关' },
      ],
    })
  })

  test('the firm’s number is found by host name or code', async () => {
    expect(await app.call('session.getFirmId', {})).toMatchObject({ firmId: 1 })
    expect(await app.call('session.getFirmId', { firmCode: '2' })).toMatchObject({
      firmId: 2,
      name: '桃源律师事务所',
    })
    await expect(app.call('session.getFirmId', { firmCode: '9' })).rejects.toMatchObject({ code: '4040' })
  })
})

test('the firm is described to the public, and with its configuration to its people', async () => {
  const open = await app.call('firm.firmInfo', { id: 1 })
  expect(open).toMatchObject({ name: '梁山律师事务所', mainOrganizationId: app.world.offices.get('总所') })
  expect(open).not.toHaveProperty('appConfSet')
  await expect(app.call('firm.firmInfo', { id: 2 })).rejects.toMatchObject({ code: '4040' })
  const admin = await app.as('admin')
  const own = await admin.call('firm.firmInfo', { id: 1 })
  expect(JSON.parse(own.appConf!)).toMatchObject({ adminFuncSwitch: { global: { office: true } } })
  expect(own.cardReview).toBe(1)
  await admin.call('firm.update', {
    shortName: '梁山',
    intro: '<p>好</p><script>1</script>',
    version: own.version!,
  })
  expect(await app.call('firm.firmInfo', { id: 1 })).toMatchObject({ shortName: '梁山', intro: '<p>好</p>' })
  await expect(admin.call('firm.update', { shortName: '水泊', version: own.version! })).rejects.toMatchObject(
    {
      code: '4090',
    },
  )
})

test('the agreement is public, and nothing else of its setting', async () => {
  const value = { agreement: '<p>协议正文</p>', privacy: '<p>隐私正文</p>', lockTimes: 3 }
  await app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'loginRegSet', value }))
  const open = await app.call('firm.firmInfo', { id: 1 })
  expect(open).toMatchObject({ agreement: '<p>协议正文</p>', privacy: '<p>隐私正文</p>' })
  expect(open).not.toHaveProperty('lockTimes')
})

describe('areas', () => {
  test('lead from the province to the district and back', async () => {
    const provinces = await app.call('areas.provinceList')
    expect(provinces).toHaveLength(34)
    expect(provinces.map(it => it.name)).toContain('上海市')
    const cities = await app.call('areas.cityList', { provinceCode: '440000' })
    const shenzhen = cities.find(it => it.name === '深圳市')!
    const districts = await app.call('areas.districtList', { cityCode: shenzhen.code })
    expect(districts.map(it => it.name)).toContain('南山区')
    const { path } = await app.call('areas.areaById', { code: '440305' })
    expect(path.map(it => it.name)).toEqual(['广东省', '深圳市', '南山区'])
    expect(await app.call('areas.districtList', { cityCode: '440000' })).toEqual([])
    await expect(app.call('areas.areaById', { code: '999999' })).rejects.toMatchObject({ code: '4040' })
  })

  test('are answered as a tree with a version, and by parent', async () => {
    const { tree, version } = await app.call('areas.area')
    expect(version).toMatch(/\S/)
    expect(
      tree.find(it => it.code === '440000')!.children.find(it => it.code === '440300')!.children.length,
    ).toBeGreaterThan(5)
    expect(await app.call('areas.city', { parentId: '0' })).toHaveLength(34)
  })
})

describe('rich text', () => {
  test.each([
    ['<p>好<strong>的</strong></p>', '<p>好<strong>的</strong></p>'],
    ['<h1>题</h1><script>alert(1)</script>', '<h2>题</h2>'],
    ['<p onclick="x" style="position:fixed">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>b', 'b'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/web/app/office">x</a>', '<a>x</a>'],
    [
      '<a href="https://ok.example/a">x</a>',
      '<a href="https://ok.example/a" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['<svg><style><a title="</style><img src=x onerror=alert(1)>">', ''],
    ['<form action=x><input name=a></form><iframe src=x></iframe>', ''],
    ['<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
  ])('is sanitised: %s', async (html, clean) => expect(await cleanRichText(html)).toBe(clean))

  test.each([['<div>'.repeat(90_000)], ['<p>'.repeat(101)], ['x'.repeat(500_001)]])(
    'that is too deep or too long is refused before it is parsed',
    html => expect(cleanRichText(html)).rejects.toThrow('内容过长'),
  )

  test('is found in an input by its declaration', async () => {
    const fields = {
      intro: richText('介绍', { max: 99 }),
      name: text('名称', { max: 9 }),
      list: rows('项', { note: richText('注', { max: 9 }) }, { max: 2 }),
    }
    const dirty = '<p>a</p><script>x</script>'
    expect(
      await cleanInput(fields, { intro: dirty, name: dirty, list: [{ note: dirty }], other: dirty }),
    ).toEqual({
      intro: '<p>a</p>',
      name: dirty,
      list: [{ note: '<p>a</p>' }],
      other: dirty,
    })
  })
})

test('the first administrator gets a random password once, and has to change it', async () => {
  const fresh = await startApp({ seed: async () => ({ people: new Map(), offices: new Map() }) })
  await expect(fresh.call('conf.app')).rejects.toMatchObject({ code: '4040' })
  const firstAdmin = { firmName: '清风律师事务所', account: 'boss', name: '顾主任', mobile: '13900001111' }
  const { password } = await createFirstAdmin(fresh.database, firstAdmin)
  expect(password).toMatch(/^[A-Za-z2-9]{10}$/)
  const { userInfo, token } = await fresh.call('session.firmAccessUserLogin', { account: 'boss', password })
  expect(userInfo).toMatchObject({ officeLevel: 1, mustChangePwd: 1, auth: ['admin', 'mainAdmin'] })
  expect((await fresh.send('GET', '/firm/post', { token })).body.code).toBe('4007')
  const stored = await fresh.database.read(1, async db => [
    await db.select().from(admins),
    await db.select().from(offices),
    await db.select().from(logs),
  ])
  expect(JSON.stringify(stored)).not.toContain(password)
  await expect(createFirstAdmin(fresh.database, { ...firstAdmin, mobile: '1' })).rejects.toThrow('手机号')
  await fresh.close()
})
