import { describe, expect, test } from 'vitest'

import {
  cleanLine,
  cleanText,
  firstCharacters,
  foldForSearch,
  personName,
  searchForms,
  toName,
} from '../../resources/kit/index.ts'
import { nameParts } from '../../resources/domain/nameReadings.ts'

describe('the form of a name', () => {
  test.each([
    ['张三', '张三'],
    ['张 三', '张三'],
    ['张\u3000三', '张三'],
    ['张\u00A0三', '张三'],
    ['张 \u3000 三', '张三'],
    ['\u200B张三', '张三'],
    ['张\u200D三\uFEFF', '张三'],
    ['张\u00AD三', '张三'],
    ['张\u2060三\u2069', '张三'],
    ['张\u0085三', '张三'],
    ['张\n三', '张三'],
    ['张\t三 ', '张三'],
    ['欧阳\u3000明　月', '欧阳明月'],
    ['𠮷 田', '𠮷田'],
    ['葛\u{E0100} 城', '葛\u{E0100}城'],
    ['John Smith', 'John Smith'],
    ['John   Smith', 'John Smith'],
    ['John\u00A0Smith', 'John Smith'],
    ['陈 Peter', '陈 Peter'],
    ['Ｊｏｈｎ　Ｓｍｉｔｈ', 'John Smith'],
    ['张\u2800三', '张三'],
    ['⽅⽂', '方文'],
    ['O’Neil', 'O’Neil'],
    ['J. R. Smith', 'J. R. Smith'],
  ])('%j is stored as %j', (typed, stored) => expect(toName(typed)).toBe(stored))

  test.each([
    '•',
    '・',
    '‧',
    '．',
    '∙',
    '·',
    ' · ',
    '･',
    '⋅',
    '.',
    ' • ',
    '··',
    '●',
    '∘',
    '․',
    '。',
    '﹒',
    '｡',
    'ㆍ',
    'ꞏ',
    '⸱',
  ])('the dot %j between two parts is U+00B7', dot =>
    expect(toName(`阿卜杜拉${dot}买买提`)).toBe('阿卜杜拉·买买提'),
  )

  test('is the same when it is brought into it again', () => {
    for (const name of ['张　三', '阿 • 买', 'Ａ Ｂ', '葛\u{E0100}城', ' a\u200Bb '])
      expect(toName(toName(name))).toBe(toName(name))
  })

  test('has room for 25 Chinese characters, and none for 51', () => {
    const { schema } = personName()
    expect(schema.safeParse('阿'.repeat(25)).success).toBe(true)
    expect(schema.safeParse('𠮷'.repeat(50)).success).toBe(true)
    expect(schema.safeParse('阿'.repeat(51)).success).toBe(false)
  })

  test('is divided without cutting a character', () => {
    expect(nameParts('𠮷田')).toEqual({ family: '𠮷', given: '田' })
    expect(nameParts('王𰻞')).toEqual({ family: '王', given: '𰻞' })
    expect(nameParts('葛\u{E0100}城')).toEqual({ family: '葛\u{E0100}', given: '城' })
    expect(firstCharacters('王𰻞', 2)).toBe('王𰻞')
  })
})

describe('short texts', () => {
  const ignorable = [
    0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200f, 0x202e, 0x2060, 0x2066, 0x3164,
  ]
  const others = [0xfeff, 0xffa0, 0x1d173, 0xe0001, 0xe0041, 0x00, 0x07, 0x1f, 0x7f, 0x80, 0x9f]

  test.each([...ignorable, ...others])('lose the invisible U+%i', code => {
    expect(cleanText(`主${String.fromCodePoint(code)}任`)).toBe('主任')
  })

  test('keep variation selectors, which the search ignores', () => {
    for (const selector of ['\uFE00', '\uFE0F', '\u{E0100}', '\u{E01EF}']) {
      expect(cleanText(`葛${selector}城`)).toBe(`葛${selector}城`)
      expect(foldForSearch(`葛${selector}城`)).toBe('葛城')
    }
  })

  test('have no line breaks, which longer texts keep', () => {
    expect(cleanLine('上海\r\n\t总所')).toBe('上海 总所')
    expect(cleanText('上海\n总所')).toBe('上海\n总所')
  })
})

describe('a typed search', () => {
  test.each([
    ['zhang san', 'zhangsan'],
    ['ZhangSan', 'zhangsan'],
    ["xi'an", 'xian'],
    ['lü', 'lv'],
    ['lübu', 'lvbu'],
    ['lu\u0308bu', 'lvbu'],
    ['lǚ bù', 'lvbu'],
    ['lyubu', 'lvbu'],
    ['LYU BU', 'lvbu'],
    ['ｚｈａｎｇｓａｎ', 'zhangsan'],
    ['138 0000 0001', '13800000001'],
    ['138-0000-0001', '13800000001'],
    ['+86 138 0000 0001', '13800000001'],
    ['+86 138', '138'],
    ['0086138', '138'],
    ['１３８００００', '1380000'],
    ['138 0000', '1380000'],
    ['张 三', '张三'],
    ['张　三', '张三'],
    ['阿卜杜拉•买买提', '阿卜杜拉·买买提'],
    ['葛\u{E0100}城', '葛城'],
  ])('%j also stands for %j', (typed, form) => expect(searchForms(typed)).toContain(form))

  test.each(['合同 纠纷', '2026-03-01', 'A&B', '%', '沪A12345'])('%j is searched for as it is', typed =>
    expect(searchForms(typed)[0]).toBe(foldForSearch(typed)),
  )

  test('of blanks only stands for nothing', () => expect(searchForms(' \u3000')).toEqual([]))
})
