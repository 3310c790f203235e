import { expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { divisionOf, guessMapping, mappedLines } from '../../src/grid/file/mapping.ts'
import type { Sheet } from '../../src/grid/file/sheet.ts'
import { peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'
import { sheetFileOf } from '../support/workbook.ts'

const columns = peopleColumns([{ id: 1, name: '总所' }], chinese)

const fileOf = (lines: string[][], more: Partial<Sheet> = {}) => {
  const file = sheetFileOf(lines)
  return { ...file, sheets: [{ ...file.sheets[0]!, ...more }] }
}
const headingOf = (lines: string[][], more?: Partial<Sheet>) =>
  guessMapping(fileOf(lines, more), columns).heading
const recordsOf = (lines: string[][], more?: Partial<Sheet>) => {
  const file = fileOf(lines, more)
  return divisionOf(file, guessMapping(file, columns)).records
}

test('one known name is a heading if the values below it are what it says', () => {
  expect(headingOf([['通讯录'], ['手机号', '座位'], ['13800000001', 'A1'], ['13800000002', 'A2']])).toEqual({
    first: 1,
    last: 1,
  })
  expect(headingOf([['手机号'], ['请填写'], ['本人的']])).toBeNull()
})

test('a record is not joined to its heading', () => {
  const lines = [
    ['姓名', '手机号', '备注'],
    ['王律师', '13800000001', '电话'],
  ]
  expect(headingOf(lines)).toEqual({ first: 0, last: 0 })
})

test('two lines are joined where only both together name the columns', () => {
  const lines = [
    ['人员', '联系方式', '', '执业'],
    ['姓名', '手机', '邮箱', '证号'],
    ['王一', '13800000001', 'a@example.com', '13101202010123451'],
  ]
  const spans = [{ line: 0, from: 1, to: 2 }]
  const file = fileOf(lines, { spans })
  const mapping = guessMapping(file, columns)
  expect(mapping.heading).toEqual({ first: 0, last: 1 })
  expect(mapping.targets).toEqual(['name', 'mobile', 'email', 'licenseNumber'])
})

test('a heading that is merged over several columns belongs to each of them', () => {
  const lines = [
    ['姓名', '手机', '执业信息', '', '部门'],
    ['', '', '证号', '机构', ''],
    ['王一', '13800000001', '13101202010123451', '总所', '诉讼部'],
  ]
  // As the reader leaves it: the names that are merged downwards are in both lines.
  const filled = [lines[0]!, ['姓名', '手机', '证号', '机构', '部门'], lines[2]!]
  const mapping = guessMapping(fileOf(filled, { spans: [{ line: 0, from: 2, to: 3 }] }), columns)
  expect(mapping).toMatchObject({
    heading: { first: 0, last: 1 },
    targets: ['name', 'mobile', 'licenseNumber', 'organizationId', 'team'],
  })
})

test('of the columns of a merged heading, the one with the values is taken', () => {
  const lines = [
    ['姓名', '手机号', ''],
    ['王一', '+86', '13800000001'],
  ]
  expect(guessMapping(fileOf(lines, { spans: [{ line: 0, from: 1, to: 2 }] }), columns).targets).toEqual([
    'name',
    null,
    'mobile',
  ])
})

test('without a heading no column is assigned', () => {
  expect(guessMapping(fileOf([['王一', '13800000001']]), columns)).toMatchObject({
    heading: null,
    targets: [null, null],
  })
})

test.each([
  [['填表人：王五']],
  [['填表人', '王五']],
  [['合计', '3']],
  [['注：以上为在职人员']],
  [['（必填）', '（11位）', '（下拉选择）']],
  [['示例', '13800000000', '总所']],
  [['填写真实姓名', '11位数字', '从下拉列表选择']],
  [['姓名全称', '11位', '请选择']],
  [['Name', 'Mobile No.', 'Office']],
])('%j below the heading is no record', note => {
  expect(recordsOf([['姓名', '手机号', '所属律所'], note, ['王一', '13800000001', '总所']])).toEqual([2])
})

test.each([
  [['注册人', '13800000002', '总所']],
  [['例子明', '13800000002', '总所']],
  [['王二', '', '']],
  [['John Smith', '13800000002', 'Office']],
])('%j below the heading is a record', record => {
  expect(recordsOf([['姓名', '手机号', '所属律所'], record])).toEqual([1])
})

test('the heading that is repeated on each page is no record', () => {
  const heading = ['姓名', '手机号', '所属律所']
  const lines = [['名单'], heading, ['王一', '13800000001', '总所'], heading, ['王二', '13800000002', '总所']]
  expect(recordsOf(lines)).toEqual([2, 4])
})

const person = ['王一', '13800000001', '总所']
const people = [['姓名', '手机号', '所属律所'], person]

test.each([
  ['stands apart', ['以上', '', ''], { rows: [1, 2, 5] }],
  ['is merged across the table', ['以上', '', ''], { spans: [{ line: 2, from: 0, to: 2 }] }],
  ['is a sentence', ['以上由人事部核对，如有变动请告知', '', ''], {}],
])('a single text below the people that %s is no record', (_, note, more) => {
  expect(recordsOf([['姓名', '手机号', '所属律所'], person, note], more)).toEqual([1])
})

test('of several sheets with a heading, a hidden one is not read', () => {
  const [hidden, visible] = [sheetFileOf(people).sheets[0]!, sheetFileOf(people).sheets[0]!]
  expect(
    guessMapping({ sheets: [{ ...hidden, isHidden: true }, visible], active: 0 }, columns),
  ).toMatchObject({ sheet: 1 })
})

test('without a heading in any sheet, the sheet that was open is shown', () => {
  const [sheet] = sheetFileOf([['x', 'y']]).sheets
  expect(guessMapping({ sheets: [sheet!, sheet!, sheet!], active: 2 }, columns)).toMatchObject({
    sheet: 2,
    heading: null,
  })
})

test('of two columns with the same field, the one with more valid values is taken', () => {
  const lines = [
    ['姓名', '手机号', '完整手机号'],
    ['王一', '138****0001', '13800000001'],
  ]
  expect(guessMapping(fileOf(lines), columns).targets).toEqual(['name', null, 'mobile'])
})

test('other words for a category are read', () => {
  const words = [
    '专职律师',
    '执业律师',
    '合伙人',
    '创始合伙人',
    '主任律师',
    '实习人员',
    '律师助理',
    '行政',
    '法律顾问',
  ]
  const file = fileOf([['姓名', '人员性质'], ...words.map(word => ['王一', word])])
  expect(mappedLines(file, guessMapping(file, columns), columns).map(it => it['personType'])).toEqual([
    '律师',
    '律师',
    '律师',
    '律师',
    '律师',
    '实习律师',
    '律师助理',
    '行政人员',
    '顾问',
  ])
})

test('a sign that says nothing is an empty cell in an optional column only', () => {
  const file = fileOf([
    ['姓名', '邮箱', '部门', '入所日期'],
    ['无', '-', '无', '／'],
    ['王一', '没有', '無', 'None'],
  ])
  expect(mappedLines(file, guessMapping(file, columns), columns)).toEqual([
    { name: '无', email: '', team: '', entryDate: '' },
    { name: '王一', email: '', team: '', entryDate: '' },
  ])
})

test.each([
  [
    '填表说明',
    [
      ['字段', '说明'],
      ['姓名', '与身份证一致'],
      ['手机号', '11位'],
      ['邮箱', '工作邮箱'],
    ],
  ],
  [
    'Sheet1',
    [
      ['所属律所', '人员类别'],
      ['总所', '律师'],
    ],
  ],
  ['填写示例', people],
])('the sheet %s before the list of people is not read', (name, lines) => {
  const [guide, list] = [sheetFileOf(lines).sheets[0]!, sheetFileOf(people).sheets[0]!]
  const file = { sheets: [{ ...guide, name }, list, list], active: 0 }
  expect(guessMapping(file, columns).sheet).toBe(1)
})

test('a person who fills several merged lines is one record, and merged values belong to each person', () => {
  const lines = [
    ['姓名', '手机号', '所属律所', '亲属'],
    ['王一', '13800000001', '总所', '父'],
    ['王一', '13800000001', '总所', '母'],
    ['王二', '13800000002', '总所', '父'],
  ]
  const copies = [
    { column: 0, from: 1, to: 2 },
    { column: 1, from: 1, to: 2 },
    { column: 2, from: 1, to: 3 },
  ]
  expect(recordsOf(lines, { copies })).toEqual([1, 3])
})

test('an apostrophe that marks a number or a date as text is no part of it', () => {
  const file = fileOf([
    ['手机号', '执业证号', '入所日期'],
    ["'13800000001", "'13101202010123451", "'2020-05-01"],
  ])
  expect(mappedLines(file, guessMapping(file, columns), columns)).toEqual([
    { mobile: '13800000001', licenseNumber: '13101202010123451', entryDate: '2020-05-01' },
  ])
})
