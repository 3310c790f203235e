import { readFile } from 'node:fs/promises'

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { cellFault } from '../../resources/kit/cellFaults.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { emptyCells } from '../../src/grid/columns.ts'
import { defaultedColumns, divisionOf, guessMapping, mappedLines } from '../../src/grid/file/mapping.ts'
import { arrangeSheets } from '../../src/grid/file/arrange.ts'
import { readSheets } from '../../src/grid/file/readSheets.ts'
import { createRow, createRowCheck } from '../../src/grid/rows.ts'
import { initialPersonTexts, peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'

// docs/inputs.md lists these files with the program that wrote each of them.

const { translate } = chinese
const office = '砚衡（北京）律师事务所'
const columns = peopleColumns(
  [
    { id: 1, name: office },
    { id: 2, name: '总所' },
  ],
  chinese,
)
const empty = emptyCells(columns, initialPersonTexts('', translate))
const check = createRowCheck(columns, translate)

/** What a file becomes in the grid: its rows with their errors, and what is said about the file. */
const importOf = async (name: string) => {
  const file = arrangeSheets(
    await readSheets(new Blob([await readFile(`tests/fixtures/sheets/${name}`)])),
    columns,
  )
  const mapping = guessMapping(file, columns)
  const sheet = file.sheets[mapping.sheet]!
  const lines = mappedLines(file, mapping, columns)
  const { above, notes, blank } = divisionOf(file, mapping)
  const rowsOf = (indexes: readonly number[]) => indexes.map(at => sheet.rows[at])
  return {
    sheet: sheet.name,
    otherSheets: file.sheets.filter(it => it !== sheet).map(it => it.name),
    heading: mapping.heading && rowsOf([mapping.heading.first, mapping.heading.last]),
    left: rowsOf([...above, ...notes, ...blank]),
    unread: sheet.unread,
    fields: mapping.targets.filter(it => it !== null),
    lines,
    errors: lines.map(cells => {
      const errors = check(createRow({ ...empty, ...cells }).cells)
      return Object.fromEntries(Object.keys(cells).flatMap(it => (errors[it] ? [[it, errors[it]]] : [])))
    }),
    defaulted: defaultedColumns(lines, columns, empty).map(it => it.column.name),
  }
}

const column = (lines: readonly Readonly<Record<string, string>>[], name: string) => lines.map(it => it[name])

test('a title above the heading is left out and named', async () => {
  expect(await importOf('title-above-heading.xlsx')).toMatchObject({
    heading: [2, 2],
    left: [1],
    lines: [{ name: '测试甲' }, { name: '测试乙' }],
    errors: [{}, {}],
  })
})

test('the first visible sheet with a heading is read, and the others are named', async () => {
  const { sheet, otherSheets, lines } = await importOf('hidden-sheet-first.xlsx')
  expect([sheet, otherSheets, column(lines, 'name')]).toEqual(['人员', ['选项'], ['测试甲', '测试乙']])
})

test('a chart before the sheets is no obstacle', async () => {
  expect(column((await importOf('chart-sheet-first.xlsx')).lines, 'name')).toEqual(['测试甲', '测试乙'])
})

test('dates are read in each notation, and a month is asked about', async () => {
  const { lines, errors } = await importOf('dates-texts.xlsx')
  expect(column(lines, 'entryDate')).toEqual([
    '2020-05-01',
    '2020-05-01',
    '2020-05-01',
    '2020-05-01',
    '2020.05',
    '2020年5月',
    '2020-05-01',
    '2020-05-01',
    '20.5.1',
    '2020-05-01',
  ])
  const month = { entryDate: '只有年月，请补充是哪一天，如 2026-03-08' }
  const other = { entryDate: '请写四位数的公历年份，如 2026-03-08' }
  expect(errors).toEqual([{}, {}, {}, {}, month, month, {}, {}, other, {}])
})

test('dates of a workbook with the 1904 date system are read, with and without a format', async () => {
  expect(column((await importOf('dates-1904.xlsx')).lines, 'entryDate')).toEqual(['2020-05-01', '2020-05-01'])
})

test('other headings are recognised', async () => {
  const { fields, lines, defaulted } = await importOf('other-headings.xlsx')
  expect(fields).toEqual([
    'name',
    'mobile',
    'organizationId',
    'personType',
    'entryDate',
    'email',
    'licenseNumber',
  ])
  expect(lines).toMatchObject([{ personType: '实习律师', licenseNumber: '11101202010000001' }])
  expect(defaulted).toEqual([])
})

test('an office that is merged over several people belongs to each of them', async () => {
  expect(column((await importOf('merged-office.xlsx')).lines, 'organizationId')).toEqual([
    office,
    office,
    office,
  ])
})

test('an error value and a formula without a value are errors of their cells', async () => {
  const { lines, errors } = await importOf('formulas.xlsx')
  expect(column(lines, 'organizationId')).toEqual([office, '#N/A', office])
  expect(errors).toEqual([
    {},
    { organizationId: expect.stringContaining('错误值') },
    { personType: expect.stringContaining('公式没有计算结果') },
  ])
})

test.each(['mobiles.xlsx', 'name-spaces.xlsx'])('all rows of %s are read', async name => {
  const { lines, left } = await importOf(name)
  expect(lines.length).toBeGreaterThan(5)
  expect(left).toEqual([])
})

const rounded = { licenseNumber: expect.stringContaining('超过15位') }

test.each(['openpyxl-roster.xlsx', 'libreoffice-roster.xlsx'])(
  'a list with a title, notes and a footer is read, and only the notes are left out of %s',
  async name => {
    expect(await importOf(name)).toMatchObject({
      heading: [4, 4],
      left: [1, 2, 9],
      lines: [
        { name: '甲一', organizationId: '总所', personType: '律师', entryDate: '2020-05-01' },
        { name: '甲二', organizationId: '总所', personType: '律师', entryDate: '2020-05-01', email: '' },
        { name: '甲三', organizationId: '总所', personType: '实习律师', entryDate: '2020-05-01' },
      ],
      errors: [{}, rounded, {}],
    })
  },
)

test('a heading in two lines is joined', async () => {
  expect(await importOf('xlsxwriter-two-lines.xlsx')).toMatchObject({
    heading: [1, 2],
    fields: ['name', 'mobile', 'email', 'licenseNumber', 'organizationId', 'entryDate'],
    lines: [
      { name: '戊一', organizationId: '总所', entryDate: '2020-05-01' },
      { name: '戊二', organizationId: '总所', entryDate: '2020-05-01' },
      { name: '戊三' },
    ],
    errors: [rounded, {}, { organizationId: expect.stringContaining('错误值') }],
  })
})

test('of several tabs the people are read, and the lists, the notes and the chart are not', async () => {
  const { sheet, otherSheets, lines } = await importOf('openpyxl-tabs.xlsx')
  expect([sheet, otherSheets, column(lines, 'name')]).toEqual(['人员', ['选项', '说明'], ['丙一']])
})

test('a zero that XlsxWriter stores for a formula is no value', async () => {
  const { lines, errors } = await importOf('xlsxwriter-formulas.xlsx')
  expect(lines).toMatchObject([
    { mobile: '13670000061', organizationId: '总所' },
    { name: '己二', organizationId: '总所' },
  ])
  const uncalculated = expect.stringContaining('公式没有计算结果')
  expect(errors).toEqual([
    { name: uncalculated, team: uncalculated, entryDate: uncalculated },
    { mobile: uncalculated },
  ])
})

test('people of three merged rows are one row each, and a formula without a value is an error', async () => {
  const { lines, errors } = await importOf('openpyxl-three-rows.xlsx')
  expect(column(lines, 'mobile')).toEqual(['13670000030', '13670000031', '13670000032'])
  expect(errors).toEqual([{}, { organizationId: expect.stringContaining('公式没有计算结果') }, {}])
})

test('people below styled blanks are read', async () => {
  const { lines, left } = await importOf('xlsxwriter-styled-blanks.xlsx')
  expect([lines.length, left]).toEqual([10, []])
})

test('columns beyond the limit are counted', async () => {
  expect((await importOf('exceljs-wide.xlsx')).unread).toEqual({ rows: 0, columns: 20, cut: 0 })
})

test('cells of each kind are read: rich text, links, serials and errors', async () => {
  expect(await importOf('exceljs-kinds.xlsx')).toMatchObject({
    sheet: '人员',
    otherSheets: ['字典'],
    left: [5],
    lines: [
      { name: '癸一', mobile: '13670000091', email: 'k@example.com', entryDate: '2020-05-01', team: '#REF!' },
      { name: '癸二', entryDate: '2020-05-01' },
      { name: '癸三', entryDate: '2020-05-01', team: '诉讼部' },
    ],
    errors: [{ ...rounded, team: expect.stringContaining('错误值') }, {}, {}],
  })
})

test.each(['openpyxl-roster.xlsx', 'xlsxwriter-two-lines.xlsx', 'sheetjs-dates.xlsx', 'exceljs-kinds.xlsx'])(
  'numbers of more than 15 digits are errors in %s, however the program wrote them',
  async name => {
    const { lines, errors } = await importOf(name)
    const damaged = lines.findIndex(it => it['licenseNumber'] === '1.31012E+16')
    expect(errors[damaged]).toMatchObject(rounded)
  },
)

test.each([
  'openpyxl-iso-dates.xlsx',
  'sheetjs-dates.xlsx',
  'xlsxwriter-1904.xlsx',
  'libreoffice-gb18030.csv',
])('cells that hold a date in ISO 8601 or as a serial are that day in %s', async name => {
  expect(column((await importOf(name)).lines, 'entryDate')).toEqual(['2020-05-01', '2020-05-01'])
})

test.each(['sheetjs.csv', 'sheetjs-utf16.txt'])('the text file %s is read like a sheet', async name => {
  const { lines, errors } = await importOf(name)
  expect(column(lines, 'mobile')).toEqual(['13670000081', '13670000082'])
  expect(errors).toEqual([{}, { entryDate: expect.stringContaining('只有年月') }])
})

test.each([
  ['1.38E+10', expect.stringContaining('科学计数法')],
  ['1.4E+10', expect.stringContaining('科学计数法')],
  ['1.38000E10', expect.stringContaining('科学计数法')],
  ['1.31012E+16', expect.stringContaining('超过15位')],
  ['1E+17', expect.stringContaining('超过15位')],
  ['1.3800000001E10', undefined],
  ['1E5', undefined],
  ['#名称?', expect.stringContaining('错误值')],
  ['错误:502', expect.stringContaining('错误值')],
])('the text %s says what the spreadsheet has lost', (text, fault) => {
  expect(cellFault(text)).toEqual(fault)
})

test.each([
  ['page.xls', '<html><table><tr><td>姓名</td></tr></table></html>', '网页'],
  ['spreadsheet.xml', '<?xml version="1.0"?>\n<Workbook/>', '网页'],
])('the file %s of another format says what to do', async (_name, text, message) => {
  await expect(readSheets(new Blob([text]))).rejects.toThrow(message)
})

test('an archive of another program says what to do', async () => {
  const archive = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') })
  await expect(readSheets(new Blob([new Uint8Array(archive)]))).rejects.toThrow('不是.xlsx文件')
})

const people = ['张三', '李四', '王小明', '赵敏', '钱多多', '孙丽']
const mobiles = people.map((_, at) => String(13_800_001_000 + at))

test('the names of groups and the number of people are left out', async () => {
  expect(await importOf('exceljs-groups.xlsx')).toMatchObject({
    left: [2, 5, 7, 10],
    lines: [0, 1, 2, 4, 5].map(at => ({ name: people[at], mobile: mobiles[at] })),
    errors: Array.from({ length: 5 }, () => ({})),
  })
})

test('a second table below is read by its own heading, with its further columns', async () => {
  expect(await importOf('exceljs-two-tables.xlsx')).toMatchObject({
    left: [1, 6, 7],
    fields: ['name', 'mobile', 'organizationId', 'email', 'team'],
    lines: [
      { name: people[0], mobile: mobiles[0], organizationId: office, email: 'a@b.cn' },
      { name: people[1], mobile: mobiles[1], organizationId: office, email: 'b@b.cn' },
      { name: people[2], mobile: mobiles[2], organizationId: office, team: '财务' },
      { name: people[3], mobile: mobiles[3], organizationId: office, team: '前台' },
    ],
    errors: [{}, {}, {}, {}],
  })
})

test('of two tables beside each other the right one follows the left one', async () => {
  const { lines, errors, left } = await importOf('exceljs-beside.xlsx')
  expect([column(lines, 'name'), column(lines, 'mobile')]).toEqual([people.slice(0, 5), mobiles.slice(0, 5)])
  expect([errors, left]).toEqual([[{}, {}, {}, {}, {}], []])
})

test('surnames and given names in two columns become whole names', async () => {
  expect(column((await importOf('exceljs-surnames.xlsx')).lines, 'name')).toEqual(['张三', '欧阳明月'])
  expect(column((await importOf('exceljs-last-first.xlsx')).lines, 'name')).toEqual([
    'San Zhang',
    'John Smith',
  ])
})

test('English headings are recognised, and of two names the Chinese one is read', async () => {
  const { fields, lines, errors } = await importOf('exceljs-english.xlsx')
  expect(fields).toEqual(['name', 'mobile', 'email', 'organizationId', 'entryDate', 'licenseNumber'])
  expect([column(lines, 'name'), errors]).toEqual([people.slice(0, 2), [{}, {}]])
})

test('the totals of a table and the signatures of a form are left out', async () => {
  const { lines, left } = await importOf('exceljs-totals.xlsx')
  expect([column(lines, 'name'), left]).toEqual([people, [10]])
  const form = await importOf('exceljs-form.xlsx')
  expect([column(form.lines, 'name'), form.left]).toEqual([people.slice(0, 3), [1, 6, 7, 8]])
})

test('a remark behind a name is warned of, and a day is read without the words around it', async () => {
  const { lines } = await importOf('exceljs-remarks.xlsx')
  const { warning } = columns.find(it => it.name === 'name')!
  expect(column(lines, 'name').map(name => warning?.(name!, translate))).toEqual([
    '姓名后有“（离职）”，请确认是否为姓名的一部分',
    '姓名后有“(实习)”，请确认是否为姓名的一部分',
    '姓名后有“*”，请确认是否为姓名的一部分',
    undefined,
  ])
  expect(['John (Jack) Smith', '欧阳明月'].map(name => warning?.(name, translate))).toEqual([
    undefined,
    undefined,
  ])
  expect(column(lines, 'entryDate')).toEqual(['2020年5月入职', '2020-05-01', '2018-07-01', '至今'])
})
