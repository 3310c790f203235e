import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { cardDrafts, logs } from '../../../server/db/tables.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const textOf = (values: object) => JSON.stringify(values)
const noDraft = { values: null, savedAt: null, version: null }
const language = 'CN' as const
const logged = () => app.database.read(1, async db => (await db.select().from(logs)).length)
const writing = async () => {
  const card = await stage.card()
  return { ...card, lawyer: await app.as(card.key) }
}

test('is stored unfinished and unlogged, for its author only, per language, and does not change the card', async () => {
  const { lawyer, id } = await writing()
  const before = await logged()
  const values = textOf({ slogan: '', intro: '<p onclick="x()">写到一<script>alert(1)</script></p>', id: 9 })
  const savedDraft = await lawyer.call('cards.keepDraft', { language, version: 1, values })
  expect(savedDraft.version).toBe(1)
  const read = await lawyer.call('cards.draft', { language })
  expect(read).toMatchObject({ savedAt: savedDraft.savedAt, version: 1 })
  expect(JSON.parse(read.values!)).toEqual({ slogan: '', intro: '<p>写到一</p>' })
  expect(await lawyer.call('cards.draft', { language: 'EN' })).toEqual(noDraft)
  const other = await app.as((await stage.lawyer()).key)
  expect(await other.call('cards.draft', { language })).toEqual(noDraft)
  expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({ version: 1 })
  expect(await logged()).toBe(before)
  for (const method of ['GET', 'DELETE'])
    expect((await stage.admin.send(method, '/lawyer/card/draft?language=CN')).body.code).toMatch(/^40[03]0$/)
  for (const broken of ['[]', '{', 'null', `{"a":"${'x'.repeat(200_000)}"}`])
    await expect(lawyer.call('cards.keepDraft', { language, values: broken })).rejects.toMatchObject({
      code: '4220',
    })
})

test('is deleted when the card is saved, submitted or the draft is dropped, and stays when somebody else changes the card', async () => {
  const { lawyer, id } = await writing()
  const keep = async () => {
    const { savedAt } = await lawyer.call('cards.draft', { language })
    await lawyer.call('cards.keepDraft', { language, values: textOf({ slogan: '未完' }), since: savedAt })
  }
  const read = async () => (await lawyer.call('cards.draft', { language })).values
  await keep()
  const { version } = await stage.admin.call('cards.update', { id, version: 1, slogan: '行政改的' })
  expect(await read()).not.toBeNull()
  const saved = await lawyer.call('cards.update', { id, version, slogan: '未完' })
  expect(await read()).toBeNull()
  await keep()
  await lawyer.call('cards.dropDraft', { language })
  expect(await read()).toBeNull()
  await keep()
  await lawyer.call('cards.submitAudit', { id, version: saved.version })
  expect(await read()).toBeNull()
  // The draft of a card that does not exist yet.
  await lawyer.call('cards.keepDraft', { language: 'EN', values: textOf({ slogan: 'new' }) })
  await lawyer.call('cards.createCard', { language: 'EN', name: 'Sample' })
  expect(await lawyer.call('cards.draft', { language: 'EN' })).toEqual(noDraft)
})

test('of another window is not overwritten, and reports early that somebody else has changed the card', async () => {
  const { lawyer, id } = await writing()
  const target = { language, version: 1 }
  const first = await lawyer.call('cards.keepDraft', { ...target, values: textOf({ slogan: '第一' }) })
  app.clock.advance(5)
  const next = { ...target, values: textOf({ slogan: '第二' }) }
  await lawyer.call('cards.keepDraft', { ...next, since: first.savedAt })
  for (const since of [first.savedAt, null])
    await expect(
      lawyer.call('cards.keepDraft', { ...target, values: textOf({ slogan: '旧窗口' }), since }),
    ).rejects.toMatchObject({ code: '4090' })
  await stage.admin.call('cards.update', { id, version: 1, slogan: '行政改的' })
  // The same text again counts as a repetition whose first answer was lost.
  expect((await lawyer.call('cards.keepDraft', { ...next, since: first.savedAt })).version).toBe(2)
})

test('is deleted with its author', async () => {
  const { lawyer, lawyerId } = await writing()
  await lawyer.call('cards.keepDraft', { language, values: textOf({ slogan: '未完' }) })
  const body = { reason: '本人要求', confirmPassword: password }
  await stage.admin.send('DELETE', `/lawyer/remove/${lawyerId}`, { body })
  expect((await stage.admin.send('DELETE', `/lawyer/purge/${lawyerId}`, { body })).body.code).toBe('200')
  expect(await app.database.read(1, db => db.$count(cardDrafts, eq(cardDrafts.lawyerId, lawyerId)))).toBe(0)
})
