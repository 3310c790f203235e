import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, counters, logs, messages } from '../../../server/db/tables.ts'
import { verifyPassword } from '../../../server/services/identity/passwords.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'
import { password } from '../../support/world.ts'
import { settledCodes } from '../../support/settledCodes.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const office = (name: string) => app.world.offices.get(name)!
const idOf = (account: string) => app.world.people.get(account)!.id

let turn = 0
const draft = (given: object = {}) => ({
  name: '新管理员',
  mobile: `137${String(++turn).padStart(8, '0')}`,
  organizationId: office('东所'),
  officeLevel: 4 as const,
  ...given,
})

const make = async (given: object = {}) => (await app.as('admin')).call('admins.add', draft(given))
const read = async (id: number) => (await app.as('admin')).call('admins.one', { id })
const rowOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(admins).where(eq(admins.id, id)))
  return row!
}
const logged = (id: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'admins'), eq(logs.targetId, id)))
      .orderBy(logs.seq),
  )

/** Adds a main administrator of the main office besides the existing one, as the command line does. */
const addMain = async (account: string) => {
  const [row] = await app.database.write(1, db =>
    db
      .insert(admins)
      .values({
        firmId: 1,
        account,
        name: account,
        mobile: draft().mobile,
        organizationId: office('总所'),
        officeLevel: 1,
      })
      .returning(),
  )
  app.world.people.set(account, {
    firmId: 1,
    population: 1,
    id: row!.id,
    organizationId: office('总所'),
    name: account,
  })
  return row!.id
}

describe('the list', () => {
  test('hides the operator, masks mobiles, filters and searches', async () => {
    const admin = await app.as('admin')
    const { records } = await admin.call('admins.pageList', {})
    expect(records.map(it => it.account)).not.toContain('system')
    for (const { mobile } of records) expect(mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    const branch = await admin.call('admins.pageList', { organizationId: office('东所'), officeLevel: 3 })
    expect(branch.records).toMatchObject([{ account: 'branch', status: 1 }])
    expect((await admin.call('admins.pageList', { keyword: '孙主' })).total).toBe(1)
  })

  test('shows a branch its own office only, and its records to no other', async () => {
    const branch = await app.as('branch')
    const { records } = await branch.call('admins.pageList', {})
    expect(new Set(records.map(it => it.organizationId))).toEqual(new Set([office('东所')]))
    for (const id of [idOf('south'), idOf('system'), idOf('other-admin')])
      await expect(branch.call('admins.one', { id })).rejects.toMatchObject({ code: '4040' })
    expect((await branch.call('admins.one', { id: idOf('branch2') })).mobile).toMatch(/^\d{11}$/)
    const helper = await app.as('branch2')
    expect((await helper.call('admins.one', { id: idOf('branch') })).mobile).toContain('****')
  })

  test('shows a lock, and enabling lifts it', async () => {
    const { id } = await make()
    const admin = await app.as('admin')
    await app.database.write(null, db =>
      db.insert(counters).values({
        key: `login:1:1:#${id}`,
        count: 5,
        windowEndsAt: new Date(Date.now() + 60_000),
        blockedUntil: new Date(Date.now() + 60_000),
      }),
    )
    expect(await read(id)).toMatchObject({ status: 2 })
    expect((await admin.call('admins.pageList', { status: 2 })).records).toMatchObject([{ id, status: 2 }])
    await admin.call('admins.firmAccessUserUpdate', { id, version: 1, status: 1 })
    expect(await read(id)).toMatchObject({ status: 1 })
    expect((await logged(id)).map(it => it.action)).toContain('enable')
  })

  test('takes two statements', async () => {
    const admin = await app.as('admin')
    const list = await statementsOf(app.database.pool, () => admin.call('admins.pageList', { keyword: '主' }))
    expect(list.length).toBeLessThanOrEqual(2)
  })
})

describe('a new administrator', () => {
  test('has a password that is shown once and must be changed', async () => {
    const { id, initialPassword } = await make({ name: '首次登录' })
    expect(initialPassword).toMatch(/^[A-Za-z2-9]{10}$/)
    const row = await rowOf(id)
    expect(await verifyPassword(row.passwordHash, initialPassword!)).toBe(true)
    expect(row).toMatchObject({ mustChangePwd: 1, account: row.mobile, createdByName: '赵主任' })
    const [entry] = await logged(id)
    expect(entry).toMatchObject({ module: 3, action: 'create' })
    expect(entry!.diff).toContainEqual(expect.objectContaining({ field: 'organizationId', after: '东所' }))
    expect(JSON.stringify(entry)).not.toContain(row.mobile)
    expect(JSON.stringify(entry)).not.toContain(initialPassword)
  })

  test('has a unique account and mobile, regardless of case', async () => {
    await make({ account: 'Unique_One', mobile: '13611112222' })
    await expect(make({ account: 'unique_one' })).rejects.toMatchObject({
      data: { errors: { account: '该登录账号已存在' } },
    })
    await expect(make({ mobile: '13611112222' })).rejects.toMatchObject({
      data: { errors: { mobile: '该手机号已存在' } },
    })
    await expect(make({ account: '13611112222' })).rejects.toMatchObject({ code: '4220' })
  })

  test.each([
    ['总所', 4, 'officeLevel'],
    ['东所', 2, 'officeLevel'],
    ['东所', 3, 'officeLevel'],
    ['别所', 4, 'organizationId'],
  ])('at %s with level %i is refused at %s', async (name, officeLevel, field) => {
    await expect(make({ organizationId: office(name), officeLevel })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { [field]: expect.any(String) } },
    })
  })

  test('never has more rights than the caller', async () => {
    await expect(make({ organizationId: office('总所'), officeLevel: 1 })).rejects.toMatchObject({
      code: '4030',
    })
    const branch = await app.as('branch')
    await expect(branch.call('admins.add', draft({ officeLevel: 3 }))).rejects.toMatchObject({ code: '4030' })
    await expect(branch.call('admins.add', draft({ organizationId: office('南所') }))).rejects.toMatchObject({
      code: '4220',
      data: { errors: { organizationId: '请选择所属律所' } },
    })
    await expect(branch.call('admins.add', draft())).resolves.toMatchObject({ version: 1 })
    for (const account of ['admin2', 'branch2', 'system'])
      await expect((await app.as(account)).call('admins.add', draft())).rejects.toMatchObject({
        code: '4030',
      })
  })

  test('is created once, however often the request is sent at once', async () => {
    const sameDraft = draft({ account: 'at_once' })
    const admin = await app.as('admin')
    const calls = Array.from({ length: 5 }, () => admin.call('admins.add', sameDraft))
    expect(await settledCodes(calls)).toEqual(['200', '4220', '4220', '4220', '4220'])
  })
})

describe('a change', () => {
  test('with an outdated version overwrites nothing', async () => {
    const { id } = await make()
    const admin = await app.as('admin')
    await admin.call('admins.firmAccessUserUpdate', { id, version: 1, remark: '甲' })
    await expect(
      admin.call('admins.firmAccessUserUpdate', { id, version: 1, remark: '乙' }),
    ).rejects.toMatchObject({ code: '4090', data: { current: { remark: '甲' }, changedFields: ['remark'] } })
    const conflict = await admin
      .call('admins.firmAccessUserUpdate', { id, version: 1, name: '丙丁' })
      .catch((error: { data: unknown }) => JSON.stringify(error.data))
    expect(conflict).not.toMatch(/hash|argon2/i)
    expect(await read(id)).toMatchObject({ remark: '甲', version: 2 })
  })

  test('of level, office, state or password ends the sessions; a remark does not', async () => {
    const admin = await app.as('admin')
    const isAlive = async (token: string) =>
      (await app.send('GET', '/firm/post', { token })).body.code === '200'
    const changes = [
      { organizationId: office('南所') },
      { status: 0 as const },
      { resetPassword: 1 as const },
      { mobile: '13599990000' },
    ]
    for (const [index, change] of [{ remark: '备注' }, ...changes].entries()) {
      const { id } = await make()
      const account = `changed${index}`
      app.world.people.set(account, {
        firmId: 1,
        population: 1,
        id,
        organizationId: office('东所'),
        name: '新管理员',
      })
      await app.database.write(1, db => db.update(admins).set({ mustChangePwd: 0 }).where(eq(admins.id, id)))
      const { token } = await app.asNew(account)
      await admin.call('admins.firmAccessUserUpdate', { id, version: 1, ...change })
      expect(await isAlive(token)).toBe(index === 0)
    }
  })

  test('resets a password, notifies the owner and logs no secret', async () => {
    const { id } = await make()
    const admin = await app.as('admin')
    const sentStatements = await statementsOf(app.database.pool, async () => {
      const { initialPassword } = await admin.call('admins.firmAccessUserUpdate', {
        id,
        version: 1,
        resetPassword: 1,
      })
      expect(await verifyPassword((await rowOf(id)).passwordHash, initialPassword!)).toBe(true)
    })
    // Eight statements of the call, one of its session, one of this test.
    expect(sentStatements.length).toBeLessThanOrEqual(10)
    expect((await logged(id)).map(it => it.action)).toContain('resetPassword')
    const sentMessages = await app.database.read(1, db =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.receiverType, 1), eq(messages.receiverId, id))),
    )
    expect(sentMessages).toMatchObject([{ type: 5, title: '您的密码已被重置' }])
  })

  test('of a mobile is logged masked, and a difference in masked digits still counts as a change', async () => {
    const { id } = await make({ mobile: '13612340002' })
    const admin = await app.as('admin')
    await admin.call('admins.firmAccessUserUpdate', {
      id,
      version: 1,
      mobile: '13643210002',
      account: 'own_name',
    })
    const { diff } = (await logged(id)).at(-1)!
    expect(diff).toMatchObject([
      { field: 'account', before: '136****0002', after: 'own_name' },
      { field: 'mobile', before: '136****0002', after: '136****0002', masked: 1 },
    ])
  })

  test('of oneself or of an equal is refused', async () => {
    const admin = await app.as('admin')
    const { id, version } = await read(idOf('admin'))
    const own = { id, version }
    for (const change of [{ status: 0 as const }, { canAudit: 0 as const }, { resetPassword: 1 as const }])
      await expect(admin.call('admins.firmAccessUserUpdate', { ...own, ...change })).rejects.toMatchObject({
        code: '4030',
      })
    await expect(admin.call('admins.firmAccessUserUpdate', { ...own, remark: '我' })).resolves.toBeTruthy()
    const branch = await app.as('branch')
    await expect(
      branch.call('admins.firmAccessUserUpdate', { id: idOf('branch'), version: 1, name: '自己' }),
    ).rejects.toMatchObject({ code: '4030' })
    for (const account of ['south', 'admin', 'system', 'other-admin'])
      await expect(
        branch.call('admins.firmAccessUserUpdate', { id: idOf(account), version: 1, name: '别人' }),
      ).rejects.toMatchObject({ code: '4040' })
    await expect(
      admin.call('admins.firmAccessUserUpdate', { id: idOf('admin2'), version: 1, officeLevel: 1 }),
    ).rejects.toMatchObject({ code: '4030' })
  })
})

describe('one’s own account', () => {
  const change = async (more: object) =>
    (await app.as('admin')).call('admins.firmAccessUserUpdate', {
      id: idOf('admin'),
      version: (await read(idOf('admin'))).version,
      ...more,
    })
  const sentMessages = async () =>
    (await (await app.as('admin')).call('messages.page', {})).records.map(it => it.title)

  test('requires the password for a new mobile or account, notifies the owner and ends other sessions', async () => {
    const other = await app.asNew('admin')
    for (const more of [{ mobile: '13900007001' }, { account: 'zhaozhuren' }]) {
      await expect(change(more)).rejects.toMatchObject({
        data: { errors: { password: '请输入登录密码' } },
      })
      await expect(change({ ...more, password: 'not-the-password' })).rejects.toMatchObject({
        data: { errors: { password: '密码不正确，请重新输入' } },
      })
      await change({ ...more, password })
    }
    expect((await sentMessages()).slice(0, 2)).toEqual(['您的登录账号已修改', '您的登录手机号已修改'])
    await expect(other.call('session.self')).rejects.toMatchObject({ code: '4003' })
    expect(await rowOf(idOf('admin'))).toMatchObject({ mobile: '13900007001', account: 'zhaozhuren' })
    await change({ mobile: '13900000100', account: 'admin', password })
  })

  test('requires no password for other fields or unchanged values', async () => {
    const { mobile, account } = await rowOf(idOf('admin'))
    await expect(change({ name: '赵主任', mobile, account, email: 'zhao@example.com' })).resolves.toBeTruthy()
  })
})

describe('deleting', () => {
  const remove = async (account: string, id: number, reason = '岗位调整') =>
    (await (await app.as(account)).send('DELETE', `/firmAccessUser/${id}`, { body: { reason } })).body

  test('requires a reason, frees the account name, ends the session and is refused for oneself', async () => {
    const { id } = await make({ account: 'leaver' })
    expect(await remove('admin', id, '')).toMatchObject({
      data: { errors: { reason: '请填写原因（2-200字）' } },
    })
    expect(await remove('branch', idOf('south'))).toMatchObject({ code: '4040' })
    expect(await remove('admin', idOf('admin'))).toMatchObject({
      code: '4091',
      message: '不能删除自己的账号',
    })
    expect(await remove('branch', id)).toMatchObject({ code: '200' })
    expect(await remove('branch', id)).toMatchObject({ code: '4040' })
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'delete', reason: '岗位调整' })
    await expect(make({ account: 'leaver' })).resolves.toBeTruthy()
  })
})

describe('one enabled main administrator always remains', () => {
  test('when two remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [firstId, secondId] = [await addMain(`left${round}`), await addMain(`right${round}`)]
      await app.database.write(1, db =>
        db
          .update(admins)
          .set({ status: 0 })
          .where(eq(admins.id, idOf('admin'))),
      )
      const [a, b] = [await app.asNew(`left${round}`), await app.asNew(`right${round}`)]
      const codes = await settledCodes([
        a.call('admins.firmAccessUserUpdate', { id: secondId, version: 1, status: 0 }),
        b
          .send('DELETE', `/firmAccessUser/${firstId}`, { body: { reason: '互相删除' } })
          .then(({ body }) => body),
      ])
      // When the losing call came, its caller was still the main administrator, or the session had ended.
      expect(codes[0]).toBe('200')
      expect(['4003', '4091']).toContain(codes[1])
      const remainingRows = await app.database.read(1, db =>
        db
          .select()
          .from(admins)
          .where(and(eq(admins.officeLevel, 1), eq(admins.status, 1))),
      )
      expect(remainingRows.filter(it => it.deletedAt === null)).toHaveLength(1)
      await app.database.write(1, async db => {
        await db
          .update(admins)
          .set({ status: 1 })
          .where(eq(admins.id, idOf('admin')))
        for (const id of [firstId, secondId]) await db.delete(admins).where(eq(admins.id, id))
      })
    }
  })

  test('and nobody deletes or demotes the last one', async () => {
    const id = idOf('admin')
    const before = await rowOf(id)
    for (const account of ['admin', 'admin2', 'branch', 'branch2', 'system']) {
      const caller = await app.asNew(account)
      const change = { id, version: before.version, officeLevel: 2 as const }
      await expect(caller.call('admins.firmAccessUserUpdate', change), account).rejects.toBeTruthy()
      const { body } = await caller.send('DELETE', `/firmAccessUser/${id}`, { body: { reason: '岗位调整' } })
      expect(body.code, account).not.toBe('200')
    }
    expect(await rowOf(id)).toEqual(before)
  })

  test('and the last one is told the reason', async () => {
    const id = await addMain('second')
    const second = await app.asNew('second')
    await second.call('admins.firmAccessUserUpdate', {
      id: idOf('admin'),
      version: (await read(idOf('admin'))).version,
      officeLevel: 2,
    })
    expect(await rowOf(idOf('admin'))).toMatchObject({ officeLevel: 2 })
    await app.database.write(1, db =>
      db
        .update(admins)
        .set({ officeLevel: 1 })
        .where(eq(admins.id, idOf('admin'))),
    )
    await app.database.write(1, db => db.delete(admins).where(eq(admins.id, id)))
  })
})

describe('the transfer', () => {
  // The change above ended the earlier session.
  const transfer = async (
    account: string,
    organizationId: number,
    firmAccessUserId: number,
    given = password,
  ) => {
    const caller = await app.asNew(account)
    const body = new URLSearchParams({
      organizationId: String(organizationId),
      firmAccessUserId: String(firmAccessUserId),
      confirmPassword: given,
    })
    return (await caller.send('POST', '/lawfirm/admins/main', { body })).body
  }

  test('in a branch makes the former main administrator a sub-administrator', async () => {
    const east = office('东所')
    expect(await transfer('admin', east, idOf('branch2'), 'wrong-password')).toMatchObject({ code: '4220' })
    expect(await transfer('admin', east, idOf('south'))).toMatchObject({ code: '4040' })
    expect(await transfer('admin', east, idOf('branch'))).toMatchObject({ code: '4091' })
    const former = await app.asNew('branch')
    expect(await transfer('admin', east, idOf('branch2'))).toMatchObject({
      code: '200',
      data: { organizationId: east, mainAdminId: idOf('branch2'), formerAdminId: idOf('branch') },
    })
    expect((await rowOf(idOf('branch'))).officeLevel).toBe(4)
    expect((await rowOf(idOf('branch2'))).officeLevel).toBe(3)
    expect((await former.send('GET', '/firm/post')).body.code).toBe('4003')
    const [entry] = (await logged(idOf('branch2'))).slice(-1)
    expect(entry).toMatchObject({
      action: 'transfer',
      diff: [{ before: '分所子管理员', after: '分所主管理员' }],
    })
    expect(await transfer('branch2', east, idOf('branch'))).toMatchObject({ code: '4030' })
  })

  test('in the main office makes the caller a sub-administrator, once', async () => {
    const main = office('总所')
    const { id: candidate } = await app
      .asNew('admin')
      .then(it => it.call('admins.add', draft({ organizationId: main, officeLevel: 2 })))
    const codes = await settledCodes([
      transfer('admin', main, idOf('admin2')),
      transfer('admin', main, candidate),
    ])
    // The first transfer ends the caller's session, whose level has changed.
    expect(codes).toEqual(['200', '4003'])
    const mainAdmins = await app.database.read(1, db =>
      db.select().from(admins).where(eq(admins.officeLevel, 1)),
    )
    expect(mainAdmins).toHaveLength(1)
    expect((await rowOf(idOf('admin'))).officeLevel).toBe(2)
  })
})

test('a lawyer sees the contacts of the own office and of the main office', async () => {
  const lawyer = await app.as('13800000002')
  const contacts = await lawyer.call('admins.adminQueryByLawyer', {})
  expect(new Set(contacts.map(it => it.organizationName))).toEqual(new Set(['东所', '总所']))
  expect(contacts[0]).toMatchObject({ organizationName: '东所', phone: '021-55550000', isMain: 0 })
  expect(contacts.map(it => it.name)).not.toContain('运维')
  await app.database.write(1, db => db.update(admins).set({ isContact: 0 }).where(eq(admins.firmId, 1)))
  expect(await lawyer.call('admins.adminQueryByLawyer', {})).toEqual([])
})
