import english from 'ra-language-english'
import { beforeAll, describe, expect, test } from 'vitest'

import { loadHostTexts } from '../../providers/i18nProvider.ts'
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
