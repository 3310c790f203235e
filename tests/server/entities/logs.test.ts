import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { verifyAudit } from '../../../server/services/audit/auditChain.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'

const wuMobile = '13800000001'
const zhengMobile = '13800000002'

let app: TestApp
const cards = new Map<string, number>()

beforeAll(async () => {
  app = await startApp()
  for (const account of [wuMobile, zhengMobile, '13800000003']) {
    const lawyer = await app.as(account)
    const { id } = await lawyer.call('cards.createCard', { language: 'CN', name: lawyer.name })
    cards.set(account, id)
  }
  const admin = await app.as('admin')
  await admin.call('cards.update', {
    id: cards.get(zhengMobile)!,
    version: 1,
    slogan: '先看合同',
    team: '诉讼',
  })
  await admin.call('positions.add', {
    postName: '合伙人',
    postCode: 'Partner',
    postLevel: 8,
    isPartner: 1,
    needLicence: 1,
    sort: 0,
    enabled: '1',
  })
})
afterAll(() => app.close())

const list = async (account: string, call: 'getPageList' | 'getAdminLogPageList', query: object = {}) =>
  (await (await app.as(account)).call(`logs.${call}`, query)).records

test('an administrator sees the rows of the offices in scope, the latest first', async () => {
  const all = await list('admin', 'getAdminLogPageList')
  expect(all.map(it => it.action)).toEqual(['create', 'update', 'create', 'create', 'create'])
  const east = await list('branch2', 'getAdminLogPageList')
  expect(east.map(it => [it.action, it.targetName])).toEqual([
    ['update', '郑律师'],
    ['create', '郑律师'],
  ])
  expect(await list('other-admin', 'getAdminLogPageList')).toEqual([])
})

test('the operator sees the function settings and own actions only', async () => {
  expect(await list('system', 'getAdminLogPageList')).toEqual([])
})

test('a lawyer sees own actions and actions on the own card', async () => {
  const own = await list(zhengMobile, 'getPageList')
  expect(own.map(it => [it.action, it.operatorName])).toEqual([
    ['update', '赵主任'],
    ['create', '郑律师'],
  ])
  expect(await list(zhengMobile, 'getAdminLogPageList')).toHaveLength(2)
})

test('filters by module, action, object, person, day, result and words', async () => {
  const found = async (query: object) => (await list('admin', 'getAdminLogPageList', query)).length
  expect(await found({ module: 5 })).toBe(4)
  expect(await found({ action: 'update' })).toBe(1)
  expect(await found({ targetType: 'cards', targetId: cards.get(zhengMobile) })).toBe(2)
  expect(await found({ operator: '郑' })).toBe(1)
  expect(await found({ target: '郑' })).toBe(2)
  expect(await found({ keyword: '个人签名' })).toBe(1)
  expect(await found({ keyword: '%' })).toBe(0)
  expect(await found({ keyword: '王律师' })).toBe(1)
  expect(await found({ adminId: app.world.people.get('admin')!.id })).toBe(2)
  expect(await found({ lawyerId: app.world.people.get(zhengMobile)!.id })).toBe(1)
  expect(await found({ adminId: app.world.people.get(zhengMobile)!.id + 1000 })).toBe(0)
  expect(await found({ batchId: 1 })).toBe(0)
  expect(await found({ module: 5, action: 'create', lawyerId: app.world.people.get(wuMobile)!.id })).toBe(1)
  expect(await found({ result: 0 })).toBe(0)
  expect(await found({ from: '2000-01-01', to: '2000-12-31' })).toBe(0)
  expect(await found({ from: '2000-01-01', to: '2999-12-31' })).toBe(5)
})

test('a record shows each changed field once, and is not found by others', async () => {
  const [row] = await list('branch', 'getAdminLogPageList', { action: 'update' })
  const detail = await (await app.as('branch')).call('logs.one', { id: row!.id })
  expect(detail.diff).toEqual([
    { field: 'team', label: '团队', before: '', after: '诉讼', masked: 0 },
    { field: 'slogan', label: '个人签名', before: '', after: '先看合同', masked: 0 },
  ])
  for (const account of ['south', 'system', wuMobile, 'other-admin'])
    await expect((await app.as(account)).call('logs.one', { id: row!.id })).rejects.toMatchObject({
      code: '4040',
    })
})

test('logs a refused call as a denial', async () => {
  const south = await app.as('south')
  await expect(south.call('positions.remove', { postId: 1 })).rejects.toMatchObject({ code: '4030' })
  expect(await list('south', 'getPageList', { module: 1 })).toMatchObject([
    { action: 'denied', result: 0, errorCode: '4030', summary: '拒绝访问 positions.remove' },
  ])
})

test('ordinary sign-ins are not important, failed ones are', async () => {
  const signIn = (password: string) =>
    app.send('POST', '/auth/lawyerLogin', { body: { mobile: zhengMobile, password } })
  await signIn('wrong-horse-battery')
  expect((await signIn(password)).body.code).toBe('200')
  const actions = async (query: object) =>
    (await list('branch', 'getAdminLogPageList', query)).map(it => it.action)
  expect(await actions({ keyword: '郑律师', from: '2000-01-01' })).toEqual(['loginFail', 'update', 'create'])
  expect(await actions({ module: 1 })).toEqual(expect.arrayContaining(['login', 'loginFail']))
  expect(await list('branch', 'getAdminLogPageList', { module: 1, result: 0 })).toMatchObject([
    { action: 'loginFail', errorCode: '4001', targetName: '郑律师', summary: '【郑律师】验证失败' },
  ])
})

test.each([
  ['a rare word', 2],
  // From fifty rows on, the search follows the time index.
  ['a frequent one', 60],
])('a search does not find unreadable values: %s', async (_, count) => {
  const admin = await app.as('admin')
  const { id } = app.world.people.get(wuMobile)!
  const word = `待核实${count}`
  const { version } = await admin.call('lawyers.lawyerInfo', { id })
  for (let at = 0; at < count; at += 1)
    await admin.call('lawyers.update', { id, version: version + at, remark: `${word}第${at}次` })
  expect(await list('admin', 'getAdminLogPageList', { keyword: word, pageSize: 200 })).toHaveLength(count)
  const query = { keyword: word, pageSize: 200 }
  // The rows concern the caller, who sees that there was a change.
  expect((await list(wuMobile, 'getPageList', { pageSize: 200 })).length).toBeGreaterThanOrEqual(count)
  expect(await list(wuMobile, 'getPageList', query)).toEqual([])
  expect(await list(wuMobile, 'getAdminLogPageList', query)).toEqual([])
  expect(await list(wuMobile, 'getPageList', { ...query, operator: '赵主任' })).toEqual([])
})

test('the chain is intact', async () => {
  expect(await app.database.read(1, db => verifyAudit(db, 1))).toMatchObject({ broken: [] })
})

test('logs a limited number of denials per hour, and the last one says so', async () => {
  const branch = await app.asNew('branch2')
  const denied = () =>
    app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.action, 'denied'), eq(logs.operatorId, branch.id))),
    )
  const ask = () => branch.send('GET', '/message/announcements?pageNum=1&pageSize=10')
  for (let count = 0; count < 33; count += 1) expect((await ask()).body.code).toBe('4030')
  const rows = await denied()
  expect(rows).toHaveLength(30)
  expect(rows.filter(it => it.summary.includes('不再逐次记录'))).toHaveLength(1)
  app.clock.advance(3_600_000)
  await ask()
  expect(await denied()).toHaveLength(31)
})
