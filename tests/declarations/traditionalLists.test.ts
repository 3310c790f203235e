import { Converter } from 'opencc-js/cn2t'
import { expect, test } from 'vitest'

import { sheetKeys } from '../../resources/domain/sheets.ts'
import { entities } from '../../resources/entities.ts'
import { toSimplified } from '../../resources/kit/simplified.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { cellFault, saysNothing } from '../../resources/kit/cellFaults.ts'
import { divisionOf, guessMapping, mappedLines } from '../../src/grid/file/mapping.ts'
import { peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'
import { exportedTableOf } from '../../src/pages/sheetEdit/sheetColumns.ts'
import { inTraditional } from '../../vite.traditional.ts'
import { sheetFileOf } from '../support/workbook.ts'

// Lists in traditional characters, as Hong Kong and Taiwan write them.

const converters = (['t', 'tw', 'hk'] as const).map(to => Converter({ from: 'cn', to }))
const columns = peopleColumns(
  [
    { id: 1, name: '总所' },
    { id: 2, name: '东所' },
  ],
  chinese,
)
const guess = (lines: string[][]) => {
  const file = sheetFileOf(lines)
  const mapping = guessMapping(file, columns)
  return { file, mapping, lines: mappedLines(file, mapping, columns) }
}

test('every heading and option of a list is found in its traditional characters', () => {
  const wordsOf = (text: string) => text.match(/\p{Script=Han}+/gu) ?? []
  const words = new Set(
    entities.flatMap(({ fields, exports, importColumns = {} }) => [
      ...Object.values(importColumns).flatMap(pattern => wordsOf(pattern?.source ?? '')),
      ...Object.values({ ...exports?.extraColumns, ...fields }).flatMap(field => [
        ...wordsOf(field.label),
        ...('options' in field ? field.options.flatMap(([, label]) => wordsOf(label)) : []),
      ]),
    ]),
  )
  expect(words.size).toBeGreaterThan(200)
  const wrong = [...words, ...Object.values(sheetKeys)].flatMap(word =>
    converters.map(convert => convert(word)).filter(written => toSimplified(written) !== word),
  )
  expect(wrong, 'words with a character that resources/kit/simplified.ts lacks').toEqual([])
})

test.each([
  ['手機號碼', 'mobile'],
  ['手機', 'mobile'],
  ['行動電話', 'mobile'],
  ['流動電話', 'mobile'],
  ['手提電話', 'mobile'],
  ['聯絡電話', 'mobile'],
  ['電話', 'mobile'],
  ['手機號碼（必填）', 'mobile'],
  ['辦公室', 'organizationId'],
  ['所屬律所', 'organizationId'],
  ['律師事務所', 'organizationId'],
  ['執業機構', 'organizationId'],
  ['人員類別', 'personType'],
  ['執業證號', 'licenseNumber'],
  ['律師証號', 'licenseNumber'],
  ['執業證書編號', 'licenseNumber'],
  ['電子郵件', 'email'],
  ['電郵地址', 'email'],
  ['工作郵箱', 'email'],
  ['電子信箱', 'email'],
  ['所屬部門', 'team'],
  ['團隊', 'team'],
  ['入職日期', 'entryDate'],
  ['到職日', 'entryDate'],
  ['報到日期', 'entryDate'],
  ['辦公電話', null],
])('the heading %s means %s', (heading, name) => {
  const other = name === 'mobile' ? ['電郵', '姓名'] : ['手機', '姓名']
  expect(guess([[...other, heading], ['x']]).mapping.targets[2] ?? null).toBe(name)
})

test.each([
  ['專職律師', '律师'],
  ['執業律師', '律师'],
  ['合夥人', '律师'],
  ['高級合夥人', '律师'],
  ['律師', '律师'],
  ['實習律師', '实习律师'],
  ['實習人員', '实习律师'],
  ['律師助理', '律师助理'],
  ['行政人員', '行政人员'],
  ['法律顧問', '顾问'],
])('the category %s is %s', (word, category) => {
  const { lines } = guess([
    ['姓名', '人員性質', '所屬律所'],
    ['陳大文', word, '總所'],
  ])
  expect(lines).toEqual([{ name: '陳大文', personType: category, organizationId: '总所' }])
})

test('the notes of a list, its sheets of instructions and signs for nothing are known in traditional characters', () => {
  const list = [
    ['姓名', '手機號碼', '所屬律所'],
    ['填寫真實姓名', '11位數字', '請選擇'],
    ['陳大文', '13800000001', '總所'],
    ['合計', '1'],
    ['填表人：李四'],
    ['注：以上為在職人員'],
  ]
  const { file, mapping } = guess(list)
  expect(divisionOf(file, mapping)).toMatchObject({ notes: [1, 3, 4, 5], records: [2] })
  const [sheet] = sheetFileOf(list).sheets
  const withGuide = { sheets: [{ ...sheet!, name: '填表說明' }, sheet!], active: 0 }
  expect(guessMapping(withGuide, columns).sheet).toBe(1)
  expect(['沒有', '無', '暫無', '暫缺'].every(saysNothing)).toBe(true)
  expect(cellFault('錯誤:502')).toContain('错误值')
})

test.each(['zh-TW', 'zh-HK'] as const)('a list that was exported in %s is brought back', locale => {
  const people = entities.find(it => it.name === 'lawyers')!
  const [name, mobile] = [people.fields['name']!.label, people.fields['mobile']!.label]
  const heading = [sheetKeys.id, sheetKeys.version, name, mobile].map(it => inTraditional(it, locale))
  const table = exportedTableOf(people, sheetFileOf([heading, ['1', '1', '陳大文', '13800000001']]))
  expect(table?.columns).toMatchObject({ id: 0, version: 1, unknown: [] })
  expect(table?.columns.fields.map(it => it.name)).toEqual(['name', 'mobile'])
})
