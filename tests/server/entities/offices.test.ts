import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'
import { password } from '../../support/world.ts'
import { settledCodes } from '../../support/settledCodes.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const draft = (name: string) => ({
  name,
  isMain: 0 as const,
  districtCode: '310115',
  address: '世纪大道100号',
  phone: ['021-55550000'],
})

const refusal = (code: string, errors?: Record<string, unknown>) => ({
  code,
  ...(errors && { data: { errors } }),
})
const logged = (id: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'offices'), eq(logs.targetId, id))),
  )

const make = async (name: string) => {
  const admin = await app.as('admin')
  const { organizationId } = await admin.call('offices.add', draft(name))
  return organizationId
}

const read = async (organizationId: number) =>
  (await app.as('admin')).call('offices.firmOrganizationInfo', { organizationId })

describe('the list', () => {
  test('counts people, names a municipality once and searches by name, pinyin and initials', async () => {
    const admin = await app.as('admin')
    const { records, total } = await admin.call('offices.pageList', {
      sortField: 'lawyerNum',
      sortOrder: 'desc',
    })
    expect(total).toBe(3)
    const east = records.find(it => it.name === '东所')
    expect(east).toMatchObject({ areaName: '上海市/浦东新区', lawyerNum: 1, cardNum: 0, adminNum: 2 })
    await make('北京西城分所')
    for (const keyword of ['西城', 'beijingxi', 'bjxc', 'BJXC'])
      expect((await admin.call('offices.pageList', { keyword })).records).toMatchObject([
        { name: '北京西城分所' },
      ])
  })

  test('filters by an area with all areas in it', async () => {
    const admin = await app.as('admin')
    await admin.call('offices.add', { ...draft('杭州分所'), districtCode: '330106' })
    for (const filter of [{ provinceCode: '330000' }, { cityCode: '330100' }, { districtCode: '330106' }])
      expect((await admin.call('offices.pageList', filter)).records).toMatchObject([
        { name: '杭州分所', provinceCode: '330000', cityCode: '330100', areaName: '浙江省/杭州市/西湖区' },
      ])
  })

  test('shows a branch its own office only', async () => {
    const branch = await app.as('branch')
    const { records } = await branch.call('offices.pageList', {})
    expect(records.map(it => it.name)).toEqual(['东所'])
    const organizationId = app.world.offices.get('南所')!
    await expect(branch.call('offices.firmOrganizationInfo', { organizationId })).rejects.toMatchObject(
      refusal('4040'),
    )
  })

  test('takes two statements, and one for a record', async () => {
    const admin = await app.as('admin')
    const list = await statementsOf(app.database.pool, () =>
      admin.call('offices.pageList', { keyword: '所' }),
    )
    expect(list.length).toBeLessThanOrEqual(2)
    const organizationId = app.world.offices.get('东所')!
    const statementsForOne = await statementsOf(app.database.pool, () =>
      admin.call('offices.firmOrganizationInfo', { organizationId }),
    )
    expect(statementsForOne.length).toBeLessThanOrEqual(2)
  })
})

test('the choices are public and omit closed offices', async () => {
  const rows = await app.call('offices.validList', {})
  expect(rows[0]).toMatchObject({ name: '总所', isMain: 1 })
  expect(rows[0]).not.toHaveProperty('address')
})

describe('a new office', () => {
  test('needs a unique name, an existing district and no second main office', async () => {
    const admin = await app.as('admin')
    const add = (given: object) => admin.call('offices.add', { ...draft('新设分所'), ...given })
    await expect(add({ name: '东所' })).rejects.toMatchObject(refusal('4220', { name: '该律所名称已存在' }))
    await expect(add({ isMain: 1 })).rejects.toMatchObject(
      refusal('4220', { isMain: '本所已有总所，请选择分所' }),
    )
    await expect(add({ districtCode: '310000' })).rejects.toMatchObject(
      refusal('4220', { districtCode: '请选择到区县' }),
    )
    await expect(add({ longitude: 121.5 })).rejects.toMatchObject(
      refusal('4220', { latitude: '经度和纬度请同时填写' }),
    )
    await expect(add({ homeUrl: 'http://www.example.com' })).rejects.toMatchObject(
      refusal('4220', { homeUrl: expect.stringContaining('https://') }),
    )
    await expect((await app.as('branch')).call('offices.add', draft('无权'))).rejects.toMatchObject(
      refusal('4030'),
    )
  })

  test('is stored sanitised, can be found, and is logged field by field', async () => {
    const admin = await app.as('admin')
    const { organizationId } = await admin.call('offices.add', {
      ...draft('深圳分所'),
      districtCode: '440304',
      intro: '<p onclick="x()">介绍</p><script>alert(1)</script>',
    })
    expect(await read(organizationId)).toMatchObject({
      provinceCode: '440000',
      intro: '<p>介绍</p>',
      createdBy: '赵主任',
      version: 1,
    })
    const [row] = await logged(organizationId)
    expect(row).toMatchObject({ module: 2, action: 'create', operatorName: '赵主任', result: 1 })
    expect(row!.diff).toContainEqual(
      expect.objectContaining({ field: 'areaName', label: '地区', after: '广东省/深圳市/福田区' }),
    )
  })

  test('is created once, however often the request is sent at once', async () => {
    const admin = await app.as('admin')
    const calls = Array.from({ length: 6 }, () => admin.call('offices.add', draft('抢注分所')))
    expect(await settledCodes(calls)).toEqual(['200', '4220', '4220', '4220', '4220', '4220'])
    expect((await admin.call('offices.pageList', { keyword: '抢注' })).total).toBe(1)
  })
})

describe('a change', () => {
  test('with an outdated version overwrites nothing and shows the present values', async () => {
    const organizationId = await make('并发分所')
    const admin = await app.as('admin')
    await admin.call('offices.update', { organizationId, version: 1, principal: '甲' })
    await expect(
      admin.call('offices.update', { organizationId, version: 1, principal: '乙' }),
    ).rejects.toMatchObject({
      code: '4090',
      data: { current: { principal: '甲', version: 2 }, changedFields: ['principal'], updatedBy: '赵主任' },
    })
    expect(await read(organizationId)).toMatchObject({ principal: '甲', version: 2 })
    const changes = (await logged(organizationId)).filter(it => it.action === 'update')
    expect(changes.map(it => it.diff)).toEqual([
      [{ field: 'principal', label: '负责人', before: '', after: '甲', masked: 0 }],
    ])
  })

  test('by a sub-administrator is limited to contacts, pictures and introduction of the own office', async () => {
    const organizationId = app.world.offices.get('东所')!
    const { version, name } = await read(organizationId)
    const helper = await app.as('branch2')
    await expect(
      helper.call('offices.update', { organizationId, version, name: '改名' }),
    ).rejects.toMatchObject({ code: '4030', data: { need: 'office.edit' } })
    // The whole form may be sent, because rights are only checked for changed values.
    await helper.call('offices.update', { organizationId, version, name, phone: ['021-66660000'] })
    expect(await read(organizationId)).toMatchObject({ name, phone: ['021-66660000'], version: version + 1 })
    const other = app.world.offices.get('南所')!
    await expect(
      helper.call('offices.update', { organizationId: other, version: 1, fax: '021-66660000' }),
    ).rejects.toMatchObject(refusal('4040'))
    await expect(
      (await app.as('other-admin')).call('offices.update', { organizationId, version, fax: '021-66660000' }),
    ).rejects.toMatchObject(refusal('4040'))
  })

  test('excludes state and kind, and keeps pairs complete', async () => {
    const organizationId = await make('成对分所')
    const admin = await app.as('admin')
    const update = (given: object) => admin.call('offices.update', { organizationId, version: 1, ...given })
    await expect(update({ status: 0 })).rejects.toMatchObject({ code: '4220' })
    await expect(update({ isMain: 1 })).rejects.toMatchObject({ code: '4220' })
    await expect(update({ mpPath: 'pages/a' })).rejects.toMatchObject(
      refusal('4220', { mpAppId: '跳转小程序的AppID和路径请同时填写' }),
    )
    await expect(update({ name: '总所' })).rejects.toMatchObject(
      refusal('4220', { name: '该律所名称已存在' }),
    )
    await update({ status: 1, isMain: 0, districtCode: '330106' })
    expect(await read(organizationId)).toMatchObject({ cityCode: '330100', areaName: '浙江省/杭州市/西湖区' })
  })

  test('takes at most eight statements', async () => {
    const organizationId = await make('计数分所')
    const admin = await app.as('admin')
    const change = { organizationId, version: 1, name: '计数二分所', intro: '<p>介绍</p>' }
    const sentStatements = await statementsOf(app.database.pool, () => admin.call('offices.update', change))
    expect(sentStatements.length).toBeLessThanOrEqual(8)
  })
})

describe('disabling', () => {
  const demands = { reason: '业务调整', confirmPassword: password }
  const close = async (organizationId: number, given: object) => {
    const admin = await app.as('admin')
    const { body } = await admin.send('PUT', '/firmOrganization/status', {
      body: { organizationId, status: 0, ...demands, ...given },
    })
    return body
  }

  test('requires reason and password, is refused for the main office and in the wrong state', async () => {
    const main = app.world.offices.get('总所')!
    expect(await close(main, { version: 1, reason: '' })).toMatchObject(
      refusal('4220', { reason: '请填写原因（2-200字）' }),
    )
    expect(await close(main, { version: 1, confirmPassword: 'wrong-password' })).toMatchObject({
      code: '4220',
    })
    expect(await close(main, { version: 1 })).toMatchObject({ code: '4091', message: '总所不能停用' })
    const organizationId = await make('待停分所')
    expect(await close(organizationId, { version: 1 })).toMatchObject({ code: '200' })
    expect(await close(organizationId, { version: 2 })).toMatchObject({ code: '4091', data: { from: 0 } })
    expect(await close(organizationId, { version: 2, status: 1 })).toMatchObject({ code: '200' })
    const actions = (await logged(organizationId)).map(it => [it.action, it.reason])
    expect(actions).toEqual(
      expect.arrayContaining([
        ['disable', '业务调整'],
        ['enable', '业务调整'],
      ]),
    )
  })
})

describe('D the arrangement of offices', () => {
  test('is saved with the weights, logged, and refused with an outdated version', async () => {
    const admin = await app.as('admin')
    const before = await admin.call('offices.custom', {})
    const east = before.items.find(it => it.name === '东所')!
    const items = [{ organizationId: east.organizationId, weight: 77, showStatus: 0 as const }]
    const inputOf = (version: number) => ({
      mode: 2 as const,
      pinMain: 1 as const,
      groupByCity: 0 as const,
      items,
      version,
    })
    const held = await read(east.organizationId)
    const saved = await admin.call('offices.updateCustom', inputOf(before.version))
    expect(saved).toMatchObject({ mode: 2, version: before.version + 1 })
    expect(await admin.call('offices.custom', {})).toMatchObject({ mode: 2, version: saved.version })
    expect(await read(east.organizationId)).toMatchObject({
      weight: 77,
      showStatus: 0,
      version: held.version + 1,
    })
    await expect(admin.call('offices.updateCustom', inputOf(before.version))).rejects.toMatchObject({
      code: '4090',
      data: { current: { version: saved.version }, updatedBy: '赵主任' },
    })
    const rows = await app.database.read(1, db => db.select().from(logs).where(eq(logs.action, 'sort')))
    expect(rows).toHaveLength(1)
    expect(rows[0]!.diff.map(it => it.label)).toEqual(['排序方式', '东所权重', '东所展示状态'])
  })

  test('of several simultaneous writers accepts one', async () => {
    const admin = await app.as('admin2')
    const { version, items: _, ...rest } = await admin.call('offices.custom', {})
    const codes = await settledCodes(
      Array.from({ length: 6 }, (_one, index) =>
        admin.call('offices.updateCustom', {
          ...rest,
          items: [{ organizationId: app.world.offices.get('东所')!, weight: 70 + index, showStatus: 1 }],
          version,
        }),
      ),
    )
    expect(codes).toEqual(['200', '4090', '4090', '4090', '4090', '4090'])
  })

  test('refuses offices of another firm', async () => {
    const organizationId = app.world.offices.get('别所')!
    const admin = await app.as('admin')
    const { version, items: _, ...rest } = await admin.call('offices.custom', {})
    await expect(
      admin.call('offices.updateCustom', {
        ...rest,
        items: [{ organizationId, weight: 1, showStatus: 1 }],
        version,
      }),
    ).rejects.toMatchObject({ code: '4220' })
  })
})
