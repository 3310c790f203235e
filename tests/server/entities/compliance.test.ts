import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { lawyers } from '../../../server/db/tables.ts'
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
