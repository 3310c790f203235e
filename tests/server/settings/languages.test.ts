import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let system: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  app = await startApp()
  system = await app.as('system')
})
afterAll(() => app.close())

const locale = 'de-DE'
const versionOf = async (wanted = locale) =>
  (await system.call('languages.list')).catalogues.find(it => it.locale === wanted)?.version ?? 0
const write = async (texts: Record<string, string>, wanted = locale) =>
  system.call('languages.update', {
    locale: wanted,
    content: JSON.stringify(texts),
    version: await versionOf(wanted),
  })
const textsOf = async (part: 'entrance' | 'app', wanted = locale) =>
  (await app.call('languages.texts', { locale: wanted, part })).texts

test('stores texts, serves them to everyone, counts them, logs the differences and removes them again', async () => {
  const german = {
    登录: 'Anmelden',
    职位管理: 'Positionen',
    '创建 %{right} 个账号': '%{right} Konto anlegen |||| %{right} Konten anlegen',
  }
  const saved = await write({ ...german, 一条没有的原文: 'Unbekannt', 密码: ' ' })
  expect(saved).toMatchObject({ locale, count: 3, updatedByName: expect.stringContaining('') })
  // Before sign-in only the texts of the sign-in page are served.
  expect(await textsOf('entrance')).toEqual({ 登录: 'Anmelden' })
  expect(await textsOf('app')).toEqual(german)
  expect((await app.call('conf.app', {})).languages).toEqual({ [locale]: saved.version })

  await write({ ...german, 登录: 'Einloggen' })
  const { records } = await system.call('logs.getAdminLogPageList', { module: [11] })
  const log = await system.call('logs.one', { id: records[0]!.id })
  expect(log).toMatchObject({ summary: '修改配置【界面语言 Deutsch】' })
  expect(log.diff).toContainEqual(
    expect.objectContaining({ label: '登录', before: 'Anmelden', after: 'Einloggen' }),
  )

  await write({})
  expect(await textsOf('app')).toEqual({})
  expect((await app.call('conf.app', {})).languages).toEqual({})
  expect(await versionOf()).toBe(saved.version + 2)
})

describe('texts that would change the meaning are refused', () => {
  test.each([
    [
      'a variable that the text does not have',
      { '创建 %{right} 个账号': '%{number} Konten' },
      '没有变量number',
    ],
    ['a variable left out', { '创建 %{right} 个账号': 'Konten' }, '缺少变量right'],
    ['markup', { 登录: '<b>Anmelden' }, '不能含有标记'],
    ['the end of markup alone', { 登录: 'Anmelden</b>' }, '不能含有标记'],
    ['a comment', { 登录: 'Anmelden<!--' }, '不能含有标记'],
    ['what no screen shows', { 登录: 'An\u0000melden' }, '不能含有标记'],
    ['a text without end', { 登录: 'x'.repeat(2001) }, '2000'],
  ])('%s', async (_, texts, sentence) => {
    const version = await versionOf()
    const { body } = await system.send('PUT', '/firm/language', {
      body: { locale, content: JSON.stringify(texts), version },
    })
    expect(body.code).toBe('4220')
    expect(JSON.stringify(body.data)).toContain(sentence)
    expect(await versionOf()).toBe(version)
  })

  test.each(['{', '[]', '"x"', '{"登录": 1}', '{"登录": {"a": "b"}}', '<catalogue/>'])(
    'the file %s',
    async content => {
      const version = await versionOf()
      const { body } = await system.send('PUT', '/firm/language', { body: { locale, content, version } })
      expect(body.code).toBe('4220')
    },
  )

  test.each(['zh-CN', 'xx-XX', '../..', 'de'])('the language %s', async wanted => {
    const { body } = await system.send('PUT', '/firm/language', {
      body: { locale: wanted, content: '{}', version: 0 },
    })
    expect(body.code).toBe('4220')
  })
})

test('refuses the second of two concurrent replacements', async () => {
  const version = await versionOf('fr-FR')
  const both = ['Connexion', 'Entrer'].map(text =>
    system.send('PUT', '/firm/language', {
      body: { locale: 'fr-FR', content: JSON.stringify({ 登录: text }), version },
    }),
  )
  const codes = (await Promise.all(both)).map(it => it.body.code)
  expect(codes.toSorted()).toEqual(['200', '4090'])
})

test('accepts a whole catalogue in one request', async () => {
  const { entrance, all } = (await import('../../../server/services/settings/languages.ts')).englishTexts()
  const long = Object.fromEntries(Object.entries(all).map(([key, text]) => [key, text]))
  expect((await write(long, 'es-ES')).count).toBe(Object.keys(all).length)
  expect(Object.keys(await textsOf('entrance', 'es-ES'))).toHaveLength(Object.keys(entrance).length)
})
