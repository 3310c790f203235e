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
const exaggeration = { intro: '<p>本市最专业的律师，胜诉率100%，包赢官司。</p>' }

/** A draft of a card with an exaggerating text, written by its lawyer. */
const exaggeratingCard = async () => {
  const { id, key, lawyerId } = await stage.card()
  const lawyer = await app.as(key)
  const saved = await lawyer.call('cards.update', { id, version: 1, ...exaggeration })
  return { id, lawyer, lawyerId, saved }
}

test('shows the findings of a card when it is saved, to its lawyer and the reviewers, and allows publication', async () => {
  await mode(1)
  const { id, lawyer, saved } = await exaggeratingCard()
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

test('checks a card against the firm’s facts about the lawyer', async () => {
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

test('blocks submission and approval in the blocking mode, and says what to change', async () => {
  await mode(1)
  const { id, lawyer, saved } = await exaggeratingCard()
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

test('shows the findings of an article, and blocks it in the blocking mode', async () => {
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

test('finds nothing when switched off', async () => {
  await mode(0)
  const { saved } = await exaggeratingCard()
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

test('an ignored finding with a reason does not block, is logged, and counts again when restored or rewritten', async () => {
  await mode(1)
  const { id, lawyer, saved } = await exaggeratingCard()
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
  // A different text is a different finding.
  const patch = { intro: '<p>本市顶级的律师。</p>' }
  await expect(stage.admin.call('cards.adminAuditCard', { ...pass, patch })).rejects.toMatchObject({
    code: '4220',
  })
  await stage.admin.call('cards.adminAuditCard', pass)
  await mode(1)
})

test('only reviewers of a card may ignore findings, and only existing ones', async () => {
  await mode(1)
  const { id, lawyer } = await exaggeratingCard()
  const ignoreRequest = { ruleId: 'R1', field: 'intro', text: '最专业', reason: '理由充分' }
  const own = await lawyer.send('POST', `/lawyer/card/findings/${id}/ignore`, { body: ignoreRequest })
  expect(own.body.code).toBe('4030')
  expect((await ignore('branch', id)).code).toBe('4040')
  expect((await ignore('admin', id, { text: '最好' })).code).toBe('4091')
})

test('the same holds for articles', async () => {
  await mode(2)
  const draft = inputOf(app, stage.types, { content: '<p>我们是全国第一的团队。</p>' })
  const { articleId, version } = await stage.admin.call('articles.add', draft)
  const ignoreRequest = {
    articleId,
    ruleId: 'R1',
    field: 'content',
    text: '全国第一',
    reason: '系引用的报道标题',
  }
  await expect(stage.admin.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
    code: '4220',
  })
  await stage.admin.call('articles.ignoreFinding', ignoreRequest)
  expect(await stage.admin.call('articles.update', { articleId, version, submit: 1 })).toMatchObject({
    status: 2,
  })
  await mode(1)
})

// The form enforces rule R8, so that its finding can never be saved.
test.each([
  [{ name: '十佳律师', issuer: '市律师协会' }, 'honours[0].year'],
  [{ name: '十佳律师', year: 2020 }, 'honours[0].issuer'],
])('refuses an honour without its year or issuer', async (honour, field) => {
  const { id, key } = await stage.card()
  const { body } = await (
    await app.as(key)
  ).send('PUT', '/lawyer/card/update', { body: { id, version: 1, honours: [honour] } })
  expect(body).toMatchObject({ code: '4220', data: { errors: { [field]: expect.any(String) as string } } })
})

describe('D a single rule', () => {
  const rules = (values: Record<string, number>) => stage.setting('complianceRules', values)
  const handedIn = async (more: object) => {
    const draft = inputOf(app, stage.types, { ...more, submit: 1 })
    const { findings } = await stage.admin.call('articles.add', draft)
    return findings.map(it => it.ruleId)
  }
  const expert = { summary: '知识产权专家' }
  const winning = { summary: '包赢官司' }

  test('finds nothing when the firm has switched it off', async () => {
    await mode(1)
    await rules({ R7: 1 })
    expect(await handedIn({ summary: '知识产权专家，包赢官司' })).toEqual(['R10'])
  })

  test('only warns, although the firm otherwise blocks high risks', async () => {
    await mode(2)
    await rules({ R10: 2 })
    expect(await handedIn(winning)).toEqual(['R10'])
    await expect(handedIn({ summary: '全国第一' })).rejects.toMatchObject({ code: '4220' })
  })

  test('blocks submission and approval of cards and articles, although the firm otherwise only warns', async () => {
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
    // Text to which the rule does not apply is not blocked by it.
    expect(await handedIn(winning)).toEqual(['R10'])
  })

  test('does nothing while the check is off', async () => {
    await mode(0)
    await rules({ R7: 3 })
    expect(await handedIn(expert)).toEqual([])
  })

  test('is set by the main administrator and the operator, and shown with the law', async () => {
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
