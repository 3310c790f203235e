import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { languageOf, type Texts } from '../../resources/locales/catalogue.ts'
import { productTexts } from '../support/texts.ts'

const read = (name: string): Texts =>
  JSON.parse(readFileSync(`resources/locales/en/${name}.json`, 'utf8')) as Texts
const entrance = read('entrance')
const app = read('app')
const english = { ...entrance, ...app }
const texts = productTexts()
const keys = new Set(texts.map(it => it.key))

const blanksOf = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].toSorted()

describe('every text of the product', () => {
  test('goes through translate on a screen', () => {
    const plain = texts.filter(it => it.file.startsWith('src/') && !it.isTranslated)
    expect(plain.map(it => `${it.file}:${it.line} ${it.key}`)).toEqual([])
  })

  test('is said in English', () => {
    expect([...keys].filter(it => !Object.hasOwn(english, it))).toEqual([])
  })

  test('is loaded before anybody has signed in, where it is said there', () => {
    const early = new Set(texts.filter(it => it.isAtEntrance).map(it => it.key))
    expect([...early].filter(it => !Object.hasOwn(entrance, it))).toEqual([])
  })

  test('is no longer translated when it is no longer said', () => {
    expect(Object.keys(english).filter(it => !keys.has(it) && !composed.includes(it))).toEqual([])
  })

  test('keeps its blanks', () => {
    const wrong = Object.entries(english).filter(
      ([key, text]) =>
        !text.split('||||').every(form => blanksOf(form).every(it => blanksOf(key).includes(it))),
    )
    expect(wrong).toEqual([])
  })

  test('holds no Chinese in English, but for the variables that templates are written with', () => {
    const left = Object.values(english).filter(it =>
      /[\p{Script=Han}，。；：（）]/u.test(it.replaceAll(/\{(姓名|职位|律所|领域)\}/gu, '')),
    )
    expect(left).toEqual([])
  })
})

/** Put together by the server or by what is stored; found again by their fixed parts. */
const composed: readonly string[] = ['%{verb}%{label}', '%{read}/%{sent} 已读']

describe('a sentence that was filled elsewhere', () => {
  const { phrase } = languageOf('en-US', {
    '%{label}最多%{max}个字': '%{label}: at most %{max} character |||| %{label}: at most %{max} characters',
    '请输入%{label}': 'Enter %{label}',
    '已选 %{count} 人': '%{count} person selected |||| %{count} people selected',
    姓名: 'Name',
    手机号: 'Mobile no.',
    '没有填写：%{labels}': 'Missing: %{labels}',
  })
  test.each([
    ['姓名最多20个字', 'Name: at most 20 characters'],
    ['姓名最多1个字', 'Name: at most 1 character'],
    ['请输入手机号', 'Enter Mobile no.'],
    ['没有填写：姓名、手机号', 'Missing: Name, Mobile no.'],
    ['请输入张三', 'Enter 张三'],
    ['张三', undefined],
  ])('%s', (sentence, said) => expect(phrase(sentence, {})).toBe(said))

  test('plural forms follow the number', () => {
    expect(phrase('已选 %{count} 人', { count: 1 })).toBe('1 person selected')
    expect(phrase('已选 %{count} 人', { count: 5 })).toBe('5 people selected')
  })

  test('is looked for in time that grows with its length', () => {
    const long = '最多'.repeat(50_000)
    expect(phrase(`${long}甲`, {})).toBeUndefined()
  })
})
