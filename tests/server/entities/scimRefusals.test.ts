import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { admins, counters, directoryPeople, firms, lawyers, logs } from '../../../server/db/tables.ts'
import { parseFilter, parsePath } from '../../../server/routes/scim/path.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { requestFor, startApp, type TestApp } from '../../support/app.ts'
import { enterprise, scimClient } from '../../support/scim.ts'
import { forgetDenials } from '../../support/snapshot.ts'

// What SCIM refuses, in the form of RFC 7644, §3.12, and what strangers and hostile providers can not do with it.

let app: TestApp
const { newToken, begin, send, user, create, patch, find, token } = scimClient(() => app)
beforeAll(async () => {
  app = await startApp()
  await begin()
})
afterAll(() => app.close())
beforeEach(() => forgetDenials(app))

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const people = () => app.database.read(1, db => db.select().from(lawyers).orderBy(lawyers.id))
const becomes = (values: Partial<typeof admins.$inferInsert>) =>
  app.database.write(1, db =>
    db
      .update(admins)
      .set(values)
      .where(eq(admins.id, app.world.people.get('admin')!.id)),
  )

describe('a request is refused', () => {
  test.each([
    ['a comparison other than eq', 'userName co "a"'],
    ['or', 'userName eq "a" or userName eq "b"'],
    ['not', 'not (userName eq "a")'],
    ['brackets', '(userName eq "a")'],
    ['an attribute that cannot be sought', 'displayName eq "a"'],
    ['an attribute of all objects', '__proto__ eq "a"'],
    ['another such attribute', 'constructor eq "a"'],
    ['a missing value', 'userName eq'],
    ['an unfinished text', 'userName eq "a'],
    ['a null', 'userName eq null'],
    ['a number beyond all bounds', 'userName eq 1e999'],
    ['something behind the end', 'userName eq "a" b'],
    ['nothing', ''],
    ['a text for a boolean', 'active eq "maybe"'],
    ['private mails', 'emails[type eq "home"].value eq "a"'],
    ['thousands of brackets', `${'('.repeat(900)}a eq "b"`],
    ['a long filter', `userName eq "${'a'.repeat(2000)}"`],
    ['many comparisons', Array.from({ length: 11 }, () => 'active eq true').join(' and ')],
  ])('with %s in the filter', async (_, filter) => {
    expect(await find(filter)).toMatchObject({
      status: 400,
      body: { schemas: [errorSchema], status: '400', scimType: 'invalidFilter', detail: expect.any(String) },
    })
  })

  test.each([
    ['an unknown attribute', { op: 'replace', path: 'favouriteColour', value: 'red' }, 'invalidPath'],
    ['the prototype of objects', { op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
    ['the constructor', { op: 'add', path: 'constructor.prototype.polluted', value: 'x' }, 'invalidPath'],
    ['an inherited function', { op: 'add', path: 'toString.polluted', value: 'x' }, 'invalidPath'],
    ['a path that is no text', { op: 'add', path: 7, value: 'x' }, 'invalidPath'],
    ['an unfinished path', { op: 'add', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    ['the id', { op: 'replace', path: 'id', value: '1' }, 'mutability'],
    ['the version', { op: 'replace', path: 'meta.version', value: '1' }, 'mutability'],
    ['the removal of the userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['a removal of nothing', { op: 'remove' }, 'noTarget'],
    ['another operation', { op: 'move', path: 'userName', value: 'x' }, 'invalidSyntax'],
    ['no operation', {}, 'invalidSyntax'],
    ['a value that is no object', { op: 'add', value: 'x' }, 'invalidSyntax'],
    ['a text that is none', { op: 'add', path: 'displayName', value: { a: 1 } }, 'invalidValue'],
    ['a boolean that is none', { op: 'add', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [
      'a foreign number',
      { op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '+852 9123 4567' },
      'invalidValue',
    ],
    ['a wrong mail', { op: 'add', path: 'emails', value: [{ value: 'no mail' }] }, 'invalidValue'],
    [
      'a name that is too long',
      { op: 'add', path: 'name.familyName', value: '名'.repeat(51) },
      'invalidValue',
    ],
    ['a text that is too long', { op: 'add', path: 'userName', value: 'a'.repeat(256) }, 'invalidValue'],
    [
      'a long employee number',
      { op: 'add', path: `${enterprise}:employeeNumber`, value: '9'.repeat(21) },
      'invalidValue',
    ],
    ['a long team', { op: 'add', path: `${enterprise}:department`, value: '队'.repeat(31) }, 'invalidValue'],
  ])('with %s in a PATCH', async (_, operation, scimType) => {
    const { id } = (await create()).body
    const before = await people()
    // A first operation that would be fine changes nothing either.
    const answer = await patch(id, { op: 'replace', path: 'name.givenName', value: '公明' }, operation)
    expect(answer).toMatchObject({ status: 400, body: { schemas: [errorSchema], status: '400', scimType } })
    expect(await people()).toEqual(before)
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    expect(({}.toString as unknown as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['without userName', { userName: undefined }, 400, 'invalidValue', '缺少 userName'],
    ['without a mobile', { phoneNumbers: [], emails: [] }, 400, 'invalidValue', '新建人员须有中国大陆手机号'],
    [
      'with a landline',
      { phoneNumbers: [{ type: 'work', value: '021-55550000' }] },
      400,
      'invalidValue',
      '新建人员须有',
    ],
    ['without a name', { name: undefined, displayName: undefined }, 400, 'invalidValue', '姓名'],
    ['with an unknown office', { [enterprise]: { organization: '别所' } }, 400, 'invalidValue', '没有名为'],
  ])('to create a person %s', async (_, given, status, scimType, detail) => {
    const before = await people()
    expect(await create(given)).toMatchObject({
      status,
      body: { scimType, detail: expect.stringContaining(detail) },
    })
    expect(await people()).toEqual(before)
  })

  test('where a name, a number or a person in the bin is taken', async () => {
    const one = user({ [enterprise]: { employeeNumber: 'U-1' } })
    const { id } = (await send('POST', '/Users', one)).body
    const other = (await create()).body
    const taken = { status: 409, body: { status: '409', scimType: 'uniqueness' } }
    expect(
      await patch(other.id, { op: 'replace', path: 'userName', value: one.userName.toUpperCase() }),
    ).toMatchObject(taken)
    expect(await patch(other.id, { op: 'replace', path: 'externalId', value: one.externalId })).toMatchObject(
      taken,
    )
    expect(
      await patch(other.id, { op: 'add', path: `${enterprise}:employeeNumber`, value: 'U-1' }),
    ).toMatchObject(taken)
    await (await app.as('admin')).call('lawyers.remove', { id: Number(id), reason: '重复建档' } as never)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect(await create({ phoneNumbers: one.phoneNumbers })).toMatchObject({
      ...taken,
      body: { detail: expect.stringContaining('回收站') },
    })
  })

  test('with the version of an older answer', async () => {
    const { id, meta } = (await create()).body
    const body = { Operations: [{ op: 'replace', path: 'displayName', value: '柴大官人' }] }
    const at = (tag: string) => send('PATCH', `/Users/${id}`, body, { headers: { 'If-Match': tag } })
    const first = await at(meta.version)
    expect(first).toMatchObject({ status: 200 })
    expect(first.headers.get('etag')).toBe(first.body.meta.version)
    expect(await at(meta.version)).toMatchObject({ status: 412, body: { status: '412' } })
    expect((await at('*')).status).toBe(200)
    expect(
      (await send('DELETE', `/Users/${id}`, undefined, { headers: { 'If-Match': meta.version } })).status,
    ).toBe(412)
  })

  test('by method, path, type and size', async () => {
    const { id } = (await create()).body
    expect((await send('PUT', '/Users', {})).status).toBe(405)
    expect((await send('POST', `/Users/${id}`, {})).status).toBe(405)
    expect((await send('POST', '/Schemas', {})).status).toBe(405)
    for (const path of ['/Bulk', '/Me', '/Groups']) expect((await send('POST', path, {})).status).toBe(501)
    for (const path of [
      '/Users/abc',
      '/Users/1/2',
      `/Users/${'9'.repeat(30)}`,
      '/Nothing',
      '/..%2f..%2flawyer/pageList',
      '',
    ])
      expect((await send('GET', path)).status, path).toBe(404)
    const as = token()
    const typed = { as, headers: { 'Content-Type': 'text/xml' } }
    expect(await send('POST', '/Users', '<a/>', typed)).toMatchObject({
      status: 415,
      body: { status: '415' },
    })
    for (const body of ['', '[]', '{', 'null', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`])
      expect(await send('POST', '/Users', body), body.slice(0, 9)).toMatchObject({ status: 400 })
    const large = JSON.stringify({ ...user(), nickName: 'a'.repeat(66_000) })
    expect((await send('POST', '/Users', large)).status).toBe(413)
    const operations = Array.from({ length: 101 }, () => ({ op: 'add', path: 'title', value: 'a' }))
    expect(await patch(id, ...operations)).toMatchObject({ status: 400, body: { scimType: 'tooMany' } })
    expect((await patch(id)).body).toMatchObject({ scimType: 'invalidSyntax' })
  })

  test('in English, for whom asks for English', async () => {
    const answer = await send('GET', '/Users/0', undefined, { headers: { 'Accept-Language': 'en' } })
    expect(answer.body.detail).toBe('There is no such user')
  })

  test('when the token has sent 1,500 requests within a minute', async () => {
    const { id, token: own } = await newToken()
    await app.database.write(1, db =>
      db.insert(counters).values({
        key: `scim:1:${id}`,
        count: 1499,
        windowEndsAt: new Date(app.clock.now().getTime() + 30_000),
      }),
    )
    expect((await send('GET', '/Users', undefined, { as: own })).status).toBe(200)
    const refused = await send('GET', '/Users', undefined, { as: own })
    expect(refused).toMatchObject({ status: 429, body: { status: '429' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', '/Users')).status).toBe(200)
  })
})

describe('nobody else', () => {
  test.each([
    ['without a token', () => Promise.resolve(null)],
    ['with the session of an administrator', async () => (await app.as('admin')).token],
    ['with a token for other programs', async () => (await newToken({ isForDirectory: 0 })).token],
    ['with a token for agents', async () => (await newToken({ isForDirectory: 0, isForAgents: 1 })).token],
    ['with an unknown token', () => Promise.resolve(`tat_1_${'A'.repeat(43)}`)],
    ['with the token of another firm’s number', () => Promise.resolve(token().replace('tat_1_', 'tat_2_'))],
  ])('is answered %s', async (_, tokenOf) => {
    const as = await tokenOf()
    for (const path of ['/Users', '/ServiceProviderConfig', '/Nothing']) {
      const answer = await send('GET', path, undefined, { as })
      expect(answer).toMatchObject({ status: 401, body: { schemas: [errorSchema], status: '401' } })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect((await send('POST', '/Users', user(), { as })).status).toBe(401)
  })

  test('is answered with a token that was revoked, or in the header of other tokens', async () => {
    const { id, token: own } = await newToken()
    expect((await send('GET', '/Users', undefined, { as: null, headers: { Token: own } })).status).toBe(401)
    await (await app.as('admin')).call('apiTokens.revoke', { id })
    expect((await send('GET', '/Users', undefined, { as: own })).status).toBe(401)
  })

  test('and its token opens no call of the interface, and no tool of agents', async () => {
    for (const { call } of servedCalls.filter(it => it.call.who !== 'public')) {
      const { address, method, body } = requestFor(call, {})
      const answer = await app.send(method, address, { token: token(), body })
      expect(['4030', '4003'], `${method} ${address}`).toContain(answer.body.code)
    }
    const mcp = await app.fetch('/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token()}` },
      body: '{}',
    })
    expect(mcp.status).toBe(401)
  })

  test('can make such a token: main administrators alone, with the rights to create and edit people, for one purpose', async () => {
    for (const owner of ['admin2', 'branch', 'system', '13800000001'])
      await expect(newToken({ owner })).rejects.toMatchObject({ code: '4030' })
    await expect(newToken({ capabilities: ['lawyer.view', 'lawyer.edit'] })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { capabilities: expect.stringContaining('“创建账号”') } },
    })
    await expect(newToken({ isForAgents: 1 })).rejects.toMatchObject({
      data: { errors: { isForDirectory: expect.any(String) } },
    })
  })

  test('sees people whom the provider has not given, or those of another firm', async () => {
    const ids = ['13800000001', 'other-13800000001'].map(it => app.world.people.get(it)!.id)
    await app.database.write(1, db => db.delete(directoryPeople).where(eq(directoryPeople.lawyerId, ids[0]!)))
    const body = { Operations: [{ op: 'add', path: 'active', value: false }] }
    const answers = await Promise.all(
      ids.flatMap(id => [
        send('GET', `/Users/${id}`),
        send('PATCH', `/Users/${id}`, body),
        send('DELETE', `/Users/${id}`),
        find(`id eq "${id}"`),
      ]),
    )
    // A person of another firm may have the id of somebody here.
    const own = await app.database.read(1, db =>
      db.$count(directoryPeople, and(eq(directoryPeople.firmId, 1), eq(directoryPeople.lawyerId, ids[1]!))),
    )
    expect(own).toBe(0)
    expect(answers.map(it => (it.status === 200 ? it.body.totalResults : it.status))).toEqual([
      404, 404, 404, 0, 404, 404, 404, 0,
    ])
  })
})

describe('the owner of the token', () => {
  test('who is demoted meanwhile gives it the scope and the rights that are left', async () => {
    const east = app.world.offices.get('东所')!
    const { organizationId } = app.world.people.get('admin')!
    const there = (await create({ [enterprise]: { organization: '东所' } })).body.id
    const here = (await create()).body.id
    await becomes({ officeLevel: 4, organizationId: east })
    expect((await send('GET', `/Users/${there}`)).status).toBe(200)
    expect((await send('GET', `/Users/${here}`)).status).toBe(404)
    expect((await patch(here, { op: 'replace', path: 'active', value: false })).status).toBe(404)
    expect(await create({ [enterprise]: { organization: '总所' } })).toMatchObject({ status: 400 })
    await becomes({ officeLevel: 2, organizationId, isSystem: 1 })
    const refused = await patch(there, { op: 'replace', path: 'displayName', value: '史大郎' })
    expect(refused).toMatchObject({ status: 403, body: { status: '403' } })
    expect((await create()).status).toBe(403)
    await becomes({ isSystem: 0, officeLevel: 1 })
    await becomes({ status: 0 })
    expect((await send('GET', '/Users')).status).toBe(401)
    await becomes({ status: 1 })
  })

  test('is named in the log with the token, for what is done and for what is refused', async () => {
    const { id } = (await create()).body
    await patch(id, { op: 'replace', path: 'displayName', value: '时迁一' }, { op: 'remove', path: 'name' })
    const rows = await app.database.read(1, db =>
      db
        .select()
        .from(logs)
        .where(and(eq(logs.firmId, 1), eq(logs.targetId, Number(id))))
        .orderBy(desc(logs.seq)),
    )
    expect(
      rows.every(row => row.operatorName === '赵主任' && row.device === '通讯录令牌【身份源】provider/1.0'),
    ).toBe(true)
    expect(rows.map(row => row.action)).toEqual(expect.arrayContaining(['create', 'update']))
  })
})

test.each([
  ['lawyer.create', ['POST']],
  ['lawyer.list', ['POST', 'PATCH', 'DELETE']],
  ['integration.tokens', ['POST', 'PATCH', 'DELETE', 'GET']],
])('where the platform has switched %s off, %j are refused', async (name, methods) => {
  const { id } = (await create()).body
  const switchTo = (global: object) =>
    app.database.write(1, db =>
      db
        .update(firms)
        .set({ appConfSet: { adminFuncSwitch: { global } } })
        .where(eq(firms.firmId, 1)),
    )
  await switchTo({ [name]: 0 })
  const statuses = {
    GET: (await send('GET', '/Users')).status,
    POST: (await create()).status,
    PATCH: (await patch(id, { op: 'add', path: 'active', value: true })).status,
    DELETE: (await send('DELETE', `/Users/${id}`)).status,
  }
  await switchTo({})
  const refused = Object.entries(statuses).flatMap(([method, status]) => (status === 403 ? [method] : []))
  expect(refused.sort()).toEqual([...methods].sort())
})

test('hostile texts are stored as they are, and names of attributes that all objects have harm nobody', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    "'; drop table lawyers; --",
    '\u202Eabc',
    'a\u0000b',
    '😀'.repeat(60),
    '${7*7}',
  ]
  for (const text of hostile) {
    const answer = await create({ externalId: text, userName: `x${text}` })
    expect(answer.status, text).toBe(201)
    const { id } = answer.body
    expect((await send('GET', `/Users/${id}`)).status).toBe(200)
  }
  const given = JSON.stringify(user()).replace(
    '{',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
  )
  expect((await send('POST', '/Users', given)).status).toBe(201)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('a path or filter of the longest kind is read in one pass', () => {
  for (const text of [
    '\\'.repeat(2000),
    '"'.repeat(2000),
    ' '.repeat(2000),
    '['.repeat(2000),
    'a.'.repeat(1000),
  ]) {
    expect(() => parsePath(`${text}[`)).toThrow('表达式')
    expect(() => parseFilter(text)).toThrow('表达式')
  }
})

test('discovery says what is supported', async () => {
  expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
  })
  expect((await send('GET', '/ResourceTypes')).body.Resources.map(it => it['id'])).toEqual(['User'])
  const schemas = (await send('GET', '/Schemas')).body.Resources
  for (const schema of schemas)
    expect((await send('GET', `/Schemas/${String(schema['id'])}`)).body).toEqual(schema)
  expect((await send('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
})

test('nothing of it is loaded at the start of the server', () => {
  const root = join(import.meta.dirname, '../../..')
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(?!type\s)[^;'"]*?from '(\.[^']+\.ts)'/gm,
    ))
      load(join(dirname(file), path!))
  }
  load(join(root, 'server/main.ts'))
  expect([...loaded].some(it => it.endsWith('server/http/app.ts'))).toBe(true)
  expect([...loaded].filter(it => it.includes('/scim/'))).toEqual([])
})
