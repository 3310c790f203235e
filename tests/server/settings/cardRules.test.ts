import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const publish = async (card: object) => {
  const { version, card: now } = await stage.admin.call('firm.mpconf', { draft: 1 })
  const policy = 'policy' in card ? { policy: { ...now.policy, ...(card.policy as object) } } : {}
  await stage.admin.call('firm.updateMpconf', { card: { ...card, ...policy }, version })
}
const review = async (patch: object) => {
  const now = await stage.admin.call('cardReview.get')
  await stage.admin.call('cardReview.update', { ...now, ...patch })
}

/** A published card, read by its lawyer. */
const publishCard = async () => {
  const { id, key } = await stage.submittedCard()
  const { version, auditStatus } = await stage.admin.call('cards.cardInfo', { id })
  if (auditStatus === 1) await stage.admin.call('cards.adminAuditCard', { id, auditStatus: 2, version })
  const lawyer = await app.as(key)
  const card = await lawyer.call('cards.cardInfo', { id })
  const change = async (patch: object) => {
    const now = await lawyer.call('cards.cardInfo', { id })
    return (await lawyer.send('PUT', '/lawyer/card/update', { body: { id, version: now.version, ...patch } }))
      .body
  }
  return { id, key, lawyer, card, change }
}

describe('field rules of the firm', () => {
  test('apply to the lawyer’s own card', async () => {
    await review({ cardReview: 2, keyFields: ['intro'] })
    await publish({ policy: { slogan: 3, team: 2, titles: 1 } })
    const { card, change } = await publishCard()
    expect(card.policy).toMatchObject({ slogan: 'locked', team: 'review', titles: 'free', intro: 'review' })
    expect(await change({ slogan: '新' })).toMatchObject({
      code: '4220',
      data: { errors: { slogan: expect.stringContaining('管理员') } },
    })
    // A change of a free field is published at once, one of a reviewed field waits.
    expect(await change({ titles: ['管委会委员'] })).toMatchObject({
      data: { auditStatus: 2, changedFields: [] },
    })
    expect(await change({ team: '二部' })).toMatchObject({
      data: { auditStatus: 2, changedFields: ['team'] },
    })
  })

  test('include no key fields if the firm removed all of them', async () => {
    await review({ cardReview: 2, keyFields: null })
    await publish({ policy: { team: 2 } })
    const { card } = await publishCard()
    expect(card.policy).toMatchObject({ intro: 'free', honours: 'free', team: 'review' })
  })

  test('do not apply to an administrator', async () => {
    const { id } = await publishCard()
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    await stage.admin.call('cards.update', { id, version, slogan: '由管理员填写' })
    expect((await stage.admin.call('cards.cardInfo', { id })).published).toMatchObject({
      slogan: '由管理员填写',
    })
  })

  test('apply only as far as cards are reviewed at all', async () => {
    await review({ cardReview: 0 })
    await publish({ policy: { slogan: 1, team: 2 } })
    const { card, change } = await publishCard()
    expect(card.policy).toMatchObject({ team: 'free', slogan: 'free', workPosition: 'locked' })
    expect(await change({ team: '三部' })).toMatchObject({ data: { auditStatus: 2, changedFields: [] } })
    await review({ cardReview: 1 })
  })
})

test('define what a card needs to be published', async () => {
  await publish({ requiredFields: ['avatar', 'slogan'] })
  const { id, key, version } = await stage.card()
  const lawyer = await app.as(key)
  await expect(lawyer.call('cards.submitAudit', { id, version })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { slogan: '请输入个人签名' } },
  })
  await lawyer.call('cards.update', { id, version, slogan: '专注' })
  const { version: next } = await lawyer.call('cards.cardInfo', { id })
  expect(await lawyer.call('cards.submitAudit', { id, version: next })).toMatchObject({ auditStatus: 1 })
  await publish({ requiredFields: ['avatar', 'name', 'workPosition', 'professions', 'mobile'] })
})

test('define the weights of card completeness, for existing cards too', async () => {
  const { id } = await stage.card()
  const before = (await stage.admin.call('cards.cardInfo', { id })).completeness
  const none = Object.fromEntries(
    'avatar intro professions education work contact honours languages cases english'
      .split(' ')
      .map(name => [name, 0]),
  )
  await publish({ completenessWeights: { ...none, avatar: 60, contact: 40 } })
  expect(before).toBeLessThan(100)
  expect((await stage.admin.call('cards.cardInfo', { id })).completeness).toBe(100)
  const { id: fresh } = await stage.card()
  expect((await stage.admin.call('cards.cardInfo', { id: fresh })).completeness).toBe(100)
})
