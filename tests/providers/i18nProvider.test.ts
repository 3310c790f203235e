import { readFileSync } from 'node:fs'

import english from 'ra-language-english'
import { beforeAll, describe, expect, test } from 'vitest'

import { loadHostTexts } from '../../providers/i18nProvider.ts'
import { resources } from '../../resources/index.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import { i18nIn } from '../support/i18n.ts'
import { type MessageTree, zh } from '../../resources/locales/zh.ts'

const flat = (tree: MessageTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
const names = (sentence: string) => [...sentence.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name)

beforeAll(loadHostTexts)

// Part of react-admin; its English texts list all existing keys.
const englishTexts = new Map(flat(english as MessageTree))
const chineseTexts = new Map(flat(zh))

describe("react-admin's words in Chinese", () => {
  test('every key has a text', () => {
    expect(englishTexts.size).toBeGreaterThan(150)
    expect([...englishTexts.keys()].filter(key => !chineseTexts.has(key))).toEqual([])
  })

  test('each text has one plural form', () => {
    expect([...chineseTexts].filter(([, sentence]) => sentence.includes('||||'))).toEqual([])
  })

  test('placeholders are those of react-admin’s English texts', () => {
    const unknown = [...chineseTexts].filter(([key, sentence]) => {
      const placeholders = names(englishTexts.get(key) ?? sentence)
      return names(sentence).some(it => !placeholders.includes(it))
    })
    expect(unknown).toEqual([])
  })

  test('values are filled in, and a text without a key stays unchanged', () => {
    const { translate } = i18nIn()
    expect(translate('ra.action.bulk_actions', { smart_count: 3 })).toBe('已选择 3 项')
    expect(translate('服务异常')).toBe('服务异常')
    expect(translate('resources.offices.name', { _: '律所' })).toBe('律所')
  })
})

describe("react-admin's keys of a resource", () => {
  const { translate } = i18nIn()
  const word = (key: string, values: object = {}) =>
    translate(`resources.${key}`, { ...values, _: 'guessed' })

  test.each([
    ['positions.name', '职位'],
    ['positions.forcedCaseName', '职位'],
    ['offices.fields.name', '律所名称'],
    ['offices.fields.id', '编号'],
    ['lawyers.fields.organizationId', '所属律所'],
    ['lawyers.fields.keyword', '关键词'],
  ])('%s is the word of the declaration', (key, expected) => expect(word(key)).toBe(expected))

  test.each([
    'positions.fields.toString',
    'positions.fields.name.of',
    'positions.page.list',
    'nothing.name',
    'nothing.fields.title',
    'undefined.fields.title',
  ])("%s, which is not declared, stays react-admin's", key => expect(word(key)).toBe('guessed'))

  test('a part of a field has its own label', () => {
    const found = resources.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([source, field]) =>
        'fields' in field && field.fields
          ? Object.entries(field.fields).map(([within, { label }]) => [
              word(`${name}.fields.${source}.${within}`),
              label,
            ])
          : [],
      ),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(([shown, label]) => shown !== label)).toEqual([])
  })

  test('every field of every resource has the label of its declaration, in the language that is shown', () => {
    const texts = JSON.parse(readFileSync('resources/locales/en/app.json', 'utf8')) as Record<string, string>
    const english = i18nIn(languageOf('en-US', texts))
    const wrong = resources.flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(
          ([source, { label }]) =>
            english.translate(`resources.${name}.fields.${source}`, { _: 'guessed' }) !==
            english.translate(label),
        )
        .map(([source]) => `${name}.${source}`),
    )
    expect(wrong).toEqual([])
    expect(english.translate('resources.positions.name', { smart_count: 2, _: 'guessed' })).toBe('Position')
    expect(english.translate('resources.offices.fields.name', { _: 'guessed' })).not.toMatch(
      /\p{Script=Han}/u,
    )
  })
})
