import { expect, test } from 'vitest'

import { mobile, mobilesIn, phone, toMobile } from '../../resources/kit/index.ts'

const stored = '13800000001'

test.each([
  ['13800000001'],
  ['138 0000 0001'],
  ['138\u3000000\u30000\u00A00001'],
  ['138-0000-0001'],
  ['138\u20100000\u20150001'],
  ['138.0000.0001'],
  ['１３８０００００００１'],
  ['+8613800000001'],
  ['+86 138-0000-0001'],
  ['＋８６ 138 0000 0001'],
  ['(+86)13800000001'],
  ['（+86）138 0000 0001'],
  ['008613800000001'],
  ['0086-138-0000-0001'],
  ['86-13800000001'],
  ['8613800000001'],
  ['013800000001'],
  ['[+86]13800000001'],
  ['【+86】138 0000 0001'],
  ['+0086 13800000001'],
  ['138·0000·0001'],
  ['138•0000•0001'],
  ['138_0000_0001'],
  ['138,0000,0001'],
  ['138~0000~0001'],
  ['138\u20430000\u20430001'],
  ["'13800000001"],
  ['“13800000001”'],
  ['13800000001；'],
  ['tel:+86-138-0000-0001'],
  ['13800000001.0'],
  ['8613800000001.0'],
  ['1.3800000001E10'],
  ['086-13800000001'],
  ['86+13800000001'],
  ['手机：13800000001'],
  ['13800000001（微信同号）'],
  ['手機號碼：13800000001'],
  ['13800000001（微信同號）'],
  ['1.3800000001E+10'],
  ['\u202D13800000001\u202C'],
  ['\u206613800000001\u2069'],
  ['138\u200B0000\u00AD0001'],
  [' 13800000001\n'],
])('%j is stored as eleven digits', text => {
  expect(toMobile(text)).toBe(stored)
  expect(mobile('手机号').schema.safeParse(text)).toEqual({ success: true, data: stored })
})

test.each(['13800000001/13800000002', '13800000001、13800000002', '138 0000 0001 138 0000 0002'])(
  'the two numbers in %j are an error that says so',
  text => {
    const { error } = mobile('手机号').schema.safeParse(text)
    expect(error?.issues.map(it => it.message)).toEqual(['有多个手机号，请只保留一个'])
  },
)

test.each(['1380000000', '138000000012', '12345678901', '+1 415 555 0100', '1.38E+10', '1'.repeat(101), 'x'])(
  '%j is no mobile number, and has one error',
  text => {
    const { error } = mobile('手机号').schema.safeParse(text)
    expect(error?.issues.map(it => it.message)).toEqual(['请输入正确的手机号'])
  },
)

test('a landline keeps its hyphens', () => {
  expect(phone('电话').schema.parse('０２１-12345678')).toBe('021-12345678')
})

test('finds the number in the name of a file', () => {
  expect(mobilesIn('张三 +86 138-0000-0001.jpg')).toEqual([stored])
  expect(mobilesIn('11010202010123456.jpg')).toEqual([])
})
