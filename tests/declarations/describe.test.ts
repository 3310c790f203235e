import { expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { cardFields, cards } from '../../resources/cards/index.ts'
import { describeMasked } from '../../resources/kit/index.ts'

const { fields } = cards

test('two moments of a row are joined by a dash', () => {
  const education = [{ start: '2006-09', end: '2010-06', school: '复旦大学', degree: 2 }]
  expect(describeMasked(chinese, fields.education, education)).toBe('2006-09 – 2010-06 复旦大学 本科')
  expect(describeMasked(chinese, fields.education, [{ start: '2006-09', school: '复旦大学' }])).toBe(
    '2006-09 复旦大学',
  )
})

test('the visibility of fields is described as a list with the labels of the form', () => {
  expect(describeMasked(chinese, fields.visibility, { mobile: 2, email: 0 })).toMatch(
    /^手机.点击后显示.邮箱.不公开$/,
  )
  expect(cardFields).toContain('visibility')
})

test('a percentage is shown with its sign', () =>
  expect(describeMasked(chinese, fields.completeness, 80)).toBe('80%'))

test('a language is described as a word, not as a state', () =>
  expect(fields.language.options.every(it => it.length === 2)).toBe(true))
