import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileAnswer } from '../../../resources/kit/index.ts'
import { fillBlanks, withoutContext } from '../../../resources/kit/translate.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { sentenceKey } from '../../../server/services/settings/languages.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { rowsIn } from '../../support/sheet.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

type Keyed = { key: string; values: Record<string, string> }
type TextWithKeys = Keyed | { joint: string; parts: Keyed[] }
type Said = Envelope & { i18n?: { data: Record<string, TextWithKeys> } }

const chineseOf = (told: TextWithKeys): string =>
  'parts' in told
    ? told.parts.map(chineseOf).join(told.joint)
    : fillBlanks(withoutContext(told.key), told.values)

const valueAt = (data: unknown, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((it, name) => Object(it)[name.replaceAll('~1', '/').replaceAll('~0', '~')], data)

const han = /\p{Script=Han}/u

const ask = async (
  language: string | null,
  [method, path, body]: readonly [string, string, object?],
  account = 'admin',
  key?: string,
): Promise<Said> => {
  const { send } = await app.as(account)
  const headers = {
    ...(language && { 'Accept-Language': language }),
    ...(key && { 'Idempotency-Key': key }),
  }
  const { body: answer } = await send(method, path, { headers, ...(body && { body }) })
  expect(answer.code, answer.message).toBe('200')
  return answer
}

/**
 * Checks that a text rendered from its key and values equals the Chinese text sent beside them, and returns
 * the JSON pointers of these texts.
 */
const keyedTexts = async (
  ...deletionCall: Parameters<typeof ask> extends [unknown, ...infer R] ? R : never
) => {
  const [chinese, english, german] = [
    await ask('zh-CN', ...deletionCall),
    await ask('en', ...deletionCall),
    await ask('de-DE', ...deletionCall),
  ]
  expect(chinese.i18n).toBeUndefined()
  const keys = english.i18n?.data ?? {}
  expect(german.i18n?.data).toEqual(keys)
  for (const [pointer, told] of Object.entries(keys))
    expect(chineseOf(told)).toBe(valueAt(chinese.data, pointer))
  return Object.fromEntries(
    Object.keys(keys).map(pointer => [
      pointer,
      [valueAt(chinese.data, pointer), valueAt(english.data, pointer)],
    ]),
  )
}

describe('texts of the server are translated to the requested language', () => {
  test('at the rows of a batch', async () => {
    const person = { mobile: '13800000001', organizationId: stage.organizationId, personType: 2 }
    const list = [
      { ...person, name: '吴律师' },
      { ...person, name: '李', mobile: '1' },
    ]
    const body = { list, dryRun: 1 }
    expect(await keyedTexts(['POST', '/lawyer/addList', body])).toMatchObject({
      '/rows/0/errors/mobile': ['该手机号已存在', expect.not.stringMatching(han)],
      '/rows/0/hints/name': ['总所已有同名人员，请核对是否重复', expect.not.stringMatching(han)],
      '/rows/1/errors/name': ['姓名至少2个字', 'Name: at least 2 characters'],
      '/rows/1/errors/mobile': ['请输入正确的手机号', expect.not.stringMatching(han)],
    })
  })

  test('in the results of a batch review and a batch deletion', async () => {
    const { id } = await stage.card()
    const verdict = { ids: [id, 999_999], versions: [1, 1], auditStatus: 2 }
    const answerTexts = await keyedTexts(['PUT', '/lawyer/card/adminAuditCard', verdict])
    expect(Object.keys(answerTexts)).toEqual(['/results/0/message', '/results/1/message'])
    for (const [, english] of Object.values(answerTexts)) expect(english).not.toMatch(han)
    const deletion = { ids: [999_999], reason: '重复创建' }
    expect(await keyedTexts(['POST', '/lawyer/card/delete', deletion])).toHaveProperty('/failed/0/message')
  })

  test('in the log with its change descriptions, but not in texts that people typed', async () => {
    const { id } = await stage.lawyer()
    await stage.admin.call('lawyers.update', { id, version: 1, gender: 1, team: '登录' })
    const { records } = await stage.admin.call('logs.getAdminLogPageList', {
      targetType: 'lawyers',
      targetId: id,
    })
    const rows = await keyedTexts(['GET', `/log/getAdminLogPageList?targetType=lawyers&targetId=${id}`])
    expect(rows['/records/0/summary']![1]).toMatch(/^样本律师: changed/)
    const entryTexts = await keyedTexts(['GET', `/log/${records[0]!.id}`])
    const english = Object.values(entryTexts).map(([, it]) => it)
    expect(english).toEqual(expect.arrayContaining(['Gender', 'Male', 'Department/team']))
    expect(english).not.toContain('Sign in')
  })

  test('in messages, line by line, but not in an announcement', async () => {
    const card = await stage.submittedCard()
    const refusal = { id: card.id, auditStatus: 3 as const, version: card.version, reason: '照片不清楚' }
    await stage.admin.call('cards.adminAuditCard', refusal)
    const audienceInput = { audience: 3 as const, lawyerIds: [card.lawyerId] }
    await stage.admin.call('announcements.announce', { ...audienceInput, title: '登录', content: '站内信' })
    const answerTexts = await keyedTexts(['GET', '/message'], card.key)
    const texts = Object.values(answerTexts).map(([, english]) => String(english))
    expect(texts.some(it => it.includes('照片不清楚'))).toBe(true)
    expect(texts).not.toContain('Sign in')
    expect(texts.join('').replaceAll(/照片不清楚|样本律师/g, '')).not.toMatch(han)
    const kinds = await keyedTexts(['GET', '/message/getUnReadStatistics'], card.key)
    expect(kinds['/types/2/typeName']).toEqual(['名片审核', expect.not.stringMatching(han)])
    const { records } = await stage.admin.call('announcements.page')
    expect(records[0]!.readState).toBe('0/1 已读')
    expect(await keyedTexts(['GET', '/message/announcements'])).toMatchObject({
      '/records/0/readState': ['0/1 已读', '0/1 read'],
    })
  })

  test('in the history of a card', async () => {
    const { id, version, key } = await stage.card()
    await (await app.as(key)).call('cards.update', { id, version, visibility: { mobile: 1, email: 0 } })
    const answerTexts = await keyedTexts(['GET', `/lawyer/card/revisions/${id}`])
    expect(Object.values(answerTexts)).toContainEqual([
      '手机：公开、邮箱：不公开',
      expect.stringMatching(/^Mobile.*: Public, Email.*: Not public$/),
    ])
  })

  test('in the history of an article', async () => {
    const { articleId, version } = await stage.article({ content: '<p>出资期限</p>' })
    await stage.admin.call('articles.update', {
      articleId,
      version,
      content: '<p><strong>出资期限</strong></p>',
    })
    const answerTexts = await keyedTexts(['GET', `/article/revisions/${articleId}`])
    expect(Object.values(answerTexts)).toContainEqual([
      '（文字未变，图片或排版有改动）',
      '(text unchanged; pictures or layout changed)',
    ])
  })

  test('in a spreadsheet', async () => {
    const { id } = await stage.lawyer()
    await stage.admin.call('lawyers.update', { id, version: 1, gender: 1 })
    const { token } = await app.as('admin')
    const response = await app.fetch('/export/logs', {
      method: 'POST',
      headers: { Token: token, 'Content-Type': 'application/json', 'Accept-Language': 'en' },
      body: JSON.stringify({
        reason: '年度检查',
        targetType: 'lawyers',
        targetId: id,
        columns: ['createdAt', 'module', 'action', 'changes'],
      }),
    })
    const [header, row] = rowsIn(new Uint8Array(await response.arrayBuffer()))
    expect(header!.join()).not.toMatch(han)
    expect(row!.join()).toMatch(/Gender: .*Male/i)
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).not.toMatch(han)
  })

  test('when an idempotent repetition asks for another language than the first call', async () => {
    const { id } = await stage.card()
    const body = { ids: [id], versions: [1], auditStatus: 2 }
    const first = await ask('en', ['PUT', '/lawyer/card/adminAuditCard', body])
    expect(JSON.stringify(first.data)).not.toMatch(han)
    const deletion = { ids: [999_999], reason: '重复创建' }
    const deletionCall = ['POST', '/lawyer/card/delete', deletion] as const
    const english = await ask('en', deletionCall, 'admin', 'said-once')
    const chinese = await ask('zh-CN', deletionCall, 'admin', 'said-once')
    expect(JSON.stringify(english.data)).not.toMatch(han)
    expect(chinese.data).toMatchObject({ failed: [{ id: 999_999, message: '数据不存在或已删除' }] })
  })
})

const textsIn = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, it]) =>
          textsIn(it, Array.isArray(value) ? path : `${path}.${name}`),
        )
      : []

/** Texts typed by people and by the firm that resemble texts of the product. */
const typedTexts =
  /^(firmConf|firm|shareCover|cardReview|mpName|areas|positions|announcements)\.|(\.(name|shortName|organizationName|postName|team|targetName)|\.operatorName(?=: 运维))(:|$)/

test('leaving no Chinese text of the product for a client that asked for English', async () => {
  await stage.publishedCard()
  await stage.waiting()
  await stage.published()
  const plain = servedCalls.filter(
    ({ call }) => call.method === 'GET' && call.output !== fileAnswer && call.input.safeParse({}).success,
  )
  const found = new Set<string>()
  for (const { name, call } of plain)
    for (const account of ['admin', 'branch', 'system', '13800000001']) {
      const { send } = await app.as(account)
      const path = call.path.replace(/\?.*/, '')
      const { body } = await send('GET', path, { headers: { 'Accept-Language': 'en' } })
      for (const [where, text] of textsIn(body.code === '200' ? body.data : null))
        if (han.test(text) && sentenceKey(text) && !typedTexts.test(`${name}${where}: ${text}`))
          found.add(`${name}${where}: ${text}`)
    }
  expect([...found]).toEqual([])
})
