import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { complianceRules } from '../../../resources/settings/complianceRules.ts'
import { firmConfigs, lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf } from '../../support/articles.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const mode = (compliance: 0 | 1 | 2) => stage.setting('cardReview', { compliance })
const boast = { intro: '<p>本市最专业的律师，胜诉率100%，包赢官司。</p>' }

/** A draft of a card that boasts, by its lawyer. */
const boasting = async () => {
  const { id, key, lawyerId } = await stage.card()
  const lawyer = await app.as(key)
  const saved = await lawyer.call('cards.update', { id, version: 1, ...boast })
  return { id, lawyer, lawyerId, saved }
}

test('a card that boasts is told on save, to its lawyer and to who reviews it, and may be published', async () => {
  await mode(1)
  const { id, lawyer, saved } = await boasting()
  expect(saved.findings).toMatchObject([
    { ruleId: 'R1', severity: 'high', field: 'intro', text: '最专业', start: 2, end: 5 },
    { ruleId: 'R10', text: '胜诉率' },
    { ruleId: 'R10', text: '包赢' },
  ])
  const { version } = await lawyer.call('cards.submitAudit', { id, version: saved.version })
  const read = await stage.admin.call('cards.cardInfo', { id })
  expect(read.findings).toEqual(saved.findings)
  await stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 })
})

test('a card is held against what the firm knows of its lawyer', async () => {
  await mode(1)
  const { id, key, lawyerId } = await stage.card()
  await app.database.write(1, db =>
    db.update(lawyers).set({ practiceType: 2, firstPractisedYear: 2020 }).where(eq(lawyers.id, lawyerId)),
  )
  const lawyer = await app.as(key)
  const years = { intro: '<p>拥有30年执业经验。</p>' }
  const { findings } = await lawyer.call('cards.update', { id, version: 1, ...years })
  expect(findings).toMatchObject([
    { ruleId: 'R6', text: '30年执业', advice: '首次执业为2020年，请核对所写的年限' },
    { ruleId: 'R2', field: 'workPosition' },
  ])
})

test('where the firm blocks what is grave, it is neither handed in nor passed, and says what to change', async () => {
  await mode(1)
  const { id, lawyer, saved } = await boasting()
  await mode(2)
  const refusal = { code: '4220', data: { errors: { intro: expect.stringMatching(/^“最专业”：请删去/) } } }
  await expect(lawyer.call('cards.submitAudit', { id, version: saved.version })).rejects.toMatchObject(
    refusal,
  )
  await mode(1)
  const { version } = await lawyer.call('cards.submitAudit', { id, version: saved.version })
  await mode(2)
  const pass = { id, version, auditStatus: 2 as const }
  await expect(stage.admin.call('cards.adminAuditCard', pass)).rejects.toMatchObject(refusal)
  const patch = { intro: '<p>执业十二年，办理公司诉讼。</p>' }
  await stage.admin.call('cards.adminAuditCard', { ...pass, patch })
})

test('an article that boasts is told on save, and blocked where the firm blocks', async () => {
  await mode(1)
  const draft = inputOf(app, stage.types, { content: '<p>我们是全国第一的团队。</p>' })
  const { articleId, version, findings } = await stage.admin.call('articles.add', draft)
  expect(findings).toMatchObject([{ ruleId: 'R1', field: 'content', text: '全国第一' }])
  expect((await stage.admin.call('articles.one', { articleId })).findings).toEqual(findings)
  await mode(2)
  await expect(stage.admin.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { content: expect.stringContaining('全国第一') } },
  })
})

test('switched off it finds nothing', async () => {
  await mode(0)
  const { saved } = await boasting()
  expect(saved.findings).toEqual([])
})

const ignore = async (account: string, id: number, more: object = {}) =>
  (
    await (
      await app.as(account)
    ).send('POST', `/lawyer/card/findings/${id}/ignore`, {
      body: { ruleId: 'R1', field: 'intro', text: '最专业', reason: '系引用的获奖名称', ...more },
    })
  ).body

test('what is let stand with a reason blocks no more, is logged, and counts again when it is taken back or rewritten', async () => {
  await mode(1)
  const { id, lawyer, saved } = await boasting()
  const onlyBoast = { intro: '<p>本市最专业的律师。</p>' }
  const { version } = await lawyer.call('cards.update', { id, version: saved.version, ...onlyBoast })
  await mode(2)
  await expect(lawyer.call('cards.submitAudit', { id, version })).rejects.toMatchObject({ code: '4220' })
  expect((await ignore('admin', id, { reason: undefined })).code).toBe('4220')
  expect((await ignore('admin', id)).code).toBe('200')
  const { findings } = await lawyer.call('cards.cardInfo', { id })
  expect(findings).toMatchObject([{ ruleId: 'R1', ignored: { reason: '系引用的获奖名称', by: '赵主任' } }])
  const { records } = await stage.admin.call('logs.getAdminLogPageList', {
    targetType: 'cards',
    targetId: id,
  })
  expect(records[0]).toMatchObject({
    action: 'ignore',
    reason: '系引用的获奖名称',
    summary: '忽略【样本律师】的推广合规提示：个人简介“最专业”（R1，高风险）',
  })
  expect((await ignore('admin', id, { ignore: 0, reason: undefined })).code).toBe('200')
  await expect(lawyer.call('cards.submitAudit', { id, version })).rejects.toMatchObject({ code: '4220' })
  await ignore('admin', id)
  const submitted = await lawyer.call('cards.submitAudit', { id, version })
  const pass = { id, version: submitted.version, auditStatus: 2 as const }
  // Other words are another finding.
  const patch = { intro: '<p>本市顶级的律师。</p>' }
  await expect(stage.admin.call('cards.adminAuditCard', { ...pass, patch })).rejects.toMatchObject({
    code: '4220',
  })
  await stage.admin.call('cards.adminAuditCard', pass)
  await mode(1)
})

test('only who decides about a card lets a finding stand, and only one that is there', async () => {
  await mode(1)
  const { id, lawyer } = await boasting()
  const asked = { ruleId: 'R1', field: 'intro', text: '最专业', reason: '理由充分' }
  const own = await lawyer.send('POST', `/lawyer/card/findings/${id}/ignore`, { body: asked })
  expect(own.body.code).toBe('4030')
  expect((await ignore('branch', id)).code).toBe('4040')
  expect((await ignore('admin', id, { text: '最好' })).code).toBe('4091')
})

test('of an article it is the same', async () => {
  await mode(2)
  const draft = inputOf(app, stage.types, { content: '<p>我们是全国第一的团队。</p>' })
  const { articleId, version } = await stage.admin.call('articles.add', draft)
  const asked = { articleId, ruleId: 'R1', field: 'content', text: '全国第一', reason: '系引用的报道标题' }
  await expect(stage.admin.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
    code: '4220',
  })
  await stage.admin.call('articles.ignoreFinding', asked)
  expect(await stage.admin.call('articles.update', { articleId, version, submit: 1 })).toMatchObject({
    status: 2,
  })
  await mode(1)
})

// Rule R8 is kept by the form: what would be found is never saved.
test.each([
  [{ name: '十佳律师', issuer: '市律师协会' }, 'honours[0].year'],
  [{ name: '十佳律师', year: 2020 }, 'honours[0].issuer'],
])('an honour without its year or who gave it is not saved', async (honour, field) => {
  const { id, key } = await stage.card()
  const { body } = await (
    await app.as(key)
  ).send('PUT', '/lawyer/card/update', { body: { id, version: 1, honours: [honour] } })
  expect(body).toMatchObject({ code: '4220', data: { errors: { [field]: expect.any(String) as string } } })
})

describe('a rule by itself', () => {
  const rules = (values: Record<string, number>) => stage.setting('complianceRules', values)
  const handedIn = async (more: object) => {
    const draft = inputOf(app, stage.types, { ...more, submit: 1 })
    const { findings } = await stage.admin.call('articles.add', draft)
    return findings.map(it => it.ruleId)
  }
  const expert = { summary: '知识产权专家' }
  const winning = { summary: '包赢官司' }

  test('says nothing where the firm has it off', async () => {
    await mode(1)
    await rules({ R7: 1 })
    expect(await handedIn({ summary: '知识产权专家，包赢官司' })).toEqual(['R10'])
  })

  test('only says so, where the firm otherwise blocks what is grave', async () => {
    await mode(2)
    await rules({ R10: 2 })
    expect(await handedIn(winning)).toEqual(['R10'])
    await expect(handedIn({ summary: '全国第一' })).rejects.toMatchObject({ code: '4220' })
  })

  test('blocks, where the firm otherwise only says so: handed in and passed, cards and articles', async () => {
    await mode(1)
    await rules({})
    const { articleId, version } = await stage.article({ ...expert })
    const { id, key } = await stage.card()
    const lawyer = await app.as(key)
    const card = await lawyer.call('cards.update', { id, version: 1, slogan: '知识产权专家' })
    const { version: submitted } = await lawyer.call('cards.submitAudit', { id, version: card.version })
    await rules({ R7: 3 })
    const refusal = { code: '4220', data: { errors: { summary: expect.stringMatching(/^“知识产权专家”/) } } }
    await expect(handedIn(expert)).rejects.toMatchObject(refusal)
    await expect(
      stage.admin.call('articles.update', { articleId, version, submit: 1 }),
    ).rejects.toMatchObject(refusal)
    const pass = { id, version: submitted, auditStatus: 2 as const }
    await expect(stage.admin.call('cards.adminAuditCard', pass)).rejects.toMatchObject({ code: '4220' })
    // What is not what the rule objects to is not held back by it.
    expect(await handedIn(winning)).toEqual(['R10'])
  })

  test('does nothing while the self-check is off', async () => {
    await mode(0)
    await rules({ R7: 3 })
    expect(await handedIn(expert)).toEqual([])
  })

  test('is kept by the main administrator and the operator, and shown with the law', async () => {
    await app.database.write(1, db => db.delete(firmConfigs).where(eq(firmConfigs.key, 'complianceRules')))
    const { version, ...values } = await stage.admin.call('complianceRules.get')
    expect(Object.values(values).every(it => it === 0)).toBe(true)
    const saved = await stage.admin.call('complianceRules.update', { ...values, R15: 1, version })
    const system = await app.as('system')
    await system.call('complianceRules.update', { ...values, R15: 2, version: saved.version })
    for (const account of ['admin2', 'branch', '13800000001'])
      await expect(
        (await app.as(account)).call('complianceRules.update', { ...values, version: 3 }),
      ).rejects.toMatchObject({ code: '4030' })
    expect(Object.values(complianceRules.fields).every(it => it.hint?.startsWith('《'))).toBe(true)
  })
})
