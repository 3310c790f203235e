import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { defaultVisibility } from '../../../resources/cards/index.ts'
import {
  admins,
  cardRevisions,
  cards,
  firmConfigs,
  lawyers,
  logs,
  messages,
  positions,
  selfProfessions,
} from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'
import { settledCodes } from '../../support/settledCodes.ts'

const wuMobile = '13800000001'
const zhengMobile = '13800000002'

let app: TestApp
let self: number
beforeAll(async () => {
  app = await startApp()
  self = await app.database.write(1, async db => {
    await db.insert(positions).values([
      { firmId: 1, postName: '律师', postCode: 'Associate', postLevel: 20 },
      { firmId: 1, postName: '合伙人', postCode: 'Partner', postLevel: 8 },
    ])
    const [row] = await db.insert(selfProfessions).values({ firmId: 1, name: '争议解决' }).returning()
    return row!.id
  })
})
afterAll(() => app.close())

beforeEach(() =>
  app.database.write(1, async db => {
    await db.delete(cardRevisions)
    await db.delete(cards)
    await db.delete(messages)
    await db.delete(firmConfigs)
  }),
)

const portrait = '/api/files/1/2-1/portrait.webp'
const complete = () => ({
  name: '郑律师',
  avatar: portrait,
  workPosition: { postName: '律师', postCode: 'Associate' },
  professions: [{ type: 'self' as const, id: self }],
  mobile: '13800000002',
  intro: '<p>处理公司诉讼。</p>',
  email: 'zheng@example.com',
})

const draft = async (account = zhengMobile) => {
  const lawyer = await app.as(account)
  const { id } = await lawyer.call('cards.createCard', { language: 'CN', ...complete() })
  return { lawyer, id, read: () => lawyer.call('cards.cardInfo', { id }) }
}

const submitted = async () => {
  const card = await draft()
  await card.lawyer.call('cards.submitAudit', { id: card.id, version: 1 })
  return card
}

const published = async () => {
  const card = await submitted()
  const { version } = await (
    await app.as('branch')
  ).call('cards.adminAuditCard', {
    id: card.id,
    auditStatus: 2,
    version: 2,
  })
  return { ...card, version: version! }
}

/** A published card with a pending change. */
const waiting = async () => {
  const card = await published()
  const { version } = await card.lawyer.call('cards.update', {
    id: card.id,
    version: card.version,
    intro: '<p>处理公司诉讼与仲裁。</p>',
    slogan: '先看合同',
  })
  const answer = await card.lawyer.call('cards.submitAudit', { id: card.id, version })
  return { ...card, version: answer.version }
}

const logged = (action: string) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.module, 5), eq(logs.action, action)))
      .orderBy(sql`${logs.seq} desc`)
      .limit(1)
      .then(([row]) => row!),
  )

const inbox = async (account: string) =>
  (await (await app.as(account)).call('messages.page', { pageSize: 50 })).records

const setReview = (value: Record<string, unknown>) =>
  app.database.write(1, db => db.insert(firmConfigs).values({ firmId: 1, key: 'cardReview', value }))

describe('a lawyer’s own card', () => {
  test('starts as a draft with the values of the account', async () => {
    const lawyer = await app.as(zhengMobile)
    const { id, auditStatus } = await lawyer.call('cards.createCard', { language: 'CN', name: '郑律师' })
    expect(auditStatus).toBe(0)
    expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({
      mobile: zhengMobile,
      visibility: defaultVisibility,
      publishState: 0,
      published: null,
      lawyerName: '郑律师',
    })
  })

  test('exists once per language', async () => {
    const { lawyer, id } = await draft()
    await expect(lawyer.call('cards.createCard', { language: 'CN', name: '郑律师' })).rejects.toMatchObject({
      code: '4092',
      data: { field: 'language', existingId: id },
    })
    await lawyer.call('cards.createCard', { language: 'EN', name: 'Zheng' })
    expect(await lawyer.call('cards.cardInfoByLawyer', {})).toMatchObject({
      CN: { id, completeness: 15 + 20 + 15 + 10 + 5 },
      EN: { name: 'Zheng' },
    })
  })

  test('cannot be published by the lawyer, nor created for another', async () => {
    const lawyer = await app.as(zhengMobile)
    const other = app.world.people.get(wuMobile)!.id
    const create = (input: object) =>
      lawyer.call('cards.createCard', { language: 'CN', ...complete(), ...input })
    await expect(create({ publish: 1 })).rejects.toMatchObject({ code: '4030' })
    await expect(create({ lawyerId: other })).rejects.toMatchObject({ code: '4040' })
  })

  test('refuses positions and professions that the firm does not have', async () => {
    const { lawyer, id } = await draft()
    const change = (patch: object) => lawyer.call('cards.update', { id, version: 1, ...patch })
    await expect(change({ professions: [{ type: 'self', id: 999_999 }] })).rejects.toMatchObject({
      data: { errors: { professions: '请选择专业领域' } },
    })
    await expect(change({ workPosition: { postName: '总统', postCode: 'Partner' } })).rejects.toMatchObject({
      data: { errors: { workPosition: '请选择职位' } },
    })
    await expect(
      change({ education: [{ start: '2020-09', end: '2019-06', school: '复旦大学', degree: 2 }] }),
    ).rejects.toMatchObject({ data: { errors: { 'education[0].end': '结束时间不能早于开始时间' } } })
  })

  test('is stored without executable markup', async () => {
    const { lawyer, id, read } = await draft()
    await lawyer.call('cards.update', {
      id,
      version: 1,
      intro: '<p onclick="x()">好<script>x()</script></p>',
    })
    expect((await read()).intro).toBe('<p>好</p>')
  })
})

describe('submission', () => {
  test('requires the fields of a published card, with an error for each', async () => {
    const lawyer = await app.as(zhengMobile)
    const { id } = await lawyer.call('cards.createCard', { language: 'CN', name: '郑律师', mobile: null })
    const { version } = await lawyer.call('cards.update', { id, version: 1, mobile: null })
    await expect(lawyer.call('cards.submitAudit', { id, version })).rejects.toMatchObject({
      code: '4220',
      data: {
        errors: {
          avatar: '请上传头像',
          workPosition: '请选择职位',
          professions: '请选择专业领域',
          mobile: '请输入手机',
        },
      },
    })
  })

  test('waits for review, notifies only the reviewers in scope, and locks the form', async () => {
    const { lawyer, id, read } = await submitted()
    expect(await read()).toMatchObject({ auditStatus: 1, publishState: 0, submittedAt: expect.any(String) })
    for (const account of ['admin', 'admin2', 'branch', 'branch2'])
      expect(await inbox(account)).toMatchObject([
        { type: 3, title: '名片待审核', status: 0, link: `/app/card/detail/${id}`, bizId: id },
      ])
    for (const account of ['south', 'system']) expect(await inbox(account)).toEqual([])
    await expect(lawyer.call('cards.update', { id, version: 2, slogan: '再改' })).rejects.toMatchObject({
      code: '4091',
      data: { from: 1, allowed: [0, 2, 3] },
    })
    await expect(lawyer.call('cards.submitAudit', { id, version: 2 })).rejects.toMatchObject({ code: '4091' })
  })

  test('can be withdrawn, changed and submitted again', async () => {
    const { lawyer, id } = await submitted()
    expect(await lawyer.call('cards.submitAudit', { id, version: 2, withdraw: 1 })).toEqual({
      auditStatus: 0,
      version: 3,
    })
    await expect(lawyer.call('cards.submitAudit', { id, version: 3, withdraw: 1 })).rejects.toMatchObject({
      code: '4091',
      data: { from: 0, allowed: [1, 2] },
    })
    await lawyer.call('cards.update', { id, version: 3, slogan: '先看合同' })
    expect(await lawyer.call('cards.submitAudit', { id, version: 4 })).toEqual({ auditStatus: 1, version: 5 })
  })

  test('is only possible for the lawyer', async () => {
    const { id } = await draft()
    await expect((await app.as('admin')).call('cards.submitAudit', { id, version: 1 })).rejects.toMatchObject(
      { code: '4030', data: { need: 'card.submit' } },
    )
    await expect(
      (await app.as(wuMobile)).call('cards.submitAudit', { id, version: 1 }),
    ).rejects.toMatchObject({
      code: '4040',
    })
  })
})

describe('review', () => {
  test('publishes the submitted content', async () => {
    const { id, read, version } = await published()
    expect(await read()).toMatchObject({
      auditStatus: 2,
      publishState: 1,
      publishedVersion: version,
      auditedBy: '孙主管',
      changedFields: [],
      published: { name: '郑律师', intro: '<p>处理公司诉讼。</p>' },
    })
    expect(await inbox(zhengMobile)).toMatchObject([
      { title: '名片已通过审核', content: '您的名片已发布，可在小程序中查看。', bizId: id, status: 0 },
    ])
  })

  test('keeps a published card 已通过 while its lawyer writes a change', async () => {
    const { id, version, lawyer, read } = await published()
    const admin = await app.as('admin')
    const states = async () => {
      const { records } = await admin.call('cards.pageList', { ids: [id] })
      return records.map(({ auditStatus, publishState }) => [auditStatus, publishState])
    }
    const counted = await admin.call('cards.cardNum', {})
    const saved = await lawyer.call('cards.update', { id, version, slogan: '先看合同' })
    expect(saved).toMatchObject({ auditStatus: 2, changedFields: ['slogan'] })
    expect(await states()).toEqual([[2, 4]])
    const ofStatus = async (auditStatus: 0 | 2) =>
      (await admin.call('cards.pageList', { ids: [id], auditStatus })).total
    expect([await ofStatus(0), await ofStatus(2)]).toEqual([0, 1])
    expect(await admin.call('cards.cardNum', {})).toEqual(counted)
    const { records: people } = await admin.call('lawyers.pageList', { keyword: '郑律师' })
    expect(people.map(it => it.cardCn)).toEqual([2])

    await lawyer.call('cards.submitAudit', { id, version: saved.version })
    expect(await states()).toEqual([[1, 2]])
    const { version: waiting } = await read()
    const back = await lawyer.call('cards.submitAudit', { id, version: waiting, withdraw: 1 })
    expect(back.auditStatus).toBe(2)
    expect(await states()).toEqual([[2, 4]])
    await expect(
      lawyer.call('cards.submitAudit', { id, version: back.version, withdraw: 1 }),
    ).rejects.toMatchObject({ code: '4091', data: { from: 2, allowed: [1] } })
    await lawyer.call('cards.update', { id, version: back.version, slogan: null })
    expect(await states()).toEqual([[2, 1]])
  })

  test('keeps the published content while a change waits', async () => {
    const { read } = await waiting()
    expect(await read()).toMatchObject({
      auditStatus: 1,
      publishState: 2,
      changedFields: ['slogan', 'intro'],
      intro: '<p>处理公司诉讼与仲裁。</p>',
      published: { intro: '<p>处理公司诉讼。</p>' },
    })
    expect((await read()).published).not.toHaveProperty('slogan')
  })

  test('may correct a word, which is named to the lawyer and logged', async () => {
    const { id, version, read } = await waiting()
    await (
      await app.as('branch')
    ).call('cards.adminAuditCard', {
      id,
      version,
      auditStatus: 2,
      patch: { intro: '<p>处理公司诉讼和仲裁。</p>' },
    })
    expect(await read()).toMatchObject({
      auditStatus: 2,
      intro: '<p>处理公司诉讼和仲裁。</p>',
      published: { intro: '<p>处理公司诉讼和仲裁。</p>', slogan: '先看合同' },
    })
    const [message] = await inbox(zhengMobile)
    expect(message!.content).toBe('审核时更正了：个人简介。更正后的内容已发布，请核对。')
    expect(await logged('approve')).toMatchObject({
      operatorName: '孙主管',
      targetType: 'cards',
      targetId: id,
      diff: [
        { field: 'slogan', label: '个人签名', before: '', after: '先看合同' },
        { field: 'intro', label: '个人简介', before: '处理公司诉讼。', after: '处理公司诉讼和仲裁。' },
      ],
    })
    // The reviewer's corrections have a log row of their own, since they are not the lawyer's changes.
    expect(await logged('update')).toMatchObject({
      operatorName: '孙主管',
      targetId: id,
      diff: [{ field: 'intro', before: '处理公司诉讼与仲裁。', after: '处理公司诉讼和仲裁。' }],
    })
  })

  test('may reject with a reason for each field, kept until the next submission', async () => {
    const { id, version, read, lawyer } = await waiting()
    await (
      await app.as('branch2')
    ).call('cards.adminAuditCard', {
      id,
      version,
      auditStatus: 3,
      reason: '签名含绝对化用语',
      items: [{ field: 'slogan', reason: '请换一句' }],
    })
    expect(await read()).toMatchObject({
      auditStatus: 3,
      auditReason: '签名含绝对化用语',
      auditItems: [{ field: 'slogan', reason: '请换一句' }],
      published: { intro: '<p>处理公司诉讼。</p>' },
    })
    expect((await inbox(zhengMobile))[0]).toMatchObject({
      title: '名片未通过审核',
      content: '原因：签名含绝对化用语\n个人签名：请换一句',
      level: 2,
      link: '/app/user/card?language=CN&field=slogan',
    })
    expect(await logged('reject')).toMatchObject({ reason: '签名含绝对化用语', diff: [{ field: 'slogan' }] })
    const changed = await lawyer.call('cards.update', { id, version: version + 1, slogan: '细读合同' })
    expect(changed).toMatchObject({ auditStatus: 2, changedFields: ['slogan', 'intro'] })
    expect((await read()).auditItems).toHaveLength(1)
    await lawyer.call('cards.submitAudit', { id, version: changed.version })
    expect((await read()).auditItems).toBeNull()
  })

  test('requires a reason for a rejection', async () => {
    const { id } = await submitted()
    await expect(
      (await app.as('branch')).call('cards.adminAuditCard', { id, version: 2, auditStatus: 3 }),
    ).rejects.toMatchObject({ code: '4220', data: { errors: { reason: '请填写原因（2-200字）' } } })
  })

  test.each([
    ['a draft', draft, 0],
    ['a published card', published, 2],
  ])('refuses to decide about %s', async (_, make, from) => {
    const { id } = await make()
    for (const auditStatus of [2, 3] as const)
      await expect(
        (await app.as('admin')).call('cards.adminAuditCard', {
          id,
          version: 1,
          auditStatus,
          reason: '不符合要求',
        }),
      ).rejects.toMatchObject({ code: '4091', data: { from } })
  })

  test('finds no card of another office or firm, and requires the right', async () => {
    const { id } = await submitted()
    const reviewCard = async (account: string) =>
      (await app.as(account)).call('cards.adminAuditCard', { id, version: 2, auditStatus: 2 })
    await expect(reviewCard('south')).rejects.toMatchObject({ code: '4040' })
    await expect(reviewCard('other-admin')).rejects.toMatchObject({ code: '4040' })
    await expect(reviewCard('system')).rejects.toMatchObject({ code: '4030' })
    await expect(reviewCard(zhengMobile)).rejects.toMatchObject({ code: '4030' })
    const results = await (
      await app.as('south')
    ).call('cards.adminAuditCard', { ids: [id], versions: [2], auditStatus: 2 })
    expect(results.results).toEqual([{ id, ok: 0, message: '数据不存在或已删除' }])
  })

  test('of two simultaneous approvals, one wins', async () => {
    const { id, read } = await submitted()
    const reviewCard = async (account: string) =>
      (await app.as(account)).call('cards.adminAuditCard', { id, version: 2, auditStatus: 2 })
    const answers = await Promise.allSettled(
      ['admin', 'admin2', 'branch', 'branch2', 'admin', 'branch'].map(reviewCard),
    )
    expect(answers.filter(it => it.status === 'fulfilled')).toHaveLength(1)
    for (const it of answers.filter(answer => answer.status === 'rejected'))
      expect(it.reason).toMatchObject({ code: '4091', data: { from: 2 } })
    expect(await read()).toMatchObject({ version: 3, publishedVersion: 3 })
    expect(await inbox(zhengMobile)).toHaveLength(1)
  })

  test('of a withdrawal and an approval, one wins', async () => {
    const { id, lawyer } = await submitted()
    const admin = await app.as('branch')
    const codes = await settledCodes([
      lawyer.call('cards.submitAudit', { id, version: 2, withdraw: 1 }),
      admin.call('cards.adminAuditCard', { id, version: 2, auditStatus: 2 }),
    ])
    expect(codes).toEqual(['200', '4091'])
  })

  test('refuses the approval of one’s own card', async () => {
    const { id } = await submitted()
    const branch = app.world.people.get('branch')!
    const setMobile = (mobile: string) =>
      app.database.write(1, db => db.update(admins).set({ mobile }).where(eq(admins.id, branch.id)))
    await setMobile(zhengMobile)
    const admin = await app.as('branch')
    const reviewCard = () => admin.call('cards.adminAuditCard', { id, version: 2, auditStatus: 2 })
    await expect(reviewCard()).rejects.toMatchObject({
      code: '4030',
      message: '不得审核本人名片，请由其他管理员审核',
    })
    await expect(
      admin.call('cards.update', { id, version: 2, slogan: '好', publish: 1 }),
    ).rejects.toMatchObject({ code: '4030' })
    await setReview({ selfAudit: 1 })
    expect(await reviewCard()).toMatchObject({ auditStatus: 2 })
    await setMobile('13900009999')
  })

  test('decides about several cards, each with its own result', async () => {
    const submittedCard = await submitted()
    const other = await draft(wuMobile)
    const { results } = await (
      await app.as('admin')
    ).call('cards.adminAuditCard', {
      ids: [submittedCard.id, other.id, 999_999],
      versions: [2, 1, 1],
      auditStatus: 2,
    })
    expect(results).toEqual([
      { id: submittedCard.id, ok: 1 },
      { id: other.id, ok: 0, message: '当前状态不允许此操作' },
      { id: 999_999, ok: 0, message: '数据不存在或已删除' },
    ])
    expect(await submittedCard.read()).toMatchObject({ auditStatus: 2, publishState: 1, publishedVersion: 3 })
  })

  test('with 无需审核 publishes changes at once, except of locked fields', async () => {
    const { id, version, lawyer, read } = await published()
    await setReview({ cardReview: 0 })
    const answer = await lawyer.call('cards.update', { id, version, intro: '<p>新的简介。</p>' })
    expect(answer).toMatchObject({ auditStatus: 2, changedFields: [] })
    expect((await read()).published?.intro).toBe('<p>新的简介。</p>')
    await expect(
      lawyer.call('cards.update', { id, version: answer.version, mobile: null }),
    ).rejects.toMatchObject({ data: { errors: { mobile: '请输入手机' } } })
  })

  test('with 仅关键字段 publishes changes of other fields at once', async () => {
    const { id, version, lawyer, read } = await published()
    await setReview({ cardReview: 2 })
    const answer = await lawyer.call('cards.update', {
      id,
      version,
      email: 'new@example.com',
      intro: '<p>新的简介。</p>',
    })
    expect(answer).toMatchObject({ auditStatus: 2, changedFields: ['intro'] })
    expect(await read()).toMatchObject({
      published: { email: 'new@example.com', intro: '<p>处理公司诉讼。</p>' },
      policy: { email: 'free', intro: 'review', workPosition: 'locked' },
    })
  })

  test('has nothing to decide after a change was reverted', async () => {
    const { id, version, lawyer } = await published()
    const changed = await lawyer.call('cards.update', { id, version, slogan: '先看合同' })
    expect(changed.changedFields).toEqual(['slogan'])
    expect(await lawyer.call('cards.update', { id, version: changed.version, slogan: null })).toMatchObject({
      auditStatus: 2,
      changedFields: [],
    })
  })

  test('refuses changes of locked fields once the card is published', async () => {
    const { id, version, lawyer } = await published()
    await expect(
      lawyer.call('cards.update', {
        id,
        version,
        workPosition: { postName: '合伙人', postCode: 'Partner' },
      }),
    ).rejects.toMatchObject({
      code: '4220',
      data: { errors: { workPosition: '该字段由管理员维护，如需修改请联系管理员' } },
    })
  })
})

describe('an administrator’s edit', () => {
  test('is published at once, and the lawyer is notified', async () => {
    const { id, version, read } = await published()
    await (
      await app.as('branch')
    ).call('cards.update', {
      id,
      version,
      workPosition: { postName: '合伙人', postCode: 'Partner' },
      slogan: '先看合同',
    })
    expect(await read()).toMatchObject({
      auditStatus: 2,
      published: { workPosition: { postCode: 'Partner' }, slogan: '先看合同' },
    })
    expect((await inbox(zhengMobile))[0]).toMatchObject({ content: '孙主管修改了：职位、个人签名。' })
    expect(await logged('update')).toMatchObject({
      summary: '修改【郑律师】的职位、个人签名',
      diff: [
        { field: 'workPosition', before: '律师', after: '合伙人' },
        { field: 'slogan', before: '', after: '先看合同' },
      ],
    })
  })

  test('does not publish the lawyer’s unsubmitted changes', async () => {
    const { id, version, lawyer, read } = await published()
    const own = await lawyer.call('cards.update', { id, version, intro: '<p>草稿。</p>' })
    await (await app.as('admin')).call('cards.update', { id, version: own.version, slogan: '先看合同' })
    expect(await read()).toMatchObject({
      auditStatus: 2,
      changedFields: ['intro'],
      published: { slogan: '先看合同', intro: '<p>处理公司诉讼。</p>' },
    })
  })

  test('of a waiting card is added to it, or approves it', async () => {
    const { id, version, read } = await waiting()
    const admin = await app.as('admin')
    const joined = await admin.call('cards.update', { id, version, slogan: '细读合同' })
    expect(joined.auditStatus).toBe(1)
    expect((await read()).published).not.toHaveProperty('slogan')
    await admin.call('cards.update', { id, version: joined.version, slogan: '读完再签', publish: 1 })
    expect(await read()).toMatchObject({
      auditStatus: 2,
      published: { slogan: '读完再签', intro: '<p>处理公司诉讼与仲裁。</p>' },
    })
  })

  test('creates and publishes cards for lawyers in scope only', async () => {
    const lawyerId = app.world.people.get(zhengMobile)!.id
    const create = async (account: string, input: object = {}) =>
      (await app.as(account)).call('cards.createCard', {
        language: 'CN',
        lawyerId,
        publish: 1,
        ...complete(),
        ...input,
      })
    await expect(create('south')).rejects.toMatchObject({ code: '4040' })
    await expect(create('branch', { avatar: null })).rejects.toMatchObject({
      data: { errors: { avatar: '请上传头像' } },
    })
    const { id, auditStatus } = await create('branch')
    expect(auditStatus).toBe(2)
    expect((await inbox(zhengMobile))[0]).toMatchObject({ title: '名片已创建', bizId: id })
  })

  test('creates the account and the card, or neither', async () => {
    const organizationId = app.world.offices.get('东所')!
    const create = async (mobile: string, input: object = {}) =>
      (await app.as('branch')).call('cards.createCard', {
        language: 'CN',
        newLawyer: { name: '冯　律师', mobile, organizationId, personType: 1 },
        ...complete(),
        name: '冯律师',
        mobile: null,
        ...input,
      })
    await expect(create(zhengMobile)).rejects.toMatchObject({
      data: { errors: { 'newLawyer.mobile': '该手机号已存在' } },
    })
    await expect(create('13800000099', { publish: 1, avatar: null })).rejects.toMatchObject({ code: '4220' })
    const createdCard = await create('13800000099', { publish: 1 })
    expect(createdCard).toMatchObject({ auditStatus: 2, initialPassword: expect.stringMatching(/^.{10,}$/) })
    expect(await (await app.as('branch')).call('cards.cardInfo', { id: createdCard.id })).toMatchObject({
      lawyerName: '冯律师',
      mobile: '138****0099',
    })
  })

  test('is what hides a card where the firm does not let its lawyer do so', async () => {
    const { id, version, lawyer } = await published()
    await setReview({ selfHide: 0 })
    await expect(lawyer.call('cards.update', { id, version, showStatus: 0 })).rejects.toMatchObject({
      code: '4030',
    })
    expect((await lawyer.call('session.self')).capabilities).not.toContain('card.display')
    await (await app.as('branch2')).call('cards.update', { id, version, showStatus: 0 })
  })

  test('shows and hides; a lawyer may only hide', async () => {
    const { id, version, lawyer, read } = await published()
    const hidden = await lawyer.call('cards.update', { id, version, showStatus: 0 })
    expect(await read()).toMatchObject({ publishState: 3, auditStatus: 2 })
    const show = { id, version: hidden.version, showStatus: 1 as const }
    await expect(lawyer.call('cards.update', show)).rejects.toMatchObject({
      code: '4030',
      data: { need: 'card.display' },
    })
    await (await app.as('branch2')).call('cards.update', show)
    expect(await read()).toMatchObject({ publishState: 1 })
    expect(await logged('show')).toMatchObject({ diff: [{ before: '隐藏', after: '展示' }] })
    expect(await app.database.read(1, db => db.$count(cardRevisions, eq(cardRevisions.cardId, id)))).toBe(3)
  })

  test('with an outdated version is refused with the values that the other person saved', async () => {
    const { id, version } = await published()
    const admin = await app.as('admin')
    await admin.call('cards.update', { id, version, slogan: '先看合同' })
    await expect(admin.call('cards.update', { id, version, slogan: '细读合同' })).rejects.toMatchObject({
      code: '4090',
      data: {
        current: { slogan: '先看合同', mobile: '138****0002' },
        changedFields: ['slogan'],
        updatedBy: '赵主任',
      },
    })
  })

  test('without a difference writes nothing', async () => {
    const { id, version } = await published()
    const answer = await (await app.as('admin')).call('cards.update', { id, version, name: '郑律师' })
    expect(answer.version).toBe(version)
  })
})

describe('lists and counts', () => {
  test('respect scope, filters and search', async () => {
    const { id } = await published()
    await (await app.as(wuMobile)).call('cards.createCard', { language: 'CN', name: '吴律师' })
    const list = async (account: string, query: object = {}) =>
      (await (await app.as(account)).call('cards.pageList', query)).records.map(it => it.id)
    expect(await list('admin')).toHaveLength(2)
    expect(await list('branch')).toEqual([id])
    expect(await list('south')).toEqual([])
    expect(await list(zhengMobile)).toEqual([id])
    for (const query of [
      { keyword: 'zhengl' },
      { keyword: '0000002' },
      { auditStatus: 2 },
      { postCode: 'Associate', completenessMax: 70, auditStatus: 2 },
      { professionId: self, language: 'CN', organizationId: app.world.offices.get('东所') },
    ])
      expect(await list('admin', query)).toEqual([id])
    expect(await list('admin', { language: 'EN' })).toEqual([])
    expect(await (await app.as('admin')).call('cards.cardNum', {})).toEqual({
      all: 2,
      draft: 1,
      pending: 0,
      passed: 1,
      rejected: 0,
      hidden: 0,
    })
    expect(await (await app.as('branch')).call('cards.cardNum', {})).toMatchObject({ all: 1, passed: 1 })
  })

  test('agree in every tab, for each scope', async () => {
    const { id, version } = await published()
    await (await app.as('branch')).call('cards.update', { id, version, showStatus: 0 })
    const wus = await (await app.as(wuMobile)).call('cards.createCard', { language: 'CN', ...complete() })
    await (await app.as(wuMobile)).call('cards.submitAudit', { id: wus.id, version: 1 })
    await (await app.as('13800000003')).call('cards.createCard', { language: 'CN', name: '王律师' })
    const tabs = { draft: 0, pending: 1, passed: 2, rejected: 3 } as const
    const seen: number[] = []
    for (const account of ['admin', 'admin2', 'branch', 'branch2', 'south', 'system', zhengMobile]) {
      const { call } = await app.as(account)
      const total = async (query: object) => (await call('cards.pageList', query)).total
      const counts = await call('cards.cardNum', {})
      seen.push(counts.all)
      expect(counts.all, account).toBe(await total({}))
      expect(counts.hidden, account).toBe(await total({ showStatus: 0 }))
      for (const [name, auditStatus] of Object.entries(tabs))
        expect(counts[name as keyof typeof tabs], `${account} ${name}`).toBe(await total({ auditStatus }))
    }
    expect(seen).toEqual([3, 3, 1, 1, 1, 3, 1])
  })

  test('mask contacts for the operator', async () => {
    const { id } = await published()
    expect(await (await app.as('system')).call('cards.cardInfo', { id })).toMatchObject({
      mobile: '138****0002',
      email: 'zhe****.com',
      published: { mobile: '138****0002' },
    })
  })

  test('mask the mobile for administrators in every answer until they reveal it, which is logged', async () => {
    const { id, lawyer } = await published()
    const admin = await app.as('admin')
    const masked = { mobile: '138****0002', published: { mobile: '138****0002' } }
    expect(await admin.call('cards.cardInfo', { id })).toMatchObject(masked)
    const { lawyerId } = await admin.call('cards.cardInfo', { id })
    expect((await admin.call('cards.cardInfoByLawyer', { lawyerId })).CN).toMatchObject(masked)
    expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({ mobile: zhengMobile })
    const rows = () => app.database.read(1, db => db.$count(logs, eq(logs.action, 'reveal')))
    const before = await rows()
    expect(await admin.call('cards.reveal', { id })).toMatchObject({
      mobile: zhengMobile,
      published: { mobile: zhengMobile },
    })
    expect(await rows()).toBe(before + 1)
    await expect((await app.as('south')).call('cards.reveal', { id })).rejects.toMatchObject({ code: '4040' })
    await expect((await app.as('system')).call('cards.reveal', { id })).rejects.toMatchObject({
      code: '4030',
    })
    expect(await rows()).toBe(before + 1)
  })

  test('hide the cards of inactive people', async () => {
    const { id, lawyer } = await published()
    await app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ status: 3 })
        .where(eq(lawyers.id, app.world.people.get(zhengMobile)!.id)),
    )
    const card = await (await app.as('admin')).call('cards.cardInfo', { id })
    expect(card.publishState).toBe(3)
    await app.database.write(1, db => db.update(lawyers).set({ status: 1 }))
    expect(lawyer.id).toBeDefined()
  })
})

describe('history', () => {
  test('shows the changes of each revision, and restores one', async () => {
    const { id, version, read } = await waiting()
    const admin = await app.as('admin')
    await expect(admin.call('cards.restore', { id, to: 1, version })).rejects.toMatchObject({ code: '4091' })
    await admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 })
    const history = await admin.call('cards.revisions', { id })
    expect(history.map(it => it.kind)).toEqual(['approve', 'submit', 'edit', 'approve', 'submit', 'create'])
    expect(history[2]!.diff).toEqual([
      { field: 'slogan', label: '个人签名', before: '', after: '先看合同' },
      { field: 'intro', label: '个人简介', before: '处理公司诉讼。', after: '处理公司诉讼与仲裁。' },
    ])
    expect(history.at(-1)!.diff.find(it => it.field === 'professions')?.after).toBe('争议解决')
    await admin.call('cards.restore', { id, to: 1, version: version + 1 })
    expect(await read()).toMatchObject({ auditStatus: 2, published: { intro: '<p>处理公司诉讼。</p>' } })
    expect((await admin.call('cards.cardInfo', { id, version: 3 })).intro).toBe('<p>处理公司诉讼。</p>')
    const later = await admin.call('cards.revisions', { id })
    expect(later.map(it => it.kind)).toEqual(['restore', ...history.map(it => it.kind)])
    expect(await logged('restore')).toMatchObject({
      diff: [
        { field: 'slogan', before: '先看合同', after: '' },
        { field: 'intro', before: '处理公司诉讼与仲裁。', after: '处理公司诉讼。' },
      ],
    })
    await expect((await app.as('south')).call('cards.revisions', { id })).rejects.toMatchObject({
      code: '4040',
    })
  })

  test('of an English card shows choices in English', async () => {
    const lawyer = await app.as(zhengMobile)
    const { id } = await lawyer.call('cards.createCard', {
      language: 'EN',
      ...complete(),
      name: 'Zheng',
      education: [{ start: '1991-09', school: 'Nanjing', degree: 2 }],
      visibility: { mobile: 0 },
    })
    const [created] = await lawyer.call('cards.revisions', { id })
    const valueOf = (field: string) => created?.diff.find(it => it.field === field)
    expect(valueOf('education')).toMatchObject({ label: '教育背景', after: "1991-09 Nanjing Bachelor's" })
    expect(valueOf('workPosition')?.after).toBe('Associate')
    expect(valueOf('visibility')?.after).toBe('手机：Not public')
  })

  test('restored by a lawyer is reviewed', async () => {
    const { id, version, lawyer, read } = await waiting()
    await (await app.as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
    expect(await lawyer.call('cards.restore', { id, to: 1, version: version + 1 })).toMatchObject({
      auditStatus: 2,
    })
    expect(await read()).toMatchObject({ publishState: 4 })
    expect((await read()).published?.slogan).toBe('先看合同')
  })
})

test('deletes cards in scope, with a reason, and notifies the lawyer', async () => {
  const { id } = await published()
  const other = await draft(wuMobile)
  const branch = await app.as('branch')
  const remove = (reason?: string) =>
    branch.send('POST', '/lawyer/card/delete', {
      body: { ids: [id, other.id], ...(reason && { reason }) },
    })
  expect((await remove()).body).toMatchObject({
    code: '4220',
    data: { errors: { reason: '请填写原因（2-200字）' } },
  })
  expect((await remove('重复的名片')).body).toMatchObject({
    code: '200',
    data: { success: 1, failed: [{ id: other.id, message: '数据不存在或已删除' }] },
  })
  await expect(branch.call('cards.cardInfo', { id })).rejects.toMatchObject({ code: '4040' })
  expect(await logged('delete')).toMatchObject({ targetId: id, reason: '重复的名片' })
  expect((await inbox(zhengMobile))[0]).toMatchObject({ title: '名片已删除', content: '原因：重复的名片' })
  expect(await other.read()).toMatchObject({ id: other.id })
})

describe('D statements, including the session’s', () => {
  const count = async (work: () => Promise<unknown>) => (await statementsOf(app.database.pool, work)).length
  const admin = () => app.as('admin')

  test('reading takes two or three, and the log up to five', async () => {
    const { id } = await waiting()
    const { call } = await admin()
    await call('session.self')
    expect(await count(() => call('cards.pageList', { keyword: '郑', sortField: 'name' }))).toBe(2)
    expect(await count(() => call('cards.cardNum', {}))).toBe(2)
    expect(await count(() => call('cards.cardInfo', { id }))).toBe(2)
    expect(await count(() => call('cards.revisions', { id }))).toBe(3)
    const lawyer = await app.as(zhengMobile)
    await lawyer.call('session.self')
    expect(await count(() => lawyer.call('cards.cardInfoByLawyer', {}))).toBe(2)
    expect(await count(() => lawyer.call('messages.page', {}))).toBe(2)
    // The log reads and counts its newest months, and the others only if those have too few rows.
    expect(await count(() => call('logs.getAdminLogPageList', {}))).toBeLessThanOrEqual(5)
  })

  test('writing takes eight, and one for references, for many cards as for one', async () => {
    const partner = { postName: '合伙人', postCode: 'Partner' }
    const { id, version } = await waiting()
    const other = await draft(wuMobile)
    await other.lawyer.call('cards.submitAudit', { id: other.id, version: 1 })
    const { call } = await admin()
    const english = () =>
      call('cards.createCard', {
        language: 'EN',
        lawyerId: app.world.people.get(wuMobile)!.id,
        ...complete(),
      })
    expect(await count(english)).toBe(9)
    expect(await count(() => call('cards.update', { id, version, workPosition: partner }))).toBe(9)
    expect(
      await count(() =>
        call('cards.adminAuditCard', {
          ids: [id, other.id],
          versions: [version + 1, 2],
          auditStatus: 2,
        }),
      ),
    ).toBe(8)
    const back = () => call('cards.restore', { id, to: 1, version: version + 2 })
    // Includes reading the earlier content.
    expect(await count(back)).toBe(10)
    const ids = [id, other.id]
    const remove = () =>
      app.send('POST', '/lawyer/card/delete', { token: branch.token, body: { ids, reason: '不再需要' } })
    const branch = await admin()
    // One of the statements locks the lawyers of the cards before the cards themselves.
    expect(await count(remove)).toBe(7)
  })
})
