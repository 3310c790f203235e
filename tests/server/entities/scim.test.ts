import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { directoryPeople, lawyers, messages } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { allRights, enterprise, scimClient } from '../../support/scim.ts'
import { forgetDenials } from '../../support/snapshot.ts'

// An identity provider keeps the people of a firm up to date by SCIM 2.0 (RFC 7643, 7644).

let app: TestApp
const { newToken, begin, send, user, create, patch, find } = scimClient(() => app)
beforeAll(async () => {
  app = await startApp()
  await begin()
})
afterAll(() => app.close())
beforeEach(() => forgetDenials(app))

const personOf = async (id: string | number) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(lawyers)
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, Number(id)))),
  )
  return row!
}
const linkOf = async (id: string | number) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(directoryPeople)
      .where(and(eq(directoryPeople.firmId, 1), eq(directoryPeople.lawyerId, Number(id)))),
  )
  return row!
}
const countPeople = () => app.database.read(1, db => db.$count(lawyers, eq(lawyers.firmId, 1)))
const update = async (id: string, values: object) => {
  const { version } = await personOf(id)
  await (await app.as('admin')).call('lawyers.update', { id: Number(id), version, ...values } as never)
}
const messagesWith = (link: string) =>
  app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.firmId, 1), eq(messages.link, link))),
  )

// The requests that Entra ID sends, in their order, with the names of our world: learn.microsoft.com, "Tutorial: Develop and plan
// provisioning for a SCIM endpoint", 4 March 2025, section "SCIM protocol requests and responses", and "Known issues and
// resolutions with SCIM 2.0 protocol compliance", 15 April 2025; read on 29 November 2026.
describe('Entra ID', () => {
  test('asks for one user to test the connection, and for groups, of which there are none', async () => {
    const missing = await find('userName eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')
    expect(missing).toMatchObject({
      status: 200,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        Resources: [],
        startIndex: 1,
        itemsPerPage: 0,
      },
    })
    expect(missing.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(
      await send('GET', '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22x%22'),
    ).toMatchObject({
      status: 200,
      body: { totalResults: 0 },
    })
  })

  test('creates, reads, changes, disables, enables and deletes a user', async () => {
    const given = user({
      roles: [],
      meta: { resourceType: 'User' },
      name: { formatted: '冲之 林', familyName: '林', givenName: '冲之' },
    })
    const created = await send('POST', '/Users', given)
    const { id } = created.body
    expect(created).toMatchObject({
      status: 201,
      body: {
        externalId: given.externalId,
        userName: given.userName,
        name: { formatted: '冲之 林', familyName: '林', givenName: '冲之' },
        active: true,
        emails: [{ value: given.userName, type: 'work', primary: true }],
        phoneNumbers: [{ value: given.phoneNumbers[0]!.value, type: 'mobile' }],
        meta: { resourceType: 'User', location: `http://localhost/api/scim/v2/Users/${id}` },
      },
    })
    expect(created.headers.get('location')).toBe(`http://localhost/api/scim/v2/Users/${id}`)
    expect(await personOf(id)).toMatchObject({
      name: '林冲之',
      mobile: given.phoneNumbers[0]!.value,
      email: given.userName,
      organizationId: app.world.offices.get('总所'),
      personType: 1,
      status: 1,
      mustChangePwd: 1,
    })

    expect((await send('GET', `/Users/${id}`)).body).toEqual(created.body)
    expect((await find(`userName eq "${given.userName.toUpperCase()}"`)).body.Resources).toEqual([
      created.body,
    ])
    expect((await find(`externalId eq "${given.externalId}"`)).body.totalResults).toBe(1)
    expect((await find(`emails[type eq "work"].value eq "${given.userName}"`)).body.totalResults).toBe(1)
    expect((await find(`id eq "${id}" and active eq true`)).body.totalResults).toBe(1)

    const several = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new.mail@liangshan.example' },
      { op: 'Replace', path: 'name.familyName', value: '鲁' },
    )
    expect(several).toMatchObject({
      status: 200,
      body: {
        emails: [{ value: 'new.mail@liangshan.example' }],
        name: { familyName: '鲁', givenName: '冲之' },
      },
    })
    expect(await personOf(id)).toMatchObject({ name: '鲁冲之', email: 'new.mail@liangshan.example' })

    await patch(id, { op: 'Replace', path: 'userName', value: '5b50642d@liangshan.example' })
    expect((await find('userName eq "5b50642d@liangshan.example"')).body.totalResults).toBe(1)
    expect((await find(`userName eq "${given.userName}"`)).body.totalResults).toBe(0)

    // Without the flag aadOptscim062020, a boolean is a text with a capital.
    const disabled = await patch(id, { op: 'Replace', path: 'active', value: 'False' })
    expect(disabled).toMatchObject({ status: 200, body: { active: false } })
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ id, active: false })
    expect(await personOf(id)).toMatchObject({ status: 1 })
    expect((await patch(id, { op: 'replace', path: 'active', value: true })).body).toMatchObject({
      active: true,
    })

    expect(await send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: {} })
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await find('userName eq "5b50642d@liangshan.example"')).body.totalResults).toBe(0)
    expect(await personOf(id)).toMatchObject({ status: 1, deletedAt: null })
  })

  test('replaces several attributes at once without a path', async () => {
    const { id } = (await create()).body
    const answer = await patch(
      id,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'at.once@liangshan.example' },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': '智深',
          'name.familyName': '鲁',
          [`${enterprise}:employeeNumber`]: 'Aklq',
          [`${enterprise}:department`]: '知识产权部',
        },
      },
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { displayName: 'Bjfe', [enterprise]: { employeeNumber: 'Aklq', department: '知识产权部' } },
    })
    expect(await personOf(id)).toMatchObject({
      name: '鲁智深',
      email: 'at.once@liangshan.example',
      employeeNo: 'Aklq',
      team: '知识产权部',
    })
    expect(
      (await find('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber eq "Aklq"')).body
        .totalResults,
    ).toBe(1)
  })

  test('adds what this product does not keep, and is answered without an error', async () => {
    const { id } = (await create()).body
    const ignored = [
      { op: 'Add', path: 'nickName', value: 'Babs' },
      { op: 'Add', path: 'title', value: '合伙人' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: '上海' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '021-5555' },
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'private@elsewhere.example' },
      { op: 'Add', path: `${enterprise}:manager`, value: '1' },
      { op: 'Add', path: 'manager', value: [{ $ref: 'https://id.example/Users/1', value: '1' }] },
      { op: 'Remove', path: 'preferredLanguage' },
    ]
    const before = await personOf(id)
    expect((await patch(id, ...ignored)).status).toBe(200)
    expect(await personOf(id)).toEqual(before)
  })
})

// The requests that Okta sends: developer.okta.com, "Okta and SCIM Version 2.0", and its test suite for SCIM 2.0; read on
// 29 November 2026.
describe('Okta', () => {
  test('reads one page, looks for a user, creates, replaces and deactivates', async () => {
    expect((await send('GET', '/Users?startIndex=1&count=2')).body).toMatchObject({ startIndex: 1 })
    const given = user({ password: 'Unwanted-1', groups: [], locale: 'zh-CN' })
    expect((await find(`userName eq "${given.userName}"`)).body.totalResults).toBe(0)
    const created = await send('POST', '/Users', given)
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(await send('POST', '/Users', given)).toMatchObject({
      status: 409,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      },
    })
    const replaced = await send('PUT', `/Users/${id}`, {
      ...given,
      id,
      name: { familyName: '武', givenName: '松之' },
      displayName: '武松之',
    })
    expect(replaced).toMatchObject({ status: 200, body: { displayName: '武松之' } })
    expect(await personOf(id)).toMatchObject({ name: '武松之' })
    const off = await patch(id, { op: 'replace', value: { active: false } })
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    const on = await send('PUT', `/Users/${id}`, { ...given, id, active: true })
    expect(on).toMatchObject({ status: 200, body: { active: true } })
  })

  test('is told that a user does not exist in the form of the standard', async () => {
    expect(await send('GET', '/Users/999999999')).toMatchObject({
      status: 404,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '404',
        detail: '没有这个用户',
      },
    })
  })

  test('pages with startIndex and count, at most 200 at once', async () => {
    await create()
    await create()
    const all = (await send('GET', '/Users?count=1000')).body
    expect(all.totalResults).toBe(all.Resources.length)
    const pages = await Promise.all(
      all.Resources.map(
        async (_, index) => (await send('GET', `/Users?startIndex=${index + 1}&count=1`)).body,
      ),
    )
    expect(pages.map(it => it.Resources[0]!['id'])).toEqual(all.Resources.map(it => it['id']))
    expect(pages.every(it => it.totalResults === all.totalResults)).toBe(true)
    expect((await send('GET', '/Users?count=0')).body).toMatchObject({
      Resources: [],
      totalResults: all.totalResults,
    })
    expect((await send('GET', '/Users?startIndex=-3&count=-1')).body).toMatchObject({
      Resources: [],
      startIndex: 1,
    })
    expect((await send('GET', '/Users?startIndex=100000')).body).toMatchObject({ Resources: [] })
    expect((await send('GET', '/Users?startIndex=first')).body).toMatchObject({ status: '400' })
  })

  test('gets only the attributes that it asks for', async () => {
    const { id } = (await create()).body
    const some = (await send('GET', `/Users/${id}?attributes=userName,name.familyName`)).body
    expect(Object.keys(some).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName'])
    const others = (await send('GET', `/Users/${id}?excludedAttributes=emails,phoneNumbers`)).body
    expect(Object.keys(others)).not.toContain('emails')
    expect(Object.keys(others)).toContain('userName')
  })
})

describe('a user is', () => {
  test.each([
    ['mobile', { phoneNumbers: [{ type: 'mobile', value: '+86 138-0000-0002' }], emails: [] }],
    ['employee number', { phoneNumbers: [], emails: [], [enterprise]: { employeeNumber: 'E-7' } }],
    ['mail', { phoneNumbers: [], emails: [{ value: 'ZHENG@liangshan.example' }] }],
  ])('the person with the same %s, never one with the same name', async (_, given) => {
    const { id } = app.world.people.get('13800000002')!
    await update(String(id), { employeeNo: 'E-7', email: 'zheng@liangshan.example' })
    const before = await countPeople()
    const answer = await create({ ...given, displayName: '郑律师', name: undefined })
    expect(answer).toMatchObject({ status: 201, body: { id: String(id), displayName: '郑律师' } })
    expect(await countPeople()).toBe(before)
    expect(await create({ ...given, displayName: '郑律师', name: undefined })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', detail: '该人员已与另一个用户关联' },
    })
    await app.database.write(1, db => db.delete(directoryPeople).where(eq(directoryPeople.lawyerId, id)))
  })

  test('nobody where mobile and mail are those of two people, or somebody else’s own writing', async () => {
    const first = app.world.people.get('13800000001')!.id
    const second = app.world.people.get('13800000003')!.id
    await update(String(first), { email: 'wu@liangshan.example' })
    const both = {
      phoneNumbers: [{ type: 'mobile', value: '13800000003' }],
      emails: [{ value: 'wu@liangshan.example' }],
    }
    expect(await create(both)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    // A lawyer may write any address into the own record; it says nothing about who that is.
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ email: 'boss@liangshan.example', isEmailUnproven: 1 })
        .where(eq(lawyers.id, second)),
    )
    const answer = await create({ emails: [{ value: 'boss@liangshan.example' }] })
    expect(answer.status).toBe(201)
    expect(answer.body.id).not.toBe(String(second))
  })

  test('one person, although two requests create it at once', async () => {
    const given = user()
    const before = await countPeople()
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/Users', given)))
    expect(answers.map(it => it.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await countPeople()).toBe(before + 1)
    const sameMobile = [user(), user()].map(it => ({
      ...it,
      phoneNumbers: [{ type: 'mobile', value: '13911112222' }],
      emails: [],
    }))
    const two = await Promise.all(sameMobile.map(it => send('POST', '/Users', it)))
    expect(two.map(it => it.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await countPeople()).toBe(before + 2)
  })

  test('the same person when it comes back after it was deleted', async () => {
    const given = user()
    const { id } = (await send('POST', '/Users', given)).body
    await send('DELETE', `/Users/${id}`)
    expect((await linkOf(id)).goneAt).not.toBeNull()
    expect(await send('POST', '/Users', given)).toMatchObject({ status: 201, body: { id, active: true } })
    expect((await linkOf(id)).goneAt).toBeNull()
  })

  test('placed in the office and team that the directory names', async () => {
    const { id } = (
      await create({ userType: '实习律师', [enterprise]: { organization: '东所', department: '诉讼部' } })
    ).body
    const east = app.world.offices.get('东所')!
    expect(await personOf(id)).toMatchObject({ organizationId: east, team: '诉讼部', personType: 2 })
    const south = app.world.offices.get('南所')!
    const moved = await patch(id, { op: 'replace', path: `${enterprise}:organization`, value: String(south) })
    expect(moved.body[enterprise]).toMatchObject({ organization: String(south) })
    expect(await personOf(id)).toMatchObject({ organizationId: south })
    expect(
      await patch(id, { op: 'replace', path: `${enterprise}:organization`, value: '西所' }),
    ).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: '没有名为“西所”的律所，organization 请填写律所名称或编号' },
    })
  })

  test('named as people in China and elsewhere are', async () => {
    const nameOf = async (given: object) =>
      (await personOf((await create({ displayName: undefined, ...given })).body.id)).name
    expect(await nameOf({ name: { familyName: '欧阳', givenName: '锋' } })).toBe('欧阳锋')
    expect(await nameOf({ name: { familyName: 'Jensen', givenName: 'Barbara' } })).toBe('Barbara Jensen')
    expect(await nameOf({ name: { formatted: '黄药师' } })).toBe('黄药师')
    expect(await nameOf({ name: undefined, displayName: '洪七公' })).toBe('洪七公')
  })
})

describe('nothing empty overwrites something', () => {
  test('neither by PUT, nor by PATCH, nor by a removal', async () => {
    const given = user({ [enterprise]: { employeeNumber: 'N-1', department: '非诉部' } })
    const { id } = (await send('POST', '/Users', given)).body
    const before = await personOf(id)
    const { externalId, userName } = given
    for (const body of [
      { userName, externalId },
      {
        userName,
        externalId,
        displayName: '',
        name: null,
        emails: [],
        phoneNumbers: [{ type: 'mobile', value: '' }],
      },
      { userName, externalId, [enterprise]: { employeeNumber: null, department: ' ' } },
    ])
      expect((await send('PUT', `/Users/${id}`, body)).status).toBe(200)
    const removals = [
      'displayName',
      'name',
      'emails',
      'phoneNumbers[type eq "mobile"]',
      `${enterprise}:department`,
      'externalId',
    ]
    for (const path of removals) expect((await patch(id, { op: 'remove', path })).status, path).toBe(200)
    await patch(
      id,
      { op: 'replace', path: 'displayName', value: '' },
      { op: 'add', value: { emails: null, active: null } },
    )
    expect(await personOf(id)).toEqual(before)
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ externalId, userName, active: true })
  })

  test('and what changes nothing writes nothing', async () => {
    const given = user()
    const { id, meta } = (await send('POST', '/Users', given)).body
    const again = await send('PUT', `/Users/${id}`, given)
    expect(again.body['meta']).toEqual(meta)
  })
})

describe('a value that was corrected here', () => {
  test('wins until both sides agree, and is answered as it is', async () => {
    const { id } = (await create({ displayName: '卢俊义', name: undefined })).body
    await update(id, { name: '卢俊逸' })
    const answer = await patch(id, { op: 'replace', path: 'displayName', value: '卢俊毅' })
    expect(answer).toMatchObject({
      status: 200,
      body: { displayName: '卢俊逸', name: { formatted: '卢俊逸' } },
    })
    expect(await personOf(id)).toMatchObject({ name: '卢俊逸' })
    expect((await linkOf(id)).extra.offered).toEqual({ name: '卢俊毅' })
    await patch(id, { op: 'replace', path: 'displayName', value: '卢俊毅' })
    const [told, ...again] = await messagesWith(`/app/lawyer/${id}`)
    expect(told).toMatchObject({
      title: '卢俊逸的资料与通讯录不同',
      content: '通讯录给出：姓名“卢俊毅”。此处的值没有改变；如以通讯录为准，请修改该人员的资料。',
    })
    expect(new Set([told, ...again].map(it => it!.receiverId)).size).toBe(again.length + 1)
    // The directory takes the correction over, which releases the field.
    await patch(id, { op: 'replace', path: 'displayName', value: '卢俊逸' })
    expect((await linkOf(id)).extra.offered).toBeUndefined()
    await patch(id, { op: 'replace', path: 'displayName', value: '卢俊义' })
    expect(await personOf(id)).toMatchObject({ name: '卢俊义' })
  })

  test('is a mobile number always, since one signs in with it; the number that holds here is masked', async () => {
    const given = user()
    const { id } = (await send('POST', '/Users', given)).body
    const mobile = given.phoneNumbers[0]!.value
    const offered = await patch(id, {
      op: 'replace',
      path: 'phoneNumbers[type eq "mobile"].value',
      value: '13922223333',
    })
    expect(offered).toMatchObject({ status: 200, body: { phoneNumbers: [{ value: mobile }] } })
    expect(await personOf(id)).toMatchObject({ mobile })
    expect((await linkOf(id)).extra.offered).toEqual({ mobile: '13922223333' })
    await (await app.as('admin')).call('lawyers.updateMobile', { id: Number(id), mobile: '13922224444' })
    const { body } = await send('GET', `/Users/${id}`)
    expect(body['phoneNumbers']).toEqual([{ value: '139****4444', type: 'mobile' }])
  })

  test('is the office too, for a token that may not transfer people', async () => {
    const { token: narrow } = await newToken({ capabilities: allRights.slice(0, 3) })
    const { id } = (await create()).body
    const body = { Operations: [{ op: 'replace', path: `${enterprise}:organization`, value: '东所' }] }
    expect((await send('PATCH', `/Users/${id}`, body, { as: narrow })).status).toBe(200)
    expect(await personOf(id)).toMatchObject({ organizationId: app.world.offices.get('总所') })
    expect((await linkOf(id)).extra.offered).toEqual({
      organizationId: String(app.world.offices.get('东所')),
    })
  })
})

describe('who is gone from the directory', () => {
  test('keeps the account, and the administrators are asked to begin the leave wizard, once', async () => {
    const { id } = (await create({ [enterprise]: { organization: '东所' } })).body
    await patch(id, { op: 'replace', value: { active: false } })
    await patch(id, { op: 'replace', value: { active: false } })
    await send('DELETE', `/Users/${id}`)
    expect(await personOf(id)).toMatchObject({ status: 1 })
    const asked = await messagesWith(`/app/lawyer/${id}/leave`)
    expect(asked.map(it => it.receiverId)).toEqual([app.world.people.get('branch')!.id])
    const { name } = await personOf(id)
    expect(asked[0]).toMatchObject({
      type: 6,
      title: `${name}已不在通讯录中`,
      receiverType: 1,
      bizId: Number(id),
    })
  })

  test('is marked no more when the directory has the person again', async () => {
    const { id } = (await create()).body
    await patch(id, { op: 'replace', path: 'active', value: 'false' })
    expect((await linkOf(id)).goneAt).not.toBeNull()
    expect((await find(`id eq "${id}" and active eq false`)).body.totalResults).toBe(1)
    await patch(id, { op: 'replace', path: 'active', value: 'TRUE' })
    expect((await linkOf(id)).goneAt).toBeNull()
  })

  test('has left already, so that nobody is asked, and comes back by a person alone', async () => {
    const { id } = (await create()).body
    await update(id, { status: 4, reason: '辞职离所' })
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
    await patch(id, { op: 'replace', path: 'active', value: false })
    expect(await messagesWith(`/app/lawyer/${id}/leave`)).toEqual([])
    expect((await patch(id, { op: 'replace', path: 'active', value: true })).body).toMatchObject({
      active: false,
    })
    expect(await personOf(id)).toMatchObject({ status: 4 })
  })

  test('is not created when the directory has disabled the person before', async () => {
    const before = await countPeople()
    expect(await create({ active: 'False' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    expect(await countPeople()).toBe(before)
  })
})
