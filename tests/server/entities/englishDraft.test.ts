import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { createTranslation } from '../../../server/services/integrations/translation.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { repliesText, repliesWith, startTranslationService } from '../../support/translationService.ts'

let service: Awaited<ReturnType<typeof startTranslationService>>
let app: TestApp
let stage: Stage
const glossary = [
  { chinese: '合伙人', english: 'Partner' },
  { chinese: '高级合伙人', english: 'Senior Partner' },
]

beforeAll(async () => {
  service = await startTranslationService()
  const translation = createTranslation(
    { translation: { url: service.url, key: 'secret-key', model: 'm' } },
    createLog('silent'),
  )
  app = await startApp({ services: { translation } })
  stage = await setStage(app)
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  service.requests.splice(0)
  service.state.reply = repliesWith(text => `EN ${text.length}`)
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 1, glossary })
})

/** A lawyer with a Chinese card. */
const author = async (content: object = { intro: '<p>专注<strong>争议解决</strong></p>' }) => {
  const card = await stage.card()
  const lawyer = await app.as(card.key)
  const { version } = await lawyer.call('cards.update', {
    id: card.id,
    version: card.version,
    ...content,
  })
  return { ...card, lawyer, version }
}
const lastLog = async () => {
  const [row] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(1))
  return row
}

/** The latest log row about a card. */
const logOf = async (cardId: number) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'cards'), eq(logs.targetId, cardId)))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  return row
}

test('with drafts off, or by the glossary alone, nothing leaves the server', async () => {
  const { id, lawyer } = await author({ titles: ['高级合伙人', '合伙人 兼 主任'] })
  await stage.setting('englishDraft', { isOn: 0, usesProvider: 1, glossary })
  expect(await lawyer.call('cards.englishDraftState')).toMatchObject({ isOn: 0 })
  await expect(lawyer.call('cards.makeEnglishDraft', { id, field: 'titles' })).rejects.toMatchObject({
    code: '4031',
  })
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 0, glossary })
  expect(await lawyer.call('cards.englishDraftState')).toEqual({
    isOn: 1,
    usesProvider: 0,
    terms: ['合伙人', '高级合伙人'],
  })
  expect(await lawyer.call('cards.makeEnglishDraft', { id, field: 'titles' })).toEqual({
    content: { titles: ['Senior Partner', 'Partner 兼 主任'] },
  })
  expect(service.requests).toEqual([])
})

test('a draft that would repeat the Chinese text is refused with its reason', async () => {
  const { id, lawyer } = await author({ titles: ['主任'] })
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 0, glossary })
  const draft = () => lawyer.call('cards.makeEnglishDraft', { id, field: 'titles' })
  await expect(draft()).rejects.toMatchObject({
    code: '4220',
    message: expect.stringContaining('术语表里没有这一项的词'),
  })
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 1, glossary })
  service.state.reply = repliesWith(text => text)
  await expect(draft()).rejects.toMatchObject({
    code: '4220',
    message: expect.stringContaining('翻译服务没有给出英文'),
  })
})

test('a draft is only shown: the card and its other language stay as they were', async () => {
  const { id, lawyer, version } = await author({
    work: [{ start: '2010-01', organisation: '晏衡律师事务所', position: '律师' }],
  })
  const draft = await lawyer.call('cards.makeEnglishDraft', { id, field: 'work' })
  expect(draft.content).toEqual({
    work: [{ start: '2010-01', organisation: 'EN 7', position: 'EN 2' }],
  })
  expect(service.requests).toMatchObject([
    { path: '/v1/chat/completions', key: 'Bearer secret-key', texts: ['律师', '晏衡律师事务所'] },
  ])
  expect(service.requests[0]!.instructions).toContain('["合伙人","Partner"]')
  expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({
    version,
    work: [{ organisation: '晏衡律师事务所' }],
  })
  expect((await lawyer.call('cards.cardInfoByLawyer')).EN).toBeNull()
  expect(await lawyer.call('cards.draft', { language: 'EN' })).toMatchObject({ values: null })
  expect(await lastLog()).toMatchObject({
    action: 'translate',
    targetId: id,
    reason: '向翻译服务发送了【工作经历】',
  })
})

test("the service's markup is cleaned", async () => {
  const { id, lawyer } = await author()
  service.state.reply = repliesWith(() => '<p onclick="x()">Focus on <b>disputes</b><script>x()</script></p>')
  const { content } = await lawyer.call('cards.makeEnglishDraft', { id, field: 'intro' })
  expect(content.intro).not.toMatch(/script|onclick/)
  expect(content.intro).toContain('Focus on')
})

test('an unusable answer of the service is said, and nothing is changed', async () => {
  const { id, lawyer, version } = await author()
  const replies = [
    repliesText('Sorry, I cannot do that.'),
    repliesText('["one", "too many"]'),
    repliesText('[1]'),
    () => ({ status: 500, body: '{}' }),
    () => ({ body: '<html>' }),
  ]
  for (const reply of replies) {
    service.state.reply = reply
    await expect(lawyer.call('cards.makeEnglishDraft', { id, field: 'intro' })).rejects.toMatchObject({
      code: '5030',
      message: expect.stringContaining('翻译服务暂不可用'),
    })
  }
  expect(await lawyer.call('cards.cardInfo', { id })).toMatchObject({ version })
})

test('only those who may edit the card get drafts of it, and only of its Chinese words', async () => {
  const { id, lawyer } = await author()
  const stranger = await app.as((await stage.lawyer()).key)
  await expect(stranger.call('cards.makeEnglishDraft', { id, field: 'intro' })).rejects.toMatchObject({
    code: '4040',
  })
  await expect(lawyer.call('cards.makeEnglishDraft', { id, field: 'slogan' })).rejects.toMatchObject({
    code: '4220',
    message: expect.stringContaining('没有中文内容'),
  })
  const english = await lawyer.call('cards.createCard', { language: 'EN', name: 'Lily', ...stage.needed })
  await expect(
    lawyer.call('cards.makeEnglishDraft', { id: english.id, field: 'intro' }),
  ).rejects.toMatchObject({ code: '4040' })
  expect(service.requests).toEqual([])
})

test('a firm cannot choose a service that the server does not have', async () => {
  const other = await startApp({
    services: { translation: createTranslation({ translation: undefined }, createLog('silent')) },
  })
  try {
    const admin = await other.as('admin')
    const input = { isOn: 1, usesProvider: 1, marksOutputs: 0, version: 0 } as const
    await expect(admin.call('englishDraft.update', input)).rejects.toMatchObject({
      code: '4220',
      data: { errors: { usesProvider: expect.stringContaining('运营方还没有开通翻译服务') } },
    })
    await admin.call('englishDraft.update', { ...input, usesProvider: 0 })
  } finally {
    await other.close()
  }
})

/** The English card of somebody whose slogan the service wrote. */
const withAdopted = async (more: object = {}) => {
  const chinese = await author({ slogan: '专注争议解决' })
  service.state.reply = repliesWith(() => 'We settle disputes.')
  const { content } = await chinese.lawyer.call('cards.makeEnglishDraft', { id: chinese.id, field: 'slogan' })
  const english = await stage.admin.call('cards.createCard', {
    language: 'EN',
    lawyerId: chinese.lawyerId,
    name: 'Lily',
    ...stage.needed,
    slogan: content.slogan,
    publish: 1,
    ...more,
  })
  return { ...chinese, english }
}

test('an adopted draft is marked on the card, in its history and in the log until a person edits it', async () => {
  const { english, lawyer } = await withAdopted()
  const read = () => lawyer.call('cards.cardInfo', { id: english.id })
  expect(await read()).toMatchObject({ slogan: 'We settle disputes.', machineFields: ['slogan'] })
  expect(await lawyer.call('cards.revisions', { id: english.id })).toMatchObject([
    { machineFields: ['slogan'] },
  ])
  expect(await logOf(english.id)).toMatchObject({ reason: '采用了机器翻译的草稿：个人签名' })

  await stage.admin.call('cards.update', {
    id: english.id,
    version: english.version,
    slogan: 'We settle disputes quietly.',
  })
  expect((await read()).machineFields).toEqual([])
  expect(await lawyer.call('cards.revisions', { id: english.id })).toMatchObject([
    { machineFields: [] },
    { machineFields: ['slogan'] },
  ])
  expect((await logOf(english.id))?.reason).toBeNull()
})

test('a draft of the glossary is no machine translation, nor is the same text of somebody else', async () => {
  const { english } = await withAdopted({ slogan: 'Partner' })
  expect((await stage.admin.call('cards.cardInfo', { id: english.id })).machineFields).toEqual([])
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 0, glossary })
  const { id, lawyer } = await author({ titles: ['合伙人'] })
  const { content } = await lawyer.call('cards.makeEnglishDraft', { id, field: 'titles' })
  const other = await lawyer.call('cards.createCard', {
    language: 'EN',
    name: 'Rose',
    ...stage.needed,
    titles: content.titles,
    slogan: 'We settle disputes.',
  })
  expect((await lawyer.call('cards.cardInfo', { id: other.id })).machineFields).toEqual([])
})

test('what leaves the firm says so only if the firm wants it', async () => {
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open' })
  await stage.setting('websiteFeed', { hasLawyers: 1, hasArticles: 0 })
  const { english } = await withAdopted()
  const { token } = stage.admin
  const outputs = async () => {
    const of = async (query: string) =>
      (await app.fetch(`/lawyer/card/output/${english.id}?${query}`, { headers: { Token: token } })).text()
    const queries = [
      'type=vcf',
      'type=sheet',
      'type=poster&style=1',
      'type=signature',
      'type=signature&format=txt',
    ]
    return Promise.all([...queries.map(of), app.fetch('/feed/lawyers').then(it => it.text())])
  }
  const saysSo = (text: string) => /Includes machine translation|machineTranslated/.test(text)
  const quiet = await outputs()
  expect(quiet.filter(it => !it.includes('Lily'))).toEqual([])
  expect(quiet.filter(saysSo)).toEqual([])
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 1, glossary, marksOutputs: 1 })
  expect((await outputs()).map(saysSo)).toEqual(Array.from({ length: 6 }, () => true))
})

test('an address that the card does not show is not said to be a machine’s', async () => {
  await stage.setting('shareCover', { cardUrl: 'https://card.example.com/open' })
  await stage.setting('englishDraft', { isOn: 1, usesProvider: 1, glossary, marksOutputs: 1 })
  const chinese = await author({ addressOverride: '世纪大道1号' })
  service.state.reply = repliesWith(() => '1 Century Avenue')
  const { content } = await chinese.lawyer.call('cards.makeEnglishDraft', {
    id: chinese.id,
    field: 'addressOverride',
  })
  const english = await stage.admin.call('cards.createCard', {
    language: 'EN',
    lawyerId: chinese.lawyerId,
    name: 'Lily',
    ...stage.needed,
    addressOverride: content.addressOverride,
    visibility: { addressOverride: 0 },
    publish: 1,
  })
  const { token } = stage.admin
  const file = await app.fetch(`/lawyer/card/output/${english.id}?type=vcf`, { headers: { Token: token } })
  const text = await file.text()
  expect(text).toContain('Lily')
  expect(text).not.toContain('machine translation')
})
