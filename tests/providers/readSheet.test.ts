import { readFileSync } from 'node:fs'

import { describe, expect, test, vi } from 'vitest'

import { loadEnglish, loadTranslations } from '../../providers/catalogues.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import type { Texts } from '../../resources/locales/plural.ts'
import { positions } from '../../resources/positions.ts'
import { professions } from '../../resources/professions.ts'
import { emptyCells } from '../../src/grid/columns.ts'
import { fileLimits, linesAbove } from '../../src/grid/file/limits.ts'
import {
  assignTarget,
  defaultedColumns,
  guessMapping,
  mappedLines,
  missingColumns,
} from '../../src/grid/file/mapping.ts'
import { readSheets } from '../../src/grid/file/readSheets.ts'
import { readErrorMessage } from '../../src/grid/file/unreadable.ts'
import { faultyRowsFile, templateFile } from '../../src/grid/file/workbook.ts'
import { initialPersonTexts, peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'
import { exportedTableOf, repeatedLines, sheetLines } from '../../src/pages/sheetEdit/sheetColumns.ts'
import { traditionalTexts } from '../../vite.traditional.ts'
import { hostileWorkbook, sheetFileOf, workbookOf } from '../support/workbook.ts'

// Promise Q38 (server/promises.md).

const { translate } = chinese
const columns = peopleColumns(
  [
    { id: 1, name: '总所' },
    { id: 2, name: '东所' },
  ],
  chinese,
)
const empty = emptyCells(columns, initialPersonTexts('', translate))
const read = (bytes: Uint8Array<ArrayBuffer>, maxRows?: number) => readSheets(new Blob([bytes]), maxRows)
const firstLines = async (bytes: Uint8Array<ArrayBuffer>) => (await read(bytes)).sheets[0]!.lines
const refusal = async (bytes: Uint8Array<ArrayBuffer>) =>
  readErrorMessage(await read(bytes).catch((it: unknown) => it))

test('cells are read as they are displayed', async () => {
  const bytes = await workbookOf([
    ['姓名*', '手机号码', '执业证号', '入职日期', '在职', '备注'],
    ['林知远', 13_800_000_001, '13101202010123456', new Date(Date.UTC(2024, 2, 8)), true, '第一行\n第二行'],
    [null, null, null, null, null, null],
    [' 周慕白 ', '+86 138 0000 0002', null, 45_359, null, null],
  ])
  const file = await read(bytes)
  const [sheet] = file.sheets
  expect(sheet!.unread).toEqual({ rows: 0, columns: 0, cut: 0 })
  expect(sheet!.rows).toEqual([1, 2, 4])
  expect(sheet!.lines[1]).toEqual([
    '林知远',
    '13800000001',
    '13101202010123456',
    '2024-03-08',
    '是',
    '第一行 第二行',
  ])
  const mapping = guessMapping(file, columns)
  expect(mapping).toMatchObject({
    heading: { first: 0, last: 0 },
    targets: ['name', 'mobile', 'licenseNumber', 'entryDate', null, null],
  })
  const lines = mappedLines(file, mapping, columns)
  expect(lines).toEqual([
    { name: '林知远', mobile: '13800000001', licenseNumber: '13101202010123456', entryDate: '2024-03-08' },
    { name: '周慕白', mobile: '13800000002', entryDate: '2024-03-08' },
  ])
  expect(missingColumns(mapping.targets, columns, empty).map(it => it.name)).toEqual(['organizationId'])
  expect(defaultedColumns(lines, columns, empty).map(it => [it.column.name, it.count])).toEqual([
    ['personType', 2],
  ])
  expect(assignTarget(mapping.targets, 5, 'name')).toEqual([
    null,
    'mobile',
    'licenseNumber',
    'entryDate',
    null,
    'name',
  ])
})

test('the template can be read, and its choice lists are not cut at 255 characters', async () => {
  const many = Array.from({ length: 60 }, (_, id) => ({ id, name: `砚衡（第${id}）律师事务所` }))
  const { blob } = await templateFile('人员', peopleColumns(many, chinese), translate)
  const file = await readSheets(blob)
  expect(file.sheets.map(it => [it.name, it.isHidden])).toEqual([
    ['人员', false],
    ['选项', true],
  ])
  expect(guessMapping(file, columns).targets).toEqual(columns.map(it => it.name))
  const { strFromU8, unzipSync } = await import('fflate')
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  expect(sheet).toMatch(/<dataValidation[^>]*type="list"/)
  expect(sheet).toContain('$A$2:$A$61')
})

test.each([
  ['Training courses / 培训与继续教育的全部记录及其学分', 'Training courses   培训与继续教育的全部记录'],
  ['选项', '选项'],
  ['History', 'History_'],
  ["'乙'", '’乙’'],
])(
  'the template for %s opens without a repair, with thirty columns and long labels',
  async (records, name) => {
    const label = 'Whether the continuing education counts for the annual assessment'
    const wide = Array.from({ length: 30 }, (_, at) => ({
      ...columns[0]!,
      name: `c${at}`,
      label: `${label} ${at}`.repeat(at === 29 ? 4 : 1),
      choices: [{ id: 1, name: '是' }],
    }))
    const { blob } = await templateFile(records, wide, translate)
    const { sheets } = await readSheets(blob)
    expect(sheets[0]!.name).toBe(name)
    expect(new Set(sheets.map(it => it.name)).size).toBe(2)
    const { strFromU8, unzipSync } = await import('fflate')
    const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    // [MS-OI29500] 2.1.613: at most 32 characters of a title, and 224 of a text.
    const lengths = (attribute: string) =>
      [...sheet.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, text]) => text!.length)
    expect(Math.max(...lengths('errorTitle'))).toBe(32)
    expect(Math.max(...lengths('error'))).toBe(224)
    expect(sheet).toMatch(/sqref="AD2:AD\d+"/)
    expect(sheet).toContain(`<formula1>'${sheets[1]!.name}'!$AD$2:$AD$2</formula1>`)
  },
)

test('wrong rows are returned with the reason and can be read again', async () => {
  const cells = { ...emptyCells(columns, initialPersonTexts('东所', translate)), name: '+1+1', mobile: '138' }
  const { blob } = await faultyRowsFile(
    '人员',
    columns,
    [{ cells, reason: '手机号：请输入正确的手机号' }],
    translate,
  )
  const file = await readSheets(blob)
  const { lines } = file.sheets[0]!
  expect(lines[0]!.at(-1)).toBe('错误原因')
  expect(lines[1]).toEqual(["'+1+1", '138', '东所', '律师', '', '', '', '', '手机号：请输入正确的手机号'])
  const mapping = guessMapping(file, columns)
  expect(mapping.targets.at(-1)).toBeNull()
  expect(mappedLines(file, mapping, columns)[0]).toMatchObject({ name: '+1+1', mobile: '138' })
})

test('reading stops at the row limit, and the other rows are counted', async () => {
  const row = (at: number, text: string) =>
    `<row r="${at}"><c r="A${at}" t="inlineStr"><is><t>${text}</t></is></c><c r="B${at}"><v>${at}</v></c></row>`
  function* rows(count: number, text = '甲') {
    for (let at = 1; at <= count; at += 1000)
      yield Array.from({ length: 1000 }, (_, step) => row(at + step, text)).join('')
  }
  const { sheets } = await read(hostileWorkbook(rows(20_000)), 500)
  const { lines, unread } = sheets[0]!
  expect([lines.length, unread.rows]).toEqual([500 + linesAbove, 20_000 - 500 - linesAbove])
  expect(await refusal(hostileWorkbook(rows(70_000, 'x'.repeat(1000))))).toContain('解压后过大')
})

test('a huge cell is abandoned at the size limit, whatever size the file states', async () => {
  const megabyte = ' '.repeat(1024 * 1024)
  function* bomb() {
    yield '<row r="1"><c r="A1" t="inlineStr"><is><t>'
    for (let count = 0; count < 60; count++) yield megabyte
    yield '</t></is></c></row>'
  }
  const bytes = hostileWorkbook(bomb())
  expect(await refusal(bytes)).toContain('解压后过大')
  // The directory of the file may state a small size.
  const lying = bytes.slice()
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 28; at++)
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 10, true)
  expect(await refusal(lying)).toContain('解压后过大')
})

test('a tag without an end is abandoned', async () => {
  function* endless() {
    for (let count = 0; count < 40; count++) yield `${count === 0 ? '<row ' : ''}${' a="1"'.repeat(20_000)}`
  }
  expect(await refusal(hostileWorkbook(endless()))).toContain('已损坏')
})

test('the result of a formula is read, and a distant cell costs no memory', async () => {
  const bytes = hostileWorkbook([
    '<row r="1"><c r="A1"><f>HYPERLINK("https://x","y")</f><v>5</v></c><c r="B1" t="str"><f>CMD()</f><v>=1+1</v></c></row>',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
  ])
  const { lines, unread } = (await read(bytes)).sheets[0]!
  expect(lines).toEqual([['5', '=1+1']])
  expect(unread.columns).toBe(1)
})

test('a merged range without bounds fills only the lines that were read', async () => {
  const cell = (reference: string) => `<c r="${reference}" t="inlineStr"><is><t>甲</t></is></c>`
  const merges = Array.from({ length: 5000 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('')
  const bytes = hostileWorkbook([
    `<row r="1">${cell('A1')}</row><row r="2">${cell('B2')}</row>`,
    `</sheetData><mergeCells>${merges}</mergeCells><sheetData>`,
  ])
  expect((await read(bytes)).sheets[0]!.lines).toEqual([['甲'], ['甲', '甲']])
})

test('a file that is neither a workbook nor text is refused with advice', async () => {
  expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]))).toContain('不是Excel或CSV文件')
  expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain('.xls')
  expect(await refusal(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]))).toContain('另存')
  const completeFile = await workbookOf([['姓名'], ['甲乙']])
  expect(await refusal(completeFile.slice(0, completeFile.length / 2))).toContain('另存')
})

const englishTexts = (): Texts => {
  const read = (part: string): Texts => JSON.parse(readFileSync(`resources/locales/en/${part}.json`, 'utf8'))
  return { ...read('entrance'), ...read('app') }
}

test.each([
  '手机',
  '手机号',
  '手机号码（必填）',
  '手机号码 必填',
  '手机号 Mobile',
  '2.手机号★',
  '电话',
  '电话号码',
  'Mobile',
  'Mobile number',
])('a column is recognised by the heading %s', async heading => {
  vi.stubGlobal('fetch', async () => Response.json(englishTexts()))
  await loadEnglish()
  vi.unstubAllGlobals()
  const lines = [
    ['姓名', heading],
    ['林知远', '13800000001'],
  ]
  expect(guessMapping(sheetFileOf(lines), columns).targets).toEqual(['name', 'mobile'])
})

test.each([
  ['执业证书编号', 'licenseNumber'],
  ['律师执业证号', 'licenseNumber'],
  ['工作邮箱', 'email'],
  ['E-mail', 'email'],
  ['人员性质', 'personType'],
  ['所在分所', 'organizationId'],
  ['执业机构', 'organizationId'],
  ['入职时间', 'entryDate'],
  ['所在部门', 'team'],
  ['员工姓名', 'name'],
  ['真实姓名', 'name'],
  ['到所日期', 'entryDate'],
  ['入所日期 年月日', 'entryDate'],
  ['电子信箱', 'email'],
  ['所内部门', 'team'],
  ['执业类别', 'personType'],
  ['执业证号{17位}', 'licenseNumber'],
  ['电子邮箱，选填', 'email'],
  ['电子邮箱 - 选填', 'email'],
  ['性别', null],
  ['资格证号', null],
  ['办公电话', null],
])('the heading %s means %s', (heading, name) => {
  const lines = [
    ['手机号', '姓名', heading],
    ['', '', ''],
  ]
  const { targets } = guessMapping(sheetFileOf(lines), columns)
  expect(name === 'name' ? targets.indexOf('name') : targets[2]).toBe(name === 'name' ? 1 : name)
})

test('a template downloaded in English is read in a Chinese interface', async () => {
  const texts = englishTexts()
  vi.stubGlobal('fetch', async () => Response.json(texts))
  const language = languageOf('en-US', texts)
  const english = peopleColumns([{ id: 2, name: '东所' }], language)
  const cells = {
    ...emptyCells(columns, initialPersonTexts('东所', translate)),
    name: '周慕白',
    personType: 'Trainee lawyer',
  }
  const { blob } = await faultyRowsFile(
    '人员',
    english,
    [{ cells, reason: 'Enter mobile number' }],
    language.translate,
  )
  await loadEnglish()
  vi.unstubAllGlobals()
  const file = await readSheets(blob)
  expect(file.sheets[0]!.lines[0]).toContain('Mobile number*')
  const mapping = guessMapping(file, columns)
  expect(mapping.targets).toEqual([...columns.map(it => it.name), null])
  const [person] = mappedLines(file, mapping, columns)
  expect(person).toMatchObject({ name: '周慕白', personType: '实习律师', organizationId: '东所' })
})

test('a template downloaded in 繁體中文 is read in a Chinese interface', async () => {
  const texts = { ...traditionalTexts('zh-TW', 'entrance'), ...traditionalTexts('zh-TW', 'app') }
  const language = languageOf('zh-TW', {}, texts)
  const taiwan = peopleColumns([{ id: 2, name: '东所' }], language)
  const { blob } = await templateFile('人员', taiwan, language.translate)
  await loadTranslations()
  const file = await readSheets(blob)
  expect(file.sheets[0]!.lines[0]).toContain('手機號*')
  expect(guessMapping(file, columns).targets).toEqual(columns.map(it => it.name))
  const exported = exportedTableOf(professions, sheetFileOf([['記錄編號', '記錄版本', '建立時間', '圖示']]))
  expect(exported?.columns.unknown).toEqual([])
})

describe('a CSV file', () => {
  const lines = [
    ['姓名', '备注'],
    ['张三', '一,二'],
  ]
  const text = '姓名,备注\r\n张三,"一,二"\r\n'
  const bytesOf = (it: string) => new TextEncoder().encode(it)
  const utf16 = (it: string) => new Uint8Array(Buffer.from(it, 'utf16le'))

  test.each([
    ['UTF-8', bytesOf(text)],
    ['UTF-8 with a byte order mark', bytesOf(`\uFEFF${text}`)],
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${text}`)],
    ['UTF-16 without one', utf16(text)],
    ['big-endian UTF-16', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())],
    ['tabs, as Excel saves Unicode text', utf16('\uFEFF姓名\t备注\r\n张三\t"一,二"\r\n')],
    ['a line that names the separator', bytesOf('sep=;\r\n姓名;备注\r\n张三;一,二\r\n')],
    ['a line that names an unusual separator', bytesOf('\uFEFFsep=^\n姓名^备注\n张三^一,二\n')],
    ['full-width commas', bytesOf('姓名，备注\n张三，"一,二"\n')],
    ['lines of old Macs', bytesOf('姓名,备注\r张三,"一,二"\r')],
    [
      'GB18030',
      new Uint8Array([
        0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2, 0x0d, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0x22,
        0xd2, 0xbb, 0x2c, 0xb6, 0xfe, 0x22,
      ]),
    ],
  ])('is read in %s', async (_, bytes) => {
    expect(await firstLines(bytes)).toEqual(lines)
  })

  test('is read in Big5, as Windows writes it in Taiwan', async () => {
    // 姓名,手機 and 陳大文,13800000001
    const heading = [0xa9, 0x6d, 0xa6, 0x57, 0x2c, 0xa4, 0xe2, 0xbe, 0xf7, 0x0d, 0x0a]
    const person = [0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5, 0x2c, ...bytesOf('13800000001\r\n')]
    expect(await firstLines(new Uint8Array([...heading, ...person]))).toEqual([
      ['姓名', '手機'],
      ['陳大文', '13800000001'],
    ])
  })

  test('has no rows of separators only', async () => {
    const text = `姓名,备注\n${',\n'.repeat(200)}${'张三,a\n'.repeat(linesAbove + 1)}${',\n'.repeat(200)}`
    const { lines, rows, unread } = (await read(bytesOf(text), 2)).sheets[0]!
    expect(lines.slice(0, 2)).toEqual([
      ['姓名', '备注'],
      ['张三', 'a'],
    ])
    expect([rows.length, rows[1], unread.rows]).toEqual([linesAbove + 2, 202, 0])
  })

  test('keeps long numbers and leading zeros, and counts what is beyond its limits', async () => {
    const text = [
      '编号,名称',
      `00123456789012345678,${'长'.repeat(fileLimits.cell - 1)}𠮷长`,
      '="0012",b',
      ...Array.from({ length: linesAbove }, (_, at) => `${at},c`),
    ]
    const { lines, unread } = (await read(bytesOf(text.join('\n')), 2)).sheets[0]!
    expect(lines.slice(0, 3)).toEqual([
      ['编号', '名称'],
      ['00123456789012345678', `${'长'.repeat(fileLimits.cell - 1)}𠮷`],
      ['0012', 'b'],
    ])
    expect(unread).toEqual({ rows: 1, columns: 0, cut: 1 })
  })
})

test('the columns of an exported list are found in Chinese and in English, and repeated ids are named', () => {
  const heading = ['职位名称', '状态', '备忘', '记录编号', '记录版本']
  const lines = [
    ['职位清单'],
    heading,
    ['主任', '启用', 'x', '7', '1'],
    ['律师', '启用', '', '7', '2'],
    ['填表人：甲'],
  ]
  const table = exportedTableOf(positions, sheetFileOf(lines))!
  expect(table.columns).toMatchObject({
    id: 3,
    version: 4,
    unknown: ['备忘'],
    fields: [
      { name: 'postName', at: 0 },
      { name: 'enabled', at: 1 },
    ],
  })
  const read = sheetLines(table)
  expect(read).toEqual({ lines: ['7\t1\t主任\t启用', '7\t2\t律师\t启用'], rows: [3, 4], withoutId: 1 })
  expect(repeatedLines(read.lines)).toEqual([1])
  expect(exportedTableOf(positions, sheetFileOf([heading.slice(0, 4)]))).toBeNull()
})
