import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { InputOf } from '../../../resources/kit/index.ts'
import type { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { cards, firmConfigs, lawyers, logs, messages, positions } from '../../../server/db/tables.ts'
import { nameReader } from '../../../server/services/directory/pinyin.ts'
import { verifyPassword } from '../../../server/services/identity/passwords.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'
import { password } from '../../support/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const position = { firmId: 1, postName: '合伙人', postCode: 'Partner', postLevel: 10 }
  await app.database.write(1, db => db.insert(positions).values(position))
})
afterAll(() => app.close())

const office = (name: string) => app.world.offices.get(name)!
const idOf = (key: string) => app.world.people.get(key)!.id

type Change = InputOf<(typeof resource.calls)['update']>

let turn = 0
const draft = (given: object = {}): Record<string, unknown> => ({
  name: '测试人员',
  mobile: `158${String(++turn).padStart(8, '0')}`,
  organizationId: office('东所'),
  personType: 1,
  ...given,
})

const add = async (list: Record<string, unknown>[], rest: object = {}, account = 'admin') =>
  (await app.as(account)).call('lawyers.addList', { list, ...rest })

const make = async (given: object = {}) => {
  const { rows } = await add([draft(given)])
  return rows[0]!.id!
}

/** A person who can sign in. */
const memberWithPassword = async (given: object = {}) => {
  const id = await make(given)
  await app.database.write(1, db => db.update(lawyers).set({ mustChangePwd: 0 }).where(eq(lawyers.id, id)))
  const key = `member${id}`
  const row = await rowOf(id)
  app.world.people.set(key, {
    firmId: 1,
    population: 2,
    id,
    organizationId: row.organizationId,
    name: row.name,
  })
  return { id, key }
}

const rowOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(lawyers).where(eq(lawyers.id, id)))
  return row!
}
const read = async (id: number, account = 'admin') =>
  (await app.as(account)).call('lawyers.lawyerInfo', { id })
const logged = (id: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'lawyers'), eq(logs.targetId, id)))
      .orderBy(logs.seq),
  )
const latestMessage = (id: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverType, 2), eq(messages.receiverId, id)))
      .orderBy(messages.id),
  )
const setStatus = (id: number, status: 0 | 1 | 2 | 3 | 4) =>
  app.database.write(1, db => db.update(lawyers).set({ status }).where(eq(lawyers.id, id)))
const addCard = async (id: number, name = '测试人员') => {
  const { name: lawyer, mobile, organizationId } = await rowOf(id)
  const search = `${lawyer} ${mobile}`
  const row = { firmId: 1, lawyerId: id, language: 'CN', organizationId, content: {}, name, search } as const
  await app.database.write(1, db => db.insert(cards).values({ ...row, postCode: 'Partner', auditStatus: 1 }))
}
const cardOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.lawyerId, id)))
  return row!
}
const isAlive = async (token: string) => (await app.send('GET', '/auth/self', { token })).body.code === '200'

describe('the list', () => {
  test('masks mobiles, searches all parts and filters', async () => {
    const id = await make({
      name: '单伟',
      namePinyin: 'Shàn Wěi',
      employeeNo: 'YH-0099',
      licenseNumber: '13101201010123456',
      team: '争议解决',
      gender: 1,
      entryDate: '2020-03-01',
    })
    await addCard(id)
    const admin = await app.as('admin')
    const { mobile } = await rowOf(id)
    for (const keyword of ['单伟', 'shanwei', 'sw', 'SW', mobile.slice(-6), 'yh-0099', '1310120101']) {
      const { records } = await admin.call('lawyers.pageList', { keyword })
      expect(records.map(it => it.id)).toContain(id)
      for (const it of records) expect(it.mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    }
    const filters = [
      { team: '争议解决' },
      { gender: 1 as const },
      { entryFrom: '2020-02-01', entryTo: '2020-04-01' },
      { cardCn: 1 as const },
      { postCode: 'Partner' },
      { ids: [id] },
    ]
    for (const filter of filters) {
      const { records, total } = await admin.call('lawyers.pageList', filter)
      expect(records).toMatchObject([
        { id, cardCn: 1, cardEn: null, practiceType: 1, firstPractisedYear: 2010 },
      ])
      expect(total).toBe(1)
    }
    expect((await admin.call('lawyers.pageList', { cardCn: 2 })).total).toBe(0)
    expect((await admin.call('lawyers.pageList', { assessYear: 2025, assessResult: 1 })).total).toBe(0)
  })

  test('sorts names by pinyin', async () => {
    const admin = await app.as('admin')
    const { records } = await admin.call('lawyers.pageList', {
      sortField: 'name',
      sortOrder: 'asc',
      pageSize: 100,
    })
    const keys = records.map(it => nameReader.sortKey(it.name, it.namePinyin!))
    expect(keys).toEqual(keys.toSorted())
    expect(records.map(it => it.namePinyin)).toContain('shanwei')
  })

  test('and its counts are limited to the own office, and for a lawyer to the own record', async () => {
    const branch = await app.as('branch')
    const { records } = await branch.call('lawyers.pageList', { pageSize: 100 })
    expect(new Set(records.map(it => it.organizationId))).toEqual(new Set([office('东所')]))
    const counted = await branch.call('lawyers.lawyerNum', {})
    expect(counted.all).toBe(records.length)
    const own = await (await app.as('13800000001')).call('lawyers.pageList', {})
    expect(own.records).toMatchObject([{ id: idOf('13800000001') }])
    const elsewhere = await (await app.as('other-admin')).call('lawyers.pageList', {})
    expect(elsewhere.records.map(it => it.name)).toEqual(['陈律师'])
  })

  test('counts by state', async () => {
    const [waitingLawyer, leftLawyer] = [await make({ team: '计数' }), await make({ team: '计数' })]
    await make({ team: '计数' })
    await setStatus(waitingLawyer, 0)
    await setStatus(leftLawyer, 4)
    expect(await (await app.as('admin')).call('lawyers.lawyerNum', { team: '计数' })).toEqual({
      all: 3,
      pending: 1,
      normal: 1,
      rejected: 0,
      disabled: 0,
      left: 1,
    })
  })

  test('takes two statements, three with the firm’s order, and two for its counts', async () => {
    const admin = await app.as('admin')
    const list = await statementsOf(app.database.pool, () =>
      admin.call('lawyers.pageList', { keyword: '律师', sortField: 'name' }),
    )
    expect(list.length).toBeLessThanOrEqual(2)
    // Without a requested order, the firm's order is read.
    const ordered = await statementsOf(app.database.pool, () => admin.call('lawyers.pageList', {}))
    expect(ordered.length).toBeLessThanOrEqual(3)
    const counts = await statementsOf(app.database.pool, () => admin.call('lawyers.lawyerNum', {}))
    expect(counts.length).toBeLessThanOrEqual(2)
  })
})

describe('a record', () => {
  test('shows its mobile to those with the right, and logs it', async () => {
    const id = await make()
    const { mobile } = await rowOf(id)
    const branch = await app.as('branch')
    expect((await branch.call('lawyers.lawyerInfo', { id })).mobile).not.toBe(mobile)
    expect((await logged(id)).map(it => it.action)).not.toContain('reveal')
    expect((await branch.call('lawyers.lawyerInfo', { id, reveal: 1 })).mobile).toBe(mobile)
    expect((await logged(id)).at(-1)).toMatchObject({ module: 14, action: 'reveal', operatorName: '孙主管' })
    const system = await app.as('system')
    expect((await system.call('lawyers.lawyerInfo', { id })).mobile).toContain('****')
    await expect(system.call('lawyers.lawyerInfo', { id, reveal: 1 })).rejects.toMatchObject({
      code: '4030',
      data: { need: 'lawyer.reveal' },
    })
  })

  test('is hidden from others, and shows its owner no internal remark', async () => {
    const { id, key } = await memberWithPassword({ remark: '试用期' })
    for (const account of ['south', 'other-admin', '13800000001'])
      await expect(read(id, account)).rejects.toMatchObject({ code: '4040' })
    const own = await read(id, key)
    expect(own).toMatchObject({ id, remark: null })
    expect(JSON.stringify(own)).not.toMatch(/hash|argon2|password/i)
  })
})

describe('a batch', () => {
  test('of three creates three accounts, each with a password shown once and a log row', async () => {
    const answer = await add([draft({ name: '批一' }), draft({ name: '批二' }), draft({ name: '批三' })])
    expect(answer).toMatchObject({ success: 3, failed: 0, rows: [{ index: 0, ok: 1 }, { ok: 1 }, { ok: 1 }] })
    expect(answer.passwords).toHaveLength(3)
    for (const { id, initialPassword } of answer.passwords!) {
      const row = await rowOf(id)
      expect(await verifyPassword(row.passwordHash, initialPassword!)).toBe(true)
      expect(row).toMatchObject({ mustChangePwd: 1, source: 1, status: 1, batchId: answer.batchId })
      expect(row.codeKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{10}$/)
      const entries = await logged(id)
      expect(entries).toMatchObject([{ action: 'create', batchId: answer.batchId, batchCount: 3 }])
      expect(JSON.stringify(entries)).not.toContain(row.mobile)
    }
  })

  test('names the errors of each row and creates the others', async () => {
    const existingRow = await rowOf(idOf('13800000001'))
    const good = draft()
    const answer = await add([
      good,
      draft({ mobile: '123' }),
      draft({ mobile: good['mobile'] }),
      draft({ mobile: existingRow.mobile }),
      draft({ organizationId: office('别所') }),
      draft({ nonsense: 1, name: '' }),
      draft({ password: '1234567890' }),
    ])
    expect(answer).toMatchObject({ success: 1, failed: 6 })
    expect(answer.rows.map(it => it.errors)).toEqual([
      undefined,
      { mobile: '请输入正确的手机号' },
      { mobile: '与第1行的手机号重复' },
      { mobile: '该手机号已存在' },
      { organizationId: '请选择所属律所' },
      { name: '请输入姓名', nonsense: '无法识别的字段' },
      { password: expect.stringContaining('密码至少10位') },
    ])
  })

  test('of all or none creates none when one is wrong, and a trial run creates none', async () => {
    const before = await (await app.as('admin')).call('lawyers.lawyerNum', {})
    const list = [draft(), draft({ mobile: '1' })]
    expect(await add(list, { mode: 'all' })).toMatchObject({
      batchId: null,
      success: 0,
      failed: 2,
      rows: [
        { ok: 0, errors: { mode: expect.stringContaining('第2行有误') as string } },
        { ok: 0, errors: { mobile: '请输入正确的手机号' } },
      ],
    })
    expect(await add(list, { dryRun: 1 })).toMatchObject({ batchId: null, success: 1, failed: 1 })
    expect(await (await app.as('admin')).call('lawyers.lawyerNum', {})).toEqual(before)
  })

  test('by a branch is for its own office; lawyers and the operator create none', async () => {
    expect(await add([draft()], {}, 'branch2')).toMatchObject({ success: 1 })
    expect(await add([draft({ organizationId: office('南所') })], {}, 'branch')).toMatchObject({
      success: 0,
      rows: [{ errors: { organizationId: '请选择所属律所' } }],
    })
    for (const account of ['13800000001', 'system'])
      await expect(add([draft()], {}, account)).rejects.toMatchObject({ code: '4030' })
  })

  test('sent several times at once creates each account once', async () => {
    const list = [draft(), draft(), draft()]
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(list)))
    expect(answers.reduce((sum, it) => sum + it.success, 0)).toBe(3)
    const mobiles = list.map(it => it['mobile'])
    const rows = await app.database.read(1, db => db.select().from(lawyers))
    expect(rows.filter(it => mobiles.includes(it.mobile))).toHaveLength(3)
  })

  test('repeated with its key gets the first answer without the passwords', async () => {
    const admin = await app.as('admin')
    const input = { list: [draft(), draft({ mobile: '1' })] }
    const key = { 'Idempotency-Key': 'batch-0001' }
    const { passwords, ...first } = await admin.call('lawyers.addList', input, key)
    expect(passwords).toHaveLength(1)
    const repeatedAnswer = await admin.call('lawyers.addList', input, key)
    expect(repeatedAnswer).toMatchObject(first)
    expect(JSON.stringify(repeatedAnswer)).not.toContain(passwords![0]!.initialPassword!)
    expect(await app.database.read(1, db => db.$count(lawyers, eq(lawyers.batchId, first.batchId!)))).toBe(1)
  })

  test('of many takes as many statements as a batch of one', async () => {
    const size = async (count: number) => {
      const list = Array.from({ length: count }, () => draft())
      return (await statementsOf(app.database.pool, () => add(list))).length
    }
    const sizeOfOne = await size(1)
    expect(sizeOfOne).toBeLessThanOrEqual(10)
    expect(await size(20)).toBe(sizeOfOne)
  })
})

describe('a change', () => {
  const change = async (account: string, given: Change) =>
    (await app.as(account)).call('lawyers.update', given)

  test('with an outdated version overwrites nothing', async () => {
    const id = await make()
    await change('admin', { id, version: 1, team: '甲组' })
    await expect(change('admin', { id, version: 1, team: '乙组' })).rejects.toMatchObject({
      code: '4090',
      data: {
        current: { team: '甲组', version: 2, mobile: expect.stringContaining('****') },
        updatedBy: '赵主任',
      },
    })
    expect(await read(id)).toMatchObject({ team: '甲组', version: 2 })
  })

  test('with an outdated version answers the values as the record shows them', async () => {
    const id = await make({ licenseNumber: '13101201010987654' })
    await change('admin', { id, version: 1, team: '甲组' })
    const record: Readonly<Record<string, unknown>> = await read(id)
    await expect(change('admin', { id, version: 1, team: '乙组' })).rejects.toMatchObject({
      data: { current: { licenseNumber: record['licenseNumber'], mobile: record['mobile'] } },
    })
    expect(record).toMatchObject({ licenseNumber: '13101201010987654' })
  })

  test('of the name also changes pinyin, English name and search text', async () => {
    const id = await make({ name: '张三' })
    await addCard(id, '张三')
    await change('admin', { id, version: 1, name: '欧阳明' })
    expect(await read(id)).toMatchObject({
      namePinyin: 'ouyangming',
      nameInitials: 'oym',
      nameEn: 'Ming Ouyang',
    })
    expect((await cardOf(id)).search).toContain('欧阳明')
    await change('admin', { id, version: 2, namePinyin: 'Ou Yang Ming', nameEn: 'Mark Ouyang' })
    await change('admin', { id, version: 3, name: '欧阳亮' })
    expect(await read(id)).toMatchObject({ namePinyin: 'ouyangliang', nameEn: 'Mark Ouyang' })
    expect((await logged(id)).at(-1)!.diff.map(it => it.field)).toEqual([
      'name',
      'namePinyin',
      'nameInitials',
    ])
  })

  test('refuses another person’s number and an impossible order of dates', async () => {
    await make({ employeeNo: 'E-1', licenseNumber: '13101201011111111' })
    const id = await make({ entryDate: '2022-01-01' })
    const refused = (given: object) => change('admin', { id, version: 1, ...given })
    await expect(refused({ employeeNo: 'E-1' })).rejects.toMatchObject({
      data: { errors: { employeeNo: '该工号已存在' } },
    })
    await expect(refused({ licenseNumber: '13101201011111111' })).rejects.toMatchObject({
      data: { errors: { licenseNumber: '该执业证号已存在' } },
    })
    await expect(refused({ leaveDate: '2021-01-01' })).rejects.toMatchObject({
      data: { errors: { leaveDate: '离所日期不能早于入所日期' } },
    })
    await expect(refused({ mobile: '13900000000' })).rejects.toMatchObject({
      data: { errors: { mobile: '无法识别的字段' } },
    })
  })

  test('by a lawyer is limited to a few own fields', async () => {
    const { id, key } = await memberWithPassword()
    await change(key, { id, version: 1, email: 'own@example.com', nameEn: 'Own Name' })
    for (const wrongInput of [
      { name: '改名' },
      { team: '别组' },
      { organizationId: office('南所') },
      { personType: 2 as const },
    ])
      await expect(change(key, { id, version: 2, ...wrongInput })).rejects.toMatchObject({ code: '4030' })
    await expect(
      change(key, { id: idOf('13800000002'), version: 1, email: 'x@example.com' }),
    ).rejects.toMatchObject({ code: '4040' })
    expect(await read(id)).toMatchObject({ email: 'own@example.com', version: 2 })
  })

  test('of the office is up to the main office; cards move and sessions end', async () => {
    const { id, key } = await memberWithPassword()
    await addCard(id)
    const { token } = await app.asNew(key)
    await expect(change('branch', { id, version: 1, organizationId: office('南所') })).rejects.toMatchObject({
      data: { errors: { organizationId: '转所由总所办理，请在人员列表中“申请转所”' } },
    })
    await change('admin2', { id, version: 1, organizationId: office('南所') })
    expect((await cardOf(id)).organizationId).toBe(office('南所'))
    expect(await isAlive(token)).toBe(false)
    expect((await logged(id)).at(-1)!.diff).toMatchObject([{ before: '东所', after: '南所' }])
    await expect(read(id, 'branch')).rejects.toMatchObject({ code: '4040' })
  })

  test('of the status needs its right and a reason, ends sessions and follows the declared transitions', async () => {
    const { id, key } = await memberWithPassword()
    await addCard(id)
    const { token } = await app.asNew(key)
    const reason = '例行调整'
    await expect(change('branch2', { id, version: 1, status: 3, reason })).rejects.toMatchObject({
      code: '4030',
      data: { need: 'lawyer.status' },
    })
    await expect(change('branch', { id, version: 1, status: 3 })).rejects.toMatchObject({
      data: { errors: { reason: '请填写原因（2-200字）' } },
    })
    await expect(change('branch', { id, version: 1, status: 1, reason })).rejects.toMatchObject({
      code: '4091',
      data: { from: 1, allowed: [3, 4] },
    })
    await change('branch', { id, version: 1, status: 3, reason })
    expect(await isAlive(token)).toBe(false)
    await change('branch', { id, version: 2, status: 1, reason })
    expect((await cardOf(id)).showStatus).toBe(1)
    await change('branch', { id, version: 3, status: 4, leaveDate: '2026-10-31', reason })
    expect(await read(id)).toMatchObject({ status: 4, leaveDate: '2026-10-31' })
    expect((await cardOf(id)).showStatus).toBe(0)
    await change('branch', { id, version: 4, status: 1, reason })
    expect(await read(id)).toMatchObject({ status: 1, leaveDate: null })
    const entries = (await logged(id)).slice(1).map(it => [it.action, it.reason])
    expect(entries.filter(([action]) => action !== 'update')).toEqual(
      ['disable', 'enable', 'leave', 'enable'].map(it => [it, reason]),
    )
    await setStatus(id, 0)
    await expect(change('admin', { id, version: 5, status: 1, reason })).rejects.toMatchObject({
      code: '4091',
    })
  })

  test('is refused for other offices and firms, even with a known number', async () => {
    const id = await make({ employeeNo: 'E-KNOWN' })
    const { mobile } = await rowOf(id)
    await expect(
      change('south', { id, version: 1, employeeNo: 'E-KNOWN', team: '越权' }),
    ).rejects.toMatchObject({
      code: '4040',
    })
    const moved = await (await app.as('south')).send('PUT', '/lawyer/updateMobile', { body: { id, mobile } })
    expect(moved.body.code).toBe('4040')
    for (const account of ['south', 'other-admin'])
      await expect(change(account, { id, version: 1, team: '越权' })).rejects.toMatchObject({ code: '4040' })
    await expect(change('system', { id, version: 1, team: '越权' })).rejects.toMatchObject({ code: '4030' })
    expect((await rowOf(id)).version).toBe(1)
  })

  test('takes at most nine statements besides the session’s, and at a transfer one for mandates, one for the templates of the offices and one for each message', async () => {
    const id = await make()
    await addCard(id)
    const admin = await app.as('admin')
    const allChanges = {
      id,
      version: 1,
      name: '全部修改',
      employeeNo: `Q${id}`,
      organizationId: office('南所'),
    }
    const sentStatements = await statementsOf(app.database.pool, () =>
      admin.call('lawyers.update', allChanges),
    )
    expect(sentStatements.length).toBeLessThanOrEqual(1 + 9 + 1 + 1 + 4)
  })
})

describe('the review of a registration', () => {
  const review = async (account: string, id: number, body: object = {}) =>
    (await (await app.as(account)).send('PUT', `/lawyer/pass/${id}`, { body })).body

  test('passes, notifies the lawyer and is decided once', async () => {
    const id = await make()
    await setStatus(id, 0)
    expect(await review('south', id)).toMatchObject({ code: '4040' })
    expect(await review('system', id)).toMatchObject({ code: '4030' })
    const answers = await Promise.all([
      review('admin', id),
      review('branch', id),
      review('branch2', id, { result: 0, reason: '资料不全' }),
    ])
    const decided = answers.filter(it => it.code === '200')
    // A refused registration may still be passed; no other decision can follow.
    expect(decided.length).toBeLessThanOrEqual(2)
    expect((await latestMessage(id)).length).toBe(decided.length)
    expect((await rowOf(id)).status).toBe(1)
    expect(await review('admin', id)).toMatchObject({ code: '4091', data: { from: 1, allowed: [0, 2] } })
  })

  test('refuses with a reason, and can be revised', async () => {
    const id = await make()
    await setStatus(id, 0)
    expect(await review('branch', id, { result: 0 })).toMatchObject({
      data: { errors: { reason: '请填写原因（2-200字）' } },
    })
    expect(await review('branch', id, { result: 0, reason: '证件不清晰' })).toMatchObject({
      data: { status: 2 },
    })
    expect(await rowOf(id)).toMatchObject({ status: 2, rejectReason: '证件不清晰' })
    expect(await latestMessage(id)).toMatchObject([
      { type: 2, title: '注册审核未通过', content: expect.stringContaining('证件不清晰') },
    ])
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'refuse', reason: '证件不清晰' })
    expect(await review('branch', id, { result: 0, reason: '再次驳回' })).toMatchObject({ code: '4091' })
    expect(await review('branch', id)).toMatchObject({ data: { status: 1 } })
    expect((await rowOf(id)).rejectReason).toBeNull()
  })

  test('corrects and passes at once, or does neither', async () => {
    const id = await make()
    await setStatus(id, 0)
    const before = await rowOf(id)
    const patch = { name: '更正名', licenseNumber: '13101201512345678' }
    expect(await review('branch', id, { version: before.version + 1, patch })).toMatchObject({ code: '4090' })
    expect(await review('branch', id, { patch })).toMatchObject({ code: '4220' })
    expect(
      await review('branch', id, { version: before.version, patch, result: 0, reason: '不符' }),
    ).toMatchObject({
      data: { errors: { patch: expect.any(String) } },
    })
    expect(await review('branch', id, { version: before.version, patch: { email: 'x' } })).toMatchObject({
      data: { errors: { 'patch.email': '请输入正确的邮箱' } },
    })
    expect(await rowOf(id)).toEqual(before)
    expect(await review('branch', id, { version: before.version, patch })).toMatchObject({
      data: { status: 1 },
    })
    expect(await rowOf(id)).toMatchObject({ status: 1, ...patch })
    expect((await logged(id)).slice(-2).map(it => it.action)).toEqual(['update', 'pass'])
  })

  test('is allowed for a sub-administrator while the firm says so', async () => {
    const id = await make()
    await setStatus(id, 0)
    await app.database.write(1, db =>
      db.insert(firmConfigs).values({ firmId: 1, key: 'cardReview', value: { l4Lawyer: 0 } }),
    )
    expect(await review('branch2', id)).toMatchObject({ code: '4030' })
    await app.database.write(1, db => db.delete(firmConfigs).where(eq(firmConfigs.key, 'cardReview')))
    expect(await review('branch2', id)).toMatchObject({ code: '200' })
  })
})

describe('the bin', () => {
  test('contains the lawyer with cards, ends the session and keeps the number', async () => {
    const { id, key } = await memberWithPassword()
    await addCard(id)
    const { mobile } = await rowOf(id)
    const { token } = await app.asNew(key)
    const remove = async (account: string, reason = '已离职') =>
      (await (await app.as(account)).send('DELETE', `/lawyer/remove/${id}`, { body: { reason } })).body.code
    expect(await remove('branch2')).toBe('4030')
    expect(await remove('south')).toBe('4040')
    expect(await remove('branch', '')).toBe('4220')
    expect(await remove('branch')).toBe('200')
    expect(await remove('branch')).toBe('4040')
    expect(await isAlive(token)).toBe(false)
    await expect(read(id)).rejects.toMatchObject({ code: '4040' })
    expect((await cardOf(id)).deletedAt).toEqual((await rowOf(id)).deletedAt)
    expect((await logged(id)).at(-1)).toMatchObject({ action: 'delete', reason: '已离职' })
    expect(await add([draft({ mobile })])).toMatchObject({
      rows: [{ errors: { mobile: expect.stringContaining('回收站') } }],
    })
  })
})

describe('mobile and password', () => {
  const sendPut = async (account: string, path: string, body: object) =>
    (await (await app.asNew(account)).send('PUT', path, { body })).body

  test('are set by an administrator: sessions end, the lawyer is notified, the log has no secret', async () => {
    const { id, key } = await memberWithPassword()
    await addCard(id)
    const { token } = await app.asNew(key)
    const path = '/lawyer/updateMobile'
    expect(await sendPut('branch2', path, { id, mobile: '15911110000' })).toMatchObject({ code: '4030' })
    expect(await sendPut('south', path, { id, mobile: '15911110000' })).toMatchObject({ code: '4040' })
    expect(await sendPut('branch', path, { id, mobile: '13800000001' })).toMatchObject({
      data: { errors: { mobile: '该手机号已存在' } },
    })
    const sentStatements = await statementsOf(app.database.pool, async () => {
      const body = { id, mobile: '15911110000' }
      const answer = await (await app.as('branch')).send('PUT', path, { body })
      expect(answer.body).toMatchObject({ data: { mobileMasked: '159****0000' } })
    })
    expect(sentStatements.length).toBeLessThanOrEqual(1 + 8)
    expect(await isAlive(token)).toBe(false)
    expect((await cardOf(id)).search).toContain('15911110000')
    expect((await read(id, 'branch')).mobile).toBe('159****0000')

    const { token: next } = await app.asNew(key)
    const { data } = await sendPut('branch', '/lawyer/updatePassword', { id })
    const { initialPassword } = data as { initialPassword: string }
    expect(await verifyPassword((await rowOf(id)).passwordHash, initialPassword)).toBe(true)
    expect(await isAlive(next)).toBe(false)
    expect((await latestMessage(id)).map(it => it.title)).toEqual([
      '您的登录手机号已修改',
      '您的密码已被重置',
    ])
    const entries = await logged(id)
    expect(entries.map(it => it.action)).toEqual(['create', 'changeMobile', 'resetPassword'])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`15911110000|${initialPassword}`))
  })

  test('are changed by the lawyer with the password and the code sent to the new number', async () => {
    const key = '13800000003'
    const mobile = '15922220000'
    const lawyer = await app.asNew(key)
    const other = await app.asNew(key)
    const codeAnswer = await lawyer.send('GET', `/auth/queryCode?mobile=${mobile}&scene=changeMobile`)
    const { smsId } = codeAnswer.body.data as { smsId: string }
    const smsCode = (await app.receiveSms()).code
    const send = (body: object) =>
      lawyer.send('PUT', '/lawyer/updateMobile', { body: { mobile, password, smsId, smsCode, ...body } })
    expect((await send({ password: 'wrong-password' })).body).toMatchObject({
      data: { errors: { password: expect.any(String) } },
    })
    expect((await send({ smsCode: smsCode === '000000' ? '000001' : '000000' })).body.code).toBe('4002')
    expect((await send({ id: idOf('13800000001') })).body).toMatchObject({
      data: { mobileMasked: '159****0000' },
    })
    expect((await rowOf(idOf(key))).mobile).toBe(mobile)
    expect((await rowOf(idOf('13800000001'))).mobile).toBe('13800000001')
    expect([await isAlive(lawyer.token), await isAlive(other.token)]).toEqual([true, false])
    expect((await send({})).body.code).not.toBe('200')

    const change = (body: object) => lawyer.send('PUT', '/lawyer/updatePassword', { body })
    const newPassword = 'quiet-river-stone-7'
    expect((await change({ oldPassword: password })).body).toMatchObject({
      data: { errors: { newPassword: '请输入新密码' } },
    })
    expect((await change({ oldPassword: 'wrong-password', newPassword })).body.code).toBe('4220')
    expect((await change({ oldPassword: password, newPassword })).body.code).toBe('200')
    expect(await verifyPassword((await rowOf(idOf(key))).passwordHash, newPassword)).toBe(true)
  })
})
